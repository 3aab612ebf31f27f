//! What each decision of a seat in a replay cost, by the values of all that it might have done instead.
//!
//! A [`Judge`] values the actions: the exact solver where nothing is hidden and the game is small enough, a search, or
//! playouts by players with names. A seat is judged by what it knew: what was hidden from it is drawn anew.
//!
//! Under search and playouts losses are estimates. What looks best is found first, and what it would have brought more is
//! measured apart from that, so that a loss is not too high for having been picked out: it may come out below 0. A decision
//! is called a blunder only where chance does not explain its loss, all decisions looked at together (Holm at 5 %).
//!
//! An estimated loss is that of one who plays on as the judge does. That is less than best play, and where it is further
//! behind it after one action than after another, two that are worth the same differ. So by a search a loss is a blunder
//! only if it would not vanish were what was played to gain as much again by its tree as either action did.

mod judge;
mod verdict;

use serde::Serialize;
use thiserror::Error;

use roadside_env::{Action, Replay, ReplayError, Seat, Stop};

use super::{CONFIDENCE, Estimate, PlayoutError};
use crate::Playable;
use crate::holm::holm;
use crate::parallel::{Unmade, make_each, thread_count};
use crate::solver::SolveError;

pub use judge::Judge;
use judge::{Bench, Sitting};
use verdict::Verdict;

/// Whose decisions are reviewed, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewOptions {
    /// The seat.
    pub seat: Seat,
    /// Who values the actions.
    pub judge: Judge,
    /// The seed of what is estimated.
    pub seed: u64,
    /// The number of threads; `None`: one per core.
    pub threads: Option<usize>,
}

/// A review could not be made.
#[derive(Debug, Error)]
pub enum ReviewError {
    /// There is no such judge.
    #[error("there is no judge \"{name}\"{nearest}; there are: solver, search:N and playouts:N@PLAYER, with N from 2 to {most}", most = Judge::MOST)]
    Judge {
        /// What was given.
        name: String,
        /// The nearest, in words; may be empty.
        nearest: String,
    },
    /// There is no such seat.
    #[error("seat {seat} does not exist; the seats are 0 to {last}")]
    Seat {
        /// What was given.
        seat: Seat,
        /// The last one.
        last: Seat,
    },
    /// The seat decided nothing.
    #[error("seat {seat} decides nothing in this replay; those that do: {}", others.join(", "))]
    Nothing {
        /// The seat.
        seat: Seat,
        /// The seats that do decide something.
        others: Vec<String>,
    },
    /// The replay is refused.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It cannot be solved.
    #[error("{0}; values are estimated by --by search:1000 or --by playouts:1000")]
    Unsolved(SolveError),
    /// Players are refused, or break the rules.
    #[error(transparent)]
    Players(#[from] PlayoutError),
    /// It was stopped.
    #[error("stopped before all decisions were judged")]
    Stopped,
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(String),
}

/// What the decisions of a seat cost.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The game.
    pub game: String,
    /// Who played at each seat, as the replay notes.
    pub players: Vec<String>,
    /// The seat.
    pub seat: Seat,
    /// Who judged, in full.
    pub judge: String,
    /// Whether the values are exact under best play.
    pub exact: bool,
    /// What the values are: `win_share`, `score` or `utility`.
    pub value: &'static str,
    /// What all decisions cost together: the sum of the losses. As they are, it may be below 0.
    pub loss: Estimate,
    /// How many decisions cost something that chance does not explain.
    pub blunders: usize,
    /// What chance brought the seat right behind its own actions, as a sum of how much better things stood than was to be
    /// expected; by the solver only, as others have noise of the same size.
    pub luck: Option<f64>,
    /// The decisions, blunders first, then by their losses, the highest first.
    pub decisions: Vec<Judged>,
}

/// One decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// After how many actions of the play it was made.
    pub at: usize,
    /// What was done.
    pub chosen: String,
    /// What looked best.
    pub best: String,
    /// What that would have brought more; below 0 where an estimating judge, looking anew, found it to bring less.
    pub loss: Estimate,
    /// Whether it cost something that chance does not explain, all decisions looked at together (Holm at 5 %).
    pub blunder: bool,
    /// How much better things stood right behind the action than was to be expected; by the solver only.
    pub luck: Option<f64>,
    /// All that could have been done, the best first.
    pub actions: Vec<Valued>,
}

/// What an action is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Valued {
    /// The action.
    pub action: String,
    /// Its value; `None` where the judge did not try it, which it did with what was played and with the best.
    pub value: Option<Estimate>,
}

