//! What a map shows.

use std::collections::BTreeSet;

use serde::Serialize;

use super::sampling::Samples;
use crate::analysis::Estimate;
use crate::analysis::stopping::quantity::Quantity;

/// Maps of the value of flipping less that of stopping.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneMap {
    /// The game.
    pub game: &'static str,
    /// How many seats play.
    pub players: usize,
    /// What the numbers are: `win_share`, the share of the win, or alone at the table `score`, Swag Points, dead = 0.
    pub value: &'static str,
    /// Always false: the values hold for this continuation only.
    pub exact: bool,
    /// What the values are, in words.
    pub meaning: String,
    /// Who plays on, by seat.
    pub continuation: Vec<String>,
    /// How often each choice was tried in each cell.
    pub samples: u64,
    /// The seed.
    pub seed: u64,
    /// The position that all cells begin from; `None` for beginnings of games.
    pub position: Option<String>,
    /// What else was set in all cells.
    pub set: Vec<(Quantity, i32)>,
    /// Whether a card had been flipped this turn, where that can be.
    pub flipped: bool,
    /// The columns.
    pub x: ZoneAxis,
    /// The rows.
    pub y: ZoneAxis,
    /// The number of quiet rounds of the game itself.
    pub stalemate_rounds: u8,
    /// One map for each number of quiet rounds that ends the game, rising.
    pub maps: Vec<RoundsMap>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneAxis {
    /// What it counts.
    pub name: Quantity,
    /// That in words, with the unit.
    pub label: &'static str,
    /// The numbers, rising.
    pub values: Vec<i32>,
}

/// The map for one number of quiet rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundsMap {
    /// How many rounds without a flip end the game (R21).
    pub stalemate_rounds: u8,
    /// The cells, row by row from the first y: `cells[y][x]`.
    pub cells: Vec<Vec<ZoneCell>>,
    /// How it differs from the map of the game itself; `None` for that one.
    pub moves: Option<Moves>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneCell {
    /// The number of the column's quantity.
    pub x: i32,
    /// The number of the row's quantity.
    pub y: i32,
    /// What is better: `flip`, `stop`, `impossible`, or `undecided` where that is not certain at 95 % for all cells of the map
    /// together (Holm).
    pub decision: Decision,
    /// The value of flipping.
    pub flip: Option<Estimate>,
    /// The value of stopping.
    pub stop: Option<Estimate>,
    /// Flipping less stopping, by pairs of playouts with the same chance.
    pub difference: Option<Estimate>,
}

/// What is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// To flip.
    Flip,
    /// To stop.
    Stop,
    /// That is not certain.
    Undecided,
    /// There is no such position.
    Impossible,
}

impl Decision {
    /// The word of the report.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Flip => "flip",
            Self::Stop => "stop",
            Self::Undecided => "undecided",
            Self::Impossible => "impossible",
        }
    }
}

impl ZoneCell {
    /// What the samples of a cell come to; `None`: it cannot be. Whether it is decided depends on the others too.
    pub(super) fn of((x, y): (i32, i32), samples: Option<&Samples>, decided: bool) -> Self {
        let difference = samples.and_then(|samples| Estimate::of_differences(&samples.difference));
        let decision = match difference {
            None => Decision::Impossible,
            Some(_) if !decided => Decision::Undecided,
            Some(difference) if difference.mean > 0.0 => Decision::Flip,
            Some(_) => Decision::Stop,
        };
        Self {
            x,
            y,
            decision,
            flip: samples.and_then(|samples| Estimate::of_sample(&samples.flip)),
            stop: samples.and_then(|samples| Estimate::of_sample(&samples.stop)),
            difference,
        }
    }

    /// Whether stopping looks better, decided or not.
    pub fn leans_to_stop(&self) -> bool {
        self.difference.is_some_and(|difference| difference.mean <= 0.0)
    }
}

/// How a map differs from that of the game itself, over the cells that can be in both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moves {
    /// How many cells are compared.
    pub cells: usize,
    /// How many lean to the other choice.
    pub changed: usize,
    /// Of these how many are decided on both maps.
    pub changed_and_decided: usize,
    /// How many change their decision, from or to undecided included.
    pub decision_changed: usize,
    /// In how many cells the value of flipping less stopping is certainly another, at 95 % for all together (Holm).
    pub shifted: usize,
    /// The mean over the cells of by how much that value is greater.
    pub mean_shift: f64,
    /// All that in words.
    pub words: String,
}

impl Moves {
    /// What changes from `own`, the map of the game itself, to `cells`; both row by row, and so the `shifts` of their
    /// differences and whether they are certain.
    pub(super) fn between(
        cells: &[Vec<ZoneCell>],
        own: &[Vec<ZoneCell>],
        shifts: &[(Option<Estimate>, bool)],
        (rounds, own_rounds): (u8, u8),
    ) -> Self {
        let pairs = cells.iter().flatten().zip(own.iter().flatten()).zip(shifts);
        let pairs: Vec<_> = pairs
            .filter(|((cell, own), _)| cell.difference.is_some() && own.difference.is_some())
            .map(|((cell, own), shift)| (cell, own, *shift))
            .collect();
        let decided = |cell: &ZoneCell| matches!(cell.decision, Decision::Flip | Decision::Stop);
        let changed = pairs.iter().filter(|(cell, own, _)| cell.leans_to_stop() != own.leans_to_stop());
        let changed_and_decided =
            changed.clone().filter(|(cell, own, _)| decided(cell) && decided(own)).count();
        let changed = changed.count();
        let decision_changed = pairs.iter().filter(|(cell, own, _)| cell.decision != own.decision).count();
        let shifted = pairs.iter().filter(|(.., (_, certain))| *certain).count();
        let sum: f64 = pairs.iter().filter_map(|(.., (shift, _))| Some(shift.as_ref()?.mean)).sum();
        let (compared, mean_shift) = (pairs.len(), sum / pairs.len().max(1) as f64);
        let words = format!(
            "with {rounds} quiet rounds in place of {own_rounds}: {decision_changed} of {compared} cells change their decision, from or to \
             undecided included; {changed} lean to the other choice, {changed_and_decided} of them decided on both maps; flipping less stopping certainly differs in {shifted}, and is {} by {:.4} \
             in the mean of all cells",
            if mean_shift < 0.0 { "less" } else { "more" },
            mean_shift.abs()
        );
        Self { cells: compared, changed, changed_and_decided, decision_changed, shifted, mean_shift, words }
    }
}

/// What the values are, in words.
pub(super) fn meaning(alone: bool, continuation: &[String]) -> String {
    let names: BTreeSet<&String> = continuation.iter().collect();
    let names = names.into_iter().map(String::as_str).collect::<Vec<_>>().join(" and ");
    let value = if alone { "Swag Points at the end, dead = 0" } else { "share of the win" };
    format!(
        "{value}, estimated: hidden cards and chance are drawn anew for each sample, the same for both choices, and the rest is \
         played by {names}. These are values under that continuation, not under best play"
    )
}
