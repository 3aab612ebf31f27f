//! A play of whatever game.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use pyo3::prelude::*;
use roadside_agents::search::{SearchReport, search_by_name};
use roadside_agents::{Playable, make};
use roadside_env::chance::{Ask, TooManyOutcomes, next_event, try_enumerate};
use roadside_env::{
    Action, Actions, Agent, Facts, IllegalAction, Knowledge, Play, Sampled, Seat, Settings, Standing, State,
    Stop, Stream, View,
};

use crate::error::value_error;
use crate::exclusive::Exclusive;
use crate::signals::Lookout;

/// A play with its chance: the methods of [`Play`] and its views that need no type of the game.
pub trait AnyPlay: Send + Sync {
    fn facts(&self) -> &Facts;
    fn settings(&self) -> Settings;
    fn action_labels(&self) -> &[String];
    fn current_player(&self) -> Option<Seat>;
    fn legal_actions(&self, seat: Seat) -> Vec<Action>;
    fn write_mask(&self, seat: Seat, mask: &mut [bool]);
    fn apply(&mut self, action: Action) -> Result<(), IllegalAction>;
    fn returns(&self) -> Vec<f64>;
    fn rewards(&self) -> Vec<f64>;
    fn is_done(&self, seat: Seat) -> bool;
    fn standing(&self, seat: Seat) -> Standing;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn text(&self, seat: Seat) -> String;
    fn svg(&self, seat: Seat) -> String;
    fn information_state(&self, seat: Seat) -> Option<String>;
    fn position(&self) -> String;
    fn save(&self) -> String;
    /// The same play, with the same future.
    fn copy(&self) -> Box<dyn AnyPlay>;
    /// The same position with chance of its own.
    fn copy_with(&self, seed: u64) -> Box<dyn AnyPlay>;
    /// A play from a position that the seat to act cannot tell from this one; `None` when the game is over.
    fn resampled(&self, seed: u64) -> Option<Box<dyn AnyPlay>>;
    /// The plays that `action` can lead to, with their probabilities.
    fn outcomes(&self, action: Action, limit: usize) -> PyResult<Vec<(Box<dyn AnyPlay>, f64)>>;
    /// The node of a tree with explicit chance that `action` and then these outcomes lead to.
    fn node(&self, action: Action, outcomes: &[usize]) -> PyResult<Node>;
    /// For those who know the game's type.
    fn as_any(&self) -> &dyn Any;
    /// What the search called `name` finds for the seat to act.
    fn search(&self, name: &str, stream: &mut Stream, stop: &Stop) -> Result<SearchReport, String>;
    /// What `player` does here; `None` when the game is over.
    fn choice(&self, player: &mut SeatedPlayer, rng: &mut Stream) -> PyResult<Option<Action>>;
}

impl<G: Playable> AnyPlay for Play<G, Sampled> {
    fn facts(&self) -> &Facts {
        self.game().facts()
    }

    fn settings(&self) -> Settings {
        self.game().settings()
    }

    fn action_labels(&self) -> &[String] {
        self.game().action_labels()
    }

    fn current_player(&self) -> Option<Seat> {
        self.current_player()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        self.view(seat).legal_actions().iter().collect()
    }

    fn write_mask(&self, seat: Seat, mask: &mut [bool]) {
        self.view(seat).write_mask(mask);
    }

    fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.apply_action(action)
    }

    fn returns(&self) -> Vec<f64> {
        self.returns()
    }

    fn rewards(&self) -> Vec<f64> {
        self.rewards()
    }

    fn is_done(&self, seat: Seat) -> bool {
        self.state().is_done(self.game(), seat)
    }

    fn standing(&self, seat: Seat) -> Standing {
        self.state().standing(self.game(), seat)
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.view(seat).observe(out);
    }

    fn text(&self, seat: Seat) -> String {
        self.view(seat).text()
    }

    fn svg(&self, seat: Seat) -> String {
        self.view(seat).svg()
    }

    fn information_state(&self, seat: Seat) -> Option<String> {
        self.view(seat).information_state()
    }

    fn position(&self) -> String {
        self.state().position(self.game())
    }

    fn save(&self) -> String {
        self.save()
    }

    fn copy(&self) -> Box<dyn AnyPlay> {
        Box::new(self.clone())
    }

    fn copy_with(&self, seed: u64) -> Box<dyn AnyPlay> {
        let mut copy = self.clone();
        *copy.chance_mut() = Sampled::for_copy(seed);
        Box::new(copy)
    }

    fn resampled(&self, seed: u64) -> Option<Box<dyn AnyPlay>> {
        let knowledge = self.view_to_act()?.knowledge();
        let mut redraw = Stream::for_redraw(seed);
        let state = knowledge.determinize(self.game(), &mut redraw).ok()?;
        Some(Box::new(Play::from_position(Arc::clone(self.game()), state, Sampled::for_copy(seed))))
    }

    fn outcomes(&self, action: Action, limit: usize) -> PyResult<Vec<(Box<dyn AnyPlay>, f64)>> {
        self.state().require_legal(self.game(), action).map_err(value_error)?;
        let mut lookout = Lookout::new();
        let branches = try_enumerate(limit, |chance| -> Result<_, Unlisted> {
            lookout.step().map_err(Unlisted::Interrupted)?;
            let mut state = self.state().clone();
            state.apply_legal(self.game(), action, chance);
            Ok(state)
        });
        let child = |state| -> Box<dyn AnyPlay> { Box::new(self.moved_to(state)) };
        let branches = branches.map_err(PyErr::from)?;
        Ok(branches.into_iter().map(|branch| (child(branch.result), branch.probability)).collect())
    }

    fn node(&self, action: Action, outcomes: &[usize]) -> PyResult<Node> {
        self.state().require_legal(self.game(), action).map_err(value_error)?;
        let asked = next_event(outcomes, |chance| {
            let mut state = self.state().clone();
            state.apply_legal(self.game(), action, chance);
            state
        });
        Ok(Node::of(&**self.game(), asked.map_err(value_error)?, |state| self.moved_to(state)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn search(&self, name: &str, stream: &mut Stream, stop: &Stop) -> Result<SearchReport, String> {
        let mut search = search_by_name(&**self.game(), name).map_err(|error| format!("name: {error}"))?;
        let view = self.view_to_act().ok_or("state: the game is over; nobody is to act")?;
        search.heed(stop);
        search.run(&view, stream).map_err(|error| error.to_string())
    }

    fn choice(&self, player: &mut SeatedPlayer, rng: &mut Stream) -> PyResult<Option<Action>> {
        self.view_to_act().map(|view| player.act(&view, rng)).transpose()
    }
}

/// Why outcomes are not listed.
enum Unlisted {
    Interrupted(PyErr),
    TooMany(TooManyOutcomes),
}

impl From<TooManyOutcomes> for Unlisted {
    fn from(error: TooManyOutcomes) -> Self {
        Self::TooMany(error)
    }
}

impl From<Unlisted> for PyErr {
    fn from(why: Unlisted) -> Self {
        match why {
            Unlisted::Interrupted(error) => error,
            Unlisted::TooMany(error) => value_error(error),
        }
    }
}

/// A node of a tree with explicit chance.
pub enum Node {
    /// Chance is to decide: items with their probabilities and labels.
    Chance(Vec<(usize, f64, String)>),
    /// A player is to decide, or the game is over.
    Play(Box<dyn AnyPlay>),
}

impl Node {
    /// What was asked of `game`, `play` being made of where it led.
    pub fn of<G: Playable>(
        game: &G,
        asked: Ask<G::State>,
        play: impl FnOnce(G::State) -> Play<G, Sampled>,
    ) -> Self {
        match asked {
            Ask::Done(state) => Self::Play(Box::new(play(state))),
            Ask::Chance { topic, items } => {
                let labels = game.chance_labels(topic);
                let told = |(item, share): (usize, f64)| (item, share, format!("{topic} {}", labels[item]));
                Self::Chance(items.into_iter().map(told).collect())
            }
        }
    }

    /// As Python is told: a `State`, or a list.
    pub fn into_python(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        match self {
            Self::Play(play) => Ok(crate::state::State::new(play).into_pyobject(py)?.into_any()),
            Self::Chance(items) => Ok(items.into_pyobject(py)?.into_any()),
        }
    }
}

/// A player by name that sits down at any table: it is made once for each kind of game that it meets.
pub struct SeatedPlayer {
    name: String,
    /// What a player that may think for long is told to heed; the others have no use for it.
    stop: Option<Stop>,
    made: Exclusive<HashMap<TypeId, Box<dyn Any + Send>>>,
}

impl SeatedPlayer {
    /// Before it has met a game. `thinks`: whether it may think for long.
    pub fn new(name: &str, thinks: bool) -> Self {
        let stop = thinks.then(Stop::default);
        Self { name: name.to_owned(), stop, made: Exclusive::new(HashMap::new()) }
    }

    /// The name by which it was asked for.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it may think for long.
    pub fn thinks(&self) -> bool {
        self.stop.is_some()
    }

    /// Has it heed `stop` from now on, if it thinks.
    pub fn heed(&mut self, stop: &Stop) {
        if let Some(own) = &mut self.stop {
            *own = stop.clone();
        }
    }

    /// What it does where this is seen; action 0 where there is nothing to choose.
    pub fn act<G: Playable>(&mut self, view: &View<'_, G>, rng: &mut Stream) -> PyResult<Action> {
        let legal = view.legal_actions();
        if legal.is_empty() {
            return Ok(Action(0));
        }
        let action = self.at::<G>()?.act(view, rng);
        if legal.contains(action) {
            return Ok(action);
        }
        let label = view.game().action_to_string(action);
        Err(value_error(format!("player {} chose \"{label}\", which is not legal here", self.name)))
    }

    fn at<G: Playable>(&mut self) -> PyResult<&mut Box<dyn Agent<G>>> {
        let made = match self.made.get().entry(TypeId::of::<G>()) {
            Entry::Occupied(made) => made.into_mut(),
            Entry::Vacant(place) => place.insert(Box::new(make::<G>(&self.name).map_err(value_error)?)),
        };
        let made: &mut Box<dyn Agent<G>> =
            made.downcast_mut().expect("a player is kept under the kind of its game");
        if let Some(stop) = &self.stop {
            made.heed(stop);
        }
        Ok(made)
    }
}
