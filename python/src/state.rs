//! One play of a game.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::{PyNotImplementedError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use roadside_env::Seat;

use crate::argument;
use crate::error::value_error;
use crate::picture::Mode;
use crate::play::AnyPlay;
use crate::table;

/// What `current_player` is when the game is over.
pub const TERMINAL: i64 = -4;
/// How many paths of chance `outcomes` follows if nothing else is said.
const PATHS: u64 = 1_000_000;

/// A play in progress with its chance, made by `Game.new_initial_state`.
///
/// It holds everything, what is hidden from players too: players are shown `observation_tensor` or `render`, which
/// tell what one seat may know.
#[pyclass(module = "roadside._native")]
pub struct State {
    play: Box<dyn AnyPlay>,
}

impl State {
    pub fn new(play: Box<dyn AnyPlay>) -> Self {
        Self { play }
    }

    pub fn play(&self) -> &dyn AnyPlay {
        &*self.play
    }

    /// The seat that is meant: the one given, else the one to act, else the first.
    fn seat(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match player {
            Some(player) => argument::seat("player", player, self.play.facts().seats),
            None => Ok(self.play.current_player().unwrap_or(0)),
        }
    }
}

#[pymethods]
impl State {
    /// The seat that is to act, or `roadside.TERMINAL` (-4) when the game is over.
    fn current_player(&self) -> i64 {
        self.play.current_player().map_or(TERMINAL, |seat| seat as i64)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.play.current_player().is_none()
    }

