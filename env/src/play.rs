//! One play of a game in progress.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::saved::{self, RestoreError};
use crate::{Action, Actions, Chance, Game, IllegalAction, Sampled, Seat, State, View};

/// A play: a game, its present position and the driver of its chance, with the verbs of `OpenSpiel`'s states.
///
/// ```
/// use std::sync::Arc;
/// use roadside_env::{Game, Play, Sampled, Settings, games::pig::Pig};
///
/// let game = Arc::new(Pig::from_settings(&Settings::default().with("target", 2))?);
/// let (roll, hold) = (game.action_from_string("roll").unwrap(), game.action_from_string("hold").unwrap());
/// let mut play = Play::new(game, Sampled::new(1, 0));
/// while !play.is_terminal() {
///     play.apply_action(roll)?;
///     play.apply_action(hold)?;
/// }
/// assert_eq!(play.returns().iter().sum::<f64>(), 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Play<G: Game, C> {
    game: Arc<G>,
    state: G::State,
    chance: C,
    returns_before: Vec<f64>,
}

impl<G: Game, C: Chance> Play<G, C> {
    /// Sets a play up and moves on to its first decision.
    pub fn new(game: Arc<G>, mut chance: C) -> Self {
        let state = game.new_initial_state(&mut chance);
        let returns_before = vec![0.0; game.facts().seats];
        Self { game, state, chance, returns_before }
    }

    /// A play that goes on from `state`, a position of `game` that can be ([`State::check`]).
    pub fn from_position(game: Arc<G>, state: G::State, chance: C) -> Self {
        let returns_before = state.returns(&game);
        Self { game, state, chance, returns_before }
    }

    /// This play one action later, at `state`, with the same chance to come: for the positions that an enumeration of an
    /// action's outcomes finds.
    #[must_use]
    pub fn moved_to(&self, state: G::State) -> Self
    where
        C: Clone,
    {
        let (game, chance) = (Arc::clone(&self.game), self.chance.clone());
        Self { game, state, chance, returns_before: self.returns() }
    }

    /// The game.
    pub fn game(&self) -> &Arc<G> {
        &self.game
    }

    /// The present position, with everything that is hidden from players.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The driver of chance.
    pub fn chance_mut(&mut self) -> &mut C {
        &mut self.chance
    }

    /// What `seat` sees.
    pub fn view(&self, seat: Seat) -> View<'_, G> {
        View::new(&self.game, &self.state, seat)
    }

    /// What the seat that is to act sees; `None` when the game is over.
    pub fn view_to_act(&self) -> Option<View<'_, G>> {
        self.current_player().map(|seat| self.view(seat))
    }

    /// The seat that is to act; `None` when the game is over.
    pub fn current_player(&self) -> Option<Seat> {
        self.state.current_player()
    }

    /// What may be done now, in rising order; empty when the game is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        self.state.legal_actions(&self.game).iter().collect()
    }

    /// Carries out `action` and moves on to the next decision.
    ///
    /// # Errors
    /// [`IllegalAction`] says what would be legal; nothing has moved.
    pub fn apply_action(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.state.require_legal(&self.game, action)?;
        self.returns_before = self.returns();
        self.state.apply_legal(&self.game, action, &mut self.chance);
        Ok(())
    }

    /// Whether the game is over.
    pub fn is_terminal(&self) -> bool {
        self.state.is_terminal()
    }

    /// What each seat got by the last action.
    pub fn rewards(&self) -> Vec<f64> {
        self.returns().iter().zip(&self.returns_before).map(|(now, before)| now - before).collect()
    }

    /// What each seat has got so far, the sum of its rewards.
    pub fn returns(&self) -> Vec<f64> {
        self.state.returns(&self.game)
    }

    /// The label of `action`.
    pub fn action_to_string(&self, action: Action) -> &str {
        self.game.action_to_string(action)
    }
}

/// What a play holds beside its game.
#[derive(Serialize, Deserialize)]
struct SavedPlay<S> {
    state: S,
    chance: Sampled,
    returns_before: Vec<f64>,
}

/// What a saved text says that it holds.
const KIND: &str = "a play";

impl<G: Game> Play<G, Sampled> {
    /// The play as JSON, with all that is hidden from players and fixes its chance to come.
    ///
    /// # Panics
    /// If the game's positions cannot be written as JSON, which [`State`] asks for.
    pub fn save(&self) -> String {
        let (chance, returns_before) = (self.chance.clone(), self.returns_before.clone());
        saved::write(&*self.game, KIND, SavedPlay { state: &self.state, chance, returns_before })
    }

    /// The play that was [saved](Self::save), which goes on exactly as that would have.
    ///
    /// # Errors
    /// [`RestoreError`] for a text that is not what was saved, or was saved from another game, version of the rules or
    /// settings, or holds a position that cannot be.
    pub fn restored(game: Arc<G>, text: &str) -> Result<Self, RestoreError> {
        let SavedPlay::<G::State> { state, chance, returns_before } = saved::read(&*game, KIND, text)?;
        state.check(&game)?;
        let (found, seats) = (returns_before.len(), game.facts().seats);
        RestoreError::require(found == seats, "the number of returns", &found, &seats)?;
        Ok(Self { game, state, chance, returns_before })
    }
}
