//! Means over deals with their intervals.

use serde::Serialize;
use statrs::distribution::ContinuousCDF as _;

use crate::student;

/// A mean over deals with its 95 % interval. A deal is one sample, as the games over it depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub stderr: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The confidence of all intervals.
pub(super) const CONFIDENCE: f64 = 0.95;

impl Estimate {
    /// The mean of numbers without bounds, with Student's interval; `None` for fewer than two.
    pub(super) fn of_mean(values: &[f64]) -> Option<Self> {
        if values.len() < 2 {
            return None;
        }
        let (mean, stderr) = (mean(values), (variance(values) / values.len() as f64).sqrt());
        let half = quantile(values.len()) * stderr;
        Some(Self { mean, stderr, low: mean - half, high: mean + half })
    }

    /// The same with an interval that ends at `most` to either side, or at the mean.
    pub(super) fn within(self, most: f64) -> Self {
        Self { low: self.low.max(-most).min(self.mean), high: self.high.min(most).max(self.mean), ..self }
    }

    /// The mean of shares, each from 0 to 1 and itself the mean over so many `games`, with Wilson's interval for as many
    /// independent games as have the same spread (as Korn and Graubard 1998 do for samples in clusters). For the
    /// spread two more deals count, one with a game more that was won and one with a game more that was lost: a few
    /// equal shares are no proof that there are no others.
    ///
    /// There has to be at least one.
    pub(super) fn of_shares(values: &[f64], games: f64) -> Self {
        let (count, mean) = (values.len() as f64, mean(values));
        let variance = guarded_variance(values, mean, [0.0, 1.0], games) / count;
        let count = count * games;
        let tempered = (mean * count + 1.0) / (count + 2.0);
        let z_squared = quantile(values.len()).powi(2);
        let pull = z_squared * variance / (tempered * (1.0 - tempered)); // z² by the number of games
        let centre = (mean + pull / 2.0) / (1.0 + pull);
        let half = (pull * (mean * (1.0 - mean) + pull / 4.0)).sqrt() / (1.0 + pull);
        Self {
            mean,
            stderr: variance.sqrt(),
            low: (centre - half).clamp(0.0, mean),
            high: (centre + half).clamp(mean, 1.0),
        }
    }
}

/// The two-sided probability of a mean so far from 0 if its true value were 0, by Student's test with one sample a deal.
/// As for [`Estimate::of_shares`], a deal with a game more at each of the `extremes` counts for the spread.
pub(super) fn p_value(values: &[f64], games: f64, extremes: [f64; 2]) -> f64 {
    let mean = mean(values);
    let error = (guarded_variance(values, mean, extremes, games) / values.len() as f64).sqrt();
    let beyond = student::student(freedom(values.len())).map(|student| student.sf((mean / error).abs()));
    beyond.map_or(1.0, |beyond| (2.0 * beyond).min(1.0))
}

/// How many groups of deals there are, each freed of luck by what the others say.
const FOLDS: usize = 10;
/// With how many deals' weight the expected coefficient counts beside the one that is found.
const PRIOR_DEALS: f64 = 4.0;

/// `values` less a multiple of their `luck`, which has the true mean 0: their mean estimates the same, with less
/// spread. `coefficient` is the multiple that is expected.
///
/// The multiple for a deal is found from deals of other groups alone, so it depends on nothing that happened in
/// that deal, and nothing is added to the mean's true value (cross-fitting).
pub(super) fn without_luck(values: &[f64], luck: &[f64], coefficient: f64) -> Vec<f64> {
    let folds = FOLDS.min(values.len());
    let pairs = || values.iter().copied().zip(luck.iter().copied()).enumerate();
    let fitted: Vec<f64> = (0..folds)
        .map(|fold| {
            slope(pairs().filter(|(deal, _)| deal % folds != fold).map(|(_, pair)| pair), coefficient)
        })
        .collect();
    pairs().map(|(deal, (value, luck))| value - fitted[deal % folds] * luck).collect()
}

