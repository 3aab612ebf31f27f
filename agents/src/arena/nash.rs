//! Ratings that are right where players form a circle.

use super::linear::Square;
use super::tallies::Tallies;

/// How the players fare against the strongest mixture of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Nash {
    /// The weight of each player in the mixture.
    pub(super) weights: Vec<f64>,
    /// The logarithm of each player's odds against the mixture: 0 for those in it, else at most 0.
    pub(super) ratings: Vec<f64>,
    /// Each player's share of the win against the mixture; against itself it has the even share.
    pub(super) shares: Vec<f64>,
}

/// Nash averaging (Balduzzi, Tuyls, Perolat and Graepel 2018, "Re-evaluating evaluation"): two play a game of choosing a
/// player each, and get the logarithm of the odds with which theirs wins. The mixture is that of this game's Nash
/// equilibria with the largest entropy. So a copy of a player changes nothing for the others, and who is beaten by all
/// counts for nothing.
///
/// At a table of more than two the logarithm is measured from even odds, and the mean of both roles is taken.
pub(super) fn averaged(tallies: &Tallies) -> Nash {
    let (payoffs, shares) = matrices(tallies);
    let weights = equilibrium(&payoffs);
    Nash { ratings: payoffs.times(&weights), shares: shares.times(&weights), weights }
}

/// The logarithms of the odds, and the shares of the win.
fn matrices(tallies: &Tallies) -> (Square, Square) {
    let (players, others) = (tallies.players(), tallies.others());
    let (mut payoffs, mut shares) = (Square::zero(players), Square::zero(players));
    for ((one, other), won, lost) in tallies.iter() {
        let odds = (won / lost).ln() + others.ln();
        // With two seats a pair meets in one role, with more in two.
        let odds = if tallies.seats() > 2 { odds / 2.0 } else { odds };
        *payoffs.at(one, other) += odds;
        *payoffs.at(other, one) -= odds;
        *shares.at(one, other) = won / (won + lost);
        if tallies.seats() == 2 {
            *shares.at(other, one) = lost / (won + lost);
        }
    }
    for player in 0..players {
        *shares.at(player, player) = 1.0 / (others + 1.0);
    }
    (payoffs, shares)
}

/// By how much of the largest payoff a reply may be better than the mixture: with none at all there would be
/// nothing within the bounds, and the solver has to stay within.
const SLACK: f64 = 1e-8;
/// Weights below this are none.
const NO_WEIGHT: f64 = 1e-5;
/// How small the product of a bound's slack and its price has to become.
const GAP: f64 = 1e-9;
/// What a miss may be by rounding.
const ROUNDING: f64 = 1e-13;
/// How far a step may change the logarithm of a weight.
const NEARBY: f64 = 2.0;
/// What smaller weights do is looked at only if they get larger than this.
const SMALL_WEIGHT: f64 = 1e-3;
/// The most steps; thirty to sixty are enough.
const MAX_STEPS: usize = 200;

/// The equilibrium with the largest entropy of the symmetric game with these antisymmetric payoffs: the p that
/// minimises sum p ln p with no entry of (payoffs p) above 0.
///
/// Given prices for those bounds, p is the softmax of (payoffs prices): so only the prices are looked for, by a
/// primal-dual interior-point method.
pub(super) fn equilibrium(payoffs: &Square) -> Vec<f64> {
    let players = payoffs.size();
    let largest = (0..players).flat_map(|row| payoffs.row(row)).fold(0.0_f64, |most, x| most.max(x.abs()));
    if largest == 0.0 {
        return vec![1.0 / players as f64; players];
    }
    let mut point = Interior::new(payoffs.clone().scaled(1.0 / largest));
    for _ in 0..MAX_STEPS {
        if point.is_solved() || !point.step() {
            break;
        }
    }
    let weights = point.weights.iter().map(|&weight| if weight < NO_WEIGHT { 0.0 } else { weight });
    let sum: f64 = weights.clone().sum();
    weights.map(|weight| weight / sum).collect()
}

/// A point on the way to the equilibrium.
struct Interior {
    payoffs: Square,
    /// The prices of the bounds, above 0.
    prices: Vec<f64>,
    /// How far each reply stays below what it may be worth, above 0.
    slacks: Vec<f64>,
    /// The weights at these prices.
    weights: Vec<f64>,
    /// By how much slack and worth of each reply miss what it may be worth.
    misses: Vec<f64>,
}

impl Interior {
    fn new(payoffs: Square) -> Self {
        let ones = vec![1.0; payoffs.size()];
        let mut point =
            Self { payoffs, slacks: ones.clone(), prices: ones, weights: Vec::new(), misses: Vec::new() };
        point.weigh();
        point
    }

