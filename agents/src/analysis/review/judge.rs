//! Who says what actions are worth.

use std::fmt;
use std::str::FromStr;

use roadside_env::{Action, Actions as _, Knowledge as _, Sampled, Seat, State, Stop, Stream, View, nearest};

use super::{ReviewError, ReviewOptions};
use crate::Playable;
use crate::analysis::{Estimate, PlayoutError, Playouts};
use crate::search::{ActionReport, Budget, Rollouts, Search, SearchOptions};
use crate::solver::{Objective, Solution, SolveError, SolveOptions, Watch, solve};

/// Who values the actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The exact solver: values under best play of all.
    Solver,
    /// A search of so many simulations at each decision, and of as many for the action that was played, where the search
    /// has hardly tried it.
    Search(u64),
    /// So many playouts of each action, all with the same hidden cards and chance.
    Playouts {
        /// How many.
        samples: u64,
        /// Who plays on at all seats; `None`: the game's usual player.
        player: Option<String>,
    },
}

impl Judge {
    /// The most simulations or playouts.
    pub const MOST: u64 = 1_000_000;
}

impl FromStr for Judge {
    type Err = ReviewError;

    fn from_str(text: &str) -> Result<Self, ReviewError> {
        let (head, player) = text.split_once('@').map_or((text, None), |(head, player)| (head, Some(player)));
        let (word, number) = head.split_once(':').map_or((head, None), |(word, number)| (word, Some(number)));
        let refuse = || {
            let known = ["solver", "search", "playouts"];
            // Who knows the word has written something else wrong.
            let nearest = if known.contains(&word) { String::new() } else { nearest(word, &known) };
            ReviewError::Judge { name: text.to_owned(), nearest }
        };
        let count = |usual: u64| {
            let number = number.map_or(Some(usual), |number| number.parse().ok());
            number.filter(|number| (2..=Self::MOST).contains(number)).ok_or_else(refuse)
        };
        match (word, number, player) {
            ("solver", None, None) => Ok(Self::Solver),
            ("search", _, None) => Ok(Self::Search(count(1000)?)),
            ("playouts", _, player) => {
                Ok(Self::Playouts { samples: count(1000)?, player: player.map(str::to_owned) })
            }
            _ => Err(refuse()),
        }
    }
}

impl fmt::Display for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solver => f.write_str("solver"),
            Self::Search(simulations) => write!(f, "search:{simulations}"),
            Self::Playouts { samples, player: None } => write!(f, "playouts:{samples}"),
            Self::Playouts { samples, player: Some(player) } => write!(f, "playouts:{samples}@{player}"),
        }
    }
}

/// What was found out about one decision.
pub(super) struct Verdict {
    pub(super) best: Action,
    pub(super) loss: Estimate,
    pub(super) luck: Option<f64>,
    /// The best first.
    pub(super) values: Vec<(Action, Option<Estimate>)>,
}

/// What all judges of one review share.
pub(super) struct Bench<'a, G: Playable> {
    game: &'a G,
    options: &'a ReviewOptions,
    objective: Objective,
    solution: Option<Solution<G>>,
}

/// A judge at work, one for each thread.
pub(super) struct Sitting<'a, G: Playable> {
    bench: &'a Bench<'a, G>,
    means: Means<'a, G>,
}

