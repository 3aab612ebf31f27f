//! What the next flip may bring, as text.

use std::io::{self, Write};

use roadside_agents::zone_stalker::{Bounds, CardOutlook, FlipReport, Look, Outcomes};

use crate::table::{Table, counted};

/// How long the bar of a certain event is.
const BAR: f64 = 40.0;

/// Writes all that a report says.
pub fn write_report(report: &FlipReport, out: &mut dyn Write) -> io::Result<()> {
    write_position(report, out)?;
    write_advice(report, out)?;
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
    write_scope(report, out)
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
    let mut sorts: Vec<_> = report.sorts.iter().collect();
    sorts.sort_by(|a, b| b.chance.total_cmp(&a.chance).then_with(|| a.sort.cmp(b.sort)));
    for sort in sorts {
        table.row([sort.sort.to_owned(), percent(sort.chance), sort.success.map_or("-".into(), percent)]);
    }
    table
}

/// The cards that may be flipped, the likelier sorts and in them the likelier cards first; those that show the same stand in one
/// line.
fn cards(report: &FlipReport) -> Table {
    let mut table = Table::new(2);
    table.row(["card", "in deck", "spend", "success", "1 injury", "2+", "killed", "then worth"]);
    let mut kinds: Vec<(&CardOutlook, u32)> = Vec::new();
    for card in &report.cards {
        let copies = u32::from(card.left);
        match kinds.iter_mut().find(|(other, _)| other.shows == card.shows && other.sort == card.sort) {
            Some((_, all)) => *all += copies,
            None => kinds.push((card, copies)),
        }
    }
    let of_sort = |card: &CardOutlook| {
        let sort = report.sorts.iter().find(|sort| sort.sort == card.sort);
        sort.map_or(0.0, |sort| sort.chance)
    };
    kinds.sort_by(|(a, few), (b, many)| {
        of_sort(b).total_cmp(&of_sort(a)).then_with(|| a.sort.cmp(b.sort)).then(many.cmp(few))
    });
    for (card, copies) in kinds {
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
            copies.to_string(),
            card.spend.unwrap_or("-").to_owned(),
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
    table.row([
        "cards then in hand, in the mean".to_owned(),
        format!("{:.2}", outcomes.cards),
        String::new(),
    ]);
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
    writeln!(out, "By the next flip: {}{by}", advice.greedy)?;
    match (&advice.turn, advice.turn_by) {
        (Some(action), Some(by)) => writeln!(out, "By this turn: {action}, worth {} more", between(by)),
        _ => writeln!(out, "By this turn: open; the bounds overlap (give more --depth)"),
    }
}

/// What is not counted, and who counts it.
fn write_scope(report: &FlipReport, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "\nThis counts the SP of this turn only, neither the win nor the rest of the game. Of the whole game:"
    )?;
    let seats = report.all_points.len();
    let command = if seats == 1 { "solve" } else { "analyze stopping" };
    writeln!(out, "  roadside {command} --game zone_stalker --players {seats} --position LINE")?;
    writeln!(out, "with the line that `roadside replay --position` tells, and the --config of the game")
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
