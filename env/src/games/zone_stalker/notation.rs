//! Position lines of Zone Stalker.
//!
//! ```text
//! turn=0 phase=choose quiet=0 flags=f site=safe card=- roll=- table=0 offers=0 found=- dealt=-
//! gone=Empty*2,Rail_Lines deck=12.14.10.11.2.1.3.3 discard=0.0.0.0.0.0.0.0
//! p0=Red:alive:0:0:0:-:KEPT:FRESH:KNOWN:Empty p1=...
//! ```
//! Counts of Stalker cards go by kind: 3/0, 2/1, 1/2, 0/3, 0/2 Martyr, 2/0 Martyr, 1/1 Retry, 1/1 Aid. A seat has its
//! Character, `alive` or `dead`, injuries, permanent ones, turns to miss, `spared` or `-`, its hidden cards kept
//! and drawn since the last reshuffle, its known cards, and its swag. `flags` has `f` when a card was flipped this turn, and `u` when
//! what the Character can do once a turn is used up. `dealt` names the Characters that are
//! dead and no longer in play. Spaces in names are underscores; `-` stands for none.

use super::actions::Good;
use super::cards::{
    ARTIFACT_NAMES, CHARACTERS, Character, FIRST_ARTIFACT, Face, Site, ZONE_CARDS, ZONE_NAMES, artifact_name,
};
use super::state::{Phase, Roll, RollKind, Stalker, Swag, Turn, ZoneState};
use super::{MOST_ZONE_CARDS, ZoneStalker, label, legal, rules};
use crate::notation::{LineReader, LineWriter, join, parse as parse_value, refuse};
use crate::{Actions, Counts, PositionError, State};

const SEAT_FIELDS: [&str; 6] = ["p0", "p1", "p2", "p3", "p4", "p5"];
const FLAGS: [char; 2] = ['f', 'u'];

pub(super) fn print<const N: usize>(game: &ZoneStalker<N>, state: &ZoneState<N>) -> String {
    let turn = &state.turn;
    let gone = (0..ZONE_NAMES)
        .map(|name| (name, game.zone().copies(name) - game.zone().count(state.zone, name)))
        .filter(|&(_, count)| count > 0)
        .map(|(name, count)| counted(ZONE_CARDS[name].name, count));
    let in_play = characters_in_play(&state.stalkers[..game.seats()]);
    let past = (0..Character::COUNT).filter(|index| (state.dealt & !in_play) >> index & 1 == 1);
    let mut line = LineWriter::default()
        .field("turn", state.active)
        .field("phase", print_phase(state.phase))
        .field("quiet", state.quiet)
        .field("flags", print_flags(turn))
        .field("site", Site::ALL.iter().find(|(site, _)| *site == turn.site).map_or("-", |(_, name)| name))
        .field("card", turn.card.map_or("-".into(), |card| label(ZONE_CARDS[usize::from(card)].name)))
        .field("roll", turn.roll.map_or("-".into(), print_roll))
        .field("table", turn.table_rolls)
        .field("offers", turn.offers_left)
        .field("found", print_swag(&turn.found))
        .field("dealt", or_dash(join(past.map(|index| label(Character::new(index).name())))))
        .field("gone", or_dash(join(gone)))
        .field("deck", print_counts(state.deck))
        .field("discard", print_counts(state.discard));
    for (stalker, field) in state.stalkers.iter().zip(SEAT_FIELDS).take(game.seats()) {
        line = line.field(field, print_stalker(stalker));
    }
    line.finish()
}