enum Means<'a, G: Playable> {
    Solution(&'a Solution<G>),
    Search(Box<Search<G, Rollouts<G>>>),
    Playouts { playouts: Box<Playouts<'a, G>>, samples: u64, stop: Stop },
}

impl<'a, G: Playable> Bench<'a, G> {
    pub(super) fn new(game: &'a G, options: &'a ReviewOptions, stop: &Stop) -> Result<Self, ReviewError> {
        let objective = Objective::usual(game, &game.new_initial_state(&mut Sampled::new(0, 0)));
        let solution = (options.judge == Judge::Solver).then(|| solved(game, options, objective, stop));
        Ok(Self { game, options, objective, solution: solution.transpose()? })
    }

    /// The judge's name in full.
    pub(super) fn name(&self) -> String {
        match &self.options.judge {
            Judge::Playouts { samples, player: None } => {
                format!("playouts:{samples}@{}", G::default_opponent())
            }
            judge => judge.to_string(),
        }
    }

    /// What the values are.
    pub(super) fn value(&self) -> &'static str {
        match (&self.options.judge, self.objective) {
            // A search knows utilities, and shares where these are nothing else.
            (Judge::Search(_), _) if !self.game.pays_win_shares() => "utility",
            (_, Objective::Win) => "win_share",
            (_, Objective::Score) => "score",
            (_, Objective::Utility) => "utility",
        }
    }

    /// What a search says of an action; `None` if it did not try it. The spread of few visits may be chance: then they are
    /// taken to be spread as widely as the game allows, unless they are `learned` of plays that are not counted here.
    fn estimate(&self, found: &ActionReport, learned: bool) -> Option<Estimate> {
        let shares = self.value() == "win_share";
        let facts = self.game.facts();
        let (mean, stderr, range) = if shares {
            (found.win_share?, found.win_share_stderr, 1.0)
        } else {
            (found.value?, found.stderr, facts.max_utility - facts.min_utility)
        };
        let widest = range / 2.0 / (found.visits.max(1) as f64).sqrt();
        let few = !learned && found.visits < ENOUGH;
        Some(match stderr.filter(|_| !few) {
            Some(stderr) if !learned => Estimate::of_few(mean, stderr, (found.visits - 1) as f64),
            stderr => Estimate::new(mean, stderr.unwrap_or(widest)),
        })
    }

    pub(super) fn judge(&'a self, stop: &Stop) -> Result<Sitting<'a, G>, ReviewError> {
        let means = match (&self.options.judge, &self.solution) {
            (_, Some(solution)) => Means::Solution(solution),
            (Judge::Playouts { samples, player }, _) => {
                let name = player.as_deref().unwrap_or(G::default_opponent());
                let playouts = Playouts::new(self.game, &[name], self.options.seed)?.heeding(stop);
                Means::Playouts { playouts: Box::new(playouts), samples: *samples, stop: stop.clone() }
            }
            (judge, _) => {
                let simulations = if let Judge::Search(simulations) = judge { *simulations } else { 0 };
                let rollouts = Rollouts::from_options(&self.game.rollouts())
                    .map_err(|error| PlayoutError::Lineup(error.into()))?;
                let options =
                    SearchOptions { budget: Budget::Simulations(simulations), ..SearchOptions::default() };
                let mut search = Search::new(vec![rollouts], options);
                search.heed(stop);
                Means::Search(Box::new(search))
            }
        };
        Ok(Sitting { bench: self, means })
    }
}

fn solved<G: Playable>(
    game: &G,
    options: &ReviewOptions,
    objective: Objective,
    stop: &Stop,
) -> Result<Solution<G>, ReviewError> {
    let solve_options = SolveOptions { objective, threads: options.threads, ..SolveOptions::default() };
    solve(game, &solve_options, &Watch { show: &|_| {}, stop }).map_err(|error| match error {
        SolveError::Stopped { .. } => ReviewError::Stopped,
        error => ReviewError::Unsolved(error),
    })
}

impl<G: Playable> Sitting<'_, G> {
    /// The verdict on `action` at a position that became another one; `number` tells decisions apart.
    pub(super) fn verdict(
        &mut self,
        before: &G::State,
        action: Action,
        after: &G::State,
        number: u64,
    ) -> Result<Verdict, ReviewError> {
        let (bench, seat) = (self.bench, self.bench.options.seat);
        match &mut self.means {
            Means::Solution(solution) => by_solution(solution, before, action, after, seat),
            Means::Search(search) => by_search(bench, search, before, action, number),
            Means::Playouts { playouts, samples, stop } => {
                by_playouts(bench, playouts, *samples, before, (action, number), stop)
            }
        }
    }
}

/// Streams beyond those of games and of maps.
pub(super) const SEARCHES: u64 = 1 << 38;
const REDRAWS: u64 = 1 << 39;

fn by_solution<G: Playable>(
    solution: &Solution<G>,
    before: &G::State,
    action: Action,
    after: &G::State,
    seat: Seat,
) -> Result<Verdict, ReviewError> {
    let mut values = solution.action_values(before).map_err(ReviewError::Unsolved)?;
    values.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let of = |wanted| values.iter().find(|(known, _)| *known == wanted).map_or(0.0, |&(_, value)| value);
    let (best, most) = values.first().map_or((action, 0.0), |&best| best);
    // What the solver may be wrong by is no loss.
    let loss = Some(most - of(action)).filter(|&loss| loss > 1e-9).unwrap_or(0.0);
    let reached = solution.value_at(after, seat).map_err(ReviewError::Unsolved)?;
    Ok(Verdict {
        best: if loss > 0.0 { best } else { action },
        loss: Estimate::exact(loss),
        luck: Some(reached - of(action)),
        values: values.iter().map(|&(action, value)| (action, Some(Estimate::exact(value)))).collect(),
    })
}

/// With fewer visits their spread says little.
const ENOUGH: u64 = 30;

