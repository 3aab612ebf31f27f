//! What a seat remembers, as keys.

use crate::key::key_of;
use roadside_env::{Action, Game, Seat, State as _};

/// What a seat remembers at a position: the chain of what it has known and done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// The key of the chain.
    pub(super) history: u128,
    /// The key of what it knows now, the chain's last link.
    pub(super) knowledge: u128,
    /// What it did last: the number of one of its [sequences](super::plan::Plan), 0 before its first choice.
    pub(super) sequence: u32,
}

impl Memory {
    /// What `seat` remembers where plays begin: what it knows there.
    pub(super) fn first<G: Game>(game: &G, state: &G::State, seat: Seat) -> Self {
        let knowledge = key_of(&state.knowledge(game, seat));
        Self { history: key_of(&(seat, knowledge)), knowledge, sequence: 0 }
    }

    /// After it did `did`, which is its own choice and the number of the sequence, or nothing, and came to know what is
    /// to be known of `state`. Where nothing changes for it nothing is added: it does not know that others were asked.
    pub(super) fn then<G: Game>(
        self,
        game: &G,
        state: &G::State,
        seat: Seat,
        did: Option<(Action, u32)>,
    ) -> Self {
        let knowledge = key_of(&state.knowledge(game, seat));
        match did {
            None if knowledge == self.knowledge => self,
            None => Self { history: key_of(&(self.history, knowledge)), knowledge, ..self },
            Some((action, sequence)) => {
                Self { history: key_of(&(self.history, action, knowledge)), knowledge, sequence }
            }
        }
    }
}
