//! Which positions can be.

use super::actions::Good;
use super::cards::{ARTIFACT_NAMES, Character, FIRST_ARTIFACT, Face, Kind, Site, ZONE_NAMES, artifact_name};
use super::notation::print_phase;
use super::state::{Phase, Roll, RollKind, Stalker, Turn, ZoneState};
use super::{MAX_ZONE_CARDS, ZoneStalker, legal, rules};
use crate::{Actions, Counts, PositionError, State};

/// Whether such a position can be: every card is somewhere once, and somebody has a choice.
pub(super) fn check<const N: usize>(
    game: &ZoneStalker<N>,
    state: &ZoneState<N>,
) -> Result<(), PositionError> {
    check_parts(game, state)?;
    let legal = legal::actions(game, state).set();
    require(state.legal == legal, || "the legal actions are not those of the position".into())?;
    check_choice(state)
}

/// Whether somebody has a choice (R24), or the game is over.
pub(super) fn check_choice<const N: usize>(state: &ZoneState<N>) -> Result<(), PositionError> {
    require(state.is_terminal() || state.legal.len() >= 2, || {
        format!("in the phase \"{}\" there is no choice to make", print_phase(state.phase))
    })
}

/// All that can be wrong before the legal actions are asked for.
pub(super) fn check_parts<const N: usize>(
    game: &ZoneStalker<N>,
    state: &ZoneState<N>,
) -> Result<(), PositionError> {
    let seats = game.seats();
    require(usize::from(state.active) < seats, || format!("seat {} does not exist", state.active))?;
    require(state.stalkers[seats..].iter().all(|stalker| *stalker == Stalker::default()), || {
        format!("there is something beyond the {seats} seats")
    })?;
    check_stalker_cards(game, state)?; // first: sums of hands are safe after it
    for (seat, stalker) in state.stalkers[..seats].iter().enumerate() {
        check_stalker(game, seat, stalker)?;
    }
    check_zone_cards(game, state)?;
    check_characters(game, state)?;
    check_phase(game, state)?;
    check_turn(game, state)?;
    check_end(game, state)
}

fn require(holds: bool, why: impl FnOnce() -> String) -> Result<(), PositionError> {
    if holds { Ok(()) } else { Err(PositionError::Impossible(why())) }
}

fn check_stalker<const N: usize>(
    game: &ZoneStalker<N>,
    seat: usize,
    stalker: &Stalker,
) -> Result<(), PositionError> {
    let fatal = game.fatal_injuries(stalker.character);
    require(stalker.permanent <= stalker.injuries && stalker.injuries <= fatal, || {
        format!("seat {seat}: {} injuries, {} of them permanent", stalker.injuries, stalker.permanent)
    })?;
    require(!stalker.alive || stalker.injuries < fatal, || {
        format!("seat {seat} lives with {} injuries; {fatal} kill", stalker.injuries)
    })?;
    require(
        stalker.alive || !stalker.has_hand() && stalker.swag.is_empty() && stalker.turns_to_miss == 0,
        || format!("seat {seat} is dead and has neither cards, swag nor turns to miss"),
    )?;
    // A card makes a seat miss at most one turn, and Hamster's death two.
    require(stalker.turns_to_miss <= MAX_ZONE_CARDS as u8 + 2, || {
        format!("seat {seat} has {} turns to miss", stalker.turns_to_miss)
    })?;
    require(!stalker.spared || stalker.character == Character::Hamster, || {
        format!("seat {seat}: only Hamster is spared")
    })
}

fn check_stalker_cards<const N: usize>(
    game: &ZoneStalker<N>,
    state: &ZoneState<N>,
) -> Result<(), PositionError> {
    let piles = state.stalkers.iter().flat_map(|stalker| [stalker.kept, stalker.fresh, stalker.known]);
    let mut sums = [0_u32; Counts::KINDS];
    for pile in piles.chain([state.deck, state.discard]) {
        sums.iter_mut().enumerate().for_each(|(kind, sum)| *sum += u32::from(pile.of(kind)));
    }
    let whole = game.stalker_cards;
    require((0..Counts::KINDS).all(|kind| sums[kind] == u32::from(whole.of(kind))), || {
        format!("the Stalker cards add up to {sums:?}, not to the deck's {whole:?}")
    })?;
    require(game.seats() > 1 || state.stalkers[0].kept.is_empty(), || {
        "alone all hidden cards are in one pool".into()
    })
}

