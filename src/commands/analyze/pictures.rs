//! Reports as pictures.

use roadside_agents::analysis::Estimate;
use roadside_agents::analysis::rules::{RulesOutcome, RulesReport};
use roadside_agents::analysis::stopping::pig::{PigMap, PigSection};
use roadside_agents::analysis::stopping::zone::{Decision, Moves, RoundsMap, ZoneCell, ZoneMap};
use roadside_pictures::{
    Axis, Cell, Lines, Map, Outline, Panel, PictureError, Scale, Series, Sheet, Surface,
};

use crate::table::counted;

/// The map of when to hold.
pub fn hold_at(map: &PigMap) -> Result<String, PictureError> {
    let most = usual(map);
    let cell = |turn: Option<u16>| {
        turn.map(|turn| Cell { value: f64::from(turn), inside: turn <= 20, undecided: false })
    };
    let cells = map.hold_at.iter().map(|row| row.iter().map(|&turn| cell(turn)).collect()).collect();
    let picture = Map {
        title: format!("Pig to {}: the turn total at which to hold", map.target),
        subtitle: format!(
            "{} seats, exact over {} positions; with a smaller turn total roll. Who begins wins with probability {:.4}.",
            map.players, map.states, map.first_wins
        ),
        note: note(map),
        x: Axis { label: "own points, banked".into(), values: numbers(map.target) },
        y: Axis { label: theirs(map).into(), values: numbers(map.target) },
        sheets: vec![Sheet { cells, ..Sheet::default() }],
        scale: Scale::Sequential { least: 0.0, most },
        scale_label: format!("hold at this turn total (points; {most} or more)"),
        sides: Some(["hold at 20 or sooner".into(), "roll beyond 20".into()]),
    };
    picture.svg()
}

/// The roll/hold surface as a body: inside of it one rolls, above it one holds.
pub fn surface(map: &PigMap) -> String {
    let heights = map.hold_at.iter().map(|row| row.iter().map(|&turn| turn.map_or(0.0, f64::from)).collect());
    let mut heights: Vec<Vec<f64>> = heights.collect();
    // Points that nobody can have leave no gap.
    for row in &mut heights {
        for own in (0..row.len().saturating_sub(1)).rev().filter(|&own| own > 0) {
            if row[own] == 0.0 {
                row[own] = row[own + 1];
            }
        }
    }
    for theirs in 1..heights.len().saturating_sub(1) {
        if heights[theirs].iter().all(|&height| height == 0.0) {
            let (low, high) = heights.split_at_mut(theirs + 1);
            low[theirs].clone_from(&high[0]);
        }
    }
    let picture = Surface {
        title: format!("Pig to {}: the roll/hold surface", map.target),
        subtitle: format!("{} seats, exact: inside of the body roll, from its roof on hold.", map.players),
        note: note(map),
        x_label: "own points, banked".into(),
        y_label: theirs(map).into(),
        z_label: "turn total (points)".into(),
        heights,
        most: most(map),
    };
    picture.svg()
}

/// The boundaries of the sections in one chart.
pub fn boundaries(map: &PigMap) -> String {
    let series = map.sections.iter().filter_map(|section| {
        let row = map.hold_at.get(usize::from(section.theirs))?;
        let points = row.iter().enumerate().filter_map(|(own, turn)| Some((own as f64, f64::from((*turn)?))));
        let points: Vec<_> = points.collect();
        let name = format!("they have {}", section.theirs);
        (!points.is_empty()).then(|| Series { steps: true, ..Series::new(name, points) })
    });
    let panel = Panel {
        x_label: "own points, banked".into(),
        y_label: "hold at this turn total (points)".into(),
        series: series.collect(),
        reference: (map.target > 25).then(|| (20.0, "hold at 20".into())),
        from_zero: true,
        ..Panel::default()
    };
    let picture = Lines {
        title: format!("Pig to {}: sections through the roll/hold surface", map.target),
        subtitle: format!("{} seats, exact: below the line roll, from the line on hold.", map.players),
        note: note(map),
        panels: vec![panel],
        columns: 1,
    };
    picture.svg()
}

