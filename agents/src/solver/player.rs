//! The player that plays the solution, or the equilibrium where something is hidden.

use std::any::Any;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::Duration;

use roadside_env::{
    Action, Actions as _, Agent, Game, Key, Knowledge as _, Settings, Stop, Stream, Values, View,
};

use super::{Objective, Solution, SolveOptions, Watch, solve};
use crate::equilibrium::{Equilibrium, EquilibriumOptions, TreeOptions, equilibrium};
use crate::parallel::lock;
use crate::policy::choose;
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
        meaning: "plays the exact solution or, in small games for two with hidden information, an equilibrium, found at its first \
                  choice; beyond its memory as another: search, in Zone Stalker turn",
        make: |arguments| Ok(Box::new(Solver::new(arguments)?)),
    };
}

/// The bytes that the tree of a game with hidden information may take: a game that is too large for it is found out in a
/// second or two.
const EQUILIBRIUM_MEMORY: u64 = 64 << 20;

/// Plays the exact solution or the equilibrium of the game at hand, and as its stand-in where there is neither.
struct Solver<G: Playable> {
    objective: Objective,
    memory: usize,
    name: String,
    stand_in: Box<dyn Agent<G>>,
    stop: Stop,
    /// What the game that was played last comes to, with its settings.
    last: Option<(Settings, Arc<Solved<G>>)>,
}

/// What a game comes to.
enum Solved<G: Game> {
    Exactly(Solution<G>),
    Equilibrium(Equilibrium<G>),
    /// It is too large, or of another kind.
    Not,
}

impl<G: Playable> Solver<G> {
    fn new(arguments: &Arguments) -> Result<Self, PlayerError> {
        let objective = match arguments.choice(&OBJECTIVE)? {
            Some(1) => Objective::Win,
            Some(2) => Objective::Score,
            _ => Objective::Utility,
        };
        let mebibytes = arguments.integer(&MEMORY)?;
        let named = |given: bool, option: String| if given { option } else { String::new() };
        let name = "solver".to_owned()
            + &named(objective != Objective::Utility, format!("@objective={objective}"))
            + &named(mebibytes.is_some(), format!("@memory={}", mebibytes.unwrap_or_default()));
        Ok(Self {
            objective,
            memory: mebibytes.map_or(SolveOptions::<()>::MEMORY, |mebibytes| (mebibytes as usize) << 20),
            name,
            stand_in: make(G::stand_in())?,
            stop: Stop::default(),
            last: None,
        })
    }

    fn solved(&mut self, game: &G) -> Arc<Solved<G>> {
        let settings = game.settings();
        if let Some((known, solved)) = &self.last
            && *known == settings
        {
            return Arc::clone(solved);
        }
        let solved = shared(game, &settings, self.objective, self.memory, &self.stop);
        if !self.stop.is_soon() {
            self.last = Some((settings, Arc::clone(&solved)));
        }
        solved
    }

    /// With what probability it does what, if the game is solved.
    fn decide(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        match &*self.solved(view.game()) {
            Solved::Exactly(solution) => {
                // Nothing is hidden, so what the seat knows fits one position alone.
                let redraw = &mut Stream::for_redraw(0);
                let state = view.knowledge().determinize(view.game(), redraw).ok()?;
                let watched = solution.watched(Watch { show: &|_| {}, stop: &self.stop });
                let best = watched.decision(&state).ok().flatten()?;
                view.legal_actions().contains(best).then(|| vec![(best, 1.0)])
            }
            Solved::Equilibrium(equilibrium) => equilibrium.policy(view),
            Solved::Not => None,
        }
    }
}

impl<G: Playable> Agent<G> for Solver<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        match self.decide(view) {
            // What is certain takes no word of the stream.
            Some(policy) if policy.len() == 1 => policy[0].0,
            Some(policy) => choose(&policy, rng),
            None => self.stand_in.act(view, rng),
        }
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        self.decide(view).or_else(|| self.stand_in.policy(view))
    }

    /// An answer that is under way counts in the end, so it is dropped only where all is.
    fn heed(&mut self, stop: &Stop) {
        self.stop = stop.to_the_end();
        self.stand_in.heed(stop);
    }

    fn thinks(&self) -> bool {
        true
    }
}

/// How many solutions are kept for players to come; those that players hold are kept besides.
const KEPT: usize = 4;

