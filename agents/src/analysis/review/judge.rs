//! Who says what actions are worth.

use std::fmt;
use std::str::FromStr;

use roadside_env::{Action, Sampled, Stop, nearest};

use super::verdict::{Verdict, by_playouts, by_search, by_solution};
use super::{ReviewError, ReviewOptions};
use crate::Playable;
use crate::analysis::{PlayoutError, Playouts};
use crate::search::{Budget, Rollouts, Search, SearchOptions};
use crate::solver::{Objective, Solution, SolveError, SolveOptions, Watch, solve};

/// Who values the actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The exact solver: values under best play of all.
    Solver,
    /// A search of so many simulations at each decision, and where another action than the one that was played looks best,
    /// of as many for each of the two.
    Search(u64),
    /// So many playouts of each action, all with the same hidden cards and chance, and where another action than the one
    /// that was played looks best, as many new ones of the two.
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

/// What all judges of one review share.
pub(super) struct Bench<'a, G: Playable> {
    pub(super) game: &'a G,
    pub(super) options: &'a ReviewOptions,
    pub(super) objective: Objective,
    pub(super) unit: Unit,
    solution: Option<Solution<G>>,
}

/// A judge at work, one for each thread.
pub(super) struct Sitting<'a, G: Playable> {
    bench: &'a Bench<'a, G>,
    means: Means<'a, G>,
}

/// What values are counted in, and the utility of none of it and of one.
pub(super) struct Unit {
    name: &'static str,
    none: f64,
    one: f64,
}

impl Unit {
    fn of<G: Playable>(game: &G, judge: &Judge, objective: Objective) -> Self {
        let facts = game.facts();
        let whole = |name| Self { name, none: 0.0, one: 1.0 };
        match (judge, objective, game.point_in_utility()) {
            // A search knows utilities.
            (Judge::Search(_), ..) if game.pays_win_shares() => Self {
                name: "win_share",
                none: facts.min_utility,
                one: facts.max_utility - facts.min_utility,
            },
            (Judge::Search(_), Objective::Score, Some(one)) => Self { name: "score", none: 0.0, one },
            (Judge::Search(_), ..) | (_, Objective::Utility, _) => whole("utility"),
            (_, Objective::Win, _) => whole("win_share"),
            (_, Objective::Score, _) => whole("score"),
        }
    }

    pub(super) fn count(&self, utility: f64) -> f64 {
        (utility - self.none) / self.one
    }

    /// The same for the difference of two utilities.
    pub(super) fn count_between(&self, utility: f64) -> f64 {
        utility / self.one
    }
}

enum Means<'a, G: Playable> {
    Solution(&'a Solution<G>),
    Search { search: Box<Search<G, Rollouts<G>>>, simulations: u64 },
    Playouts { playouts: Box<Playouts<'a, G>>, samples: u64, stop: Stop },
}

impl<'a, G: Playable> Bench<'a, G> {
    pub(super) fn new(game: &'a G, options: &'a ReviewOptions, stop: &Stop) -> Result<Self, ReviewError> {
        let objective = Objective::usual(game, &game.new_initial_state(&mut Sampled::new(0, 0)));
        let solution = (options.judge == Judge::Solver).then(|| solved(game, options, objective, stop));
        let unit = Unit::of(game, &options.judge, objective);
        Ok(Self { game, options, objective, unit, solution: solution.transpose()? })
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
        self.unit.name
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
                Means::Search { search: Box::new(search), simulations }
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
            Means::Search { search, simulations } => {
                by_search(bench, search, *simulations, before, (action, number))
            }
            Means::Playouts { playouts, samples, stop } => {
                by_playouts(bench, playouts, *samples, before, (action, number), stop)
            }
        }
    }
}
