//! A height over two axes, as a body seen from above.

use crate::colour::{FAINT, GRID, Scale, shaded};
use crate::pen::{Pen, Place, Type, heading, heading_height, outline, paragraph_height};
use crate::ticks::{number, ticks};

/// A height over two axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Surface {
    /// What it shows.
    pub title: String,
    /// What has to be known to read it.
    pub subtitle: String,
    /// What stands below.
    pub note: String,
    /// What runs from the front to the right.
    pub x_label: String,
    /// What runs from the front to the left.
    pub y_label: String,
    /// What the height is.
    pub z_label: String,
    /// The heights, of any size: `heights[y][x]`, from 0.
    pub heights: Vec<Vec<f64>>,
    /// Where the scale of heights ends.
    pub most: f64,
}

const SIDE: f64 = 330.0;
const HIGH: f64 = 250.0;
const TILT: f64 = 0.46;
const WIDTH: f64 = 2.0 * SIDE + 150.0;

impl Surface {
    /// The body as an SVG document.
    pub fn svg(&self) -> String {
        let top = heading_height(WIDTH, &self.title, &self.subtitle);
        let front = top + HIGH + 2.0 * SIDE * TILT + 26.0;
        let note = paragraph_height(WIDTH - 48.0, 11.0, &self.note);
        let mut pen = Pen::new(WIDTH, front + 62.0 + note);
        heading(&mut pen, WIDTH, &self.title, &self.subtitle);
        let eye = Eye {
            front: (WIDTH / 2.0 + 10.0, front),
            columns: self.heights.first().map_or(1, Vec::len).max(1) as f64,
            rows: self.heights.len().max(1) as f64,
            most: if self.most > 0.0 { self.most } else { 1.0 },
        };
        draw_walls(&mut pen, &eye);
        self.draw_blocks(&mut pen, &eye);
        self.draw_axes(&mut pen, &eye);
        pen.paragraph((24.0, front + 58.0), WIDTH - 48.0, Type::new(11.0).of(FAINT), &self.note);
        pen.finish()
    }

    /// A block for each cell, the farthest first: its roof and the two sides that are seen.
    fn draw_blocks(&self, pen: &mut Pen, eye: &Eye) {
        let scale = Scale::Sequential { least: 0.0, most: eye.most };
        let mut cells: Vec<(usize, usize, f64)> = Vec::new();
        for (y, row) in self.heights.iter().enumerate() {
            cells.extend(row.iter().enumerate().map(|(x, &height)| (x, y, height)));
        }
        cells.sort_by_key(|&(x, y, _)| std::cmp::Reverse(x + y));
        for (x, y, height) in cells.into_iter().filter(|cell| cell.2 > 0.0) {
            let colour = scale.colour(height);
            let (left, near) = (x as f64, y as f64);
            let beside = |x: usize, y: usize| self.heights.get(y).and_then(|row| row.get(x)).copied();
            // What a nearer block covers need not be drawn.
            let before = |found: Option<f64>| found.unwrap_or(0.0).min(height);
            let right_side = before(y.checked_sub(1).and_then(|y| beside(x, y)));
            let left_side = before(x.checked_sub(1).and_then(|x| beside(x, y)));
            if right_side < height {
                let side = [
                    (left, near, right_side),
                    (left + 1.0, near, right_side),
                    (left + 1.0, near, height),
                    (left, near, height),
                ];
                face(pen, eye, &side, &shaded(&colour, 0.72));
            }
            if left_side < height {
                let side = [
                    (left, near, left_side),
                    (left, near + 1.0, left_side),
                    (left, near + 1.0, height),
                    (left, near, height),
                ];
                face(pen, eye, &side, &shaded(&colour, 0.86));
            }
            let roof = [(left, near), (left + 1.0, near), (left + 1.0, near + 1.0), (left, near + 1.0)];
            face(pen, eye, &roof.map(|(x, y)| (x, y, height)), &colour);
        }
    }

