//! Checkpoints that come with the program.

use super::card::Card;
use super::{Checkpoint, CheckpointError};
use std::sync::Arc;

/// A checkpoint in the program itself.
#[derive(Debug)]
pub(crate) struct Shipped {
    /// Its name, which is that of its folder.
    pub(crate) name: &'static str,
    /// For which game it is.
    pub(crate) game: &'static str,
    card: &'static [u8],
    weights: &'static [u8],
}

/// All there are.
pub(crate) const SHIPPED: &[Shipped] = &[];

/// The one of this name for `game`.
pub(crate) fn find(game: &str, name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|shipped| shipped.game == game && shipped.name == name)
}

impl Shipped {
    pub(crate) fn checkpoint(&self) -> Result<Checkpoint, CheckpointError> {
        let path = |file: &str| format!("checkpoints/{}/{file}", self.name);
        let card = Card::read(self.card, &path(super::CARD_FILE))?;
        let network = Arc::new(card.network(self.weights, &path(&card.weights.name))?);
        Ok(Checkpoint { card, network })
    }
}
