//! The result of an arena.

use serde::Serialize;
use serde_json::{Value, json};

use roadside_env::{Game, Settings};

use super::bradley_terry::{ELO, strengths};
use super::digest::Digest;
use super::nash;
use super::resampling::{Interval, Resampling};
use super::schedule::Schedule;
use super::share::{ShareOf, Shares};
use super::statistics::{Estimate, p_value, variance, without_luck};
use super::tallies::Tallies;
use super::worker::Played;
use crate::holm::holm;

/// The figures of an arena, over the deals that all pairs have played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The game's name.
    pub game: &'static str,
    /// The number of seats.
    pub players: usize,
    /// The game's settings in full.
    pub settings: Settings,
    /// The players' names in full.
    pub agents: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// How many deals each pair has played.
    pub deals: u64,
    /// How many games each pair has played: with more than two seats each ordered pair, the first as the one.
    pub games: u64,
    /// The decisions of all games together.
    pub decisions: u64,
    /// What all shares are of: the win, or the stakes where the game pays by something else.
    pub share_of: ShareOf,
    /// The share of each player against each other, in the order of `agents`; `None` where they did not meet.
    pub matrix: Vec<Vec<Option<f64>>>,
    /// All ordered pairs that met.
    pub pairs: Vec<PairReport>,
    /// The players in the order of `agents`; nobody in a gauntlet, in which most do not meet.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<Rating>,
    /// Whether the likelihood has a maximum. It has none if some never won anything from others: then the ratings are
    /// those with a game more that each wins against each. `None` in a gauntlet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounded: Option<bool>,
}

/// How one player does against players of one other kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairReport {
    /// Who it is about; it sits once at the table.
    pub agent: String,
    /// Who has all other seats.
    pub against: String,
    /// The share, 0 to 1; equals have one by the number of seats, where all shares add up to 1.
    pub share: Estimate,
    /// By how much the return exceeds the mean return of the others, in utility; its interval ends where the game pays
    /// no more. `None` after one deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Estimate>,
    /// The same in the game's own unit, where it counts something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score_margin: Option<Estimate>,
    /// The figures without luck; `None` after one deal, or if luck was not looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck_adjusted: Option<LuckAdjusted>,
    /// The probability of a difference at least so large, either way, between equals.
    pub p_value: f64,
    /// The same, corrected for the number of pairs by the method of Holm.
    pub p_holm: f64,
}

/// Figures freed of what chance gave to one rather than to others (see `luck_paths` of [`Options`](super::Options)).
/// They estimate the same as those without adjustment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LuckAdjusted {
    /// The share, which may come out below 0 or above 1.
    pub share: Estimate,
    /// The margin in utility.
    pub margin: Estimate,
    /// How many times smaller the variance of the share is.
    pub share_variance_factor: f64,
    /// How many times smaller the variance of the margin is.
    pub margin_variance_factor: f64,
}

/// The ratings of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub agent: String,
    /// The rating on one line of Bradley and Terry, in Elo points above the mean of all players.
    pub elo: Interval,
    /// The weight in the strongest mixture (Nash averaging).
    pub nash_weight: Interval,
    /// Elo points against the strongest mixture: 0 for those in it, below 0 for the others.
    pub nash_elo: Interval,
    /// The share against the strongest mixture.
    pub nash_share: Interval,
}

impl Report {
    /// `None` before the first deal is over for all pairs.
    pub(super) fn of<G: Game>(game: &G, schedule: &Schedule, seed: u64, played: &Played) -> Option<Self> {
        let deals = played.digests.len() / schedule.pairs.len();
        let digests = &played.digests[..deals * schedule.pairs.len()];
        let resampling = (deals > 0).then(|| Resampling::new(schedule, digests, seed))?;
        let pairs = pair_reports(game, schedule, digests);
        let rated = (!schedule.gauntlet).then(|| ratings(schedule, &resampling));
        let (ratings, bounded) = rated.map_or((Vec::new(), None), |(all, bounded)| (all, Some(bounded)));
        Some(Self {
            game: G::NAME,
            players: schedule.seats,
            settings: game.settings(),
            agents: schedule.names.clone(),
            seed,
            deals: deals as u64,
            games: (deals * schedule.seats) as u64,
            decisions: digests.iter().map(|digest| digest.decisions).sum(),
            share_of: Shares::in_game(game).of,
            matrix: matrix(&schedule.names, &pairs),
            pairs,
            ratings,
            bounded,
        })
    }