pub(super) fn parse<const N: usize>(
    game: &ZoneStalker<N>,
    line: &str,
) -> Result<ZoneState<N>, PositionError> {
    let mut reader = LineReader::new(line);
    let active = reader.value("turn", "a seat")?;
    let phase = parse_phase(reader.text("phase")?)?;
    let quiet = reader.value("quiet", "a number of turns")?;
    let mut turn = parse_flags(reader.text("flags")?)?;
    let site = reader.text("site")?;
    turn.site = Site::ALL
        .iter()
        .find(|(_, name)| *name == site)
        .map(|(site, _)| *site)
        .ok_or_else(|| refuse("site", site, join(Site::ALL.map(|(_, name)| name))))?;
    turn.card = match reader.text("card")? {
        "-" => None,
        name => Some(zone_name("card", name)? as u8),
    };
    turn.roll = match reader.text("roll")? {
        "-" => None,
        roll => Some(parse_roll(roll)?),
    };
    turn.table_rolls = reader.value("table", "a number of rolls")?;
    turn.offers_left = reader.value("offers", "a number of offers")?;
    turn.found = parse_swag("found", reader.text("found")?)?;
    let mut dealt = 0_u16;
    for name in items(reader.text("dealt")?) {
        dealt |= 1 << parse_character("dealt", name)? as u16;
    }
    let mut zone = game.zone().full();
    for item in items(reader.text("gone")?) {
        let (name, count) = parse_counted("gone", item)?;
        let name = zone_name("gone", name)?;
        if game.zone().count(zone, name) < count {
            return Err(refuse("gone", item, "no more cards than the Zone deck has"));
        }
        (0..count).for_each(|_| game.zone().take(&mut zone, name));
    }
    let deck = parse_counts("deck", reader.text("deck")?)?;
    let discard = parse_counts("discard", reader.text("discard")?)?;
    let mut stalkers = [Stalker::default(); N];
    for (stalker, field) in stalkers.iter_mut().zip(SEAT_FIELDS).take(game.seats()) {
        *stalker = parse_stalker(field, reader.text(field)?)?;
        dealt |= 1 << stalker.character as u16;
    }
    reader.finish()?;
    let mut state = ZoneState {
        zone,
        legal: Default::default(),
        deck,
        discard,
        stalkers,
        turn,
        phase,
        active,
        quiet,
        dealt,
    };
    check_parts(game, &state)?;
    state.legal = legal::actions(game, &state);
    check(game, &state)?;
    Ok(state)
}

/// Whether such a position can be: every card is somewhere once, and somebody has a choice.
pub(super) fn check<const N: usize>(
    game: &ZoneStalker<N>,
    state: &ZoneState<N>,
) -> Result<(), PositionError> {
    check_parts(game, state)?;
    let legal = legal::actions(game, state);
    require(state.legal == legal, || "the legal actions are not those of the position".into())?;
    require(state.is_terminal() || legal.len() >= 2, || {
        format!("in the phase \"{}\" there is no choice to make", print_phase(state.phase))
    })
}