/// A decision as it stood in the replay.
struct Decision<S> {
    at: usize,
    before: S,
    action: Action,
    after: S,
}

/// Reviews the decisions of one seat. `watch` hears how many are judged, rising; `stop` ends it early.
///
/// The same replay, options and seed give the same review on any number of threads.
///
/// # Errors
/// [`ReviewError`] for seats and judges that do not exist, replays of other games or rules, games that the solver does
/// not take, or if it was stopped.
pub fn review<G: Playable>(
    game: &G,
    replay: &Replay,
    options: &ReviewOptions,
    watch: &(impl Fn(u64) + Sync),
    stop: &Stop,
) -> Result<Review, ReviewError> {
    let decisions = decisions(game, replay, options.seat)?;
    let bench = Bench::new(game, options, stop)?;
    let verdicts = judged(&bench, &decisions, options, watch, stop)?;
    let blunders = blunders(&verdicts);
    let both = decisions.iter().zip(verdicts).zip(blunders);
    let mut judged: Vec<Judged> =
        both.map(|((decision, verdict), blunder)| told(game, decision, verdict, blunder)).collect();
    let loss = Estimate::sum(judged.iter().map(|decision| decision.loss));
    judged.sort_by(|a, b| {
        (b.blunder, b.loss.mean).partial_cmp(&(a.blunder, a.loss.mean)).unwrap_or(a.at.cmp(&b.at))
    });
    Ok(Review {
        game: replay.game.clone(),
        players: replay.players.clone(),
        seat: options.seat,
        judge: bench.name(),
        exact: options.judge == Judge::Solver,
        value: bench.value(),
        loss,
        blunders: judged.iter().filter(|decision| decision.blunder).count(),
        luck: judged.iter().map(|decision| decision.luck).sum(),
        decisions: judged,
    })
}

/// How many decisions of `seat` there are in a replay.
///
/// # Errors
/// As [`review`], for seats and replays.
pub fn reviewed_decisions<G: Playable>(game: &G, replay: &Replay, seat: Seat) -> Result<u64, ReviewError> {
    Ok(decisions(game, replay, seat)?.len() as u64)
}

fn decisions<G: Playable>(
    game: &G,
    replay: &Replay,
    seat: Seat,
) -> Result<Vec<Decision<G::State>>, ReviewError> {
    let last = game.facts().seats - 1;
    if seat > last {
        return Err(ReviewError::Seat { seat, last });
    }
    let mut states: Vec<G::State> = Vec::new();
    let mut actors: Vec<(Seat, Option<Action>)> = Vec::new();
    replay.run(game, None, |moment| {
        states.push(moment.state.clone());
        actors.extend(moment.step.map(|step| (step.seat, game.action_from_string(&step.action))));
    })?;
    let own = actors.iter().enumerate().filter(|(_, (actor, _))| *actor == seat);
    let own = own.filter_map(|(at, (_, action))| {
        let (before, after) = (states[at].clone(), states[at + 1].clone());
        Some(Decision { at, before, action: (*action)?, after })
    });
    let own: Vec<_> = own.collect();
    if own.is_empty() {
        let mut others: Vec<String> = actors.iter().map(|(actor, _)| actor.to_string()).collect();
        others.sort_unstable();
        others.dedup();
        return Err(ReviewError::Nothing { seat, others });
    }
    Ok(own)
}

/// The verdicts on all decisions, in their order.
fn judged<G: Playable>(
    bench: &Bench<'_, G>,
    decisions: &[Decision<G::State>],
    options: &ReviewOptions,
    watch: &(impl Fn(u64) + Sync),
    stop: &Stop,
) -> Result<Vec<Verdict>, ReviewError> {
    let threads = thread_count(options.threads).min(decisions.len());
    let sittings = (0..threads).map(|_| bench.judge(stop)).collect::<Result<Vec<_>, _>>()?;
    let judge = |sitting: &mut Sitting<'_, G>, number: usize| {
        let Decision { before, action, after, .. } = &decisions[number];
        sitting.verdict(before, *action, after, number as u64)
    };
    make_each(decisions.len(), sittings, judge, watch, stop).map_err(|unmade| match unmade {
        Unmade::Failed(error) => error,
        Unmade::Stopped => ReviewError::Stopped,
        Unmade::Thread(error) => ReviewError::Thread(error.to_string()),
    })
}

/// Smaller losses are what sums of fractions are wrong by.
const NOTHING: f64 = 1e-9;

