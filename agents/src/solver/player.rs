//! The player that plays the solution.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use roadside_env::{Action, Agent, Facts, Key, Knowledge as _, Settings, Stream, Values, View};

use super::{Objective, Solution, SolveError, SolveOptions, Watch, solve};
use crate::{Arguments, Entry, Playable, PlayerError, make};

const OBJECTIVE: Key = Key {
    name: "objective",
    values: Values::OneOf(&["utility", "win", "score"]),
    default: "utility",
    meaning: "what it makes as large as it can",
};
const MEMORY: Key = Key {
    name: "memory",
    values: Values::Integer { min: 1, max: 1 << 20 },
    default: "4096",
    meaning: "MiB that the solution may take",
};

impl<G: Playable> Entry<G> {
    pub(crate) const SOLVER: &'static Self = &Self {
        name: "solver",
        parameters: &[],
        options: &[OBJECTIVE, MEMORY],
        meaning: "plays the exact solution, found at its first choice; with hidden information, or beyond its memory, as another: \
                  search, in Zone Stalker greedy",
        make: |arguments| Ok(Box::new(Solver::new(arguments)?)),
    };
}

/// Plays the exact solution of the game at hand, and as its stand-in where there is none.
struct Solver<G: Playable> {
    objective: Objective,
    memory: usize,
    name: String,
    stand_in: Box<dyn Agent<G>>,
    /// The solution of the game that was played last, with its settings.
    last: Option<(Settings, Arc<Solved<G>>)>,
}

type Solved<G> = Result<Solution<G>, SolveError>;

impl<G: Playable> Solver<G> {
    fn new(arguments: &Arguments) -> Result<Self, PlayerError> {
        let refuse = |error| PlayerError::Option { player: "solver", error };
        let options = &arguments.options;
        let objective = match options.choice(&OBJECTIVE).map_err(refuse)? {
            Some(1) => Objective::Win,
            Some(2) => Objective::Score,
            _ => Objective::Utility,
        };
        let mebibytes = options.integer(&MEMORY).map_err(refuse)?;
        let named = |given: bool, option: String| if given { option } else { String::new() };
        let name = "solver".to_owned()
            + &named(objective != Objective::Utility, format!("@objective={objective}"))
            + &named(mebibytes.is_some(), format!("@memory={}", mebibytes.unwrap_or_default()));
        Ok(Self {
            objective,
            memory: mebibytes.map_or(SolveOptions::<()>::MEMORY, |mebibytes| (mebibytes as usize) << 20),
            name,
            stand_in: make(G::stand_in())?,
            last: None,
        })
    }

    fn solution(&mut self, game: &G) -> Arc<Solved<G>> {
        let settings = game.settings();
        if let Some((known, solved)) = &self.last
            && *known == settings
        {
            return Arc::clone(solved);
        }
        let solved = shared(game, &settings, self.objective, self.memory);
        self.last = Some((settings, Arc::clone(&solved)));
        solved
    }

    /// What the solution says, if there is one.
    fn decide(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Option<Action> {
        let game = view.game();
        let Facts { hidden_information, .. } = *game.facts();
        if hidden_information {
            return None;
        }
        let solved = self.solution(game);
        let solution = solved.as_ref().as_ref().ok()?;
        // Nothing is hidden, so what the seat knows fits one position alone.
        let state = view.knowledge().determinize(game, rng).ok()?;
        solution
            .decision(&state)
            .ok()
            .flatten()
            .filter(|&action| roadside_env::Actions::contains(&view.legal_actions(), action))
    }
}

impl<G: Playable> Agent<G> for Solver<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        match self.decide(view, rng) {
            Some(action) => action,
            None => self.stand_in.act(view, rng),
        }
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        match self.decide(view, &mut Stream::for_redraw(0)) {
            Some(action) => Some(vec![(action, 1.0)]),
            None => self.stand_in.policy(view),
        }
    }
}

/// How many solutions are kept for players to come; those that players hold are kept besides.
const KEPT: usize = 4;

/// A game, an objective and a bound of memory: what a solution is known by.
type Title = (&'static str, Settings, Objective, usize);

struct Kept {
    title: Title,
    cell: Arc<OnceLock<Arc<dyn Any + Send + Sync>>>,
}

/// The solution of a game, found once for all players of the process.
fn shared<G: Playable>(game: &G, settings: &Settings, objective: Objective, memory: usize) -> Arc<Solved<G>> {
    static SOLUTIONS: Mutex<VecDeque<Kept>> = Mutex::new(VecDeque::new());
    let title = (std::any::type_name::<G>(), settings.clone(), objective, memory);
    let cell = {
        let mut solutions = SOLUTIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = solutions.iter().find(|kept| kept.title == title).map(|kept| Arc::clone(&kept.cell));
        known.unwrap_or_else(|| {
            let cell = Arc::new(OnceLock::new());
            solutions.push_back(Kept { title, cell: Arc::clone(&cell) });
            if solutions.len() > KEPT {
                solutions.pop_front();
            }
            cell
        })
    };
    let find = || -> Arc<dyn Any + Send + Sync> {
        let options = SolveOptions { objective, memory, ..SolveOptions::default() };
        Arc::new(solve(game, &options, &Watch::default()))
    };
    let solved = Arc::clone(cell.get_or_init(find));
    match solved.downcast::<Solved<G>>() {
        Ok(solved) => solved,
        Err(_) => Arc::new(Err(SolveError::Unknown)), // a title belongs to one type
    }
}
