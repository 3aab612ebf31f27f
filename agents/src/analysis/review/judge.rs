//! Who says what actions are worth.

use std::fmt;
use std::str::FromStr;

use roadside_env::{Action, Actions as _, Knowledge as _, Sampled, Seat, State, Stop, Stream, View, nearest};

use super::{ReviewError, ReviewOptions};
use crate::analysis::{Estimate, PlayoutError, Playouts};
use crate::search::{Budget, Rollouts, Search, SearchOptions};
use crate::simulation::Sample;
use crate::solver::{Objective, Solution, SolveError, SolveOptions, Watch, solve};
use crate::{Playable, make};

/// Who values the actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The exact solver: values under best play of all.
    Solver,
    /// A search of so many simulations at each decision.
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
            let nearest = nearest(word, &["solver", "search", "playouts"]);
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
            (Judge::Search(_), Objective::Score) => "utility",
            (_, Objective::Win) => "win_share",
            (_, Objective::Score) => "score",
            (_, Objective::Utility) => "utility",
        }
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
                // As the player `search` does.
                let usual = G::rollouts();
                let player = make(usual.player).map_err(|error| PlayoutError::Lineup(error.into()))?;
                let options =
                    SearchOptions { budget: Budget::Simulations(simulations), ..SearchOptions::default() };
                Means::Search(Box::new(Search::new(
                    vec![Rollouts::new(player, usual.depth, usual.trust as f32 / 100.0)],
                    options,
                )))
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
            Means::Search(search) => {
                let mut stream = Stream::new(bench.options.seed, number, SEARCHES);
                let view = View::new(bench.game, before, seat);
                let report = search.run(&view, &mut stream).map_err(|_| ReviewError::Stopped)?;
                let shares = bench.value() == "win_share";
                let value = |found: &crate::search::ActionReport| {
                    let (mean, stderr) = if shares {
                        (found.win_share?, found.win_share_stderr)
                    } else {
                        (found.value?, found.stderr)
                    };
                    // With one visit nothing is known of the spread.
                    Some(Estimate::new(mean, stderr.unwrap_or(f64::MAX.sqrt())))
                };
                let values = report.actions.iter().map(|found| (found.action, value(found)));
                let values = values.map(|(action, value)| (action, value.filter(|value| value.stderr < 1e9)));
                Ok(independent(values.collect(), action, report.chosen))
            }
            Means::Playouts { playouts, samples, stop } => {
                by_playouts(bench, playouts, *samples, before, (action, number), stop)
            }
        }
    }
}

/// Streams beyond those of games and of maps.
const SEARCHES: u64 = 1 << 38;
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

/// The verdict by values whose errors have nothing to do with each other.
fn independent(mut values: Vec<(Action, Option<Estimate>)>, action: Action, best: Action) -> Verdict {
    let of = |wanted| values.iter().find(|(known, _)| *known == wanted).and_then(|&(_, value)| value);
    let loss = match (of(best), of(action)) {
        _ if best == action => Estimate::exact(0.0),
        (Some(best), Some(chosen)) => best.less(&chosen),
        // A search leaves what looks bad alone; how bad it is, it does not know.
        _ => Estimate::exact(0.0),
    };
    values.sort_by(|(_, a), (_, b)| mean(*b).total_cmp(&mean(*a)));
    let better = loss.mean > 0.0;
    Verdict {
        best: if better { best } else { action },
        loss: if better { loss } else { Estimate::new(0.0, loss.stderr) },
        luck: None,
        values,
    }
}

fn mean(value: Option<Estimate>) -> f64 {
    value.map_or(f64::NEG_INFINITY, |value| value.mean)
}

fn by_playouts<G: Playable>(
    bench: &Bench<'_, G>,
    playouts: &mut Playouts<'_, G>,
    samples: u64,
    before: &G::State,
    (action, number): (Action, u64),
    stop: &Stop,
) -> Result<Verdict, ReviewError> {
    let (game, seat) = (bench.game, bench.options.seat);
    let legal: Vec<Action> = before.legal_actions(game).iter().collect();
    let knowledge = before.knowledge(game, seat);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); legal.len()];
    for sample in 0..samples {
        if stop.is_soon() {
            return Err(ReviewError::Stopped);
        }
        let which = number * Judge::MOST + sample;
        let mut stream = Stream::new(bench.options.seed, which, REDRAWS);
        let state = knowledge.determinize(game, &mut stream).map_err(|_| ReviewError::Stopped)?;
        for (row, &action) in rows.iter_mut().zip(&legal) {
            let end = playouts.play(state.clone(), action, which)?;
            row.push(reached(bench, &end, seat));
        }
    }
    let estimate = |values: &mut dyn Iterator<Item = f64>| {
        let mut sample = Sample::default();
        values.for_each(|value| sample.add(value));
        sample.figure().map_or(Estimate::exact(0.0), Estimate::from)
    };
    let values: Vec<Estimate> = rows.iter().map(|row| estimate(&mut row.iter().copied())).collect();
    let chosen = legal.iter().position(|&known| known == action).unwrap_or(0);
    let mut best = chosen;
    for (at, value) in values.iter().enumerate() {
        if value.mean > values[best].mean {
            best = at;
        }
    }
    let pairs = rows[best].iter().zip(&rows[chosen]);
    let loss = estimate(&mut pairs.map(|(best, chosen)| best - chosen));
    let mut all: Vec<(Action, Option<Estimate>)> =
        legal.iter().copied().zip(values.into_iter().map(Some)).collect();
    all.sort_by(|(_, a), (_, b)| mean(*b).total_cmp(&mean(*a)));
    Ok(Verdict { best: legal[best], loss, luck: None, values: all })
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
