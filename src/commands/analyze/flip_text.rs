//! What the next flip may bring, as text.

use std::io::{self, Write};

use roadside_agents::zone_stalker::{Bounds, CardOutlook, FlipReport, Look, Outcomes};

use crate::table::{Table, counted};

/// How long the bar of a certain event is.
const BAR: f64 = 40.0;

/// Writes all that a report says.
pub fn write_report(report: &FlipReport, out: &mut dyn Write) -> io::Result<()> {
    write_position(report, out)?;
    if !report.sorts.is_empty() {
        writeln!(out, "\nThe next card\n{}", sorts(report))?;
        write!(out, "{}", cards(report))?;
    }
    for told in &report.moves {
        if let Some(outcomes) = told.outcomes.as_ref().filter(|_| told.action != "stop") {
            writeln!(out, "\nWhat may come of \"{}\"\n{}", told.action, chances(outcomes))?;
        }
    }
    writeln!(out, "\nWhat it is worth\n{}", moves(report))?;
    write_looks(report, out)?;
    write_advice(report, out)
}

fn write_position(report: &FlipReport, out: &mut dyn Write) -> io::Result<()> {
    let FlipReport { seat, character, points, injuries, permanent, fatal, .. } = report;
    let others = report.all_points.iter().enumerate().filter(|(other, _)| other != seat);
    let others: Vec<String> = others.map(|(_, points)| points.to_string()).collect();
    let others =
        if others.is_empty() { String::new() } else { format!("; the others have {}", others.join(", ")) };
    let hand: Vec<String> = report.hand.iter().map(|&(kind, count)| times(kind, count)).collect();
    let permanent = if *permanent > 0 { format!(", {permanent} of them permanent") } else { String::new() };
    writeln!(out, "seat {seat} ({character}): {points} SP{others}")?;
    writeln!(out, "{} of {fatal} that kill{permanent}", counted(*injuries, "injury"))?;
    writeln!(out, "hand: {}", hand.join(", "))?;
    write!(out, "{} left, site: {}", counted(report.zone_cards, "Zone card"), report.site)?;
    match report.card {
        Some(card) => writeln!(out, "; on the table: {card}"),
        None => writeln!(out),
    }
}

fn times(kind: &str, count: u8) -> String {
    if count == 1 { kind.to_owned() } else { format!("{kind} x{count}") }
}

fn sorts(report: &FlipReport) -> Table {
    let mut table = Table::new(1);
    table.row(["", "chance", "then avoided or found"]);
    for sort in &report.sorts {
        table.row([sort.sort.to_owned(), percent(sort.chance), sort.success.map_or("-".into(), percent)]);
    }
    table
}

/// The cards that may be flipped; those that show the same stand in one line.
fn cards(report: &FlipReport) -> Table {
    let mut table = Table::new(2);
    table.row(["card", "spend", "left", "success", "1 injury", "2+", "killed", "then worth"]);
    for (place, card) in report.cards.iter().enumerate() {
        let alike = |other: &&CardOutlook| other.shows == card.shows && other.sort == card.sort;
        if report.cards[..place].iter().any(|before| alike(&before)) {
            continue;
        }
        let left: u32 = report.cards.iter().filter(alike).map(|other| u32::from(other.left)).sum();
        let outcomes = &card.outcomes;
        let more: f64 = outcomes.injuries.iter().skip(2).sum();
        let one = outcomes.injuries.get(1).copied().unwrap_or_default();
        let shows = if card.shows == card.sort {
            card.shows.clone()
        } else {
            format!("{}: {}", card.sort, card.shows)
        };
        table.row([
            shows,
            card.spend.unwrap_or("-").to_owned(),
            left.to_string(),
            card.success.map_or("-".into(), percent),
            rare(one),
            rare(more),
            rare(outcomes.death + outcomes.spared),
            format!("{:.2}", card.value),
        ]);
    }
    table
}

/// The chances of an action, each with a bar.
fn chances(outcomes: &Outcomes) -> Table {
    let mut rows = vec![("an artifact found".to_owned(), outcomes.found)];
    rows.extend(outcomes.finds.iter().map(|find| (format!("  worth {} SP", find.points), find.chance)));
    for (injuries, &chance) in outcomes.injuries.iter().enumerate() {
        let words = if injuries == 0 { "no injury".to_owned() } else { counted(injuries, "injury") };
        rows.push((words, chance));
    }
    rows.push(("a find of this turn lost".to_owned(), outcomes.swag_lost));
    rows.push(("killed, and spared or followed by an heir".to_owned(), outcomes.spared));
    rows.push(("killed".to_owned(), outcomes.death));
    let mut table = Table::new(1);
    for (words, chance) in rows.into_iter().filter(|row| row.1 > 0.0) {
        let bar = "█".repeat((chance * BAR).round() as usize);
        // Set in by hand: the bars stand at the left of their room, behind numbers at the right of theirs.
        table.row([words, percent(chance), format!("{bar:<width$}", width = BAR as usize)]);
    }
    table.row(["cards left in the mean".to_owned(), format!("{:.2}", outcomes.cards), String::new()]);
    table.row(["SP in the mean, dead: 0".to_owned(), format!("{:.2}", outcomes.points), String::new()]);
    table
}

fn moves(report: &FlipReport) -> Table {
    let mut table = Table::new(1);
    table.row(["", "next flip", "this turn"]);
    for told in &report.moves {
        let value = told.value.map_or("-".into(), |value| format!("{value:.3}"));
        table.row([told.action.clone(), value, between(told.turn)]);
    }
    table
}

fn write_looks(report: &FlipReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "next flip: mean SP after the card, dead 0, {} less for each injury; this turn: mean SP at its end, dead 0",
        report.injury_cost
    )?;
    for Look { depth, turn, exact, complete } in &report.looks {
        let note = if *exact { ", exact" } else { "" };
        let note = if *complete { note } else { ", not all of them: give more --situations" };
        writeln!(out, "with {} summed in full, going on: {}{note}", counted(*depth, "flip"), between(*turn))?;
    }
    Ok(())
}

fn write_advice(report: &FlipReport, out: &mut dyn Write) -> io::Result<()> {
    let advice = &report.advice;
    let by = advice.greedy_by.map_or(String::new(), |by| format!(", worth {by:.3} more"));
    writeln!(out, "\nBy the next flip: {}{by}", advice.greedy)?;
    match (&advice.turn, advice.turn_by) {
        (Some(action), Some(by)) => writeln!(out, "By this turn: {action}, worth {} more", between(by)),
        _ => writeln!(out, "By this turn: open; the bounds overlap (give more --depth)"),
    }
}

/// A value, or the bounds of one.
fn between(bounds: Bounds) -> String {
    let Bounds { lower, upper } = bounds;
    if bounds.is_exact() { format!("{lower:.3}") } else { format!("{lower:.3} to {upper:.3}") }
}

fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// A chance that is often none.
fn rare(chance: f64) -> String {
    if chance > 0.0 { percent(chance) } else { "-".to_owned() }
}
