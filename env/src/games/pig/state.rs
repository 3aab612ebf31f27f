//! A position of Pig and its rules.

use std::hash::{Hash, Hasher};

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::story::PigHappening;
use super::{DIE, HOLD, Pig, PigObservation, ROLL, drawing, notation, observation, text};
use crate::{
    Action, ActionSet, Chance, Game, Knowledge, NotToAct, PositionError, Seat, Standing, State, View,
};

/// Who has banked what, whose turn it is, and what lies at stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PigState {
    pub(super) banked: [u16; Self::MAX_SEATS],
    pub(super) turn_total: u16,
    pub(super) to_act: u8,
    pub(super) over: bool,
}

/// In whole words, as a hash takes as long as the numbers it is fed.
impl Hash for PigState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { banked, turn_total, to_act, over } = *self;
        let [a, b, c, rest @ ..] = banked;
        let first = [a, b, c, turn_total].into_iter().fold(0, |word, points| word << 14 | u64::from(points));
        hasher.write_u64(first << 5 | u64::from(to_act) << 1 | u64::from(over)); // no more than 10,000 points
        if rest != [0; 7] {
            rest.hash(hasher);
        }
    }
}

impl PigState {
    /// The most seats at a table.
    pub const MAX_SEATS: usize = 10;

    /// The points that `seat` has banked.
    pub fn banked(&self, seat: Seat) -> u16 {
        self.banked[seat]
    }

    /// What the present turn has brought so far, 0 at its beginning.
    pub fn turn_total(&self) -> u16 {
        self.turn_total
    }

    fn end_turn<C: Chance>(&mut self, game: &Pig, chance: &mut C) {
        chance.tell(|| PigHappening::TurnEnded);
        self.turn_total = 0;
        let next = self.to_act + 1;
        self.to_act = if usize::from(next) < game.facts().seats { next } else { 0 };
    }

    fn roll<C: Chance>(&mut self, game: &Pig, chance: &mut C) {
        let seat = usize::from(self.to_act);
        let face = chance.roll(DIE, game.die());
        chance.tell(|| PigHappening::Rolled { seat, face });
        if face == 1 {
            self.end_turn(game, chance);
        } else {
            let short = game.target() - self.banked[seat];
            self.turn_total = (self.turn_total + u16::from(face)).min(short); // P1
        }
    }

    fn hold<C: Chance>(&mut self, game: &Pig, chance: &mut C) {
        let seat = usize::from(self.to_act);
        self.banked[seat] += self.turn_total;
        let banked = self.banked[seat];
        chance.tell(|| PigHappening::Held { seat, banked });
        self.over = banked >= game.target();
        self.end_turn(game, chance);
        if self.over {
            self.to_act = seat as u8; // the winner
        }
    }
}

impl State for PigState {
    type Game = Pig;
    type Actions = ActionSet<1>;
    type Knowledge = PigKnowledge;
    type Number = u16;
    type Observation = PigObservation;

    fn current_player(&self) -> Option<Seat> {
        (!self.over).then_some(usize::from(self.to_act))
    }

    fn legal_actions(&self, _game: &Pig) -> ActionSet<1> {
        if self.over { ActionSet::default() } else { [ROLL, HOLD].into_iter().collect() } // P2
    }

    fn apply_legal<C: Chance>(&mut self, game: &Pig, action: Action, chance: &mut C) {
        if action == ROLL {
            self.roll(game, chance);
        } else {
            self.hold(game, chance);
        }
    }

    fn turn_table(&mut self, game: &Pig) -> Seat {
        let turned = usize::from(self.to_act);
        if turned > 0 {
            self.banked[..game.facts().seats].rotate_left(turned);
            self.to_act = 0;
        }
        turned
    }

    fn player_return(&self, game: &Pig, seat: Seat) -> f64 {
        match (self.over, seat == usize::from(self.to_act)) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => game.facts().min_utility,
        }
    }

    fn standing(&self, _game: &Pig, seat: Seat) -> Standing {
        let won = self.over && seat == usize::from(self.to_act);
        Standing {
            win_share: Some(f64::from(u8::from(won))),
            score: Some(f64::from(self.banked[seat])),
            dead: None,
        }
    }

    fn knowledge(&self, _game: &Pig, seat: Seat) -> PigKnowledge {
        PigKnowledge { seat, state: *self }
    }

    fn position(&self, game: &Pig) -> String {
        notation::print(game, self)
    }

    fn check(&self, game: &Pig) -> Result<(), PositionError> {
        notation::check(game, self)
    }

    fn observe(view: &View<'_, Pig>, out: &mut PigObservation) {
        observation::write(view, out);
    }

    fn text(view: &View<'_, Pig>) -> String {
        text::draw(view)
    }

    fn svg(view: &View<'_, Pig>) -> String {
        drawing::draw(view)
    }
}

/// What a seat knows: everything, as nothing is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PigKnowledge {
    seat: Seat,
    state: PigState,
}

impl Knowledge<Pig> for PigKnowledge {
    fn determinize<R: Rng>(&self, _game: &Pig, _rng: &mut R) -> Result<PigState, NotToAct> {
        if self.state.current_player() == Some(self.seat) { Ok(self.state) } else { Err(NotToAct) }
    }
}

impl View<'_, Pig> {
    /// The points that `seat` has banked.
    pub fn banked(&self, seat: Seat) -> u16 {
        self.state.banked[seat]
    }

    /// What the present turn has brought so far, 0 at its beginning.
    pub fn turn_total(&self) -> u16 {
        self.state.turn_total
    }
}
