//! Which decision of its turn a seat has before it.

use roadside_env::games::zone_stalker::{Phase, RollKind, ZoneStalker};
use roadside_env::{Seat, View};

use super::resolution::{Check, Roll, Step, Table};
use super::situation::{Blow, Effect, Rules, Situation};

/// A decision of the active seat.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decision {
    /// To stop or to flip.
    Choose,
    /// The Hindu discards so many more.
    Hindu { left: u8 },
    /// Within a card.
    Card(Step),
    /// Whom an event strikes: to the own Swag Points it is all the same.
    Target,
    /// Behind the Zone Phase, or of another seat's roll or trade: the own Swag Points of this turn stand.
    Other,
}

/// What the seat that is to act knows of its turn.
pub(super) struct Outset {
    pub rules: Rules,
    pub situation: Situation,
    pub decision: Decision,
}

impl Outset {
    /// `None` if it is not this seat's turn, or it is not to act.
    pub(super) fn new<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>) -> Option<Self> {
        let seat: Seat = view.active_seat();
        if !view.is_to_act() || view.seat() != seat {
            return None;
        }
        let rules = Rules::new(view);
        let situation = Situation::new(&rules, view);
        let decision = decision(&rules, view);
        Some(Self { rules, situation, decision })
    }
}

fn decision<const SEATS: usize>(rules: &Rules, view: &View<'_, ZoneStalker<SEATS>>) -> Decision {
    let Some(effect) = view.card().map(|card| rules.effect(card.face)) else {
        return match view.phase() {
            Phase::Choose => Decision::Choose,
            Phase::HinduDiscard { left } => Decision::Hindu { left },
            _ => Decision::Other,
        };
    };
    let table = table(effect, view.table_rolls());
    let face = view.roll().map_or(0, |roll| roll.die);
    match view.phase() {
        Phase::LocationDiscard | Phase::PlayCard => Decision::Card(Step::Spend(effect)),
        Phase::Reroll => rolled(effect, table, view).map_or(Decision::Other, Decision::Card),
        Phase::Martyr { left } => Decision::Card(Step::Injury { left, table, face }),
        Phase::TableDiscard => Decision::Card(Step::Discard(table)),
        Phase::Target => Decision::Target,
        _ => Decision::Other,
    }
}

/// The table of the card's Hazard, with so many rolls behind the present one.
fn table(effect: Effect, rolls: u8) -> Table {
    let blow = match effect {
        Effect::Hazard { blow, .. } => blow,
        _ => Blow { rolls: 0, stun: false, harmless: false },
    };
    Table { blow: Blow { rolls, ..blow } }
}

fn rolled<const SEATS: usize>(
    effect: Effect,
    table: Table,
    view: &View<'_, ZoneStalker<SEATS>>,
) -> Option<Step> {
    let roll = view.roll()?;
    if roll.kind == RollKind::Table {
        return Some(Step::Rolled(Roll::Table { table, face: roll.die }));
    }
    let needed = view.needed()?;
    let check = Check { effect, needed, bonus: roll.bonus };
    Some(Step::Rolled(Roll::Check { check, luck_helps: roll.total() + 2 >= needed }))
}