    /// Works out what follows from prices and slacks.
    fn weigh(&mut self) {
        let powers = self.payoffs.times(&self.prices);
        let most = powers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let raised = powers.iter().map(|power| (power - most).exp());
        let sum: f64 = raised.clone().sum();
        self.weights = raised.map(|weight| weight / sum).collect();
        let worth = self.payoffs.times(&self.weights);
        self.misses = self.slacks.iter().zip(worth).map(|(slack, worth)| slack + worth - SLACK).collect();
    }

    fn gap(&self) -> f64 {
        let products = self.slacks.iter().zip(&self.prices).map(|(slack, price)| slack * price);
        products.sum::<f64>() / self.slacks.len() as f64
    }

    fn miss(&self) -> f64 {
        self.misses.iter().fold(0.0, |most, miss| most.max(miss.abs()))
    }

    /// Whether the bounds are about as far from being met as each other, and their misses no larger than that: only then
    /// is it safe to go nearer.
    fn is_central(&self) -> bool {
        let gap = self.gap();
        let products = self.slacks.iter().zip(&self.prices).map(|(slack, price)| slack * price);
        let missed = self.misses.iter().map(|miss| (miss.abs() - ROUNDING).max(0.0));
        let missed = missed.zip(&self.prices).map(|(miss, price)| miss * price);
        products.fold(f64::INFINITY, f64::min) > 0.1 * gap && missed.fold(0.0, f64::max) < gap
    }

    fn is_solved(&self) -> bool {
        self.gap() < GAP && self.miss() < 1e-2 * SLACK
    }

    /// Goes a step of Newton's method towards a smaller gap; `false` if there is none.
    fn step(&mut self) -> bool {
        let players = self.prices.len();
        let aim = if self.is_central() { 0.1 * self.gap() } else { self.gap() };
        let curvature = self.curvature();
        let mut system = curvature.clone();
        for at in 0..players {
            *system.at(at, at) += self.slacks[at] / self.prices[at];
        }
        let right = (0..players).map(|at| aim / self.prices[at] - self.slacks[at] + self.misses[at]);
        let Some(prices_step) = system.solve(right.collect()) else { return false };
        let bent = curvature.times(&prices_step);
        let slacks_step: Vec<f64> = bent.iter().zip(&self.misses).map(|(bent, miss)| bent - miss).collect();
        if !prices_step.iter().chain(&slacks_step).all(|step| step.is_finite()) {
            return false;
        }
        let length = room(&self.prices, &prices_step)
            .min(room(&self.slacks, &slacks_step))
            .min(self.reach(&self.payoffs.times(&prices_step)));
        walk(&mut self.prices, &prices_step, length);
        walk(&mut self.slacks, &slacks_step, length);
        self.weigh();
        true
    }

    /// How far to go when the logarithms of the weights change like this: the equations are straight only nearby. What
    /// happens to weights below the smallest that matters is no hindrance.
    fn reach(&self, change: &[f64]) -> f64 {
        let mean: f64 = self.weights.iter().zip(change).map(|(weight, change)| weight * change).sum();
        let reach = self.weights.iter().zip(change).map(|(&weight, &change)| {
            let (rise, below) = (change - mean, (SMALL_WEIGHT / weight).ln());
            if rise > 0.0 {
                (NEARBY + below.max(0.0)) / rise
            } else if rise < 0.0 && below < 0.0 {
                NEARBY / -rise
            } else {
                f64::INFINITY
            }
        });
        reach.fold(1.0, f64::min)
    }

    /// How the worth of each reply falls with each price: the covariance of the payoffs under the weights.
    fn curvature(&self) -> Square {
        let players = self.prices.len();
        // Payoffs are antisymmetric: a column is a row with the other sign.
        let means = self.payoffs.times(&self.weights);
        let mut curvature = Square::zero(players);
        for row in 0..players {
            for column in 0..=row {
                let (first, second) = (self.payoffs.row(row), self.payoffs.row(column));
                let products = self
                    .weights
                    .iter()
                    .zip(first.iter().zip(second))
                    .map(|(weight, (a, b))| weight * (a - means[row]) * (b - means[column]));
                let covariance = products.sum();
                *curvature.at(row, column) = covariance;
                *curvature.at(column, row) = covariance;
            }
        }
        curvature
    }
}

/// How much of a step leaves a tenth at least of every number.
fn room(numbers: &[f64], step: &[f64]) -> f64 {
    let fits = numbers.iter().zip(step).filter(|(_, step)| **step < 0.0);
    fits.map(|(number, step)| -0.9 * number / step).fold(1.0, f64::min)
}

