//! The contract: what every game says of itself and of its positions.

use std::fmt::Debug;
use std::hash::Hash;

use bytemuck::Pod;
use rand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::chance::{Boundary, Topic};
use crate::conditions;
use crate::{
    Action, Actions, Chance, ConfigError, Key, Number, ObservationSpec, PositionError, Seat, Settings, View,
};

/// How the seats' utilities are related.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Utility {
    /// They add up to 0.
    ZeroSum,
    /// They add up to the same number in every game.
    ConstantSum,
    /// Nothing is known of their sum.
    GeneralSum,
    /// All seats get the same.
    Identical,
}

/// A seat's part of a win whose parts add up to 0 over `seats` seats, at least 2: +1 for a single winner, -1/(seats - 1)
/// for each other; joint winners share. `winners` is how many win with the seat, `None` if it does not.
pub(crate) fn zero_sum_share(winners: Option<usize>, seats: usize) -> f64 {
    let others = (seats - 1) as f64;
    winners.map_or(-1.0 / others, |winners| (1.0 - (winners - 1) as f64 / others) / winners as f64)
}

/// What holds for every play of a configured game, so that an algorithm can refuse what it cannot do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Facts {
    /// The game's name.
    pub name: &'static str,
    /// Raised whenever the same actions and outcomes could lead elsewhere.
    pub rules_version: u32,
    /// How many seats play.
    pub seats: usize,
    /// The length of the action list.
    pub actions: usize,
    /// The length of an observation.
    pub observation_len: usize,
    /// Whether some seat may know what another does not.
    pub hidden_information: bool,
    /// Whether some choices are secret and count as made at the same time. They are asked one by one.
    pub simultaneous: bool,
    /// Whether what a seat knows holds all it ever saw and did, so that [`View::information_state`] is given.
    pub perfect_recall: bool,
    /// How the utilities are related.
    pub utility: Utility,
    /// The least a seat can get.
    pub min_utility: f64,
    /// The most a seat can get.
    pub max_utility: f64,
    /// No play has more decisions than this; `None` where there is no such bound.
    pub max_game_length: Option<u32>,
    /// The settings as numbers, for those who learn to play under any of them: a whole number in units of its default, or
    /// of the most where that is none, a word by a flag for each that there is, then the least and the most that a seat
    /// can get. Lists are left out: what is in play is seen. [`Game::condition_labels`] says which is which.
    pub conditions: Vec<f32>,
}

/// A figure over many plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statistic {
    /// How often something happens in a play.
    PerGame {
        /// The figure's name.
        name: &'static str,
        /// What is counted.
        tally: usize,
    },
    /// How often something happens for each time that something else does.
    Rate {
        /// The figure's name.
        name: &'static str,
        /// What is counted.
        tally: usize,
        /// What it is counted for.
        per: usize,
    },
}

/// How a seat stands at the end, in the words of the game. Games leave out what they do not have.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Standing {
    /// Its share of the win: 1, 0, or 1 / k for k joint winners.
    pub win_share: Option<f64>,
    /// What the game counts, in its own unit.
    pub score: Option<f64>,
    /// Whether it died.
    pub dead: Option<bool>,
}

/// A configured game: its facts, its lists, and where its plays begin. Immutable and shared by all positions.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// One position.
    type State: State<Game = Self>;

    /// The game's name, as users write it.
    const NAME: &'static str;
    /// The kinds of random events.
    const TOPICS: &'static [Topic];
    /// What is worth counting in many plays, from the tallies of its
    /// [`Happening`](crate::chance::Happening)s; these are numbered from 0, at most
    /// [`MAX_TALLIES`](crate::chance::MAX_TALLIES).
    const STATISTICS: &'static [Statistic];
    /// What [`group_of`](Game::group_of) groups by, in one word.
    const GROUPS: Option<&'static str> = None;

    /// The configuration keys with their values, defaults and meaning.
    fn keys() -> &'static [Key];

    /// The game with these settings; keys that are not given take their defaults.
    ///
    /// # Errors
    /// [`ConfigError`] names the field and the legal values.
    fn from_settings(settings: &Settings) -> Result<Self, ConfigError>;

    /// What each of [`Facts::conditions`] stands for, the same under all settings.
    fn condition_labels() -> Vec<String> {
        conditions::labels::<Self>()
    }

    /// The settings in full, defaults written out.
    fn settings(&self) -> Settings;

    /// What holds for every play.
    fn facts(&self) -> &Facts;

    /// The label of every action of the list, in order. A label has no space and never changes its meaning.
    fn action_labels(&self) -> &[String];

    /// The labels of the items of `topic`'s urn, in order.
    fn chance_labels(&self, topic: Topic) -> Vec<String>;

    /// What the numbers of an observation mean.
    fn observation_spec(&self) -> &ObservationSpec;

    /// Sets the game up and plays on to the first decision.
    fn new_initial_state<C: Chance>(&self, chance: &mut C) -> Self::State;

    /// Reads a position line, as [`State::position`] writes it.
    ///
    /// # Errors
    /// [`PositionError`] for a line that cannot be read, or a position that cannot be.
    fn parse_position(&self, line: &str) -> Result<Self::State, PositionError>;

    /// Reads a position from JSON, as `serde` writes it, and checks that it can be.
    ///
    /// # Errors
    /// [`PositionError`] for JSON of another form, or a position that cannot be.
    fn state_from_json(&self, json: &str) -> Result<Self::State, PositionError> {
        let state: Self::State =
            serde_json::from_str(json).map_err(|error| PositionError::Json(error.to_string()))?;
        state.check(self)?;
        Ok(state)
    }

    /// The label of `action`.
    fn action_to_string(&self, action: Action) -> &str {
        self.action_labels().get(action.index()).map_or("?", String::as_str)
    }

    /// The action with this label.
    fn action_from_string(&self, label: &str) -> Option<Action> {
        let index = self.action_labels().iter().position(|known| known == label)?;
        Some(Action(index as u16))
    }

    /// How a seat of a running game is called in texts.
    fn seat_name(&self, _state: &Self::State, seat: Seat) -> String {
        format!("seat {seat}")
    }

    /// Whether what a seat gets in the end is its share of the win and nothing else: with no share the least utility, with
    /// all of it the most, and with a part as much between them.
    fn pays_win_shares(&self) -> bool {
        false
    }

    /// The utility of one point, where what a seat gets in the end is its score and nothing else; `None` where it is not.
    fn point_in_utility(&self) -> Option<f64> {
        None
    }

    /// By what the results of `seat` may be grouped, such as its character, as it is at this position.
    fn group_of(&self, _state: &Self::State, _seat: Seat) -> Option<&'static str> {
        None
    }
}