/// Which of the decisions cost something that chance does not explain, looked at together.
fn blunders(verdicts: &[Verdict]) -> Vec<bool> {
    let p_values: Vec<f64> = verdicts.iter().map(|verdict| verdict.p_value).collect();
    let all = verdicts.iter().zip(holm(&p_values));
    all.map(|(verdict, p_value)| verdict.loss.mean > NOTHING && p_value < 1.0 - CONFIDENCE).collect()
}

fn told<G: Playable>(game: &G, decision: &Decision<G::State>, verdict: Verdict, blunder: bool) -> Judged {
    let label = |action| game.action_to_string(action).to_owned();
    Judged {
        at: decision.at,
        chosen: label(decision.action),
        best: label(verdict.best),
        blunder,
        loss: verdict.loss,
        luck: verdict.luck,
        actions: verdict
            .values
            .into_iter()
            .map(|(action, value)| Valued { action: label(action), value })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use roadside_env::chance::Recorded;
    use roadside_env::games::kuhn::Kuhn;
    use roadside_env::games::pig::Pig;
    use roadside_env::games::zone_stalker::ZoneStalker;
    use roadside_env::{Game, Sampled, Settings, State as _, Stream, View};

    use super::*;
    use crate::Lineup;
    use crate::search::{Budget, Rollouts, Search, SearchOptions};

    fn replay<G: Playable>(game: &G, names: &[&str], seed: u64) -> Replay {
        let seats = game.facts().seats;
        let mut lineup = Lineup::new(names, seats).unwrap();
        let mut chance = Recorded::new(Sampled::new(seed, 0), None);
        let mut state = game.new_initial_state(&mut chance);
        let mut replay = Replay::new(game, Some(seed), lineup.names(), &chance.take_events());
        let mut streams: Vec<Stream> = (0..seats).map(|seat| Stream::for_player(seed, 0, seat)).collect();
        while let Some(seat) = state.current_player() {
            let action = lineup.at(seat).act(&View::new(game, &state, seat), &mut streams[seat]);
            state.apply(game, action, &mut chance).unwrap();
            replay.push(game, seat, action, &chance.take_events());
        }
        replay
    }

    fn pig() -> Pig {
        Pig::from_settings(&Settings::default().with("target", 20)).unwrap()
    }

    fn options(seat: Seat, judge: &str) -> ReviewOptions {
        ReviewOptions { seat, judge: judge.parse().unwrap(), seed: 5, threads: Some(1) }
    }

    fn run<G: Playable>(game: &G, replay: &Replay, options: &ReviewOptions) -> Result<Review, ReviewError> {
        review(game, replay, options, &|_| {}, &Stop::default())
    }

    #[test]
    fn the_solver_finds_what_was_wrong_and_nothing_else() {
        let game = pig();
        let played = replay(&game, &["hold:9", "random"], 3);
        let good = run(&game, &played, &options(0, "solver")).unwrap();
        let right = good.decisions.iter().filter(|decision| decision.chosen == decision.best);
        assert!(
            right.clone().count() > 0 && right.clone().all(|decision| decision.loss == Estimate::exact(0.0))
        );
        let bad = run(&game, &played, &options(1, "solver")).unwrap();
        assert!(bad.blunders > 0 && bad.value == "win_share" && bad.exact);
        assert!(bad.loss.mean > good.loss.mean);
        let losses: Vec<f64> = bad.decisions.iter().map(|decision| decision.loss.mean).collect();
        assert!(losses.windows(2).all(|pair| pair[0] >= pair[1]), "{losses:?}");
        assert!((losses.iter().sum::<f64>() - bad.loss.mean).abs() < 1e-12);
        for decision in &bad.decisions {
            let value = |label: &str| {
                let found = decision.actions.iter().find(|valued| valued.action == label).unwrap();
                found.value.unwrap().mean
            };
            assert!((value(&decision.best) - value(&decision.chosen) - decision.loss.mean).abs() < 1e-12);
        }
    }

    #[test]
    fn luck_and_losses_add_up_to_what_became_of_the_game() {
        // Alone nothing but the own decisions and chance moves the value.
        let settings = Settings::default().with("preset", "reduced-1");
        let game = ZoneStalker::<2>::from_settings(&settings).unwrap();
        let played = replay(&game, &["random"], 8);
        let judged = run(&game, &played, &options(0, "solver")).unwrap();
        let (first, last) = (played_start(&game, &played), played_end(&game, &played));
        assert!((first - judged.loss.mean + judged.luck.unwrap() - last).abs() < 1e-9);
        assert_eq!(judged.value, "score");
    }

    /// What the first decision's best action is worth, and the score at the end.
    fn played_start(game: &ZoneStalker<2>, replay: &Replay) -> f64 {
        let judged = run(game, replay, &options(0, "solver")).unwrap();
        let first = judged.decisions.iter().min_by_key(|decision| decision.at).unwrap();
        first.actions[0].value.unwrap().mean
    }

    fn played_end(game: &ZoneStalker<2>, replay: &Replay) -> f64 {
        let end = replay.run(game, None, |_| {}).unwrap();
        end.standing(game, 0).score.unwrap()
    }

    #[test]
    fn estimates_agree_with_the_solver_within_their_errors() {
        let game = pig();
        let played = replay(&game, &["hold:9", "random"], 1);
        let exact = run(&game, &played, &options(1, "solver")).unwrap();
        let estimated = run(&game, &played, &options(1, "search:3000")).unwrap();
        assert!(!estimated.exact && estimated.judge == "search:3000");
        let worst = &exact.decisions[0];
        let same = estimated.decisions.iter().find(|decision| decision.at == worst.at).unwrap();
        assert_eq!((&same.chosen, &same.best), (&worst.chosen, &worst.best));
        assert!((same.loss.mean - worst.loss.mean).abs() < 4.0 * same.loss.stderr, "{same:?} {worst:?}");
    }

    #[test]
    fn what_a_search_leaves_alone_costs_something_all_the_same() {
        let game = ZoneStalker::<2>::from_settings(&Settings::default()).unwrap();
        let played = replay(&game, &["random"], 8);
        let judged = run(&game, &played, &options(0, "search:12")).unwrap();
        let budget = Budget::Simulations(12);
        let mut search = Search::new(
            vec![Rollouts::from_options(&game.rollouts()).unwrap()],
            SearchOptions { budget, ..SearchOptions::default() },
        );
        let (mut left_alone, mut loss) = (0, 0.0);
        for (number, decision) in decisions(&game, &played, 0).unwrap().iter().enumerate() {
            let mut stream = Stream::new(5, number as u64, verdict::SEARCHES);
            let report = search.run(&View::new(&game, &decision.before, 0), &mut stream).unwrap();
            let tried = report.actions.iter().find(|found| found.action == decision.action).unwrap();
            let told = judged.decisions.iter().find(|told| told.at == decision.at).unwrap();
            let valued = told.actions.iter().find(|valued| valued.action == told.chosen).unwrap();
            assert!(valued.value.is_some_and(|value| value.stderr > 0.0), "{told:?}");
            if tried.visits == 0 {
                (left_alone, loss) = (left_alone + 1, loss + told.loss.mean);
                assert!(told.loss.stderr > 0.0, "{told:?}");
            }
        }
        assert!(left_alone > 2 && loss > 0.0, "{left_alone} cost {loss}");
    }

    #[test]
    fn playouts_judge_hidden_hands_the_same_on_any_number_of_threads() {
        let game = ZoneStalker::<2>::from_settings(&Settings::default()).unwrap();
        let played = replay(&game, &["cautious:1", "skip"], 2);
        let with = |threads| {
            let options = ReviewOptions { threads: Some(threads), ..options(0, "playouts:6@veteran:4:15") };
            run(&game, &played, &options).unwrap()
        };
        let judged = with(1);
        assert_eq!(judged, with(3));
        assert_eq!((judged.value, judged.luck), ("win_share", None));
        assert_eq!(judged.decisions.len() as u64, reviewed_decisions(&game, &played, 0).unwrap());
    }

    #[test]
    fn few_playouts_are_certain_of_nothing() {
        let game = pig();
        let played = replay(&game, &["hold:9", "random"], 3);
        let with = |judge| run(&game, &played, &options(1, judge)).unwrap();
        let [few, many] = ["playouts:2", "playouts:300"].map(with);
        assert!(few.decisions.iter().any(|decision| decision.loss.mean > 0.0));
        assert_eq!(few.blunders, 0);
        assert!(many.blunders > 0);
    }

    #[test]
    fn optimal_play_is_hardly_ever_a_blunder_and_play_at_random_is() {
        require_few_blunders("search:200");
    }

    #[test]
    #[ignore = "a minute"]
    fn more_simulations_find_no_more_blunders_in_optimal_play() {
        require_few_blunders("search:1000");
    }

    /// At most two in the five hundred decisions of five games of Pig and nine alone in Zone Stalker, all played as the
    /// solver does.
    fn require_few_blunders(judge: &str) {
        let pig = Pig::from_settings(&Settings::default().with("target", 50)).unwrap();
        let zones = ["reduced-1", "reduced-2", "reduced-3"].map(|preset| {
            ZoneStalker::<2>::from_settings(&Settings::default().with("preset", preset)).unwrap()
        });
        let mut found = Vec::new();
        for seed in 1..=5 {
            found.push(run(&pig, &replay(&pig, &["solver"], seed), &options(0, judge)).unwrap());
        }
        for zone in &zones {
            for seed in 1..=3 {
                found.push(run(zone, &replay(zone, &["solver"], seed), &options(0, judge)).unwrap());
            }
        }
        let blunders = |review: &Review| review.decisions.iter().filter(|one| one.blunder).cloned().collect();
        let all: Vec<Judged> = found.iter().flat_map(|review| -> Vec<Judged> { blunders(review) }).collect();
        assert!(all.len() <= 2, "{}: {all:#?}", all.len());
        let at_random = run(&pig, &replay(&pig, &["random"], 1), &options(0, judge)).unwrap();
        assert!(at_random.blunders > 2, "{}", at_random.blunders);
        let at_random = run(&zones[0], &replay(&zones[0], &["random"], 3), &options(0, judge)).unwrap();
        assert!(at_random.blunders > 0 && at_random.loss.low > 0.0, "{:?}", at_random.loss);
    }

    #[test]
    fn nothing_lost_is_no_blunder() {
        let verdict =
            |loss, p_value| Verdict { best: Action(0), loss, p_value, luck: None, values: Vec::new() };
        let told = [verdict(Estimate::exact(1e-12), 0.0), verdict(Estimate::exact(0.1), 0.0)];
        assert_eq!(blunders(&told), [false, true]);
        // What is beyond chance by itself may be chance among many.
        let many: Vec<Verdict> = (0..20).map(|_| verdict(Estimate::new(0.1, 0.04), 0.012)).collect();
        assert!(blunders(&many[..1])[0] && !blunders(&many).contains(&true));
    }

    #[test]
    fn a_search_speaks_of_shares_only_where_nothing_else_is_paid() {
        let kuhn = Kuhn::from_settings(&Settings::default()).unwrap();
        let played = replay(&kuhn, &["random"], 3);
        assert_eq!(run(&kuhn, &played, &options(0, "search:50")).unwrap().value, "utility");
        for (utility, value) in [("share", "score"), ("points", "score"), ("win", "utility")] {
            let settings = Settings::default().with("preset", "reduced-1").with("utility", utility);
            let zone = ZoneStalker::<2>::from_settings(&settings).unwrap();
            let played = replay(&zone, &["skip"], 1);
            let judged = run(&zone, &played, &options(0, "search:200")).unwrap();
            assert_eq!(judged.value, value, "{utility}");
            let worth = judged.decisions[0].actions[0].value.unwrap().mean;
            assert!(if value == "score" { worth > 1.0 } else { worth <= 1.0 }, "{utility}: {worth}");
        }
        for (utility, value) in [("points", "utility"), ("win", "win_share"), ("share", "win_share")] {
            let settings = Settings::default().with("utility", utility);
            let zone = ZoneStalker::<2>::from_settings(&settings).unwrap();
            let played = replay(&zone, &["skip"], 1);
            assert_eq!(run(&zone, &played, &options(0, "search:2")).unwrap().value, value, "{utility}");
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let game = pig();
        let played = replay(&game, &["hold:9", "random"], 1);
        let refusal = |options: &ReviewOptions| run(&game, &played, options).unwrap_err().to_string();
        assert_eq!(refusal(&options(2, "solver")), "seat 2 does not exist; the seats are 0 to 1");
        assert!(refusal(&options(0, "playouts:9@hodl")).contains("did you mean hold"));
        for (wrong, hint) in
            [("sovler", "did you mean solver"), ("search:0", "N from 2"), ("playouts:x", "N from 2")]
        {
            let refusal = wrong.parse::<Judge>().unwrap_err().to_string();
            assert!(refusal.contains(hint), "{refusal}");
        }
        let stop = Stop::default();
        stop.now();
        let stopped = review(&game, &played, &options(0, "search:20"), &|_| {}, &stop);
        assert!(matches!(stopped, Err(ReviewError::Stopped)));
        let zone = ZoneStalker::<2>::from_settings(&Settings::default()).unwrap();
        assert!(matches!(run(&zone, &played, &options(0, "solver")), Err(ReviewError::Replay(_))));
        let hidden = replay(&zone, &["skip"], 1);
        let refusal = run(&zone, &hidden, &options(0, "solver")).unwrap_err().to_string();
        assert!(refusal.contains("--by search:1000"), "{refusal}");
    }
}