fn check_zone_cards<const N: usize>(
    game: &ZoneStalker<N>,
    state: &ZoneState<N>,
) -> Result<(), PositionError> {
    require(game.zone().fits(state.zone), || "the Zone cards are not those of the deck".into())?;
    for index in 0..ARTIFACT_NAMES {
        let name = FIRST_ARTIFACT + index;
        let held: u32 = state.stalkers.iter().map(|stalker| u32::from(stalker.swag.of(index))).sum();
        let on_table = u32::from(state.turn.card == Some(name as u8));
        let gone = game.zone().copies(name) - game.zone().count(state.zone, name);
        require(held + on_table <= u32::from(gone), || {
            format!("{held} of {} are held, but {gone} are out of the Zone deck", artifact_name(index))
        })?;
    }
    if let Some(card) = state.turn.card {
        let (zone, name) = (game.zone(), usize::from(card));
        require(name < ZONE_NAMES && zone.count(state.zone, name) < zone.copies(name), || {
            "the card that is being resolved is still in the Zone deck".into()
        })?;
    }
    require(state.active().swag.holds(&state.turn.found), || {
        "what was found this turn is not in the swag".into()
    })
}

fn check_characters<const N: usize>(
    game: &ZoneStalker<N>,
    state: &ZoneState<N>,
) -> Result<(), PositionError> {
    let mut in_play = 0_u16;
    for stalker in &state.stalkers[..game.seats()] {
        let bit = 1 << stalker.character as u16;
        require(in_play & bit == 0, || format!("{} is at two seats", stalker.character.name()))?;
        in_play |= bit;
    }
    let past = state.dealt & !in_play;
    require(state.dealt & in_play == in_play && state.dealt < 1 << Character::COUNT, || {
        "the Characters in play have been dealt".into()
    })?;
    require(past == 0 || game.config().inheritance, || {
        "Characters die and are replaced only with inheritance".into()
    })
}

/// What lies on the table must be what the phase asks about.
fn check_phase<const N: usize>(game: &ZoneStalker<N>, state: &ZoneState<N>) -> Result<(), PositionError> {
    let (turn, phase) = (&state.turn, state.phase);
    let impossible = || format!("the phase \"{}\" does not fit what lies on the table", print_phase(phase));
    let face = rules::face(turn.card);
    let roll = turn.roll.map(|roll| roll.kind);
    let on_hazard = matches!(face, Some(Face::Hazard(_)));
    let on_artifact = matches!(face, Some(Face::Artifact(_)));
    let table = on_hazard && roll == Some(RollKind::Table);
    let rolled = table
        || on_hazard && roll == Some(RollKind::Avoidance)
        || on_artifact && roll == Some(RollKind::Detection);
    let idle = turn.card.is_none() && turn.roll.is_none();
    let seat_lives = |seat: u8| state.stalkers.get(usize::from(seat)).is_some_and(|stalker| stalker.alive);
    let opponent = |seat: u8| seat != state.active && seat_lives(seat);
    let unrolled = turn.roll.is_none();
    let die = turn.roll.map_or(0, |roll| roll.die);
    let harmless = matches!(face, Some(Face::Hazard(hazard)) if hazard.harmless);
    let fits = match phase {
        Phase::HinduDiscard { left } => {
            idle && !turn.flipped && (1..=2).contains(&left) && state.active().character == Character::Hindu
        }
        Phase::Choose => idle,
        Phase::LocationDiscard => matches!(face, Some(Face::Location(_))) && unrolled,
        Phase::PlayCard => (on_hazard || on_artifact) && unrolled,
        Phase::Target => matches!(face, Some(Face::Event(_))) && unrolled,
        Phase::Reroll => rolled,
        Phase::Meddle { seat } => {
            rolled && game.config().any_retry && opponent(seat) && {
                let retry = Kind::RETRY.index();
                state.stalkers[usize::from(seat)].hand().of(retry) > 0
            }
        }
        Phase::Martyr { left } => table && (1..=rules::injuries(die)).contains(&left) && !harmless,
        Phase::TableDiscard => table && die == 1,
        Phase::EndDiscard | Phase::Offer => idle,
        Phase::Give { partner } => idle && opponent(partner),
        Phase::Get { partner, give } => idle && opponent(partner) && holds(state.active(), give),
        Phase::Answer { partner, give, get } => {
            idle && opponent(partner)
                && holds(state.active(), give)
                && holds(&state.stalkers[usize::from(partner)], get)
                && (give, get) != (Good::Nothing, Good::Nothing)
        }
        Phase::Over => idle && *turn == Turn::default(),
        Phase::TurnStart | Phase::TableRoll | Phase::Waiting => false,
    };
    require(fits, impossible)
}

