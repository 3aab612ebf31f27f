//! What one seat knows.

use rand::{Rng, RngExt};

use super::state::Secrets;
use super::{Card, Cards, Choice, Expedition, ExpeditionState, Phase, Table};
use crate::chance::Urn;
use crate::{Knowledge, NotToAct, Seat};

/// What a seat knows: the table, what it has chosen, and the card that it looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ExpeditionKnowledge {
    pub(super) seat: Seat,
    pub(super) table: Table,
    pub(super) choice: Option<Choice>,
    /// The card that it looks at, or that it put under the deck; one that was kept has been revealed since.
    pub(super) card: Option<Card>,
}

impl Knowledge<Expedition> for ExpeditionKnowledge {
    fn determinize<R: Rng>(&self, _game: &Expedition, rng: &mut R) -> Result<ExpeditionState, NotToAct> {
        if self.table.to_act() != Some(self.seat) {
            return Err(NotToAct);
        }
        let mut secrets = Secrets::default();
        for seat in self.table.seats_chosen() {
            secrets.choices[seat] = Some(if rng.random() { Choice::Leave } else { Choice::Stay }); // E6
        }
        if matches!(self.table.phase, Phase::Look(_)) {
            secrets.seen = self.card;
        }
        self.deal_under(&mut secrets, rng);
        Ok(ExpeditionState { table: self.table, secrets })
    }
}

impl ExpeditionKnowledge {
    /// Redraws what the others put under the deck; the seat that is to act has put nothing there (E6).
    fn deal_under<R: Rng>(&self, secrets: &mut Secrets, rng: &mut R) {
        let (mut hidden, mut path) = (self.table.deck(), self.table.path);
        let left = hidden.total() as usize;
        if let Some(card) = secrets.seen {
            hidden.remove(card);
        }
        let mut put_under = [0; Table::MAX_SEATS];
        let mut count = 0;
        for seat in self.table.lookers().filter(|&seat| seat != self.seat) {
            if rng.random() {
                put_under[count] = seat;
                count += 1;
            }
        }
        let gone = count.saturating_sub(left);
        for (place, &seat) in put_under[..count].iter().enumerate() {
            let is_next = count >= left && place == gone;
            secrets.under[seat] = Some(match secrets.seen {
                _ if place < gone => draw(&mut path, rng),
                Some(card) if is_next => card,
                _ => draw(&mut hidden, rng),
            });
        }
    }
}

/// Takes one of `cards`, of which there must be some.
fn draw<R: Rng>(cards: &mut Cards, rng: &mut R) -> Card {
    let card = Card::at(cards.urn().item_at(rng.random_range(0..cards.total())));
    cards.remove(card);
    card
}