    /// The report as one JSON object. `seconds` is the time it took, measured by the caller, and `played` the number of
    /// games that were played in it; they and the games per second are all that differs between two runs.
    ///
    /// # Panics
    /// Never: all of it can be written as JSON.
    pub fn to_json(&self, seconds: f64, played: u64) -> Value {
        let mut json = json!(self);
        let speed = if seconds > 0.0 { played as f64 / seconds } else { 0.0 };
        json["games_played"] = json!(played);
        json["seconds"] = json!(seconds);
        json["games_per_second"] = json!(speed);
        json
    }
}

/// The shares from pair to pair.
fn matrix(names: &[String], pairs: &[PairReport]) -> Vec<Vec<Option<f64>>> {
    let share = |agent: &String, against: &String| {
        let met = pairs.iter().find(|pair| pair.agent == *agent && pair.against == *against);
        met.map(|pair| pair.share.mean)
    };
    let row = |agent| names.iter().map(|against| share(agent, against)).collect();
    names.iter().map(row).collect()
}

/// All ordered pairs, by the first and then by the second.
fn pair_reports<G: Game>(game: &G, schedule: &Schedule, digests: &[Digest]) -> Vec<PairReport> {
    let by_pair = |at: usize| -> Vec<Digest> {
        digests.iter().skip(at).step_by(schedule.pairs.len()).copied().collect()
    };
    let all: Vec<Vec<Digest>> = (0..schedule.pairs.len()).map(by_pair).collect();
    let others = (schedule.seats - 1) as f64;
    let p_values: Vec<f64> = all.iter().map(|met| p_of(met, others)).collect();
    let corrected = holm(&p_values);
    let mut reports = Vec::new();
    for (one, agent) in schedule.names.iter().enumerate() {
        for (other, against) in schedule.names.iter().enumerate().filter(|&(other, _)| other != one) {
            let at =
                |one, other| schedule.pairs.iter().position(|pair| (pair.one, pair.other) == (one, other));
            let met = match (at(one, other), at(other, one)) {
                (Some(at), _) => Some((at, all[at].clone())),
                (None, at) if schedule.seats == 2 => {
                    at.map(|at| (at, all[at].iter().map(|met| met.mirrored()).collect()))
                }
                (None, _) => None,
            };
            let Some((at, met)) = met else { continue };
            let names = [agent, against].map(String::clone);
            reports.push(pair_report(game, names, &met, [p_values[at], corrected[at]]));
        }
    }
    reports
}

/// How likely equals differ as much in what one of them wins.
fn p_of(met: &[Digest], others: f64) -> f64 {
    let ahead: Vec<f64> = met.iter().map(|digest| digest.won - digest.lost / others).collect();
    p_value(&ahead, others + 1.0, [-1.0 / others, 1.0])
}

fn pair_report<G: Game>(
    game: &G,
    [agent, against]: [String; 2],
    met: &[Digest],
    [p_value, p_holm]: [f64; 2],
) -> PairReport {
    let values = |of: fn(&Digest) -> f64| met.iter().map(of).collect::<Vec<_>>();
    let known = |of: fn(&Digest) -> Option<f64>| met.iter().map(of).collect::<Option<Vec<_>>>();
    let (won, margin) = (values(|digest| digest.won), values(|digest| digest.margin));
    let score_margin = known(|digest| digest.score_margin);
    let luck = known(|digest| digest.luck);
    PairReport {
        agent,
        against,
        share: Estimate::of_shares(&won, game.facts().seats as f64),
        score_margin: score_margin.and_then(|margin| Estimate::of_mean(&margin)),
        luck_adjusted: luck.and_then(|luck| luck_adjusted(game, &won, &margin, &luck)),
        margin: Estimate::of_mean(&margin).map(|margin| margin.within(reach(game))),
        p_value,
        p_holm,
    }
}