/// An action was refused; the position is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IllegalAction {
    /// The game has ended.
    #[error("the game is over; no action is legal any more")]
    GameOver,
    /// The action is not in the game's list.
    #[error("action {} does not exist; the list runs from 0 to {}", action.0, actions - 1)]
    OutOfRange {
        /// What was given.
        action: Action,
        /// The length of the list.
        actions: usize,
    },
    /// The action is not legal here.
    #[error("\"{label}\" is not legal for seat {seat} here; legal: {}", legal.join(", "))]
    NotLegal {
        /// The seat that is to act.
        seat: Seat,
        /// What was given.
        label: String,
        /// What would be legal.
        legal: Vec<String>,
    },
}

/// One position: plain data, equal and hashable. All randomness comes from outside.
///
/// Whoever holds a state sees everything. Players get a [`View`] instead. Reading one with `serde` checks nothing;
/// [`Game::state_from_json`] and [`Game::parse_position`] do.
pub trait State: Clone + Eq + Hash + Debug + Send + Sync + Serialize + DeserializeOwned + 'static {
    /// The game it belongs to.
    type Game: Game<State = Self>;
    /// A set of its actions.
    type Actions: Actions;
    /// What one seat knows.
    type Knowledge: Knowledge<Self::Game>;
    /// The whole numbers of an observation.
    type Number: Number;
    /// An observation: [`Number`](Self::Number)s and nothing else, as many as the layout has and in its order, so a
    /// `#[repr(C)]` struct or an array.
    type Observation: Pod + Send + Sync;

    /// The seat that is to act; `None` when the game is over.
    fn current_player(&self) -> Option<Seat>;

    /// What the seat that is to act may do: at least two actions, as a choice with one option is carried out
    /// without asking. Empty when the game is over.
    fn legal_actions(&self, game: &Self::Game) -> Self::Actions;

    /// Carries out `action`, which must be legal, and plays on to the next decision or the end; with a driver that
    /// [pauses](Chance::pauses), at most to the next [`boundary`](Self::boundary).
    ///
    /// This is the inner step of loops that took the action from [`legal_actions`](Self::legal_actions);
    /// everything else calls [`apply`](Self::apply). An illegal action may leave a position that cannot be.
    fn apply_legal<C: Chance>(&mut self, game: &Self::Game, action: Action, chance: &mut C);

    /// Where the position is paused, if it is. A paused position can be compared, copied and played on from by
    /// [`resume`](Self::resume); nobody is to act in it, its legal actions are empty, and
    /// [`check`](Self::check) refuses it.
    fn boundary(&self) -> Option<Boundary> {
        None
    }

    /// Plays on from a paused position to the next decision or the end, as
    /// [`apply_legal`](Self::apply_legal) does; any other position stays as it is.
    fn resume<C: Chance>(&mut self, _game: &Self::Game, _chance: &mut C) {}

    /// Makes it one of the positions that are worth the same to every seat when all play as well as they can, the one
    /// that stands for all of them: what has no more effect goes, and what plays on alike gets one form. So a solver has
    /// fewer positions to go through. It may stand for none that can come about, so that [`check`](Self::check) refuses
    /// it, and it may have other actions; where nothing can be gained any more it may be the end itself.
    fn canonicalize(&mut self, _game: &Self::Game) {}

    /// Brings the position to one that is worth the same to every seat where only the end of the game counts and all play
    /// as well as they can: along choices that are sure to be as good as any other. Says whether it did. A solver need
    /// not look at what else might have been chosen.
    fn foresee(&mut self, _game: &Self::Game) -> bool {
        false
    }

    /// Whether several ways may lead here, so that it pays to keep what was found out about the position. Where only one
    /// does, a solver comes by once.
    fn is_junction(&self) -> bool {
        true
    }

    /// In games that are alike for all seats: turns the table so that the seat to act, or else the active one, is seat 0.
    /// Says by how many seats: seat `s` of before is now seat `s` less that number. What a position is worth to each seat
    /// does not change.
    fn turn_table(&mut self, _game: &Self::Game) -> Seat {
        0
    }

    /// What `seat` has got so far, the sum of its rewards. Final once [`is_done`](Self::is_done).
    fn player_return(&self, game: &Self::Game, seat: Seat) -> f64;

    /// Whether `seat`'s return is final and it will never act again.
    fn is_done(&self, _game: &Self::Game, _seat: Seat) -> bool {
        self.is_terminal()
    }

    /// How `seat` stands; the share of the win means something only when the game is over.
    fn standing(&self, game: &Self::Game, seat: Seat) -> Standing;

    /// What `seat` knows.
    fn knowledge(&self, game: &Self::Game, seat: Seat) -> Self::Knowledge;

    /// Writes the position as one line of text.
    fn position(&self, game: &Self::Game) -> String;

    /// Checks that such a position can be; for positions that come from outside.
    ///
    /// # Errors
    /// [`PositionError`] names what cannot be.
    fn check(&self, game: &Self::Game) -> Result<(), PositionError>;

    /// Writes what the viewing seat sees; `out` may hold whatever another seat of the same game saw before. Only those
    /// numbers need not be written that are 0 in all positions of the game; any other that is left as it was leaks.
    /// [`Game::observation_spec`] says what the numbers mean.
    fn observe(view: &View<'_, Self::Game>, out: &mut Self::Observation);

    /// Draws the table as text, as the viewing seat sees it, with ANSI colours.
    fn text(view: &View<'_, Self::Game>) -> String;

    /// Draws the table as the viewing seat sees it: an SVG document that stands alone, as large in all positions of
    /// the game, whoever looks and however many play. Equal knowledge is drawn alike.
    fn svg(view: &View<'_, Self::Game>) -> String;

    /// All that the viewing seat ever saw and did, as a key; `None` for games whose facts do not promise
    /// perfect recall.
    fn information_state(_view: &View<'_, Self::Game>) -> Option<String> {
        None
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.current_player().is_none()
    }

    /// What each seat has got so far.
    fn returns(&self, game: &Self::Game) -> Vec<f64> {
        (0..game.facts().seats).map(|seat| self.player_return(game, seat)).collect()
    }

    /// Carries out `action` if it is legal, and plays on to the next decision or the end.
    ///
    /// # Errors
    /// [`IllegalAction`] says what would be legal; the position has not moved.
    #[inline]
    fn apply<C: Chance>(
        &mut self,
        game: &Self::Game,
        action: Action,
        chance: &mut C,
    ) -> Result<(), IllegalAction> {
        self.require_legal(game, action)?;
        self.apply_legal(game, action, chance);
        Ok(())
    }

    /// Checks that `action` is legal here.
    ///
    /// # Errors
    /// [`IllegalAction`] says what would be legal.
    #[inline]
    fn require_legal(&self, game: &Self::Game, action: Action) -> Result<(), IllegalAction> {
        if self.legal_actions(game).contains(action) { Ok(()) } else { Err(refusal(self, game, action)) }
    }
}

/// Why `action`, which is not among the legal ones, is not.
#[cold]
fn refusal<S: State>(state: &S, game: &S::Game, action: Action) -> IllegalAction {
    let Some(seat) = state.current_player() else { return IllegalAction::GameOver };
    if action.index() >= game.facts().actions {
        return IllegalAction::OutOfRange { action, actions: game.facts().actions };
    }
    IllegalAction::NotLegal {
        seat,
        label: game.action_to_string(action).to_owned(),
        legal: state
            .legal_actions(game)
            .iter()
            .map(|action| game.action_to_string(action).to_owned())
            .collect(),
    }
}

/// A redraw was asked for a seat that is not to act, for which it is not defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("what is hidden can be redrawn only for the seat that is to act")]
pub struct NotToAct;

/// What one seat knows of a position, and nothing else: owned, comparable, the ground of search.
pub trait Knowledge<G: Game>: Clone + Eq + Hash + Debug + Send + Sync {
    /// A position that fits the knowledge, each arrangement of what is hidden equally likely. Equal knowledge
    /// and equal random words give equal positions.
    ///
    /// # Errors
    /// [`NotToAct`] unless the seat that knows this is the one to act.
    fn determinize<R: Rng>(&self, game: &G, rng: &mut R) -> Result<G::State, NotToAct>;
}