/// All that can be wrong before the legal actions are asked for.
fn check_parts<const N: usize>(game: &ZoneStalker<N>, state: &ZoneState<N>) -> Result<(), PositionError> {
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
    require(stalker.turns_to_miss <= MOST_ZONE_CARDS as u8 + 2, || {
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

fn characters_in_play(stalkers: &[Stalker]) -> u16 {
    stalkers.iter().fold(0, |bits, stalker| bits | 1 << stalker.character as u16)
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
                let retry = super::Kind::RETRY.index();
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
        Phase::TurnStart | Phase::TableRoll | Phase::Recovery | Phase::TurnEnd | Phase::Waiting => false,
    };
    require(fits, impossible)?;
    let trading = matches!(phase, Phase::Offer | Phase::Give { .. } | Phase::Get { .. });
    let most = game.trade_offers();
    require(turn.offers_left <= most && (!trading || turn.offers_left > 0), || {
        format!("{} offers are left of {most}", turn.offers_left)
    })?;
    require(
        turn.roll.is_none_or(|roll| (1..=10).contains(&roll.die) && roll.bonus.unsigned_abs() <= 20),
        || "a die shows 1 to 10".into(),
    )?;
    let most_rolls = match face {
        Some(Face::Hazard(hazard)) if table => hazard.rolls - 1,
        _ => 0,
    };
    require(turn.table_rolls <= most_rolls, || format!("at most {most_rolls} table rolls can still come"))?;
    let needs_flip = turn.card.is_some() || turn.ability_used;
    let outside_zone_phase =
        trading || matches!(phase, Phase::HinduDiscard { .. } | Phase::EndDiscard | Phase::Answer { .. });
    let of_zone_phase = turn.site != Site::Plain || !turn.found.is_empty() || turn.ability_used;
    require(!(outside_zone_phase && of_zone_phase), || {
        "a site, finds and what is used up last for the Zone Phase only".into()
    })?;
    require(!turn.flipped || state.zone != game.zone().full(), || "no card has been flipped yet".into())?;
    require(!turn.ability_used || state.active().character.acts_once_a_turn(), || {
        format!("{} has nothing to use up in a turn", state.active().character.name())
    })?;
    require(!turn.flipped || state.quiet == 0, || "a turn with a flip is not quiet".into())?;
    require(turn.flipped || !needs_flip, || "something was resolved without a flip".into())
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
    if state.is_terminal() {
        let last_alive = u8::from(game.seats() > 1);
        let ended = living == last_alive || state.zone.is_empty() || quiet >= quiet_to_end;
        return require(ended && (living > 0 || game.seats() == 1), || "nothing has ended the game".into());
    }
    require(state.active().alive, || format!("it is the turn of seat {}, which is dead", state.active))?;
    require(living >= 2 || game.seats() == 1, || "one Stalker is left and has won".into())?;
    require(quiet < quiet_to_end.max(1), || "too many quiet turns for a game that goes on".into())
}

// Words for phases, rolls, cards and seats.

fn print_phase(phase: Phase) -> String {
    match phase {
        Phase::TurnStart => "turn-start".into(),
        Phase::HinduDiscard { left } => format!("hindu:{left}"),
        Phase::Choose => "choose".into(),
        Phase::LocationDiscard => "location".into(),
        Phase::PlayCard => "play".into(),
        Phase::Target => "target".into(),
        Phase::Reroll => "reroll".into(),
        Phase::Meddle { seat } => format!("meddle:{seat}"),
        Phase::TableRoll => "table-roll".into(),
        Phase::Martyr { left } => format!("martyr:{left}"),
        Phase::TableDiscard => "table-discard".into(),
        Phase::Recovery => "recovery".into(),
        Phase::EndDiscard => "end-discard".into(),
        Phase::Offer => "offer".into(),
        Phase::Give { partner } => format!("give:{partner}"),
        Phase::Get { partner, give } => format!("get:{partner}:{}", give.label()),
        Phase::Answer { partner, give, get } => {
            format!("answer:{partner}:{}:{}", give.label(), get.label())
        }
        Phase::TurnEnd => "turn-end".into(),
        Phase::Waiting => "waiting".into(),
        Phase::Over => "over".into(),
    }
}

fn parse_phase(text: &str) -> Result<Phase, PositionError> {
    let parts: Vec<&str> = text.split(':').collect();
    let number = |text: &str| parse_value::<u8>("phase", text, "a number");
    Ok(match parts[..] {
        ["hindu", left] => Phase::HinduDiscard { left: number(left)? },
        ["choose"] => Phase::Choose,
        ["location"] => Phase::LocationDiscard,
        ["play"] => Phase::PlayCard,
        ["target"] => Phase::Target,
        ["reroll"] => Phase::Reroll,
        ["meddle", seat] => Phase::Meddle { seat: number(seat)? },
        ["martyr", left] => Phase::Martyr { left: number(left)? },
        ["table-discard"] => Phase::TableDiscard,
        ["end-discard"] => Phase::EndDiscard,
        ["offer"] => Phase::Offer,
        ["give", partner] => Phase::Give { partner: number(partner)? },
        ["get", partner, give] => Phase::Get { partner: number(partner)?, give: parse_good(give)? },
        ["answer", partner, give, get] => {
            Phase::Answer { partner: number(partner)?, give: parse_good(give)?, get: parse_good(get)? }
        }
        ["over"] => Phase::Over,
        _ => {
            return Err(refuse(
                "phase",
                text,
                "hindu:LEFT, choose, location, play, target, reroll, meddle:SEAT, martyr:LEFT, table-discard, \
                 end-discard, offer, give:SEAT, get:SEAT:GOOD, answer:SEAT:GOOD:GOOD or over",
            ));
        }
    })
}

fn parse_good(label: &str) -> Result<Good, PositionError> {
    let mut goods = (0..Good::COUNT).map(Good::new);
    goods
        .find(|good| good.label() == label)
        .ok_or_else(|| refuse("phase", label, "nothing, a kind or an artifact"))
}

fn flag_values(turn: &Turn) -> [bool; 2] {
    [turn.flipped, turn.ability_used]
}

fn print_flags(turn: &Turn) -> String {
    or_dash(FLAGS.iter().zip(flag_values(turn)).filter(|&(_, set)| set).map(|(flag, _)| flag).collect())
}

fn parse_flags(text: &str) -> Result<Turn, PositionError> {
    let flags = if text == "-" { "" } else { text };
    let has = |flag: usize| flags.contains(FLAGS[flag]);
    let turn = Turn { flipped: has(0), ability_used: has(1), ..Turn::default() };
    if print_flags(&turn) == text { Ok(turn) } else { Err(refuse("flags", text, "f, u, fu or -")) }
}

fn print_roll(roll: Roll) -> String {
    let kind = match roll.kind {
        RollKind::Avoidance => "avoid",
        RollKind::Detection => "detect",
        RollKind::Table => "table",
    };
    format!("{kind}:{}:{}", roll.die, roll.bonus)
}

fn parse_roll(text: &str) -> Result<Roll, PositionError> {
    let wrong = || refuse("roll", text, "avoid:DIE:ADDED, detect:DIE:ADDED, table:DIE:0 or -");
    let [kind, die, bonus] = text.split(':').collect::<Vec<_>>()[..] else { return Err(wrong()) };
    let kind = match kind {
        "avoid" => RollKind::Avoidance,
        "detect" => RollKind::Detection,
        "table" => RollKind::Table,
        _ => return Err(wrong()),
    };
    Ok(Roll {
        kind,
        die: die.parse().map_err(|_| wrong())?,
        bonus: bonus.parse().ok().filter(|&bonus: &i8| bonus.unsigned_abs() <= 20).ok_or_else(wrong)?,
    })
}

fn print_stalker(stalker: &Stalker) -> String {
    [
        label(stalker.character.name()),
        if stalker.alive { "alive".into() } else { "dead".into() },
        stalker.injuries.to_string(),
        stalker.permanent.to_string(),
        stalker.turns_to_miss.to_string(),
        if stalker.spared { "spared".into() } else { "-".into() },
        print_counts(stalker.kept),
        print_counts(stalker.fresh),
        print_counts(stalker.known),
        print_swag(&stalker.swag),
    ]
    .join(":")
}

fn parse_stalker(field: &'static str, text: &str) -> Result<Stalker, PositionError> {
    let [character, alive, injuries, permanent, missed, spared, kept, fresh, known, swag] =
        text.split(':').collect::<Vec<_>>()[..]
    else {
        let expected = "CHARACTER:alive:INJURIES:PERMANENT:MISSED:-:KEPT:FRESH:KNOWN:SWAG";
        return Err(refuse(field, text, expected));
    };
    let either = |text: &str, yes: &str, no: &str| match text {
        _ if text == yes => Ok(true),
        _ if text == no => Ok(false),
        _ => Err(refuse(field, text, format!("{yes} or {no}"))),
    };
    Ok(Stalker {
        character: parse_character(field, character)?,
        alive: either(alive, "alive", "dead")?,
        injuries: parse_value(field, injuries, "a number of injuries")?,
        permanent: parse_value(field, permanent, "a number of injuries")?,
        turns_to_miss: parse_value(field, missed, "a number of turns")?,
        spared: either(spared, "spared", "-")?,
        kept: parse_counts(field, kept)?,
        fresh: parse_counts(field, fresh)?,
        known: parse_counts(field, known)?,
        swag: parse_swag(field, swag)?,
    })
}

fn parse_character(field: &'static str, name: &str) -> Result<Character, PositionError> {
    let known = || join(CHARACTERS.map(|(_, name, _)| label(name)));
    Character::named(&name.replace('_', " ")).ok_or_else(|| refuse(field, name, known()))
}

fn print_counts(counts: Counts) -> String {
    <[u8; 8]>::from(counts).map(|count| count.to_string()).join(".")
}

fn parse_counts(field: &'static str, text: &str) -> Result<Counts, PositionError> {
    let wrong = || refuse(field, text, "eight numbers from 0 to 56 with points between");
    let counts: Vec<u8> = text.split('.').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    let counts: [u8; 8] = counts.try_into().map_err(|_| wrong())?;
    let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
    if total > 56 { Err(wrong()) } else { Ok(Counts::from(counts)) }
}

fn print_swag(swag: &Swag) -> String {
    or_dash(join(swag.iter().map(|(index, count)| counted(artifact_name(index), count))))
}

fn parse_swag(field: &'static str, text: &str) -> Result<Swag, PositionError> {
    let mut swag = Swag::default();
    for item in items(text) {
        let (name, count) = parse_counted(field, item)?;
        let index = zone_name(field, name)?
            .checked_sub(FIRST_ARTIFACT)
            .ok_or_else(|| refuse(field, name, "an artifact"))?;
        if swag.of(index) > 0 {
            return Err(refuse(field, name, "each artifact once, with its number"));
        }
        swag.add(index, count);
    }
    Ok(swag)
}

fn zone_name(field: &'static str, name: &str) -> Result<usize, PositionError> {
    let wanted = name.replace('_', " ");
    let place = ZONE_CARDS.iter().position(|card| card.name == wanted);
    place.ok_or_else(|| {
        let nearest = crate::nearest(&wanted, &ZONE_CARDS.map(|card| card.name));
        refuse(field, name, format!("the name of a Zone card{nearest}"))
    })
}

fn counted(name: &str, count: u8) -> String {
    let name = label(name);
    if count == 1 { name } else { format!("{name}*{count}") }
}

fn parse_counted<'a>(field: &'static str, item: &'a str) -> Result<(&'a str, u8), PositionError> {
    match item.split_once('*') {
        None => Ok((item, 1)),
        Some((name, count)) => match count.parse() {
            Ok(count @ 2..=97) => Ok((name, count)),
            _ => Err(refuse(field, item, "NAME or NAME*COUNT")),
        },
    }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != "-")
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}
