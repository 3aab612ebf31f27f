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
use super::cards::{CHARACTERS, Character, FIRST_ARTIFACT, Site, ZONE_CARDS, ZONE_NAMES, artifact_name};
use super::state::{Phase, Roll, RollKind, Stalker, Swag, Turn, ZoneState};
use super::{ZoneStalker, check, label, legal};
use crate::notation::{LineReader, LineWriter, join, parse as parse_value, refuse};
use crate::{Counts, PositionError};

const SEAT_FIELDS: [&str; 6] = ["p0", "p1", "p2", "p3", "p4", "p5"];
const FLAGS: [char; 2] = ['f', 'u'];

pub(super) fn print<const N: usize>(game: &ZoneStalker<N>, state: &ZoneState<N>) -> String {
    let turn = &state.turn;
    let gone = (0..ZONE_NAMES)
        .map(|name| (name, game.zone().copies(name) - game.zone().count(state.zone, name)))
        .filter(|&(_, count)| count > 0)
        .map(|(name, count)| counted(ZONE_CARDS[name].name, count));
    let in_play = state.characters_in_play(game);
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
    check::check_parts(game, &state)?; // first: only then the legal actions can be asked for
    state.legal = legal::actions(game, &state).set();
    check::check_choice(&state)?;
    Ok(state)
}

// Words for phases, rolls, cards and seats.

pub(super) fn print_phase(phase: Phase) -> String {
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
        Phase::EndDiscard => "end-discard".into(),
        Phase::Offer => "offer".into(),
        Phase::Give { partner } => format!("give:{partner}"),
        Phase::Get { partner, give } => format!("get:{partner}:{}", give.label()),
        Phase::Answer { partner, give, get } => {
            format!("answer:{partner}:{}:{}", give.label(), get.label())
        }
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