/// By how much a return can at most exceed the mean return of the others, either way.
fn reach<G: Game>(game: &G) -> f64 {
    game.facts().max_utility - game.facts().min_utility
}

fn luck_adjusted<G: Game>(game: &G, won: &[f64], margin: &[f64], luck: &[f64]) -> Option<LuckAdjusted> {
    // What a whole share is worth, if it is worth anything, is the whole range of utility.
    let of_share = won_for_margin(game.facts().seats) / reach(game).max(f64::MIN_POSITIVE);
    let (fair_won, fair_margin) = (without_luck(won, luck, of_share), without_luck(margin, luck, 1.0));
    let factor = |raw: &[f64], fair: &[f64]| {
        let (raw, fair) = (variance(raw), variance(fair));
        if fair > 0.0 { raw / fair } else { 1.0 }
    };
    Some(LuckAdjusted {
        share: Estimate::of_mean(&fair_won)?,
        margin: Estimate::of_mean(&fair_margin)?.within(reach(game)),
        share_variance_factor: factor(won, &fair_won),
        margin_variance_factor: factor(margin, &fair_margin),
    })
}

/// How much larger the share of the win is for each part of a win by which the margin is larger: winning all rather than
/// nothing changes the own share by 1 and moves the margin by the mean of the others too.
fn won_for_margin(seats: usize) -> f64 {
    let seats = seats as f64;
    (seats - 1.0) / seats
}

/// All ratings with their intervals, and whether they are bounded.
fn ratings(schedule: &Schedule, resampling: &Resampling) -> (Vec<Rating>, bool) {
    let totals = Tallies::of(schedule, &resampling.totals());
    let bounded = totals.are_connected();
    let figures = |for_line: &Tallies, for_mixture: &Tallies| {
        let nash = nash::averaged(for_mixture);
        let elo = |strength: f64| strength * ELO;
        let all = strengths(for_line).into_iter().map(elo).chain(nash.weights);
        all.chain(nash.ratings.into_iter().map(elo)).chain(nash.shares).collect::<Vec<_>>()
    };
    let line = if bounded { totals.clone() } else { totals.clone().with_a_game_each_way(|_, _| true) };
    let mixture = totals.with_a_game_each_way(|won, lost| won == 0.0 || lost == 0.0);
    let values = figures(&line, &mixture);
    let intervals = resampling.intervals(schedule, &values, |drawn| figures(drawn, drawn));
    let count = schedule.names.len();
    let rating = |(at, agent): (usize, &String)| Rating {
        agent: agent.clone(),
        elo: intervals[at],
        nash_weight: intervals[count + at],
        nash_elo: intervals[2 * count + at],
        nash_share: intervals[3 * count + at],
    };
    (schedule.names.iter().enumerate().map(rating).collect(), bounded)
}

#[cfg(test)]
mod tests {
    use roadside_env::Stream;

    use super::*;

    /// Deals between players whose chances follow from true strengths; one that the deal favours wins both games.
    fn drawn(schedule: &Schedule, strengths: &[f64], stream: &mut Stream) -> Vec<Digest> {
        let mut uniform = || f64::from(stream.below(1 << 30)) / f64::from(1 << 30);
        let matches = 0..schedule.matches();
        let seats = schedule.seats;
        let mut of_match = |number| {
            let (_, pair) = schedule.of(number);
            let weight = |player: usize| f64::exp(strengths[player]);
            let others = (seats - 1) as f64 * weight(pair.other);
            let chance = weight(pair.one) / (weight(pair.one) + others);
            let shared = uniform();
            let wins = (0..seats).filter(|_| (if uniform() < 0.3 { shared } else { uniform() }) < chance);
            let won = wins.count() as f64 / seats as f64;
            Digest { won, lost: 1.0 - won, margin: 0.0, score_margin: None, luck: None, decisions: 1 }
        };
        matches.map(&mut of_match).collect()
    }