/// The slope of the line through these (value, luck), drawn towards `expected`.
fn slope(pairs: impl Iterator<Item = (f64, f64)>, expected: f64) -> f64 {
    let (mut count, mut values, mut lucks, mut products, mut squares) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (value, luck) in pairs {
        count += 1.0;
        values += value;
        lucks += luck;
        products += value * luck;
        squares += luck * luck;
    }
    if squares == 0.0 {
        return 0.0;
    }
    let weight = PRIOR_DEALS * squares / count;
    (products - values * lucks / count + weight * expected) / (squares - lucks * lucks / count + weight)
}

pub(super) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The variance of a sample of at least two.
pub(super) fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64
}

/// The variance around `mean`, with two more samples in which one of so many `games` is at each of the `extremes`.
fn guarded_variance(values: &[f64], mean: f64, extremes: [f64; 2], games: f64) -> f64 {
    let more = extremes.map(|extreme| (extreme - mean) / games);
    let all = values.iter().map(|value| value - mean).chain(more);
    all.map(|off| off * off).sum::<f64>() / (values.len() + 1) as f64
}

/// The degrees of freedom of a sample's mean; a single one has as many as two.
fn freedom(samples: usize) -> f64 {
    (samples.max(2) - 1) as f64
}

/// How many standard errors the interval of a sample's mean reaches to each side.
fn quantile(samples: usize) -> f64 {
    student::reach(freedom(samples), CONFIDENCE)
}

#[cfg(test)]
mod tests {
    use roadside_env::Stream;

    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    fn uniform(stream: &mut Stream) -> f64 {
        f64::from(stream.below(1 << 30)) / f64::from(1 << 30)
    }

    #[test]
    fn a_mean_has_students_interval() {
        // By hand: the 97.5 % quantile with three degrees of freedom is 3.182446305.
        let found = Estimate::of_mean(&[1.0, 2.0, 4.0, 5.0]).unwrap();
        let stderr = (10.0_f64 / 3.0 / 4.0).sqrt();
        close(found.mean, 3.0);
        close(found.stderr, stderr);
        assert!((found.high - 3.0 - 3.182_446_305 * stderr).abs() < 1e-8, "{found:?}");
        close(found.low + found.high, 6.0);
        assert_eq!(Estimate::of_mean(&[1.0]), None);
        let bounded = found.within(4.0);
        assert_eq!((bounded.low, bounded.high, bounded.mean), (found.low, 4.0, found.mean));
        close(found.within(2.0).high, found.mean);
    }

    #[test]
    fn many_independent_games_have_wilsons_interval() {
        // 600 of 1000 won, one game a deal: Wilson's interval is 0.5693 to 0.6299.
        let values: Vec<f64> = (0..1000).map(|game| f64::from(u8::from(game % 5 < 3))).collect();
        let found = Estimate::of_shares(&values, 1.0);
        assert!((found.low - 0.5693).abs() < 3e-4 && (found.high - 0.6299).abs() < 3e-4, "{found:?}");
    }

    #[test]
    fn all_won_is_no_certainty() {
        // Of 200 independent games: 200 / (200 + 1.96²) or so.
        let found = Estimate::of_shares(&[1.0; 100], 2.0);
        assert_eq!((found.mean, found.high), (1.0, 1.0));
        assert!((found.low - 0.981).abs() < 1e-3, "{found:?}");
        let few = Estimate::of_shares(&[1.0], 2.0);
        assert!(few.low < 0.1, "{few:?}");
        let always_split = Estimate::of_shares(&[0.5; 50], 2.0);
        assert!((0.47..0.5).contains(&always_split.low), "{always_split:?}");
    }

