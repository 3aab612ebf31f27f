//! A position of Kuhn poker and its rules.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::story::KuhnHappening;
use super::{BET, Card, Kuhn, KuhnObservation, Moves, PASS, SEATS, drawing, notation, observation, text};
use crate::{Action, ActionSet, Chance, Knowledge, NotToAct, PositionError, Seat, Standing, State, View};

/// Who holds which card, and what was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct KuhnState {
    pub(super) cards: [Card; SEATS],
    pub(super) moves: Moves,
}

impl KuhnState {
    /// The seat that has the pot; `None` while the hand is played.
    fn winner(self) -> Option<Seat> {
        match self.moves.folded() {
            Some(folded) => Some(1 - folded),
            None => self.moves.is_showdown().then(|| usize::from(self.cards[1] > self.cards[0])),
        }
    }

    fn tell_end<C: Chance>(self, chance: &mut C) {
        if self.moves.is_showdown() {
            chance.tell(|| KuhnHappening::Showdown { cards: self.cards });
        }
        if let Some(seat) = self.winner() {
            chance.tell(|| KuhnHappening::Won { seat, pot: self.moves.pot().iter().sum() });
        }
    }
}

impl State for KuhnState {
    type Game = Kuhn;
    type Actions = ActionSet<1>;
    type Knowledge = KuhnKnowledge;
    type Number = u8;
    type Observation = KuhnObservation;

    fn current_player(&self) -> Option<Seat> {
        self.moves.to_act()
    }

    fn legal_actions(&self, _game: &Kuhn) -> ActionSet<1> {
        match self.moves.to_act() {
            Some(_) => [PASS, BET].into_iter().collect(),
            None => ActionSet::default(),
        }
    }

    fn apply_legal<C: Chance>(&mut self, _game: &Kuhn, action: Action, chance: &mut C) {
        if let Some(seat) = self.moves.to_act() {
            let faces_bet = matches!(self.moves, Moves::B | Moves::Pb);
            chance.tell(|| KuhnHappening::Moved { seat, bet: action == BET, faces_bet });
        }
        self.moves = self.moves.with(action);
        self.tell_end(chance);
    }

    fn player_return(&self, _game: &Kuhn, seat: Seat) -> f64 {
        match self.winner() {
            Some(winner) if winner == seat => f64::from(self.moves.pot()[1 - seat]),
            Some(_) => -f64::from(self.moves.pot()[seat]),
            None => 0.0,
        }
    }

    fn standing(&self, game: &Kuhn, seat: Seat) -> Standing {
        let won = self.winner() == Some(seat);
        Standing {
            win_share: Some(f64::from(u8::from(won))),
            score: Some(self.player_return(game, seat)),
            dead: None,
        }
    }

    fn knowledge(&self, _game: &Kuhn, seat: Seat) -> KuhnKnowledge {
        KuhnKnowledge {
            seat,
            own: self.cards[seat],
            shown: self.moves.is_showdown().then_some(self.cards[1 - seat]), // K1
            moves: self.moves,
        }
    }

    fn position(&self, _game: &Kuhn) -> String {
        notation::print(*self)
    }

    fn check(&self, _game: &Kuhn) -> Result<(), PositionError> {
        notation::check(*self)
    }

    fn observe(view: &View<'_, Kuhn>, out: &mut KuhnObservation) {
        observation::write(&view.knowledge(), out);
    }

    fn text(view: &View<'_, Kuhn>) -> String {
        text::draw(&view.knowledge())
    }

    fn svg(view: &View<'_, Kuhn>) -> String {
        drawing::draw(&view.knowledge())
    }

    /// The own card and the moves, such as `K`, `K pb`, and with the card that a showdown shows `K pbb Q`.
    fn information_state(view: &View<'_, Kuhn>) -> Option<String> {
        let KuhnKnowledge { own, shown, moves, .. } = view.knowledge();
        let shown = shown.map_or(String::new(), |card| format!(" {card}"));
        Some(format!("{own} {}{shown}", moves.letters()).trim_end().to_owned())
    }
}

/// What a seat knows: its own card, the moves, and at a showdown the other card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KuhnKnowledge {
    pub(super) seat: Seat,
    pub(super) own: Card,
    pub(super) shown: Option<Card>,
    pub(super) moves: Moves,
}

impl Knowledge<Kuhn> for KuhnKnowledge {
    fn determinize<R: Rng>(&self, _game: &Kuhn, rng: &mut R) -> Result<KuhnState, NotToAct> {
        if self.moves.to_act() != Some(self.seat) {
            return Err(NotToAct);
        }
        let mut others = Card::ALL.into_iter().filter(|&card| card != self.own);
        let nth = rng.random_range(0..Card::COUNT - 1);
        let mut cards = [self.own; SEATS];
        cards[1 - self.seat] = others.nth(nth).unwrap_or(self.own);
        Ok(KuhnState { cards, moves: self.moves })
    }
}

impl View<'_, Kuhn> {
    /// The viewing seat's card.
    pub fn own_card(&self) -> Card {
        self.knowledge().own
    }

    /// The other seat's card, once it is shown.
    pub fn shown_card(&self) -> Option<Card> {
        self.knowledge().shown
    }

    /// What was done so far.
    pub fn moves(&self) -> Moves {
        self.knowledge().moves
    }
}