    #[test]
    fn intervals_of_ratings_cover_the_truth() {
        let strengths = [0.6, 0.1, -0.7];
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        for (seats, games) in [(2, 120), (3, 90)] {
            let schedule = Schedule::new(names.clone(), seats, games, false).unwrap();
            let mut stream = Stream::for_agent(seats as u64);
            let (trials, mut covered) = (60, 0);
            for _ in 0..trials {
                let digests = drawn(&schedule, &strengths, &mut stream);
                let resampling = Resampling::new(&schedule, &digests, stream.word());
                let (ratings, bounded) = ratings(&schedule, &resampling);
                assert!(bounded);
                for (rating, strength) in ratings.iter().zip(strengths) {
                    covered += i32::from((rating.elo.low..=rating.elo.high).contains(&(strength * ELO)));
                }
            }
            let share = f64::from(covered) / f64::from(3 * trials);
            assert!((0.89..0.99).contains(&share), "{seats} seats: {share}");
        }
    }

    #[test]
    fn a_circle_is_told_from_a_ladder() {
        let names = ["rock", "paper", "scissors", "stone"].map(str::to_owned).to_vec();
        let schedule = Schedule::new(names, 2, 400, false).unwrap();
        // Each of the first three wins 80 % against the one before it; the last is beaten by all of them.
        let of_ten = |one, other| match (one, other) {
            (0, 1) | (1, 2) => 2,
            (0, 2) => 8,
            _ => 7,
        };
        let digest = |number| {
            let (deal, pair) = schedule.of(number);
            let won = f64::from(u8::from(deal % 10 < of_ten(pair.one, pair.other)));
            Digest { won, lost: 1.0 - won, margin: 0.0, score_margin: None, luck: None, decisions: 1 }
        };
        let digests: Vec<_> = (0..schedule.matches()).map(digest).collect();
        let (ratings, _) = ratings(&schedule, &Resampling::new(&schedule, &digests, 1));
        for rating in &ratings[..3] {
            assert!((rating.nash_weight.value - 1.0 / 3.0).abs() < 1e-6, "{rating:?}");
            assert!(rating.nash_elo.value.abs() < 0.1 && (rating.nash_share.value - 0.5).abs() < 1e-6);
            assert!((rating.elo.value - ratings[0].elo.value).abs() < 1e-6, "on a line all three are alike");
        }
        let last = &ratings[3];
        assert!(last.nash_weight.value < 1e-12 && (last.nash_share.value - 0.3).abs() < 1e-6);
        assert!((last.nash_elo.value - ELO * (3.0_f64 / 7.0).ln()).abs() < 0.1, "{last:?}");
    }

    #[test]
    fn a_report_has_figures_for_every_pair_from_both_sides() {
        use roadside_env::games::pig::Pig;

        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        for seats in [2, 3] {
            let game = Pig::from_settings(&Settings::default().with("players", seats)).unwrap();
            let schedule = Schedule::new(names.clone(), seats, 30, false).unwrap();
            let mut digests = drawn(&schedule, &[0.5, 0.0, -0.5], &mut Stream::for_agent(1));
            // A deal that is not over for all pairs counts for nothing.
            digests.truncate(digests.len() - 1);
            let played = Played { digests, read: 0 };
            let report = Report::of(&game, &schedule, 1, &played).unwrap();
            assert_eq!(report.deals, 30 / seats as u64 - 1);
            let met: Vec<_> = report.pairs.iter().map(|pair| (&*pair.agent, &*pair.against)).collect();
            assert_eq!(met, [("a", "b"), ("a", "c"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b")]);
            let json = report.to_json(2.0, 30);
            assert_eq!(json["games_per_second"], 15.0);
            assert_eq!(json["matrix"][1][0], json["pairs"][2]["share"]["mean"]);
            if seats == 2 {
                let mirrored = report.pairs[0].share.mean + report.pairs[2].share.mean;
                assert!((mirrored - 1.0).abs() < 1e-12);
                assert!((report.pairs[0].p_holm - report.pairs[2].p_holm).abs() < 1e-12);
            }
        }
        let none = Played { digests: Vec::new(), read: 0 };
        let game = Pig::from_settings(&Settings::default()).unwrap();
        assert_eq!(Report::of(&game, &Schedule::new(names, 2, 30, false).unwrap(), 1, &none), None);
    }
}