/// By a search of all actions. It leaves alone what looks bad: what was played is then searched by itself, in the same
/// worlds, and so is what should have been played if that was hardly tried either.
///
/// The two values are taken to be independent. Where both were searched in the same worlds they rise and fall together, so the
/// interval of the loss is wider than it need be: on the safe side.
fn by_search<G: Playable>(
    bench: &Bench<'_, G>,
    search: &mut Search<G, Rollouts<G>>,
    before: &G::State,
    action: Action,
    number: u64,
) -> Result<Verdict, ReviewError> {
    let view = View::new(bench.game, before, bench.options.seat);
    let stream = || Stream::new(bench.options.seed, number, SEARCHES);
    let learns = search.learns_from_the_beginning(&view);
    let report = search.run(&view, &mut stream()).map_err(|_| ReviewError::Stopped)?;
    let best = report.chosen;
    let mut values = Vec::with_capacity(report.actions.len());
    for found in &report.actions {
        let counts = found.action == action || found.action == best;
        // What is learned of an action does not hang on how often it is to be played.
        let is_known = found.value.is_some() && (learns || action == best || found.visits >= ENOUGH);
        let value = if counts && !is_known {
            let alone =
                search.run_on(&view, found.action, &mut stream()).map_err(|_| ReviewError::Stopped)?;
            alone.actions.first().and_then(|found| bench.estimate(found, false))
        } else {
            bench.estimate(found, learns)
        };
        values.push((found.action, value));
    }
    let of = |wanted| values.iter().find(|(known, _)| *known == wanted).and_then(|&(_, value)| value);
    // A search that was not stopped has tried what it was told to.
    let (most, chosen) = of(best).zip(of(action)).ok_or(ReviewError::Stopped)?;
    let loss = if action == best { Estimate::exact(0.0) } else { most.less(&chosen) };
    values.sort_by(|(_, a), (_, b)| mean(*b).total_cmp(&mean(*a)));
    let better = loss.mean > 0.0;
    Ok(Verdict {
        best: if better { best } else { action },
        loss: if better { loss } else { loss.plus(-loss.mean) },
        luck: None,
        values,
    })
}

fn mean(value: Option<Estimate>) -> f64 {
    value.map_or(f64::NEG_INFINITY, |value| value.mean)
}

/// By playouts of all actions with the same hidden cards and chance.
fn by_playouts<G: Playable>(
    bench: &Bench<'_, G>,
    playouts: &mut Playouts<'_, G>,
    samples: u64,
    before: &G::State,
    (action, number): (Action, u64),
    stop: &Stop,
) -> Result<Verdict, ReviewError> {
    let legal: Vec<Action> = before.legal_actions(bench.game).iter().collect();
    let rows = play_all(bench, playouts, samples, before, (&legal, number), stop)?;
    let values: Vec<Option<Estimate>> = rows.iter().map(|row| Estimate::of(row.iter().copied())).collect();
    let chosen = legal.iter().position(|&known| known == action).unwrap_or(0);
    let better = |best: usize, at: usize| if mean(values[at]) > mean(values[best]) { at } else { best };
    let best = (0..legal.len()).fold(chosen, better);
    let loss = Estimate::of_pairs(&rows[best], &rows[chosen]).unwrap_or(Estimate::exact(0.0));
    let mut all: Vec<(Action, Option<Estimate>)> = legal.iter().copied().zip(values).collect();
    all.sort_by(|(_, a), (_, b)| mean(*b).total_cmp(&mean(*a)));
    Ok(Verdict { best: legal[best], loss, luck: None, values: all })
}

/// What the seat gets behind each of the `legal` actions, sample by sample.
fn play_all<G: Playable>(
    bench: &Bench<'_, G>,
    playouts: &mut Playouts<'_, G>,
    samples: u64,
    before: &G::State,
    (legal, number): (&[Action], u64),
    stop: &Stop,
) -> Result<Vec<Vec<f64>>, ReviewError> {
    let (game, seat) = (bench.game, bench.options.seat);
    let knowledge = before.knowledge(game, seat);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); legal.len()];
    for sample in 0..samples {
        if stop.is_soon() {
            return Err(ReviewError::Stopped);
        }
        let which = number * Judge::MOST + sample;
        let mut stream = Stream::new(bench.options.seed, which, REDRAWS);
        let state = knowledge.determinize(game, &mut stream).map_err(|_| ReviewError::Stopped)?;
        for (row, &action) in rows.iter_mut().zip(legal) {
            let end = playouts.play(state.clone(), action, which)?;
            row.push(reached(bench, &end, seat));
        }
    }
    Ok(rows)
}

fn reached<G: Playable>(bench: &Bench<'_, G>, end: &G::State, seat: Seat) -> f64 {
    let standing = end.standing(bench.game, seat);
    let found = match bench.objective {
        Objective::Win => standing.win_share,
        Objective::Score => standing.score,
        Objective::Utility => Some(end.player_return(bench.game, seat)),
    };
    found.unwrap_or(0.0)
}
