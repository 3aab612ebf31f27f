//! Lines around parts of a grid.

use std::fmt::Write as _;

use crate::map::Cell;
use crate::pen::N;

/// Cells row by row from the lowest y; `None` where there is nothing.
pub(crate) type Grid = [Vec<Option<Cell>>];

/// The edges between cells that lie inside and cells that do not, as a path; what is nothing has no edges,
/// nor do two cells of which neither is decided. `corner` gives the place of the corner
/// left of column x and below row y.
pub(crate) fn frontier(cells: &Grid, corner: impl Fn(usize, usize) -> (f64, f64)) -> String {
    let (rows, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
    let mut path = String::new();
    let mut draw = |from: (usize, usize), to: (usize, usize)| {
        let ((x, y), (to_x, to_y)) = (corner(from.0, from.1), corner(to.0, to.1));
        let _ = write!(path, "M{} {}L{} {}", N(x), N(y), N(to_x), N(to_y));
    };
    for y in 1..rows {
        runs(columns, |x| differ(cells[y][x], cells[y - 1][x]), |from, to| draw((from, y), (to, y)));
    }
    for x in 1..columns {
        runs(rows, |y| differ(cells[y][x], cells[y][x - 1]), |from, to| draw((x, from), (x, to)));
    }
    path
}

/// What is decided borders on what is not, and on what is decided otherwise.
fn differ(one: Option<Cell>, other: Option<Cell>) -> bool {
    let side = |cell: Cell| (!cell.undecided).then_some(cell.inside);
    one.zip(other).is_some_and(|(one, other)| side(one) != side(other))
}

/// Calls `found` with the beginning and the end of each run of places at which `is_in` holds.
fn runs(length: usize, is_in: impl Fn(usize) -> bool, mut found: impl FnMut(usize, usize)) {
    let mut begun = None;
    for at in 0..=length {
        match (begun, at < length && is_in(at)) {
            (None, true) => begun = Some(at),
            (Some(from), false) => {
                found(from, at);
                begun = None;
            }
            _ => {}
        }
    }
}

/// The middle (x, y) and the side of the largest square of cells that all satisfy `fits`, in cells; where words find
/// room.
pub(crate) fn roomiest(
    rows: usize,
    columns: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<(f64, f64, f64)> {
    let mut above = vec![0_usize; columns];
    let mut best = (0, 0, 0);
    for y in 0..rows {
        let mut before = 0; // of the row above, one column to the left
        for x in 0..columns {
            let left = if x > 0 { above[x - 1] } else { 0 };
            let here = if fits(x, y) { 1 + left.min(above[x]).min(before) } else { 0 };
            before = std::mem::replace(&mut above[x], here);
            if above[x] > best.0 {
                best = (above[x], x, y);
            }
        }
    }
    let (side, x, y) = best;
    let half = side as f64 / 2.0;
    (side > 0).then(|| ((x + 1) as f64 - half, (y + 1) as f64 - half, side as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&str]) -> Vec<Vec<Option<Cell>>> {
        let cell = |letter: char| match letter {
            ' ' => None,
            _ => Some(Cell { value: 0.0, inside: "sS".contains(letter), undecided: letter.is_lowercase() }),
        };
        rows.iter().map(|row| row.chars().map(cell).collect()).collect()
    }

    #[test]
    fn the_frontier_has_an_edge_wherever_neighbours_differ() {
        let path = |rows: &[&str]| frontier(&grid(rows), |x, y| (x as f64, y as f64));
        // Between the rows at the second column, and right of the last cell inside in each row.
        assert_eq!(path(&["SSF", "SFF"]), "M1 1L2 1M1 1L1 2M2 0L2 1");
        assert_eq!(path(&["S F", "S F"]), "");
        assert_eq!(path(&["Sf"]), "M1 0L1 1");
        assert_eq!(path(&["Ss"]), "M1 0L1 1");
        assert_eq!(path(&["sf"]), "");
    }

    #[test]
    fn words_go_where_the_largest_square_is() {
        let free = ["..#.....", "..#.....", "###.....", ".......#"];
        let fits = |x: usize, y: usize| free[y].as_bytes()[x] == b'.';
        assert_eq!(roomiest(4, 8, fits), Some((5.0, 2.0, 4.0)));
        assert_eq!(roomiest(2, 2, |_, _| false), None);
        assert_eq!(roomiest(1, 3, |x, _| x == 2), Some((2.5, 0.5, 1.0)));
    }
}