    fn draw_axes(&self, pen: &mut Pen, eye: &Eye) {
        let small = Type::new(11.0);
        let (along, digits) = ticks(0.0, eye.columns, 5);
        for value in along {
            let (x, y) = eye.at(value, 0.0, 0.0);
            pen.line((x, y), (x + 3.0, y + 5.0), FAINT, 1.0);
            pen.text((x + 5.0, y + 17.0), small, number(value, digits));
        }
        let (along, digits) = ticks(0.0, eye.rows, 5);
        for value in along {
            let (x, y) = eye.at(0.0, value, 0.0);
            pen.line((x, y), (x - 3.0, y + 5.0), FAINT, 1.0);
            pen.text((x - 5.0, y + 17.0), small.end(), number(value, digits));
        }
        let (up, digits) = ticks(0.0, eye.most, 6);
        for value in up {
            let (x, y) = eye.at(0.0, eye.rows, value);
            pen.line((x - 5.0, y), (x, y), FAINT, 1.0);
            pen.text((x - 8.0, y + 4.0), small.end(), number(value, digits));
        }
        let slope = (TILT).atan().to_degrees();
        let (x, y) = eye.at(eye.columns / 2.0, 0.0, 0.0);
        pen.turned((x + 16.0, y + 42.0), -slope, Type::new(12.5).middle(), &self.x_label);
        let (x, y) = eye.at(0.0, eye.rows / 2.0, 0.0);
        pen.turned((x - 16.0, y + 42.0), slope, Type::new(12.5).middle(), &self.y_label);
        let (x, y) = eye.at(0.0, eye.rows, eye.most / 2.0);
        pen.turned((x - 44.0, y), -90.0, Type::new(12.5).middle(), &self.z_label);
    }
}

/// The two walls behind, with lines of equal height.
fn draw_walls(pen: &mut Pen, eye: &Eye) {
    let (x, y) = (eye.columns, eye.rows);
    for (from, to) in [((x, 0.0), (x, y)), ((0.0, y), (x, y))] {
        let floor = [eye.at(from.0, from.1, 0.0), eye.at(to.0, to.1, 0.0)];
        let roof = [eye.at(to.0, to.1, eye.most), eye.at(from.0, from.1, eye.most)];
        let wall = [floor[0], floor[1], roof[0], roof[1]];
        pen.path(&(outline(&wall) + "Z"), "#f7f8f8", GRID, 1.0, None);
        for height in ticks(0.0, eye.most, 6).0 {
            let path = outline(&[eye.at(from.0, from.1, height), eye.at(to.0, to.1, height)]);
            pen.path(&path, "none", GRID, 1.0, None);
        }
    }
    let floor = [(0.0, 0.0), (x, 0.0), (x, y), (0.0, y)].map(|(x, y)| eye.at(x, y, 0.0));
    pen.path(&(outline(&floor) + "Z"), "#eef0f1", FAINT, 1.0, None);
}

fn face(pen: &mut Pen, eye: &Eye, corners: &[(f64, f64, f64)], colour: &str) {
    let places: Vec<Place> = corners.iter().map(|&(x, y, z)| eye.at(x, y, z)).collect();
    let path = outline(&places);
    pen.put(format_args!(r#"<path d="{path}Z" fill="{colour}" stroke="{colour}" stroke-width="0.4"/>"#));
}

/// From where the body is seen.
struct Eye {
    /// Where both axes begin, in front.
    front: Place,
    columns: f64,
    rows: f64,
    most: f64,
}

impl Eye {
    fn at(&self, x: f64, y: f64, height: f64) -> Place {
        let (along, aside) = (x / self.columns * SIDE, y / self.rows * SIDE);
        (
            self.front.0 + (along - aside) * 0.98,
            self.front.1 - (along + aside) * TILT - height / self.most * HIGH,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_has_a_roof_for_each_cell_above_the_floor() {
        let surface = Surface {
            title: "Hold at".into(),
            subtitle: String::new(),
            note: "a note".into(),
            x_label: "own points".into(),
            y_label: "theirs".into(),
            z_label: "turn total".into(),
            heights: vec![vec![2.0, 2.0], vec![0.0, 1.0]],
            most: 2.0,
        };
        let svg = surface.svg();
        // Three roofs; on the right sides of the front row, behind which nothing is higher, two faces; on the left ones
        // two more, as the second cell of the front row stands against one as high.
        assert_eq!(svg.matches(r#"stroke-width="0.4""#).count(), 3 + 2 + 2, "{svg}");
        for words in ["Hold at", "own points", "theirs", "turn total", "a note"] {
            assert!(svg.contains(words), "{words}");
        }
        assert!(crate::png(&svg, 1.0).is_ok());
    }
}