/// What lasts for a turn only, against the phase and the card.
fn check_turn<const N: usize>(game: &ZoneStalker<N>, state: &ZoneState<N>) -> Result<(), PositionError> {
    let (turn, character) = (&state.turn, state.active().character);
    let offering = matches!(state.phase, Phase::Offer | Phase::Give { .. } | Phase::Get { .. });
    let answering = matches!(state.phase, Phase::Answer { .. });
    let most = if offering || answering { game.trade_offers() } else { 0 };
    require(turn.offers_left <= most && (!offering || turn.offers_left > 0), || {
        format!("{} offers are left of {most}", turn.offers_left)
    })?;
    require(turn.roll.is_none_or(can_be_rolled), || {
        "a die shows 1 to 10, and -1 to 8 is added to it; to the Hazard Table's nothing".into()
    })?;
    let most_rolls = match (rules::face(turn.card), turn.roll) {
        (Some(Face::Hazard(hazard)), Some(Roll { kind: RollKind::Table, .. })) => hazard.rolls - 1,
        _ => 0,
    };
    require(turn.table_rolls <= most_rolls, || format!("at most {most_rolls} table rolls can still come"))?;
    let before_or_after =
        offering || answering || matches!(state.phase, Phase::HinduDiscard { .. } | Phase::EndDiscard);
    let of_zone_phase = turn.site != Site::Plain || !turn.found.is_empty() || turn.ability_used;
    require(!(before_or_after && of_zone_phase), || {
        "a site, finds and what is used up last for the Zone Phase only".into()
    })?;
    require(turn.site == Site::Plain || turn.roll.is_none(), || {
        "what a site adds to a roll is in the roll".into()
    })?;
    require(!turn.ability_used || character.acts_once_a_turn(), || {
        format!("{} has nothing to use up in a turn", character.name())
    })?;
    let needs_flip = turn.card.is_some() || of_zone_phase;
    require(turn.flipped || !needs_flip, || "something was resolved without a flip".into())?;
    require(!turn.flipped || state.zone != game.zone().full(), || "no card has been flipped yet".into())?;
    require(!turn.flipped || state.quiet == 0, || "a turn with a flip is not quiet".into())
}

/// Rating 0 to 3, site -1 to 1, Character up to 4; nothing on the Hazard Table.
fn can_be_rolled(roll: Roll) -> bool {
    let added = if roll.kind == RollKind::Table { 0..=0 } else { -1..=8 };
    (1..=10).contains(&roll.die) && added.contains(&roll.bonus)
}

fn holds(stalker: &Stalker, good: Good) -> bool {
    match good {
        Good::Nothing => true,
        Good::Card(kind) => stalker.hand().of(kind.index()) > 0,
        Good::Artifact(index) => {
            usize::from(index) < ARTIFACT_NAMES && stalker.swag.of(usize::from(index)) > 0
        }
    }
}

/// The game is over exactly when nobody can go on.
fn check_end<const N: usize>(game: &ZoneStalker<N>, state: &ZoneState<N>) -> Result<(), PositionError> {
    let living = state.living();
    let quiet_to_end = u32::from(game.config().stalemate_rounds) * u32::from(living);
    let quiet = u32::from(state.quiet);
    require(quiet <= quiet_to_end, || format!("{quiet} quiet turns; {quiet_to_end} end the game"))?;
    if state.is_terminal() {
        let last_alive = u8::from(game.seats() > 1);
        let ended = living == last_alive || state.zone.is_empty() || quiet >= quiet_to_end;
        return require(ended && (living > 0 || game.seats() == 1), || "nothing has ended the game".into());
    }
    require(state.active().alive, || format!("it is the turn of seat {}, which is dead", state.active))?;
    require(living >= 2 || game.seats() == 1, || "one Stalker is left and has won".into())?;
    require(quiet < quiet_to_end.max(1), || "too many quiet turns for a game that goes on".into())
}
