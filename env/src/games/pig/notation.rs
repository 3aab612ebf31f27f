//! Position lines of Pig: `banked=12,0 turn=7 act=0`, with `act=won:0` when seat 0 has won.

use super::{Pig, PigState};
use crate::notation::{LineReader, LineWriter, join, parse as parse_value};
use crate::{Game, PositionError};

pub(super) fn print(game: &Pig, state: &PigState) -> String {
    let won = if state.over { "won:" } else { "" };
    LineWriter::default()
        .field("banked", join(&state.banked[..game.facts().seats]))
        .field("turn", state.turn_total)
        .field("act", format!("{won}{}", state.to_act))
        .finish()
}

pub(super) fn parse(game: &Pig, line: &str) -> Result<PigState, PositionError> {
    let mut reader = LineReader::new(line);
    let banked: Vec<u16> = reader.list("banked", "points, one number per seat")?;
    let turn_total = reader.value("turn", "the points at stake")?;
    let act = reader.text("act")?;
    reader.finish()?;
    let (over, seat) = match act.strip_prefix("won:") {
        Some(seat) => (true, seat),
        None => (false, act),
    };
    let seats = game.facts().seats;
    if banked.len() != seats {
        let found = banked.len();
        return Err(PositionError::Impossible(format!("{found} banked totals for {seats} seats")));
    }
    let mut state =
        PigState { turn_total, to_act: parse_value("act", seat, "a seat")?, over, ..PigState::default() };
    state.banked[..seats].copy_from_slice(&banked);
    check(game, &state)?;
    Ok(state)
}

pub(super) fn check(game: &Pig, state: &PigState) -> Result<(), PositionError> {
    let impossible = |why: String| Err(PositionError::Impossible(why));
    let (seats, target) = (game.facts().seats, game.target());
    let seat = usize::from(state.to_act);
    if seat >= seats {
        return impossible(format!("seat {seat} acts, but there are {seats} seats"));
    }
    if state.banked[seats..].iter().any(|&points| points > 0) {
        return impossible(format!("points are banked beyond the {seats} seats"));
    }
    let at_target = state.banked.iter().filter(|&&points| points >= target).count();
    if state.banked.iter().any(|&points| points > target) {
        return impossible(format!("more than the target of {target} is banked"));
    }
    if at_target != usize::from(state.over) || state.over && state.banked[seat] != target {
        return impossible("exactly the winner of a finished game has the target banked".into());
    }
    if state.turn_total > target - state.banked[seat] {
        return impossible("a turn total counts only up to what is short of the target".into()); // P1
    }
    let short = target - state.banked[seat];
    let sums = state.banked.iter().all(|&points| is_sum(game, points, target));
    if !sums || !is_sum(game, state.turn_total, short) {
        return impossible("no rolls add up to these points; a 1 is never added".into());
    }
    Ok(())
}

/// Whether faces from 2 on can add up to `points`, where they count only up to `most` (P1).
fn is_sum(game: &Pig, points: u16, most: u16) -> bool {
    points == most || (points != 1 && (game.die() > 2 || points.is_multiple_of(2)))
}