/// A game, an objective and a bound of memory: what a solution is known by.
type Title = (&'static str, Settings, Objective, usize);

/// What is found once. Who finds it holds the lock meanwhile.
type Once<T> = Mutex<Option<Arc<T>>>;

struct Kept {
    title: Title,
    cell: Arc<Once<dyn Any + Send + Sync>>,
}

/// What a game comes to, found once for all players of the process; by several at a time only where more than [`KEPT`]
/// games are played at once, and then they find the same.
fn shared<G: Playable>(
    game: &G,
    settings: &Settings,
    objective: Objective,
    memory: usize,
    stop: &Stop,
) -> Arc<Solved<G>> {
    static SOLUTIONS: Mutex<VecDeque<Kept>> = Mutex::new(VecDeque::new());
    let title = (std::any::type_name::<G>(), settings.clone(), objective, memory);
    let cell = {
        let mut solutions = lock(&SOLUTIONS);
        let known = solutions.iter().find(|kept| kept.title == title).map(|kept| Arc::clone(&kept.cell));
        known.unwrap_or_else(|| {
            let cell = Arc::default();
            solutions.push_back(Kept { title, cell: Arc::clone(&cell) });
            if solutions.len() > KEPT {
                solutions.pop_front();
            }
            cell
        })
    };
    let solved = found_once(&cell, stop, || Arc::new(find(game, objective, memory, stop)));
    let solved = solved.and_then(|solved| solved.downcast().ok()); // a title belongs to one type
    solved.unwrap_or_else(|| Arc::new(Solved::Not))
}

/// What the cell holds, or else what `find` finds; `None` at a stop. Others wait for whoever finds, unless they are stopped
/// themselves. What was stopped is nothing to go by, so the next of those who wait finds it then.
fn found_once<T: ?Sized>(cell: &Once<T>, stop: &Stop, find: impl FnOnce() -> Arc<T>) -> Option<Arc<T>> {
    let mut known = loop {
        match cell.try_lock() {
            Ok(known) => break known,
            // Who panicked had found nothing.
            Err(TryLockError::Poisoned(known)) => break known.into_inner(),
            Err(TryLockError::WouldBlock) if stop.is_soon() => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    };
    if known.is_none() {
        let found = find();
        if stop.is_soon() {
            return None;
        }
        *known = Some(found);
    }
    known.clone()
}

fn find<G: Playable>(game: &G, objective: Objective, memory: usize, stop: &Stop) -> Solved<G> {
    if game.facts().hidden_information {
        let tree = TreeOptions { objective, memory: EQUILIBRIUM_MEMORY.min(memory as u64) };
        let options = EquilibriumOptions { tree, ..EquilibriumOptions::default() };
        return equilibrium(game, &options, &|_| {}, stop).map_or(Solved::Not, Solved::Equilibrium);
    }
    let options = SolveOptions { objective, memory, ..SolveOptions::default() };
    solve(game, &options, &Watch { show: &|_| {}, stop }).map_or(Solved::Not, Solved::Exactly)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    use roadside_env::games::pig::{Pig, ROLL};
    use roadside_env::{Sampled, State as _};

    use super::*;

    #[test]
    fn one_finds_and_the_others_wait_for_it() {
        let (cell, stop) = (Once::default(), Stop::default());
        let finds = AtomicUsize::new(0);
        let find = || Arc::new(finds.fetch_add(1, Ordering::Relaxed));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| assert_eq!(found_once(&cell, &stop, find).as_deref(), Some(&0)));
            }
        });
        assert_eq!(finds.into_inner(), 1);
    }

    #[test]
    fn who_waits_is_neither_stopped_with_another_nor_deaf_to_its_own_stop() {
        let (cell, [one, two, three]) = (Once::default(), [(); 3].map(|()| Stop::default()));
        let ((begun, wait_for_begin), (go_on, wait)) = (channel(), channel());
        thread::scope(|scope| {
            let (cell, one, two) = (&cell, &one, &two);
            let first = scope.spawn(move || {
                found_once(cell, one, || {
                    begun.send(()).unwrap();
                    wait.recv().unwrap();
                    Arc::new(1)
                })
            });
            wait_for_begin.recv().unwrap();
            let second = scope.spawn(move || found_once(cell, two, || Arc::new(2)));
            three.now();
            assert_eq!(found_once(cell, &three, || Arc::new(3)), None, "while the first is at work");
            one.now();
            go_on.send(()).unwrap();
            assert_eq!(first.join().unwrap(), None);
            assert_eq!(second.join().unwrap().as_deref(), Some(&2));
        });
        assert_eq!(found_once(&cell, &three, || Arc::new(4)).as_deref(), Some(&2));
    }

    #[test]
    fn what_is_stopped_is_not_taken_for_a_solution() {
        let game = Pig::from_settings(&Settings::default().with("target", 13)).unwrap();
        let state = game.new_initial_state(&mut Sampled::new(1, 0));
        let view = View::new(&game, &state, 0);
        let mut player = make::<Pig>("solver").unwrap();
        let (soon, now) = (Stop::default(), Stop::default());
        now.now();
        player.heed(&now);
        assert!(player.thinks() && player.policy(&view).is_none(), "the stand-in does not tell");
        assert!(state.legal_actions(&game).contains(player.act(&view, &mut Stream::for_redraw(1))));
        // What is under way is brought to its end.
        soon.soon();
        player.heed(&soon);
        assert_eq!(player.policy(&view), Some(vec![(ROLL, 1.0)]));
    }
}
