//! What must hold for a position of Expedition to be one.

use super::{Card, Cards, Choice, Expedition, ExpeditionState, Phase, Table};
use crate::{Game, PositionError, Seat};

pub(super) fn check(game: &Expedition, state: &ExpeditionState) -> Result<(), PositionError> {
    let table = &state.table;
    seats(game, state)?;
    cards(game, table)?;
    if table.phase == Phase::Over {
        return over(game, state);
    }
    leavers(game, table)?;
    points(game, table)?;
    choices(table, &state.secrets.choices)?;
    looks(state)
}

fn require(holds: bool, otherwise: &str) -> Result<(), PositionError> {
    if holds { Ok(()) } else { Err(PositionError::Impossible(otherwise.to_owned())) }
}

/// How many rounds have ended.
fn rounds_ended(table: &Table) -> u32 {
    u32::from(table.round) - u32::from(table.phase != Phase::Over)
}

fn seats(game: &Expedition, state: &ExpeditionState) -> Result<(), PositionError> {
    let (table, secrets) = (&state.table, &state.secrets);
    let seats = game.facts().seats;
    require((1..=game.rounds()).contains(&table.round), "there is no such round")?;
    require(table.to_act().is_none_or(|seat| seat < seats), "there is no seat that is to act")?;
    let absent = |seat: Seat| {
        (table.banked[seat], table.inside[seat], table.looked[seat]) == (0, false, 0)
            && (secrets.choices[seat], secrets.under[seat]) == (None, None)
    };
    require((seats..Table::MAX_SEATS).all(absent), "something belongs to a seat that is not there")
}

fn cards(game: &Expedition, table: &Table) -> Result<(), PositionError> {
    let removable = |(card, count): (Card, u8)| card.is_hazard() && count <= 2;
    require(table.removed.iter().all(removable), "only hazards are taken out, at most two of a kind")?;
    let lost = table.removed.total();
    require(lost <= rounds_ended(table), "a round takes out at most one hazard")?;
    let left = Cards::FULL.minus(table.removed);
    require(left.holds(table.path), "more cards lie on the path than there are")?;
    let single = |(card, count): (Card, u8)| !card.is_hazard() || count == 1;
    require(table.path.iter().all(single), "a second hazard of a kind ends the round")?;
    let banked: u32 = table.banked.iter().map(|&points| u32::from(points)).sum();
    let most = (rounds_ended(table) * Cards::FULL.value()) + table.path.value();
    require(banked <= most, "more is banked than was found")?;
    let goes_on = table.phase != Phase::Over;
    require(goes_on || table.round == game.rounds(), "the game is over only after the last round")
}

/// A finished game keeps nothing of its last round.
fn over(game: &Expedition, state: &ExpeditionState) -> Result<(), PositionError> {
    let Table { round, removed, banked, .. } = state.table;
    let bare = Table::at_round(game, round, removed, banked);
    let bare = Table { inside: [false; Table::MAX_SEATS], phase: Phase::Over, ..bare };
    let empty = state.table == bare && state.secrets == super::state::Secrets::default();
    require(empty, "nothing lies on the path or is held when the game is over")
}

/// Who is out has left in one of the steps so far, alone and with a look or in a group.
fn leavers(game: &Expedition, table: &Table) -> Result<(), PositionError> {
    let lookers = table.lookers().count();
    let mut looks: Vec<u8> = table.looked.into_iter().filter(|&look| look > 0).collect();
    looks.sort_unstable();
    require(looks.into_iter().eq(1..=lookers as u8), "the seats that looked are numbered from 1")?;
    require(table.lookers().all(|seat| !table.inside[seat]), "only seats that are out have looked")?;
    let out = game.facts().seats - table.seats_in().count();
    let in_groups = out - lookers;
    require(in_groups != 1, "a seat that leaves alone looks")?;
    // A card was revealed before each step, and after each that is over.
    let steps = lookers + usize::from(in_groups > 0);
    let looking = matches!(table.phase, Phase::Look(_));
    let revealed = table.path.total() as usize;
    require(revealed >= steps + usize::from(!looking), "fewer cards are revealed than steps were taken")
}

fn points(game: &Expedition, table: &Table) -> Result<(), PositionError> {
    let (seats, inside) = (game.facts().seats as u32, table.seats_in().count() as u32);
    let (held, lies) = (u32::from(table.held), u32::from(table.lies));
    let shares = |among: u32| -> u32 {
        table.path.singles().filter_map(Card::value).map(|value| u32::from(value) / among).sum()
    };
    if inside == 0 {
        require(held == 0, "nobody is in to hold anything")?;
    } else {
        let possible = (shares(seats)..=shares(inside)).contains(&held);
        require(possible, "the finds of the path cannot have been split so")?;
    }
    let kept = held * inside + lies;
    require(kept <= table.path.value(), "more is held and lies on the path than was found")?;
    let banked_now = table.path.value() - kept;
    let banked = |is_in: bool| -> u32 {
        let seats = (0..Table::MAX_SEATS).filter(|&seat| table.inside[seat] == is_in);
        seats.map(|seat| u32::from(table.banked[seat])).sum()
    };
    require(banked_now <= banked(false), "what was found is neither held nor on the path nor banked")?;
    let before = banked(true) + banked(false) - banked_now;
    let most = rounds_ended(table) * Cards::FULL.value();
    require(before <= most, "more was banked in earlier rounds than could be found")
}

fn choices(table: &Table, choices: &[Option<Choice>]) -> Result<(), PositionError> {
    if let Phase::Choose(seat) = table.phase {
        require(table.inside[usize::from(seat)], "the seat that is to choose is out")?;
    }
    let chosen = table.seats_chosen().collect::<Vec<_>>();
    let fits = |seat: Seat| choices[seat].is_some() == chosen.contains(&seat);
    require((0..Table::MAX_SEATS).all(fits), "exactly the seats before the one that is to act have chosen")
}

fn looks(state: &ExpeditionState) -> Result<(), PositionError> {
    let (table, secrets) = (&state.table, &state.secrets);
    let last = table.lookers().last();
    match table.phase {
        Phase::Look(seat) => {
            require(last == Some(seat.into()), "the seat that looks is the last that did")?;
            require(secrets.under[usize::from(seat)].is_none(), "the seat that looks has not decided yet")?;
        }
        _ => require(secrets.seen.is_none(), "nobody looks at a card")?,
    }
    let looked = |seat: Seat| secrets.under[seat].is_none() || table.looked[seat] > 0;
    require((0..Table::MAX_SEATS).all(looked), "only a seat that looked has put a card under the deck")?;
    buried(state)
}

/// The cards that were put under the deck are still there, or have come up since.
fn buried(state: &ExpeditionState) -> Result<(), PositionError> {
    let buried: Cards = state.buried().collect();
    require(state.table.deck().holds(buried), "a card that was put under the deck is not there")?;
    let somewhere = |card: &Card| state.table.path.of(*card) + buried.of(*card) > 0;
    let found = state.secrets.under.iter().flatten().all(somewhere);
    require(found, "a card that was put under the deck is nowhere")?;
    if !matches!(state.table.phase, Phase::Look(_)) {
        return Ok(());
    }
    let on_top = state.secrets.seen.is_some_and(|card| {
        let loose = state.loose();
        if loose.is_empty() { state.buried().next() == Some(card) } else { loose.of(card) > 0 }
    });
    require(on_top, "the card that is looked at is not the next of the deck")
}
