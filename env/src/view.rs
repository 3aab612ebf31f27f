//! What a player is handed.

use std::fmt;

use crate::observation::observe;
use crate::{Actions, Game, Seat, State};

/// A position as `seat` may see it.
///
/// The position itself is out of reach for players: the field is private, and everything that is offered here
/// is made from what the seat knows. Each game adds the words of its own table, such as the own hand.
///
/// ```compile_fail,E0616
/// use roadside_env::{View, games::pig::Pig};
/// fn cheat(view: &View<'_, Pig>) {
///     let _ = view.state;
/// }
/// ```
#[derive(Clone, Copy)]
pub struct View<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) seat: Seat,
}

impl<'a, G: Game> View<'a, G> {
    /// What `seat` sees of `state`.
    ///
    /// # Panics
    /// If there is no such seat, as an index out of bounds does.
    pub fn new(game: &'a G, state: &'a G::State, seat: Seat) -> Self {
        assert!(seat < game.facts().seats, "seat {seat} of {}", game.facts().seats);
        Self { game, state, seat }
    }

    /// The game that is played.
    pub fn game(&self) -> &'a G {
        self.game
    }

    /// The seat that sees this.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether this seat is the one to act.
    pub fn is_to_act(&self) -> bool {
        self.state.current_player() == Some(self.seat)
    }

    /// What this seat may do now: empty unless it is to act.
    pub fn legal_actions(&self) -> <G::State as State>::Actions {
        if self.is_to_act() { self.state.legal_actions(self.game) } else { Default::default() }
    }

    /// Writes what may be done as a mask of the length [`Facts::actions`](crate::Facts::actions). With nothing
    /// to choose it is all true, and whatever is then chosen does nothing: a mask is never empty.
    pub fn write_mask(&self, mask: &mut [bool]) {
        write_mask(&self.legal_actions(), mask);
    }

    /// Writes the observation into `out`, of the length
    /// [`Facts::observation_len`](crate::Facts::observation_len).
    ///
    /// # Panics
    /// If the length is another.
    pub fn observe(&self, out: &mut [f32]) {
        let expected = self.game.facts().observation_len;
        assert!(out.len() == expected, "{} numbers; an observation has {expected}", out.len());
        observe(self, out);
    }

    /// Writes the whole numbers of the observation into `out`, of the same length.
    ///
    /// # Panics
    /// If the length is another, or the layout has numbers above 255.
    pub fn observe_bytes(&self, out: &mut [u8]) {
        let (expected, most) = (self.game.facts().observation_len, self.game.observation_spec().most());
        assert!(out.len() == expected, "{} numbers; an observation has {expected}", out.len());
        assert!(most <= u8::MAX.into(), "numbers up to {most} do not fit bytes");
        observe(self, out);
    }

    /// The observation.
    pub fn observation(&self) -> Vec<f32> {
        let mut out = vec![0.0; self.game.facts().observation_len];
        self.observe(&mut out);
        out
    }

    /// What this seat knows, to keep and to compare.
    pub fn knowledge(&self) -> <G::State as State>::Knowledge {
        self.state.knowledge(self.game, self.seat)
    }

    /// All that this seat ever saw and did, as a key; `None` for games without perfect recall.
    pub fn information_state(&self) -> Option<String> {
        G::State::information_state(self)
    }

    /// The table as text, with ANSI colours.
    pub fn text(&self) -> String {
        G::State::text(self)
    }

    /// The table as a drawing: an SVG document, as large in all positions of a game. Its words are set in
    /// `sans-serif`, the smallest 11 pixels high.
    pub fn svg(&self) -> String {
        G::State::svg(self)
    }
}

/// Writes a mask of what is legal, all true where there is nothing to choose.
#[inline]
pub(crate) fn write_mask(legal: &impl Actions, mask: &mut [bool]) {
    if legal.is_empty() {
        mask.fill(true);
    } else {
        legal.write_mask(mask);
    }
}

/// Prints what the seat knows: a derived form would print the position.
impl<G: Game> fmt::Debug for View<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("seat", &self.seat)
            .field("knowledge", &self.knowledge())
            .finish_non_exhaustive()
    }
}

/// Views are equal when the seats know the same.
impl<G: Game> PartialEq for View<'_, G> {
    fn eq(&self, other: &Self) -> bool {
        self.seat == other.seat && self.knowledge() == other.knowledge()
    }
}
