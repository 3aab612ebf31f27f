//! Players as objects.

use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use roadside_env::games::AnyGame;
use roadside_env::vec_env::VecOptions;
use roadside_env::{Action, Settings, Stop, Stream};

use crate::argument::{self, shown, type_name};
use crate::error::value_error;
use crate::game::Game;
use crate::play::{AnyPlay, SeatedPlayer};
use crate::signals::interruptible;
use crate::state::State;
use crate::table;
use crate::vec_env::VecEnv;

/// A player, made by `roadside.agents.make`.
///
/// It is shown what the seat to act may know, never the state. What it draws at random comes from a stream of its
/// own, so the same calls in the same order give the same actions. Where it takes a seat of an environment or a
/// simulation it draws from that seat's stream, as a player by name does.
#[pyclass(module = "roadside._native")]
pub struct Agent {
    seated: SeatedPlayer,
    stream: Stream,
}

impl Agent {
    /// Has it choose without the interpreter's lock, and end at Ctrl-C if it thinks for long.
    fn choose<T: Send>(
        &mut self,
        py: Python<'_>,
        choose: impl FnOnce(&mut SeatedPlayer, &mut Stream) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        if self.seated.thinks() {
            return self.think(py, choose);
        }
        let Self { seated, stream } = self;
        py.detach(|| choose(seated, stream))
    }

    /// Has it choose on another thread, and end at Ctrl-C. If that fails its stream stands where it stood.
    fn think<T: Send>(
        &mut self,
        py: Python<'_>,
        choose: impl FnOnce(&mut SeatedPlayer, &mut Stream) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        let Self { seated, stream } = self;
        let (stop, before) = (Stop::default(), stream.clone());
        seated.heed(&stop);
        let chosen = interruptible(py, || choose(seated, stream), || stop.now());
        let chosen = chosen.and_then(|chosen| chosen);
        if chosen.is_err() {
            *stream = before;
        }
        chosen
    }
}

#[pymethods]
impl Agent {
    /// The name by which it was asked for.
    #[getter]
    pub fn name(&self) -> &str {
        self.seated.name()
    }

    /// What it does in `state`, as the seat to act sees it: an action from 0 to `num_distinct_actions() - 1`.
    ///
    /// A player that thinks for long, such as search, leaves the interpreter to other threads meanwhile, and Ctrl-C ends
    /// it within two seconds; it draws as if it had not been asked then.
    ///
    /// Raises ValueError when the game is over, or if the game has no player of this name.
    fn act(&mut self, py: Python<'_>, state: &State) -> PyResult<u16> {
        let play = state.play();
        let choice = if self.seated.thinks() {
            self.think(py, |seated, stream| play.choice(seated, stream))?
        } else {
            // So short that giving the interpreter's lock away would cost more.
            play.choice(&mut self.seated, &mut self.stream)?
        };
        choice.map(|action| action.0).ok_or_else(game_over)
    }

    /// What it does in each state of a list, or in each row of a `VecEnv`: an int64 array of actions. In a row with
    /// nothing to choose it is 0.
    ///
    /// Raises ValueError for a state whose game is over, or if the game has no player of this name.
    fn act_batch<'py>(
        &mut self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let choices = if let Ok(env) = states.cast::<VecEnv>() {
            let mut env = env.try_borrow_mut()?;
            let rows = env.rows();
            self.choose(py, move |seated, stream| rows.choices(seated, stream))?
        } else {
            let states = argument::items("states", states, VecOptions::MAX_ROWS, STATES)?;
            let states = states.iter().enumerate().map(|(place, state)| read_state(place, state));
            let states = states.collect::<PyResult<Vec<_>>>()?;
            let plays: Vec<&dyn AnyPlay> = states.iter().map(|state| state.play()).collect();
            self.choose(py, |seated, stream| {
                let choice = |play: &&dyn AnyPlay| play.choice(seated, stream)?.ok_or_else(game_over);
                plays.iter().map(choice).collect::<PyResult<Vec<Action>>>()
            })?
        };
        Ok(PyArray1::from_iter(py, choices.iter().map(|action| i64::from(action.0))))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&str, String))> {
        let again = py.import("roadside._native")?.getattr("agent_from_json")?;
        let stream = serde_json::to_string(&self.stream).map_err(value_error)?;
        Ok((again, (self.name(), stream)))
    }

    fn __repr__(&self) -> String {
        format!("<Agent {}>", self.name())
    }
}

/// What a batch is asked of.
const STATES: &str = "a list of State, or a VecEnv";

fn read_state<'py>(place: usize, value: &Bound<'py, PyAny>) -> PyResult<PyRef<'py, State>> {
    let state = value.cast::<State>().map_err(|_| {
        let (shown, kind) = (shown(value), type_name(value));
        PyTypeError::new_err(format!("states[{place}] = {shown} is of type {kind}: give {STATES}"))
    })?;
    Ok(state.try_borrow()?)
}

fn game_over() -> PyErr {
    PyValueError::new_err("the game is over; nobody is to act")
}

/// The player called `name`, such as "random" or "cautious:4". With `game`, a `Game` or the name of one, it must be one
/// of that game's players; without, of any.
///
/// `seed` (0 to 2**64 - 1, by default 0) begins the stream that it draws from: players of one seed draw alike.
///
/// Raises ValueError for an unknown name, listing the known ones, or a parameter out of its range.
#[pyfunction]
#[pyo3(signature = (name, game=None, *, seed=None))]
pub fn make_agent(
    name: &str,
    game: Option<&Bound<'_, PyAny>>,
    seed: Option<&Bound<'_, PyAny>>,
) -> PyResult<Agent> {
    let thinks = match game {
        Some(game) => Game::read("game", game)?.table().thinks(name)?,
        None => thinks_in_any_game(name)?,
    };
    let seed = argument::seed_or_0(seed)?;
    Ok(Agent { seated: SeatedPlayer::new(name, thinks), stream: Stream::for_agent(seed) })
}

/// Whether the player thinks for long in the first game that knows it; if none does, the last to be asked, the largest
/// game, says why not.
fn thinks_in_any_game(player: &str) -> PyResult<bool> {
    let mut thinks = Ok(false);
    for name in AnyGame::names() {
        thinks = table::load(name, &Settings::default())?.thinks(player);
        if thinks.is_ok() {
            break;
        }
    }
    thinks
}

/// The agent with this stream, as pickles hold it.
#[pyfunction]
pub fn agent_from_json(name: &str, stream: &str) -> PyResult<Agent> {
    let stream = serde_json::from_str(stream)
        .map_err(|error| PyValueError::new_err(format!("stream: not what a pickle holds: {error}")))?;
    Ok(Agent { seated: SeatedPlayer::new(name, thinks_in_any_game(name)?), stream })
}
