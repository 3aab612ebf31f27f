//! The table as text, with ANSI colours.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::ZoneStalker;
use super::cards::{Character, Kind, artifact, artifact_name};
use super::state::Phase;
use super::story::{describe, good, list, note_text};
use crate::{Seat, View};

const HEAD: Style = Style::new().bold();
const DANGER: Style = AnsiColor::Red.on_default();
const FIND: Style = AnsiColor::Yellow.on_default();
const FAINT: Style = Style::new().dimmed();

pub(super) fn draw<const N: usize>(view: &View<'_, ZoneStalker<N>>) -> String {
    let mut table = String::new();
    let _ = writeln!(
        table,
        "{HEAD}Zone{HEAD:#} {} cards left   {HEAD}Stalker deck{HEAD:#} {}, discard pile {}",
        view.zone_deck_size(),
        view.stalker_deck_size(),
        view.discard_pile().total(),
    );
    for seat in 0..view.game.seats() {
        draw_seat(&mut table, view, seat);
    }
    draw_card(&mut table, view);
    draw_hand(&mut table, view);
    if view.is_to_act() {
        let _ = writeln!(table, "{HEAD}{}{HEAD:#}", question(view));
    }
    table
}

/// What the viewing seat is asked, if it is to act.
pub(super) fn question<const N: usize>(view: &View<'_, ZoneStalker<N>>) -> String {
    match view.phase() {
        Phase::HinduDiscard { left } => format!("As The Hindu you discard {left} more."),
        Phase::Choose => "Flip the next Zone card, or stop?".into(),
        Phase::LocationDiscard => "Which card do you discard for the place?".into(),
        Phase::PlayCard if view.faces_hazard() => "Which card do you play against the hazard?".into(),
        Phase::PlayCard => "Which card do you play to find the artifact?".into(),
        Phase::Target => "Which opponent does it strike?".into(),
        Phase::Reroll => "Do you change the roll, or accept it?".into(),
        Phase::Meddle { .. } => format!("Do you have seat {} roll again?", view.active_seat()),
        Phase::Martyr { .. } => "Do you take the injury, or discard a card instead?".into(),
        Phase::TableDiscard => "Which card do you lose?".into(),
        Phase::EndDiscard => "Discard what you do not want to keep, then done.".into(),
        Phase::Offer => "Do you offer a trade?".into(),
        Phase::Give { partner } => format!("What do you give seat {partner}?"),
        Phase::Get { partner, .. } => format!("What do you want from seat {partner}?"),
        Phase::Answer { give, get, .. } => {
            format!("Seat {} offers {} for {}. Do you agree?", view.active_seat(), good(give), good(get))
        }
        _ => "What do you do?".into(),
    }
}

fn draw_seat<const N: usize>(table: &mut String, view: &View<'_, ZoneStalker<N>>, seat: Seat) {
    let mark = if seat == view.active_seat() && view.phase() != Phase::Over { '>' } else { ' ' };
    let you = if seat == view.seat { ", you" } else { "" };
    let character = view.character(seat);
    let _ = write!(table, "{mark} {HEAD}seat {seat}{you}: {}{HEAD:#}", character.name());
    if !view.is_alive(seat) {
        let _ = writeln!(table, "  {DANGER}dead{DANGER:#}");
        return;
    }
    let _ = write!(table, "  {FIND}{} SP{FIND:#}  {} cards", view.score(seat), view.hand_size(seat));
    let known = view.known_cards(seat);
    if seat != view.seat && !known.is_empty() {
        let _ = write!(table, " (known: {})", list(known));
    }
    draw_injuries(table, view, seat);
    let _ = writeln!(table, "  {FAINT}{}{FAINT:#}", ability(view, seat));
    let swag: Vec<_> = view.swag(seat).iter().map(|(index, count)| find(index, count)).collect();
    if !swag.is_empty() {
        let _ = writeln!(table, "    {}", swag.join(", "));
    }
}

/// What the Character of `seat` can do, and whether it has done what works but once.
pub(super) fn ability<const N: usize>(view: &View<'_, ZoneStalker<N>>, seat: Seat) -> String {
    let character = view.character(seat);
    let used = character == Character::Hamster && view.is_spared(seat);
    format!("{}{}", character.ability(), if used { " (used)" } else { "" })
}

fn draw_injuries<const N: usize>(table: &mut String, view: &View<'_, ZoneStalker<N>>, seat: Seat) {
    let (injuries, permanent) = (view.injuries(seat), view.permanent_injuries(seat));
    if injuries > 0 {
        let _ = write!(table, "  {DANGER}injuries {injuries} of {}", view.fatal_injuries(seat));
        if permanent > 0 {
            let _ = write!(table, " ({permanent} permanent)");
        }
        let _ = write!(table, "{DANGER:#}");
    }
    if view.turns_to_miss(seat) > 0 {
        let _ = write!(table, "  misses {}", view.turns_to_miss(seat));
    }
}

fn draw_card<const N: usize>(table: &mut String, view: &View<'_, ZoneStalker<N>>) {
    if let Some(card) = view.card() {
        let _ = writeln!(table, "{HEAD}On the table{HEAD:#} {}", describe(card));
    }
    let (avoid, detect) = (view.site().avoid(), view.site().detect());
    if avoid != 0 || detect != 0 {
        let _ = writeln!(table, "  for this card: {avoid:+} to avoid, {detect:+} to find");
    }
    if let Some(roll) = view.roll() {
        let _ = write!(table, "  rolled {} {:+} = {}", roll.die, roll.bonus, roll.total());
        let _ = match view.needed() {
            Some(needed) => writeln!(table, ", needs {needed}"),
            None => {
                writeln!(table, " on the Hazard Table; table rolls still to come: {}", view.table_rolls())
            }
        };
    }
}

fn draw_hand<const N: usize>(table: &mut String, view: &View<'_, ZoneStalker<N>>) {
    let hand = view.hand();
    let _ = write!(table, "{HEAD}Your hand{HEAD:#} (avoid/detect): ");
    if hand.is_empty() {
        let _ = writeln!(table, "empty");
        return;
    }
    let cards = hand.iter().map(|(index, count)| {
        let kind = Kind::new(index);
        let note = note_text(kind);
        let note = if note.is_empty() { String::new() } else { format!(" {FAINT}({note}){FAINT:#}") };
        format!("{count} x {}{note}", kind.label())
    });
    let _ = writeln!(table, "{}", cards.collect::<Vec<_>>().join(", "));
}

fn find(index: usize, count: u8) -> String {
    let times = if count > 1 { format!("{count} x ") } else { String::new() };
    format!("{times}{} ({})", artifact_name(index), artifact(index).points)
}
