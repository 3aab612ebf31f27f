//! What is solved: a game, for an objective, up to some end, against some players.

use roadside_env::chance::{Boundary, Enumerated, Lumping, Pausing, TooManyOutcomes};
use roadside_env::{Action, Agent, Game, Seat, State, View};

use super::{Objective, SolveError, Until};

/// More than the outcomes of any event that could be waited for.
const MAX_PATHS: usize = 1 << 28;

/// Makes the player of a seat; `None` for a seat that plays as well as it can.
pub(super) type Seating<'a, G> = dyn Fn(Seat) -> Option<Box<dyn Agent<G>>> + Sync + 'a;

/// What is to be solved.
#[derive(Clone, Debug)]
pub(super) struct Setting<G> {
    pub(super) game: G,
    pub(super) objective: Objective,
    pub(super) until: Until,
    /// Whether all seats play as well as they can, so that positions of equal worth are one.
    pub(super) merges: bool,
}

impl<G: Game> Setting<G> {
    pub(super) fn seats(&self) -> usize {
        self.game.facts().seats
    }

    /// Makes the position the one that stands for it, and says by how many seats it is turned.
    pub(super) fn normalize(&self, state: &mut G::State) -> Seat {
        if !self.merges {
            return 0;
        }
        state.canonicalize(&self.game);
        if self.until == Until::End && state.foresee(&self.game) {
            state.canonicalize(&self.game);
        }
        state.turn_table(&self.game)
    }

    /// Whether nothing follows on the position that counts.
    pub(super) fn is_end(&self, state: &G::State) -> bool {
        state.is_terminal() || self.until == Until::Turn && state.boundary() == Some(Boundary::Turn)
    }

    /// What each seat has in a position that nothing follows.
    pub(super) fn write_end(&self, state: &G::State, values: &mut [f64]) {
        for (seat, value) in values.iter_mut().enumerate().take(self.seats()) {
            *value = self.objective.reached(&self.game, state, seat).unwrap_or(0.0);
        }
    }

    /// Follows every path of chance from the game's beginning.
    pub(super) fn begin(
        &self,
        chance: &mut Enumerated,
        visit: impl FnMut(G::State, f64) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        each_path(chance, |chance| self.game.new_initial_state(chance), visit)
    }

    /// Follows every path of chance from a position: with an action from a decision, without one from a pause.
    pub(super) fn follow(
        &self,
        chance: &mut Enumerated,
        state: &G::State,
        action: Option<Action>,
        visit: impl FnMut(G::State, f64) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let rules = |chance: &mut Pausing<Lumping<'_>>| {
            let mut next = state.clone();
            match action {
                Some(action) => next.apply_legal(&self.game, action, chance),
                None => next.resume(&self.game, chance),
            }
            next
        };
        each_path(chance, rules, visit)
    }
}

/// Shows every path to `visit`. Only what a play is worth counts here, so outcomes that come to the same are one.
fn each_path<T>(
    chance: &mut Enumerated,
    mut rules: impl FnMut(&mut Pausing<Lumping<'_>>) -> T,
    mut visit: impl FnMut(T, f64) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    for _ in 0..MAX_PATHS {
        let result = rules(&mut Pausing(Lumping(chance)));
        let visited = visit(result, chance.probability());
        if visited.is_err() {
            *chance = Enumerated::default();
            return visited;
        }
        if !chance.next_path() {
            return Ok(());
        }
    }
    *chance = Enumerated::default();
    Err(TooManyOutcomes { limit: MAX_PATHS }.into())
}

/// The players of seats that do not play as well as they can.
pub(super) struct Others<G: Game>(Vec<Option<Box<dyn Agent<G>>>>);

impl<G: Game> Others<G> {
    pub(super) fn new(seats: usize, seating: &Seating<'_, G>) -> Self {
        Self((0..seats).map(seating).collect())
    }

    /// With what probability the seat to act does what, if a player sits there.
    ///
    /// # Errors
    /// [`SolveError::NoPolicy`] if it does not tell.
    pub(super) fn policy(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
    ) -> Result<Option<Vec<(Action, f64)>>, SolveError> {
        let Some(player) = &mut self.0[seat] else { return Ok(None) };
        match player.policy(&View::new(game, state, seat)) {
            Some(policy) => Ok(Some(policy)),
            None => Err(SolveError::NoPolicy { player: player.name(), seat }),
        }
    }
}
