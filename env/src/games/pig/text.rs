//! The table of Pig as text.

use std::fmt::Write as _;

use super::Pig;
use crate::{Game, State, View};

pub(super) fn draw(view: &View<'_, Pig>) -> String {
    let mut table = format!("Pig to {}\n", view.game.target());
    for seat in 0..view.game.facts().seats {
        let you = if seat == view.seat { " (you)" } else { "" };
        let _ = write!(table, "  seat {seat}{you}: {} banked", view.banked(seat));
        if view.state.current_player() == Some(seat) {
            let _ = write!(table, ", {} at stake this turn", view.turn_total());
        }
        table.push('\n');
    }
    table
}
