//! Solved games.

use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Instant;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use roadside_agents::Playable;
use roadside_agents::solver::{self, Objective, SolveError, Watch};
use roadside_env::{Action, Actions as _, Play, Sampled, Seat, State as _};

use crate::argument::{self, shown, type_name, word};
use crate::error::value_error;
use crate::game::Game;
use crate::play::AnyPlay;
use crate::signals::watched;
use crate::state::State;

use super::{heard, memory};

/// What is to be solved, and with how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub objective: Option<Objective>,
    /// The players of the other seats; nobody where all play as well as they can.
    pub against: Vec<String>,
    pub position: Option<String>,
    pub until_turn: bool,
    pub memory: usize,
    pub threads: Option<usize>,
}

/// A solution of whatever game.
pub trait AnySolution: Send + Sync {
    fn values(&self) -> &[f64];
    fn objective(&self) -> Objective;
    fn states(&self) -> u64;
    fn bytes(&self) -> usize;
    /// The label of the best action at the beginning, where that is one position.
    fn decision(&self) -> Option<&str>;
    fn values_at(&self, play: &dyn AnyPlay, watch: Watch<'_>) -> PyResult<Vec<f64>>;
    /// By the label of the action.
    fn action_values(&self, play: &dyn AnyPlay, watch: Watch<'_>) -> PyResult<Vec<(String, f64)>>;
    fn decision_at(&self, play: &dyn AnyPlay, watch: Watch<'_>) -> PyResult<Option<String>>;
    fn regret(&self, play: &dyn AnyPlay, action: Action, watch: Watch<'_>) -> PyResult<f64>;
    /// For those who know the game's type.
    fn as_any(&self) -> &dyn Any;
}

/// A solution with its game.
pub struct Solved<G: Playable> {
    game: Arc<G>,
    solution: solver::Solution<G>,
    values: Vec<f64>,
    decision: Option<String>,
}

impl<G: Playable> Solved<G> {
    pub fn new(
        game: Arc<G>,
        solution: solver::Solution<G>,
        start: Option<G::State>,
        watch: Watch<'_>,
    ) -> Result<Self, SolveError> {
        let values = (0..game.facts().seats).map(|seat| solution.value(seat)).collect();
        let opening = start.map_or_else(|| solution.opening(), |state| Ok(Some(state)))?;
        let decision = opening.map(|state| solution.watched(watch).decision(&state)).transpose()?.flatten();
        let decision = decision.map(|action| game.action_to_string(action).to_owned());
        Ok(Self { game, solution, values, decision })
    }

    /// What `action` costs the seat to act in `state`; 0 where nobody is to act. One that is not legal costs all that is
    /// above the least.
    pub fn regret_in(&self, state: &G::State, action: Action, watch: Watch<'_>) -> PyResult<f64> {
        let watched = self.solution.watched(watch);
        let legal = state.legal_actions(&*self.game);
        if legal.is_empty() || legal.contains(action) {
            return watched.regret(state, action).map(|loss| loss.max(0.0)).map_err(value_error);
        }
        let values = watched.action_values(state).map_err(value_error)?;
        let best = values.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        let least = match self.solution.objective() {
            Objective::Utility => self.game.facts().min_utility,
            Objective::Win | Objective::Score => 0.0,
        };
        Ok(best - least)
    }

    /// The position of a play of this game.
    fn state<'a>(&self, play: &'a dyn AnyPlay) -> PyResult<&'a G::State> {
        let same = play.as_any().downcast_ref::<Play<G, Sampled>>().filter(|play| {
            Arc::ptr_eq(play.game(), &self.game) || play.game().settings() == self.game.settings()
        });
        same.map(Play::state).ok_or_else(|| {
            let settings = |settings| serde_json::to_string(&settings).unwrap_or_default();
            PyValueError::new_err(format!(
                "state is of {} {}, and the solution of {} {}",
                play.facts().name,
                settings(play.settings()),
                G::NAME,
                settings(self.game.settings())
            ))
        })
    }
}

impl<G: Playable> AnySolution for Solved<G> {
    fn values(&self) -> &[f64] {
        &self.values
    }

    fn objective(&self) -> Objective {
        self.solution.objective()
    }

    fn states(&self) -> u64 {
        self.solution.states()
    }

    fn bytes(&self) -> usize {
        self.solution.bytes()
    }

    fn decision(&self) -> Option<&str> {
        self.decision.as_deref()
    }

    fn values_at(&self, play: &dyn AnyPlay, watch: Watch<'_>) -> PyResult<Vec<f64>> {
        self.solution.watched(watch).values_at(self.state(play)?).map_err(value_error)
    }

    fn action_values(&self, play: &dyn AnyPlay, watch: Watch<'_>) -> PyResult<Vec<(String, f64)>> {
        let values = self.solution.watched(watch).action_values(self.state(play)?).map_err(value_error)?;
        let label = |action| self.game.action_to_string(action).to_owned();
        Ok(values.into_iter().map(|(action, value)| (label(action), value)).collect())
    }

    fn decision_at(&self, play: &dyn AnyPlay, watch: Watch<'_>) -> PyResult<Option<String>> {
        let decision = self.solution.watched(watch).decision(self.state(play)?).map_err(value_error)?;
        Ok(decision.map(|action| self.game.action_to_string(action).to_owned()))
    }

    fn regret(&self, play: &dyn AnyPlay, action: Action, watch: Watch<'_>) -> PyResult<f64> {
        let state = self.state(play)?;
        state.require_legal(&*self.game, action).map_err(value_error)?;
        self.regret_in(state, action, watch)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A solved game: what every position is worth, exactly, when all play as well as they can, or seat 0 does against players
/// that do not. Made by `roadside.analysis.solve`. It never changes; copies share it, and pickles solve anew.
#[pyclass(module = "roadside._native", frozen)]
pub struct Solution {
    game: Game,
    question: Question,
    found: Arc<dyn AnySolution>,
    seconds: f64,
}

#[pymethods]
impl Solution {
    /// The game that is solved.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// What the beginning, or the position that was given, is worth to seat 0, before any chance.
    #[getter]
    fn value(&self) -> f64 {
        self.found.values()[0]
    }

    /// The same for each seat.
    #[getter]
    fn values(&self) -> Vec<f64> {
        self.found.values().to_vec()
    }

    /// Always True: a bound is never told as a value.
    #[getter]
    #[expect(clippy::unused_self, reason = "a property in Python")]
    fn exact(&self) -> bool {
        true
    }

    /// What values are: "utility", "win" (the share of the win, 0 to 1) or "score" (in the game's unit, dead = 0).
    #[getter]
    fn objective(&self) -> String {
        self.found.objective().to_string()
    }

    /// How many positions are kept.
    #[getter]
    fn states(&self) -> u64 {
        self.found.states()
    }

    /// The bytes that they take.
    #[getter]
    fn bytes(&self) -> usize {
        self.found.bytes()
    }

    /// How long it took to solve.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The label of the best first action; None where chance comes first.
    #[getter]
    fn decision(&self) -> Option<&str> {
        self.found.decision()
    }

    /// What `state` is worth to the seat to act, or to seat 0 when the game is over.
    ///
    /// Raises ValueError for a state of another game, or one that is not reached from where it was solved.
    fn value_at(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<f64> {
        let state = read_state(state)?;
        let seat: Seat = state.play().current_player().unwrap_or(0);
        Ok(self.all_at(py, state.play())?[seat])
    }

    /// The same for each seat.
    fn values_at(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
        self.all_at(py, read_state(state)?.play())
    }

    /// What each legal action is worth to the seat to act, by label; empty when the game is over.
    ///
    /// Raises ValueError as `value_at`.
    fn action_values<'py>(&self, py: Python<'py>, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let state = read_state(state)?;
        let play = state.play();
        let values = py.detach(|| watched(|watch| self.found.action_values(play, watch)))?;
        let told = PyDict::new(py);
        for (label, value) in values {
            told.set_item(label, value)?;
        }
        Ok(told)
    }

    /// The label of the best action, the first of equals; None when the game is over.
    ///
    /// Raises ValueError as `value_at`.
    fn decision_at(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let state = read_state(state)?;
        let play = state.play();
        py.detach(|| watched(|watch| self.found.decision_at(play, watch)))
    }

    /// How much less than the best action `action`, a number or a label, is worth to the seat to act, at least 0.
    ///
    /// Raises ValueError as `value_at`, and for an action that is not legal.
    fn regret(&self, py: Python<'_>, state: &Bound<'_, PyAny>, action: &Bound<'_, PyAny>) -> PyResult<f64> {
        let state = read_state(state)?;
        let action = read_action(&self.game, action)?;
        let play = state.play();
        py.detach(|| watched(|watch| self.found.regret(play, action, watch)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Question { objective, against, position, until_turn, memory, threads } = &self.question;
        let until = if *until_turn { "turn" } else { "game" };
        let again = py.import("roadside._native")?.getattr("_solve")?;
        let objective = objective.map(|objective| objective.to_string());
        let args =
            (self.game.clone(), objective, against.clone(), position, until, memory >> 20, threads, true);
        Ok((again, args.into_pyobject(py)?))
    }

    fn __repr__(&self) -> String {
        let values: Vec<String> = self.found.values().iter().map(|value| format!("{value:.6}")).collect();
        let (objective, states) = (self.found.objective(), self.found.states());
        format!(
            "<Solution of {}: {objective} {}, {states} states>",
            self.game.table().facts().name,
            values.join(" ")
        )
    }
}

impl Solution {
    fn all_at(&self, py: Python<'_>, play: &dyn AnyPlay) -> PyResult<Vec<f64>> {
        py.detach(|| watched(|watch| self.found.values_at(play, watch)))
    }
}

/// The state that `value` is.
pub fn read_state<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyRef<'py, State>> {
    let state = value.cast::<State>().map_err(|_| {
        PyTypeError::new_err(format!(
            "state = {} is of type {}: give a State",
            shown(value),
            type_name(value)
        ))
    })?;
    Ok(state.try_borrow()?)
}

/// The solution that `value` is, if it is one of `game`.
pub fn read_solution(game: &Game, value: &Bound<'_, PyAny>) -> PyResult<Arc<dyn AnySolution>> {
    let solution = value.cast::<Solution>().map_err(|_| {
        let (shown, kind) = (shown(value), type_name(value));
        PyTypeError::new_err(format!(
            "solution = {shown} is of type {kind}: give a Solution, as roadside.analysis.solve makes it"
        ))
    })?;
    let Solution { game: solved, found, .. } = solution.get();
    if solved != game {
        let name = solved.table().facts().name;
        return Err(PyValueError::new_err(format!("solution is of another game than this one: {name}")));
    }
    Ok(Arc::clone(found))
}

/// The action with this number or label.
fn read_action(game: &Game, value: &Bound<'_, PyAny>) -> PyResult<Action> {
    let labels = game.table().action_labels();
    let Ok(text) = value.cast::<PyString>() else { return argument::action(value, labels.len()) };
    let label = argument::text("action", text)?;
    game.table().action_from_string(label).ok_or_else(|| {
        let (name, nearest) = (game.table().facts().name, roadside_env::nearest(label, labels));
        PyValueError::new_err(format!("action = \"{label}\": {name} has no such action{nearest}"))
    })
}

const OBJECTIVES: &[(&str, Objective)] =
    &[("utility", Objective::Utility), ("win", Objective::Win), ("score", Objective::Score)];
const UNTIL: &[(&str, bool)] = &[("game", false), ("turn", true)];

/// What is to be made as large as can be.
pub fn objective(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Objective>> {
    let Some(value) = value else { return Ok(None) };
    let text = self::text("objective", value, "\"utility\", \"win\", \"score\" or None")?;
    word("objective", &text, OBJECTIVES).map(Some)
}

/// A text, `what` being what is legal.
pub fn text(name: &str, value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    match value.cast::<PyString>() {
        Ok(text) => argument::text(name, text).map(str::to_owned),
        Err(_) => Err(PyTypeError::new_err(format!(
            "{name} = {} is of type {}: legal is {what}",
            shown(value),
            type_name(value)
        ))),
    }
}

/// The name of a player, or that of an `Agent`.
pub fn player(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(agent) = value.cast::<crate::agent::Agent>() {
        return Ok(agent.try_borrow()?.name().to_owned());
    }
    text(name, value, "the name of a player, or an Agent")
}

/// The players of a list, or a single one; none where nothing is given.
pub fn players(name: &str, value: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    if value.cast::<PyString>().is_ok() || value.cast::<crate::agent::Agent>().is_ok() {
        return Ok(vec![player(name, value)?]);
    }
    let what = "the name of a player, an Agent, or a list of them";
    let items = argument::items(name, value, argument::NAMES, what)?;
    items.iter().map(|item| player(name, item)).collect()
}

/// The line of a position: that of a `State` of the game, or a text.
fn position(game: &Game, value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let Some(value) = value else { return Ok(None) };
    let Ok(state) = value.cast::<State>() else {
        return text("position", value, "a State, or a line as State.position() writes it").map(Some);
    };
    let state = state.try_borrow()?;
    let (play, table) = (state.play(), game.table());
    if play.facts().name != table.facts().name || play.settings() != table.settings() {
        return Err(PyValueError::new_err(format!("position is a state of another {}", play.facts().name)));
    }
    Ok(Some(play.position()))
}

/// Solves a game exactly; see `roadside.analysis.solve`. `shared`: what was solved so before, and is still held by anybody,
/// is not solved again.
#[pyfunction]
#[pyo3(
    name = "_solve",
    signature = (game, objective=None, against=None, position=None, until=None, memory=None, threads=None, shared=false)
)]
#[expect(clippy::too_many_arguments, reason = "what can be asked for")]
pub fn solve(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    objective: Option<&Bound<'_, PyAny>>,
    against: Option<&Bound<'_, PyAny>>,
    position: Option<&Bound<'_, PyAny>>,
    until: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    shared: bool,
) -> PyResult<Solution> {
    let game = Game::read("game", game)?;
    let until = until.map(|until| text("until", until, "\"game\" or \"turn\"")).transpose()?;
    let question = Question {
        objective: self::objective(objective)?,
        against: players("against", against)?,
        position: self::position(&game, position)?,
        until_turn: until.map_or(Ok(false), |until| word("until", &until, UNTIL))?,
        memory: self::memory(memory)?,
        threads: argument::threads(threads)?,
    };
    game.table().require_others(&question.against)?;
    if shared && let Some(found) = known(&game, &question) {
        return Ok(Solution { game, question, found, seconds: 0.0 });
    }
    let started = Instant::now();
    let found = heard(py, |stop| game.table().solve(&question, stop))?;
    let solution = Solution { game, question, found, seconds: started.elapsed().as_secs_f64() };
    if shared {
        keep(&solution);
    }
    Ok(solution)
}

/// A solution that somebody may still hold, and what it answers.
struct Known {
    game: Game,
    question: Question,
    solution: Weak<dyn AnySolution>,
}

static KNOWN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

fn known(game: &Game, question: &Question) -> Option<Arc<dyn AnySolution>> {
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let same = known.iter().find(|known| known.game == *game && known.question == *question);
    same.and_then(|known| known.solution.upgrade())
}

/// Has it found by those who ask alike, as long as anybody holds it.
fn keep(solved: &Solution) {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.retain(|known| known.solution.strong_count() > 0);
    let Solution { game, question, found, .. } = solved;
    let (game, question) = (game.clone(), question.clone());
    known.push(Known { game, question, solution: Arc::downgrade(found) });
}