fn walk(numbers: &mut [f64], step: &[f64], length: f64) {
    numbers.iter_mut().zip(step).for_each(|(number, step)| *number += length * step);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(rows: &[&[f64]]) -> Vec<f64> {
        let mut payoffs = Square::zero(rows.len());
        for (row, cells) in rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                *payoffs.at(row, column) = cell;
            }
        }
        equilibrium(&payoffs)
    }

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (at, (a, b)) in found.iter().zip(expected).enumerate() {
            assert!((a - b).abs() < 1e-6, "{at}: {found:?} is not {expected:?}");
        }
    }

    #[test]
    fn a_circle_has_equal_weights() {
        close(&solved(&[&[0.0, 1.0, -1.0], &[-1.0, 0.0, 1.0], &[1.0, -1.0, 0.0]]), &[1.0 / 3.0; 3]);
    }

    #[test]
    fn a_circle_of_other_odds_has_the_weights_of_the_opposite_edges() {
        // The equilibrium of a circle in which a beats b by x, b beats c by y and c beats a by z is (y, z, x).
        let [x, y, z] = [0.2, 1.0, 3.0];
        let found = solved(&[&[0.0, x, -z], &[-x, 0.0, y], &[z, -y, 0.0]]);
        close(&found, &[y, z, x].map(|weight| weight / (x + y + z)));
    }

    #[test]
    fn who_is_beaten_by_all_has_no_weight() {
        close(&solved(&[&[0.0, 0.3], &[-0.3, 0.0]]), &[1.0, 0.0]);
        let circle_and_loser: [&[f64]; 4] = [
            &[0.0, 1.0, -1.0, 0.1],
            &[-1.0, 0.0, 1.0, 0.1],
            &[1.0, -1.0, 0.0, 0.1],
            &[-0.1, -0.1, -0.1, 0.0],
        ];
        let found = solved(&circle_and_loser);
        close(&found, &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
        assert!(found[3] <= 0.0, "no weight is none");
    }

    #[test]
    fn equals_share_their_weight() {
        close(&solved(&[&[0.0; 4][..]; 4]), &[0.25; 4]);
        // A circle in which one player is there twice: the pair has a third.
        let found = solved(&[
            &[0.0, 0.0, 1.0, -1.0],
            &[0.0, 0.0, 1.0, -1.0],
            &[-1.0, -1.0, 0.0, 1.0],
            &[1.0, 1.0, -1.0, 0.0],
        ]);
        close(&found, &[1.0 / 6.0, 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0]);
    }

    #[test]
    fn the_largest_entropy_is_taken_where_a_bound_holds_it_back() {
        // The first two are even, and either alone is an equilibrium. The third loses to the first by 1 and wins
        // against the second by 3: the second may have a quarter at most, else the third would come in.
        let found = solved(&[&[0.0, 0.0, 1.0], &[0.0, 0.0, -3.0], &[-1.0, 3.0, 0.0]]);
        close(&found, &[0.75, 0.25, 0.0]);
    }

    /// Strengths on a line at these distances, with noise of this size.
    fn drawn(stream: &mut roadside_env::Stream, players: usize, distance: f64, noise: f64) -> Square {
        let mut payoffs = Square::zero(players);
        for row in 0..players {
            for column in 0..row {
                let random = f64::from(stream.below(2_000_001)) / 1e6 - 1.0;
                let payoff = distance * ((column * column) as f64 - (row * row) as f64) + noise * random;
                *payoffs.at(row, column) = payoff;
                *payoffs.at(column, row) = -payoff;
            }
        }
        payoffs
    }

    #[test]
    fn no_reply_is_better_than_an_equilibrium() {
        let mut stream = roadside_env::Stream::for_agent(1);
        for (distance, noise) in [(0.0, 1.0), (0.01, 1.0), (0.3, 0.3), (1.0, 0.1), (1.0, 0.0), (0.0, 1e-6)] {
            for players in [2, 3, 4, 7, 12, 20] {
                for _ in 0..20 {
                    let payoffs = drawn(&mut stream, players, distance, noise);
                    let largest = (0..players)
                        .flat_map(|row| payoffs.row(row).to_vec())
                        .fold(0.0_f64, |most, payoff| most.max(payoff.abs()));
                    let mut point = Interior::new(payoffs.clone().scaled(1.0 / largest));
                    let steps = (0..MAX_STEPS).take_while(|_| !point.is_solved() && point.step()).count();
                    assert!(point.is_solved() && steps < 80, "{players}, {distance}, {noise}: {steps} steps");
                    let weights = equilibrium(&payoffs);
                    assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
                    for worth in payoffs.times(&weights) {
                        assert!(
                            worth < 20.0 * NO_WEIGHT * largest,
                            "{players}, {distance}, {noise}: {worth}"
                        );
                    }
                }
            }
        }
    }
}