/// What rolling is worth more, at one score of the opponents.
pub fn section(map: &PigMap, section: &PigSection) -> Result<String, PictureError> {
    let cell = |gain: Option<f64>| gain.map(|value| Cell { value, inside: value <= 0.0, undecided: false });
    // What lies far above all boundaries would take most of the room.
    let high = (usual(map) as usize + 5).min(section.roll_less_hold.len());
    let rows = &section.roll_less_hold[..high];
    let cells = rows.iter().map(|row| row.iter().map(|&gain| cell(gain)).collect()).collect();
    let picture = Map {
        title: format!("Pig to {}: roll or hold, when they have {}", map.target, section.theirs),
        subtitle: format!(
            "{} seats, exact: probability of winning by rolling less that by holding.",
            map.players
        ),
        note: note(map),
        x: Axis { label: "own points, banked".into(), values: numbers(map.target) },
        y: Axis { label: "turn total (points)".into(), values: (0..high).map(|turn| turn as f64).collect() },
        sheets: vec![Sheet { cells, ..Sheet::default() }],
        scale: Scale::around_zero(rows.iter().flatten().copied().flatten()),
        scale_label: "roll less hold (probability of winning)".into(),
        sides: Some(["hold".into(), "roll".into()]),
    };
    picture.svg()
}

/// The largest turn total at which to hold, a round number.
fn most(map: &PigMap) -> f64 {
    let most = map.hold_at.iter().flatten().copied().flatten().max().unwrap_or(1);
    f64::from(most.div_ceil(5) * 5)
}

/// A round number that most turn totals lie below: where an opponent is nearly home one rolls for all or nothing, and
/// these totals would flatten all others.
fn usual(map: &PigMap) -> f64 {
    let mut totals: Vec<u16> = map.hold_at.iter().flatten().copied().flatten().collect();
    totals.sort_unstable();
    let middle = totals.get(totals.len() / 2).copied().unwrap_or(1);
    f64::from((middle * 2).div_ceil(5) * 5).min(most(map))
}

fn note(map: &PigMap) -> String {
    let again = match map.rolls_again.len() {
        0 => String::new(),
        1 => " At one score it is right to roll again with some larger turn total.".to_owned(),
        count => format!(" At {count} scores it is right to roll again with some larger turn total."),
    };
    let seats = if map.players > 2 { " Each opponent has the same points." } else { "" };
    format!(
        "A die of {} faces. After Neller and Presser (2004), Optimal play of the dice game Pig.{seats}{again}",
        map.die
    )
}

fn theirs(map: &PigMap) -> &'static str {
    if map.players > 2 { "points of each opponent, banked" } else { "the opponent's points, banked" }
}

fn numbers(target: u16) -> Vec<f64> {
    (0..target).map(f64::from).collect()
}

/// The maps of Zone Stalker, side by side, each with the outline of the game itself.
pub fn zone(map: &ZoneMap) -> Result<String, PictureError> {
    let own = map.maps.iter().find(|one| one.moves.is_none());
    let outline = own.filter(|_| map.maps.len() > 1).map(|own| Outline {
        label: format!("the outline with {} rounds", own.stalemate_rounds),
        cells: cells(own),
    });
    let sheets: Vec<Sheet> = map.maps.iter().map(|one| sheet(map, one, outline.as_ref())).collect();
    let values = map.maps.iter().flat_map(|one| one.cells.iter().flatten());
    let unit = if map.value == "score" { "Swag Points" } else { "share of the win" };
    let seats = if map.players == 1 { "alone".to_owned() } else { format!("{} seats", map.players) };
    let mut agents = map.continuation.clone();
    agents.dedup();
    let picture = Map {
        title: format!("Zone Stalker, {seats}: flip once more, or stop?"),
        subtitle: format!(
            "Flipping less stopping, in {unit}; then {} at the seats. {} samples a cell, seed {}. {}",
            agents.join(" and "),
            map.samples,
            map.seed,
            ground(map)
        ),
        note: zone_note(map),
        x: Axis { label: map.x.label.into(), values: map.x.values.iter().copied().map(f64::from).collect() },
        y: Axis { label: map.y.label.into(), values: map.y.values.iter().copied().map(f64::from).collect() },
        sheets,
        scale: Scale::around_zero(values.filter_map(|cell| Some(cell.difference?.mean))),
        scale_label: format!("flip less stop ({unit})"),
        sides: Some(["stop".into(), "flip".into()]),
    };
    picture.svg()
}

fn cells(one: &RoundsMap) -> Vec<Vec<Option<Cell>>> {
    let cell = |cell: &ZoneCell| {
        Some(Cell {
            value: cell.difference?.mean,
            inside: cell.leans_to_stop(),
            undecided: cell.decision == Decision::Undecided,
        })
    };
    one.cells.iter().map(|row| row.iter().map(cell).collect()).collect()
}

fn sheet(map: &ZoneMap, one: &RoundsMap, outline: Option<&Outline>) -> Sheet {
    let own = if one.moves.is_none() { " (the ruling)" } else { "" };
    Sheet {
        title: if map.maps.len() > 1 {
            format!("{} quiet rounds end it{own}", one.stalemate_rounds)
        } else {
            String::new()
        },
        cells: cells(one),
        outlines: outline.filter(|_| one.moves.is_some()).cloned().into_iter().collect(),
        numbers: false,
    }
}

