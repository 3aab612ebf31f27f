//! A position of Expedition and its rules.

use serde::{Deserialize, Serialize};

use super::story::ExpeditionHappening as Happening;
use super::{
    Card, Cards, Expedition, ExpeditionKnowledge, ExpeditionObservation, KEEP, LEAVE, LOOK, Phase, REVEAL,
    STAY, TEAM_UNIT, Table, UNDER, check, drawing, notation, observation, text,
};
use crate::chance::Topic;
use crate::{Action, ActionSet, Chance, Game, PositionError, Seat, Standing, State, View, zero_sum_share};

/// What a seat chose to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Choice {
    Stay,
    Leave,
}

/// The table, and what not everybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ExpeditionState {
    pub(super) table: Table,
    pub(super) secrets: Secrets,
}

/// What not everybody knows. The order of the deck is known to nobody, but for the cards that were looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub(super) struct Secrets {
    /// What each seat has chosen this step; it takes effect when all have.
    pub(super) choices: [Option<Choice>; Table::MAX_SEATS],
    /// The card on top of the deck that the looking seat has before it.
    pub(super) seen: Option<Card>,
    /// The card that each seat put under the deck this round. One that was kept on top has been revealed since.
    pub(super) under: [Option<Card>; Table::MAX_SEATS],
}

impl ExpeditionState {
    /// What all see.
    pub fn table(&self) -> Table {
        self.table
    }

    pub(super) fn begin<C: Chance>(game: &Expedition, chance: &mut C) -> Self {
        let table = Table::at_round(game, 1, Cards::NONE, [0; Table::MAX_SEATS]);
        let mut state = Self { table, secrets: Secrets::default() };
        state.set_out(game, chance);
        state
    }

    fn set_out<C: Chance>(&mut self, game: &Expedition, chance: &mut C) {
        chance.tell(|| Happening::SetOut { round: self.table.round });
        self.go_on(game, None, chance);
    }

    /// The cards at the bottom of the deck whose places are fixed, from the uppermost to the lowest.
    pub(super) fn buried(&self) -> impl Iterator<Item = Card> + Clone {
        let under = self.secrets.under;
        let put_under = self.table.lookers().filter_map(move |seat| under[seat]); // E4
        // Were there fewer cards left than were put under, the first of them have come up again.
        let gone = put_under.clone().count().saturating_sub(self.table.deck().total() as usize);
        put_under.skip(gone)
    }

    /// The cards of the deck whose places nobody knows.
    pub(super) fn loose(&self) -> Cards {
        let mut loose = self.table.deck();
        for card in self.buried() {
            loose.remove(card);
        }
        loose
    }

    /// The next card, whose place is known to nobody unless only buried cards are left.
    fn next_card<C: Chance>(&self, topic: Topic, chance: &mut C) -> Card {
        let loose = self.loose();
        if loose.is_empty() {
            return self.buried().next().expect("E1: the deck cannot run out");
        }
        Card::at(chance.pick(topic, loose.urn()))
    }

    fn choose<C: Chance>(&mut self, game: &Expedition, seat: Seat, choice: Choice, chance: &mut C) {
        self.secrets.choices[seat] = Some(choice);
        chance.tell(|| Happening::Chose { seat, choice });
        let next = self.table.seats_in().find(|&next| next > seat); // E3
        match next {
            Some(next) => self.table.phase = Phase::Choose(next as u8),
            None => self.leave(game, chance),
        }
    }

    /// All have chosen: those who leave bank, and one who leaves alone looks.
    fn leave<C: Chance>(&mut self, game: &Expedition, chance: &mut C) {
        let choices = std::mem::take(&mut self.secrets.choices);
        let leavers = (0..Table::MAX_SEATS).filter(|&seat| choices[seat] == Some(Choice::Leave));
        let table = &mut self.table;
        let count = leavers.clone().count() as u8;
        if let Some(share) = table.lies.checked_div(count) {
            table.lies %= count;
            for seat in leavers.clone() {
                table.inside[seat] = false;
                let brought = u16::from(table.held + share);
                table.banked[seat] += brought;
                chance.tell(|| Happening::Left { seat, brought });
            }
        }
        if table.seats_in().next().is_none() {
            table.held = 0;
        }
        match (count, leavers.clone().next()) {
            (1, Some(seat)) => self.look(seat, chance), // E5
            _ => self.go_on(game, None, chance),
        }
    }

    fn look<C: Chance>(&mut self, seat: Seat, chance: &mut C) {
        let card = self.next_card(LOOK, chance);
        chance.tell(|| Happening::Looked { seat, card });
        self.table.looked[seat] = self.table.lookers().count() as u8 + 1;
        self.table.phase = Phase::Look(seat as u8);
        self.secrets.seen = Some(card);
    }

    fn decide<C: Chance>(&mut self, game: &Expedition, seat: Seat, action: Action, chance: &mut C) {
        let card = self.secrets.seen.take();
        let under = action == UNDER;
        chance.tell(|| Happening::Decided { seat, under });
        if under {
            self.secrets.under[seat] = card;
            self.go_on(game, None, chance);
        } else {
            self.go_on(game, card, chance);
        }
    }

