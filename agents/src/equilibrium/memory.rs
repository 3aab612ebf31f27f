//! What a seat remembers, as keys.

use std::hash::Hash;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

use roadside_env::{Action, Game, Seat, State as _};

/// A key of 128 bits: among 10^9 different things two share one with a probability below 10^-20.
pub(super) fn digest(what: &impl Hash) -> u128 {
    let mut hasher = SipHasher13::new();
    what.hash(&mut hasher);
    hasher.finish128().as_u128()
}

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
        let knowledge = digest(&state.knowledge(game, seat));
        Self { history: digest(&(seat, knowledge)), knowledge, sequence: 0 }
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
        let knowledge = digest(&state.knowledge(game, seat));
        match did {
            None if knowledge == self.knowledge => self,
            None => Self { history: digest(&(self.history, knowledge)), knowledge, ..self },
            Some((action, sequence)) => {
                Self { history: digest(&(self.history, action, knowledge)), knowledge, sequence }
            }
        }
    }
}
