//! The action list.

use serde::{Deserialize, Serialize};

use super::cards::{ARTIFACT_NAMES, Kind, artifact_name};
use crate::Action;

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Turn over the next Zone card.
    Flip,
    /// End the Zone Phase.
    Stop,
    /// Play a card against a Hazard or for an Artifact.
    Play(Kind),
    /// Discard a card.
    Discard(Kind),
    /// Discard no more.
    Done,
    /// Discard a card instead of taking an injury.
    Martyr(Kind),
    /// Take the injury.
    Take,
    /// Discard a Retry and have the die rolled again.
    Retry,
    /// Roll the die again as Pharaoh.
    Pharaoh,
    /// Add 2 to the roll as Lucky.
    Lucky,
    /// Leave the roll as it is.
    Accept,
    /// Choose the opponent so many seats on, 1 to 5, for an event.
    Target(u8),
    /// Trade no more this turn.
    NoOffer,
    /// Offer a trade to the opponent so many seats on, 1 to 5.
    Offer(u8),
    /// Give this in the trade.
    Give(Good),
    /// Get this in the trade.
    Get(Good),
    /// Agree to the trade.
    Agree,
    /// Decline the trade.
    Decline,
}

/// One side of a trade.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Good {
    /// Nothing.
    Nothing,
    /// A Stalker card of this kind.
    Card(Kind),
    /// The artifact with this index.
    Artifact(u8),
}

impl Good {
    /// The number of goods.
    pub const COUNT: usize = 1 + Kind::COUNT + ARTIFACT_NAMES;

    /// Its index, from 0.
    pub const fn index(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Card(kind) => 1 + kind.index(),
            Self::Artifact(index) => 1 + Kind::COUNT + index as usize,
        }
    }

    /// The good with this index.
    pub const fn new(index: usize) -> Self {
        if index == 0 {
            Self::Nothing
        } else if index <= Kind::COUNT {
            Self::Card(Kind::new(index - 1))
        } else {
            Self::Artifact((index - 1 - Kind::COUNT) as u8)
        }
    }

    /// Its label, without spaces.
    pub fn label(self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Card(kind) => kind.label().to_owned(),
            Self::Artifact(index) => super::label(artifact_name(usize::from(index))),
        }
    }
}

impl From<Good> for u8 {
    fn from(good: Good) -> Self {
        good.index() as Self
    }
}

impl TryFrom<u8> for Good {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        let index = usize::from(index);
        if index < Self::COUNT {
            Ok(Self::new(index))
        } else {
            Err(format!("a good from 0 to {}, not {index}", Self::COUNT - 1))
        }
    }
}

// Where each run of the action list begins.
pub(super) const FLIP: usize = 0;
pub(super) const STOP: usize = 1;
pub(super) const PLAY: usize = 2;
pub(super) const DISCARD: usize = PLAY + Kind::COUNT;
pub(super) const DONE: usize = DISCARD + Kind::COUNT;
pub(super) const MARTYR: usize = DONE + 1;
pub(super) const TAKE: usize = MARTYR + Kind::COUNT;
pub(super) const RETRY: usize = TAKE + 1;
pub(super) const PHARAOH: usize = RETRY + 1;
pub(super) const LUCKY: usize = PHARAOH + 1;
pub(super) const ACCEPT: usize = LUCKY + 1;
pub(super) const TARGET: usize = ACCEPT + 1;
pub(super) const NO_OFFER: usize = TARGET + OPPONENTS;
pub(super) const OFFER: usize = NO_OFFER + 1;
pub(super) const GIVE: usize = OFFER + OPPONENTS;
pub(super) const GET: usize = GIVE + Good::COUNT;
pub(super) const AGREE: usize = GET + Good::COUNT;
pub(super) const DECLINE: usize = AGREE + 1;
/// The length of the list.
pub(super) const ACTIONS: usize = DECLINE + 1;

/// The most opponents.
const OPPONENTS: usize = 5;

impl Move {
    /// All moves, each at its place in the list.
    const ALL: [Self; ACTIONS] = {
        let mut moves = [Self::Flip; ACTIONS];
        let mut index = 0;
        while index < ACTIONS {
            moves[index] = Self::at(index);
            index += 1;
        }
        moves
    };

    const fn at(index: usize) -> Self {
        match index {
            FLIP => Self::Flip,
            STOP => Self::Stop,
            PLAY..DISCARD => Self::Play(Kind::new(index - PLAY)),
            DISCARD..DONE => Self::Discard(Kind::new(index - DISCARD)),
            DONE => Self::Done,
            MARTYR..TAKE => Self::Martyr(Kind::new(index - MARTYR)),
            TAKE => Self::Take,
            RETRY => Self::Retry,
            PHARAOH => Self::Pharaoh,
            LUCKY => Self::Lucky,
            ACCEPT => Self::Accept,
            TARGET..NO_OFFER => Self::Target((index - TARGET + 1) as u8),
            NO_OFFER => Self::NoOffer,
            OFFER..GIVE => Self::Offer((index - OFFER + 1) as u8),
            GIVE..GET => Self::Give(Good::new(index - GIVE)),
            GET..AGREE => Self::Get(Good::new(index - GET)),
            AGREE => Self::Agree,
            _ => Self::Decline,
        }
    }

    /// The move at `action`'s place in the list.
    pub fn new(action: Action) -> Option<Self> {
        Self::ALL.get(action.index()).copied()
    }

    /// The move's place in the list.
    pub const fn action(self) -> Action {
        let index = match self {
            Self::Flip => FLIP,
            Self::Stop => STOP,
            Self::Play(kind) => PLAY + kind.index(),
            Self::Discard(kind) => DISCARD + kind.index(),
            Self::Done => DONE,
            Self::Martyr(kind) => MARTYR + kind.index(),
            Self::Take => TAKE,
            Self::Retry => RETRY,
            Self::Pharaoh => PHARAOH,
            Self::Lucky => LUCKY,
            Self::Accept => ACCEPT,
            Self::Target(offset) => TARGET + offset as usize - 1,
            Self::NoOffer => NO_OFFER,
            Self::Offer(offset) => OFFER + offset as usize - 1,
            Self::Give(good) => GIVE + good.index(),
            Self::Get(good) => GET + good.index(),
            Self::Agree => AGREE,
            Self::Decline => DECLINE,
        };
        Action(index as u16)
    }

    /// The move's label.
    pub fn label(self) -> String {
        match self {
            Self::Flip => "flip".into(),
            Self::Stop => "stop".into(),
            Self::Play(kind) => format!("play:{}", kind.label()),
            Self::Discard(kind) => format!("discard:{}", kind.label()),
            Self::Done => "done".into(),
            Self::Martyr(kind) => format!("martyr:{}", kind.label()),
            Self::Take => "take".into(),
            Self::Retry => "retry".into(),
            Self::Pharaoh => "pharaoh".into(),
            Self::Lucky => "lucky".into(),
            Self::Accept => "accept".into(),
            Self::Target(offset) => format!("target:+{offset}"),
            Self::NoOffer => "no_offer".into(),
            Self::Offer(offset) => format!("offer:+{offset}"),
            Self::Give(good) => format!("give:{}", good.label()),
            Self::Get(good) => format!("get:{}", good.label()),
            Self::Agree => "agree".into(),
            Self::Decline => "decline".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_actions_are_one_to_one() {
        for index in 0..ACTIONS {
            let action = Action(index as u16);
            assert_eq!(Move::new(action).map(Move::action), Some(action));
        }
        assert_eq!(Move::new(Action(ACTIONS as u16)), None);
        assert_eq!(ACTIONS, 111);
    }
}