    /// Reveals the next card, which is `top` if that was kept there; with nobody in, the round ends.
    fn go_on<C: Chance>(&mut self, game: &Expedition, top: Option<Card>, chance: &mut C) {
        if self.table.seats_in().next().is_none() {
            chance.tell(|| Happening::NobodyIn);
            return self.end_round(game, chance);
        }
        let card = top.unwrap_or_else(|| self.next_card(REVEAL, chance));
        if card.is_hazard() && self.table.path.of(card) > 0 {
            chance.tell(|| Happening::Struck { card });
            self.table.removed.add(card);
            return self.end_round(game, chance);
        }
        self.reveal(card, chance);
    }

    fn reveal<C: Chance>(&mut self, card: Card, chance: &mut C) {
        let table = &mut self.table;
        let count = table.seats_in().count() as u8;
        let value = card.value().unwrap_or(0);
        table.path.add(card);
        table.held += value / count;
        table.lies += value % count;
        chance.tell(|| Happening::Revealed { card, share: value / count, lies: table.lies });
        table.phase = Phase::Choose(table.seats_in().next().unwrap_or(0) as u8);
    }

    fn end_round<C: Chance>(&mut self, game: &Expedition, chance: &mut C) {
        let Table { round, removed, banked, .. } = self.table;
        self.secrets = Secrets::default();
        if round == game.rounds() {
            let over = Table::at_round(game, round, removed, banked);
            self.table = Table { inside: [false; Table::MAX_SEATS], phase: Phase::Over, ..over };
        } else {
            self.table = Table::at_round(game, round + 1, removed, banked); // E2
            self.set_out(game, chance);
        }
    }

    /// How many seats have banked most, `seat` among them; `None` if it has not.
    fn joint_winners(&self, game: &Expedition, seat: Seat) -> Option<usize> {
        let banked = &self.table.banked[..game.facts().seats];
        let most = banked.iter().max();
        let winners = banked.iter().filter(|&points| Some(points) == most).count();
        (banked.get(seat) == most).then_some(winners)
    }
}

impl State for ExpeditionState {
    type Game = Expedition;
    type Actions = ActionSet<1>;
    type Knowledge = ExpeditionKnowledge;
    type Number = u16;
    type Observation = ExpeditionObservation;

    fn current_player(&self) -> Option<Seat> {
        self.table.to_act()
    }

    fn legal_actions(&self, _game: &Expedition) -> ActionSet<1> {
        match self.table.phase {
            Phase::Choose(_) => [STAY, LEAVE].into_iter().collect(),
            Phase::Look(_) => [KEEP, UNDER].into_iter().collect(),
            Phase::Over => ActionSet::default(),
        }
    }

    fn apply_legal<C: Chance>(&mut self, game: &Expedition, action: Action, chance: &mut C) {
        let choice = if action == LEAVE { Choice::Leave } else { Choice::Stay };
        match self.table.phase {
            Phase::Choose(seat) => self.choose(game, seat.into(), choice, chance),
            Phase::Look(seat) => self.decide(game, seat.into(), action, chance),
            Phase::Over => {}
        }
    }

    fn player_return(&self, game: &Expedition, seat: Seat) -> f64 {
        if game.is_shared() {
            return self.table.banked.iter().map(|&points| f64::from(points)).sum::<f64>() / TEAM_UNIT;
        }
        if !self.is_terminal() {
            return 0.0;
        }
        zero_sum_share(self.joint_winners(game, seat), game.facts().seats) // E7
    }

    fn standing(&self, game: &Expedition, seat: Seat) -> Standing {
        let winners = self.joint_winners(game, seat).filter(|_| self.is_terminal());
        let win_share = winners.map_or(0.0, |winners| 1.0 / winners as f64);
        Standing {
            win_share: (!game.is_shared()).then_some(win_share),
            score: Some(f64::from(self.table.banked[seat])),
            dead: None,
        }
    }

    fn knowledge(&self, _game: &Expedition, seat: Seat) -> ExpeditionKnowledge {
        let looks = self.table.phase == Phase::Look(seat as u8);
        ExpeditionKnowledge {
            seat,
            table: self.table,
            choice: self.secrets.choices[seat],
            card: if looks { self.secrets.seen } else { self.secrets.under[seat] },
        }
    }

    fn position(&self, game: &Expedition) -> String {
        notation::print(game, self)
    }

    fn check(&self, game: &Expedition) -> Result<(), PositionError> {
        check::check(game, self)
    }

    fn observe(view: &View<'_, Expedition>, out: &mut ExpeditionObservation) {
        observation::write(view.game, &view.knowledge(), out);
    }

    fn text(view: &View<'_, Expedition>) -> String {
        text::draw(view.game, &view.knowledge())
    }

    fn svg(view: &View<'_, Expedition>) -> String {
        drawing::draw(view.game, &view.knowledge())
    }
}

impl View<'_, Expedition> {
    /// What all see.
    pub fn table(&self) -> Table {
        self.state.table
    }

    /// What the viewing seat has chosen, while others have not.
    pub fn own_choice(&self) -> Option<Choice> {
        self.knowledge().choice
    }

    /// The card that the viewing seat looks at now, or put under the deck this round.
    pub fn own_card(&self) -> Option<Card> {
        self.knowledge().card
    }
}