    /// How often the interval over `deals` of two games covers the true share, if the second game over a deal is won as
    /// the first with this probability, and else drawn anew.
    fn coverage(share: f64, deals: usize, alike: f64) -> f64 {
        let mut stream = Stream::for_agent(7);
        let trials = 2000;
        let covered = (0..trials).filter(|_| {
            let deal = |_| {
                let first = uniform(&mut stream) < share;
                let second = uniform(&mut stream) < share;
                let second = if uniform(&mut stream) < alike { first } else { second };
                f64::from(u8::from(first) + u8::from(second)) / 2.0
            };
            let found = Estimate::of_shares(&(0..deals).map(deal).collect::<Vec<_>>(), 2.0);
            (found.low..=found.high).contains(&share)
        });
        covered.count() as f64 / f64::from(trials)
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        for (share, deals, alike) in [
            (0.5, 20, 0.0),
            (0.5, 200, 0.0),
            (0.5, 100, 0.5),
            (0.3, 50, 0.0),
            (0.8, 100, 0.3),
            (0.95, 100, 0.0),
            (0.98, 150, 0.2),
        ] {
            let found = coverage(share, deals, alike);
            assert!((0.93..0.98).contains(&found), "{share}, {deals} deals, {alike} alike: {found}");
        }
        // Games that depend on each other need the deals as samples: as many independent ones would be too sure.
        let mut stream = Stream::for_agent(3);
        let naive = (0..1000).filter(|_| {
            let deal = |_| f64::from(u8::from(uniform(&mut stream) < 0.5));
            let games: Vec<f64> = (0..100).map(deal).flat_map(|won| [won, won]).collect();
            let found = Estimate::of_shares(&games, 1.0);
            (found.low..=found.high).contains(&0.5)
        });
        assert!(naive.count() < 880);
    }

    #[test]
    fn equals_differ_by_chance_as_often_as_p_says() {
        let mut stream = Stream::for_agent(5);
        for games in [2, 4] {
            let others = f64::from(games - 1);
            let mut below = [0; 2];
            for _ in 0..2000 {
                let deal = |_| {
                    let won = (0..games).filter(|_| uniform(&mut stream) < 1.0 / f64::from(games)).count();
                    let won = won as f64 / f64::from(games);
                    won - (1.0 - won) / others
                };
                let values: Vec<f64> = (0..60).map(deal).collect();
                let p = p_value(&values, f64::from(games), [-1.0 / others, 1.0]);
                below[0] += usize::from(p < 0.05);
                below[1] += usize::from(p < 0.5);
            }
            assert!((60..130).contains(&below[0]), "{below:?}");
            assert!((880..1080).contains(&below[1]), "{below:?}");
        }
        close(p_value(&[0.0; 30], 2.0, [-1.0, 1.0]), 1.0);
        assert!(p_value(&[1.0; 30], 2.0, [-1.0, 1.0]) < 1e-9);
        assert!(p_value(&[1.0], 2.0, [-1.0, 1.0]) > 0.05);
    }

    #[test]
    fn luck_is_taken_off_without_moving_the_mean() {
        let mut stream = Stream::for_agent(9);
        let (mut found, mut variances) = (Vec::new(), [0.0, 0.0]);
        for _ in 0..400 {
            let deals = 12; // so few that a slope fitted to the same deals would be far off
            let luck: Vec<f64> = (0..deals).map(|_| uniform(&mut stream) - 0.5).collect();
            let values: Vec<f64> =
                luck.iter().map(|luck| 0.3 + 2.0 * luck + 0.2 * (uniform(&mut stream) - 0.5)).collect();
            let fair = without_luck(&values, &luck, 1.0);
            variances[0] += variance(&values);
            variances[1] += variance(&fair);
            found.push(mean(&fair));
        }
        let all = Estimate::of_mean(&found).unwrap();
        assert!((all.mean - 0.3).abs() < 4.0 * all.stderr, "{all:?}");
        assert!(variances[1] < variances[0] / 3.0, "{variances:?}");
        assert_eq!(without_luck(&[1.0, 2.0], &[0.0, 0.0], 1.0), [1.0, 2.0]);
    }
}