    /// Whether the return of `player` is final and it will never act again; some seats are done before the game is over.
    fn is_done(&self, player: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.play.is_done(self.seat(Some(player))?))
    }

    /// What `player` (by default the seat to act) may do now, in rising order; empty when it is not to act.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u16>> {
        let legal = self.play.legal_actions(self.seat(player)?);
        Ok(legal.into_iter().map(|action| action.0).collect())
    }

    /// The same as a bool array of the length `num_distinct_actions()`. All true where there is nothing to choose: a
    /// mask is never empty.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = PyArray1::zeros(py, self.play.facts().actions, false);
        self.play.write_mask(self.seat(player)?, mask.try_readwrite()?.as_slice_mut()?);
        Ok(mask)
    }

    /// Carries out `action` and moves on to the next decision or the end; choices with one option are carried out
    /// without asking.
    ///
    /// Raises ValueError for an action that is not legal, naming those that are, and TypeError for anything but a
    /// whole number; then nothing has moved.
    fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let action = argument::action(action, self.play.facts().actions)?;
        self.play.apply(action).map_err(value_error)
    }

    /// What each seat has got so far, the sum of its rewards.
    fn returns(&self) -> Vec<f64> {
        self.play.returns()
    }

    /// What each seat got by the last action.
    fn rewards(&self) -> Vec<f64> {
        self.play.rewards()
    }

    /// What `player` has got so far.
    fn player_return(&self, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        Ok(self.play.returns()[self.seat(Some(player))?])
    }

    /// How `player` stands, in the words of the game: of `win_share` (0 to 1), `score` and `dead` those that it has.
    fn standing<'py>(&self, py: Python<'py>, player: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let standing = self.play.standing(self.seat(Some(player))?);
        let told = PyDict::new(py);
        if let Some(share) = standing.win_share {
            told.set_item("win_share", share)?;
        }
        if let Some(score) = standing.score {
            told.set_item("score", score)?;
        }
        if let Some(dead) = standing.dead {
            told.set_item("dead", dead)?;
        }
        Ok(told)
    }

    /// What `player` (by default the seat to act) sees: a float32 array of the shape
    /// `Game.observation_tensor_shape()`, whose numbers `Game.observation_spec` explains.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seen = PyArray1::zeros(py, self.play.facts().observation_len, false);
        self.play.observe(self.seat(player)?, seen.try_readwrite()?.as_slice_mut()?);
        Ok(seen)
    }

    /// All that `player` (by default the seat to act) ever saw and did, as text.
    ///
    /// Raises NotImplementedError for games whose facts do not promise perfect recall.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.play.information_state(self.seat(player)?).ok_or_else(|| {
            PyNotImplementedError::new_err(format!(
                "{} keeps no information states; its observations show all that matters of the past",
                self.play.facts().name
            ))
        })
    }

    /// The label of `action`, as `Game.action_to_string` gives it.
    fn action_to_string(&self, action: &Bound<'_, PyAny>) -> PyResult<&str> {
        let labels = self.play.action_labels();
        Ok(&labels[argument::action(action, labels.len())?.index()])
    }

    /// The table as `player` (by default the seat to act) sees it: "ansi", text with ANSI colours; "svg", the drawing as an
    /// SVG document; "rgb_array", its pixels, a uint8 array of height x width x 3.
    #[pyo3(signature = (player=None, mode="ansi"))]
    fn render<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
        mode: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.seat(player)?;
        Mode::read(mode)?.show(py, || self.play.text(seat), || self.play.svg(seat))
    }

    /// The position as one line of text, with all that is hidden.
    fn position(&self) -> String {
        self.play.position()
    }

    /// A copy: with the same future, or with `seed` with chance of its own, which planners use so as not to foresee
    /// what comes.
    #[pyo3(signature = (*, seed=None))]
    fn clone(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self::new(match seed {
            Some(seed) => self.play.copy_with(argument::seed(seed)?),
            None => self.play.copy(),
        }))
    }

    /// A copy in which what is hidden from the seat to act is drawn anew, uniformly over what it cannot rule out,
    /// with chance of its own: what search starts from.
    ///
    /// Raises ValueError when the game is over.
    fn resample(&self, seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let resampled = self.play.resampled(argument::seed(seed)?);
        resampled.map(Self::new).ok_or_else(|| PyValueError::new_err("the game is over; nobody is to act"))
    }

    /// The states that `action` can lead to with their exact probabilities, which add up to 1. Each goes on with
    /// this state's chance.
    ///
    /// Raises ValueError for an action that is not legal, or if more than `limit` paths of outcomes would have to be
    /// followed.
    #[pyo3(signature = (action, *, limit=None))]
    fn outcomes(
        &self,
        py: Python<'_>,
        action: &Bound<'_, PyAny>,
        limit: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(Self, f64)>> {
        let action = argument::action(action, self.play.facts().actions)?;
        let limit = limit.map_or(Ok(PATHS), |limit| argument::whole("limit", limit, 1, 10 * PATHS))?;
        let outcomes = py.detach(|| self.play.outcomes(action, limit as usize))?;
        Ok(outcomes.into_iter().map(|(play, probability)| (Self::new(play), probability)).collect())
    }

    /// The node of a tree with explicit chance that `action` and then these outcomes, item by item, lead to: a `State` at
    /// the next decision or the end, or a list as `Game._opening_node` gives it.
    ///
    /// Raises ValueError for an action that is not legal, or outcomes that cannot be.
    #[pyo3(name = "_node")]
    fn node<'py>(
        &self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
        outcomes: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let action = argument::action(action, self.play.facts().actions)?;
        self.play.node(action, &argument::outcomes(outcomes)?)?.into_python(py)
    }

    /// The play as JSON text, its chance included.
    fn serialize(&self) -> String {
        self.play.save()
    }

    /// The play that `serialize` wrote.
    ///
    /// Raises ValueError for a text of another form, or a play that cannot be.
    #[staticmethod]
    fn deserialize(text: &str) -> PyResult<Self> {
        Ok(Self::new(table::of_saved(text)?.restored_play(text)?))
    }

    fn __copy__(&self) -> Self {
        Self::new(self.play.copy())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self::new(self.play.copy())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("deserialize")?, (slf.try_borrow()?.serialize(),)))
    }

    fn __repr__(&self) -> String {
        format!("<State {} {}>", self.play.facts().name, self.play.position())
    }
}