fn ground(map: &ZoneMap) -> String {
    let from = if map.position.is_some() { "From a given position" } else { "From the beginning of a game" };
    let set = map.set.iter().map(|(name, value)| format!(", {name} = {value}")).collect::<Vec<_>>().concat();
    let flipped = if map.flipped { ", a card flipped this turn" } else { "" };
    format!("{from}{set}{flipped}.")
}

fn zone_note(map: &ZoneMap) -> String {
    let moves = map.maps.iter().filter_map(|one| Some((one.stalemate_rounds, one.moves.as_ref()?)));
    let moves = moves.map(|(rounds, Moves { decision_changed, cells, .. })| {
        format!(" With {rounds} quiet rounds {decision_changed} of {cells} cells change their decision.")
    });
    format!(
        "Estimates under this continuation, not values of best play. Hands, swag and decks that axes name are random ones of \
         that size.{}",
        moves.collect::<String>()
    )
}

/// What the rules do, one chart for each figure.
pub fn rules(report: &RulesReport) -> String {
    let unit = if report.value == "score" { "score" } else { "share of the win" };
    let share = |title, of: fn(&RulesOutcome) -> Option<Estimate>| Panel {
        from_zero: true,
        ..panel(report, title, "share", of)
    };
    let per_game = |title, unit: &'static str| Panel {
        from_zero: true,
        ..panel(report, title, unit, |outcome| outcome.per_game.get(unit).copied())
    };
    let skill = Panel {
        y_label: "0 all luck, 1 all skill".into(),
        ..share("Skill against luck", |outcome| outcome.skill)
    };
    let edge = panel(report, "What the strong player has more", unit, |outcome| outcome.edge);
    let mut panels = vec![
        Panel {
            reference: Some((0.0, "none".into())),
            ..panel(report, "The first seat's advantage", "share of the win", |outcome| outcome.first_seat)
        },
        per_game("Decisions in a game", "decisions"),
        per_game("Turns in a game", "turns"),
        share("Strong players that die", |outcome| outcome.deaths),
        panel(report, "Score of strong players", "score", |outcome| outcome.score),
        if skill.series.is_empty() { edge } else { skill },
        panel(report, "The best simple rule", unit, |outcome| Some(outcome.best_rule.as_ref()?.value)),
    ];
    panels.retain(|panel| !panel.series.is_empty());
    let best = report
        .outcomes
        .iter()
        .filter_map(|outcome| Some(format!("{} at {}", outcome.best_rule.as_ref()?.player, outcome.value)));
    let best = best.collect::<Vec<_>>().join(", ");
    let picture = Lines {
        title: format!("{}, {}: what {} does", report.game, counted(report.players, "seat"), report.vary),
        subtitle: format!(
            "{} games a figure with the same chance for all values, seed {}; strong: {}, weak: {}; bands: 95 %",
            report.games, report.seed, report.strong, report.weak
        ),
        note: if best.is_empty() { String::new() } else { format!("Best simple stopping rule: {best}.") },
        panels,
        columns: 3,
    };
    picture.svg()
}

/// One figure over the values; without any series if no outcome has it.
fn panel(
    report: &RulesReport,
    title: &str,
    y_label: &str,
    of: impl Fn(&RulesOutcome) -> Option<Estimate>,
) -> Panel {
    let numbers: Option<Vec<f64>> =
        report.outcomes.iter().map(|outcome| outcome.value.parse().ok()).collect();
    let words = numbers.is_none();
    let places = numbers.unwrap_or_else(|| (0..report.outcomes.len()).map(|at| at as f64).collect());
    let mut shown: Vec<(f64, Estimate)> =
        places.iter().zip(&report.outcomes).filter_map(|(&at, outcome)| Some((at, of(outcome)?))).collect();
    shown.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let series = Series {
        band: shown.iter().map(|(_, estimate)| (estimate.low, estimate.high)).collect(),
        ..Series::new("", shown.iter().map(|(at, estimate)| (*at, estimate.mean)))
    };
    Panel {
        title: title.to_owned(),
        x_label: if report.vary == "hazards" {
            "Hazards (% of the Zone deck)".into()
        } else {
            report.vary.clone()
        },
        y_label: y_label.to_owned(),
        series: if shown.is_empty() { Vec::new() } else { vec![series] },
        x_words: if words {
            places.iter().zip(&report.outcomes).map(|(&at, outcome)| (at, outcome.value.clone())).collect()
        } else {
            Vec::new()
        },
        ..Panel::default()
    }
}
