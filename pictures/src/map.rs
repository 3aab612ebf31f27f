//! A number over two axes, as coloured cells.

use std::fmt::Write as _;

use crate::colour::{FAINT, GRID, INK, Scale};
use crate::outline::{Grid, frontier, roomiest};
use crate::pen::{
    Area, N, Pen, Place, Type, escape, heading, heading_height, in_rows, outline, paragraph_height,
    text_width,
};
use crate::raster::PictureError;
use crate::ticks::{number, signed, ticks};

/// The places along an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it is, with its unit.
    pub label: String,
    /// The numbers, rising, one for each column or row.
    pub values: Vec<f64>,
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The number that is shown as a colour.
    pub value: f64,
    /// Whether the cell lies in the region that is outlined.
    pub inside: bool,
    /// Whether it is not certain on which side of the outline the cell lies; it is hatched.
    pub undecided: bool,
}

/// A further outline, such as that of another map.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// What it shows.
    pub label: String,
    /// Its cells, as those of the map, of which the numbers do not matter.
    pub cells: Vec<Vec<Option<Cell>>>,
}

/// One of the maps that stand side by side.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Sheet {
    /// Its title; may be empty.
    pub title: String,
    /// The cells, row by row from the lowest y, one for each place of both axes; `None` where there is nothing, such as
    /// positions that cannot be.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// Outlines that are drawn on top, dashed.
    pub outlines: Vec<Outline>,
    /// Written into the cells in place of colours alone, if they are large enough.
    pub numbers: bool,
}

/// Maps over the same two axes with one scale of colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// What it shows.
    pub title: String,
    /// What has to be known to read it.
    pub subtitle: String,
    /// What stands below: how it was made, and what it is not.
    pub note: String,
    /// The columns.
    pub x: Axis,
    /// The rows, the lowest at the bottom.
    pub y: Axis,
    /// The maps, from left to right.
    pub sheets: Vec<Sheet>,
    /// The colours.
    pub scale: Scale,
    /// What the colours mean, with the unit.
    pub scale_label: String,
    /// What is said inside and outside of the outlined region, such as "stop" and "flip".
    pub sides: Option<[String; 2]>,
}

const LEFT: f64 = 78.0;
const GAP: f64 = 34.0;
const BAR: f64 = 118.0;
const DASHES: [&str; 3] = ["7 5", "1 5", "10 4 2 4"];

/// Where things are.
struct Layout {
    /// How wide and how high a cell is.
    cell: (f64, f64),
    width: f64,
    height: f64,
    top: f64,
    columns: usize,
    rows: usize,
}

impl Map {
    /// The maps as an SVG document. Where there are at most 3,000 cells in all, each tells its number where a pointer
    /// rests on it.
    ///
    /// # Errors
    /// [`PictureError::Rows`] and [`PictureError::Columns`] for cells that do not fill the two axes.
    pub fn svg(&self) -> Result<String, PictureError> {
        self.require_full()?;
        let layout = self.layout();
        let legend = in_rows(self.legend(), layout.width - LEFT - 24.0, |(_, words)| mark_width(words));
        let legend_height = legend.len() as f64 * 19.0 + if legend.is_empty() { 0.0 } else { 7.0 };
        let axis_bottom = layout.top + layout.height + 58.0;
        let note_height = paragraph_height(layout.width - 48.0, 11.0, &self.note);
        let mut pen = Pen::new(layout.width, axis_bottom + legend_height + note_height + 14.0);
        heading(&mut pen, layout.width, &self.title, &self.subtitle);
        for (place, sheet) in self.sheets.iter().enumerate() {
            self.draw_sheet(&mut pen, &layout, place, sheet);
        }
        self.draw_bar(&mut pen, &layout);
        for (row, marks) in legend.iter().enumerate() {
            draw_legend(&mut pen, (LEFT, axis_bottom + 4.0 + row as f64 * 19.0), marks);
        }
        let faint = Type::new(11.0).of(FAINT);
        pen.paragraph((24.0, axis_bottom + legend_height + 10.0), layout.width - 48.0, faint, &self.note);
        Ok(pen.finish())
    }

    /// Each map and each outline has a cell for each place of both axes.
    fn require_full(&self) -> Result<(), PictureError> {
        let (columns, rows) = (self.x.values.len(), self.y.values.len());
        for sheet in &self.sheets {
            require_size(&sheet.title, &sheet.cells, columns, rows)?;
            for outline in &sheet.outlines {
                require_size(&outline.label, &outline.cells, columns, rows)?;
            }
        }
        Ok(())
    }

    fn layout(&self) -> Layout {
        let (columns, rows) = (self.x.values.len().max(1), self.y.values.len().max(1));
        let sheets = self.sheets.len().max(1) as f64;
        let room = if self.sheets.len() > 1 { (270.0, 400.0) } else { (560.0, 520.0) };
        let whole = (room.0 / columns as f64, room.1 / rows as f64);
        let side = whole.0.min(whole.1);
        // Cells are square as far as that leaves the map large enough.
        let cell = (whole.0.min(3.0 * side).min(46.0), whole.1.min(3.0 * side).min(46.0));
        let cell = (whole_pixels(cell.0), whole_pixels(cell.1));
        let sheet_width = cell.0 * columns as f64;
        let width = (LEFT + sheets * sheet_width + (sheets - 1.0) * GAP + BAR).max(560.0);
        let title = if self.sheets.iter().any(|sheet| !sheet.title.is_empty()) { 24.0 } else { 4.0 };
        let top = (heading_height(width, &self.title, &self.subtitle) + title).round();
        Layout { cell, width, height: cell.1 * rows as f64, top, columns, rows }
    }

    fn draw_sheet(&self, pen: &mut Pen, layout: &Layout, place: usize, sheet: &Sheet) {
        let width = layout.cell.0 * layout.columns as f64;
        let area =
            Area { x: LEFT + place as f64 * (width + GAP), y: layout.top, width, height: layout.height };
        let middle = area.x + area.width / 2.0;
        pen.text((middle, area.y - 9.0), Type::new(13.0).bold().middle(), &sheet.title);
        pen.rect(area, GRID);
        self.draw_cells(pen, layout, area, sheet);
        draw_hatches(pen, layout, area, sheet);
        self.draw_outlines(pen, layout, area, sheet);
        pen.frame(area, FAINT);
        self.draw_axes(pen, layout, area, place == 0);
        self.draw_sides(pen, layout, area, sheet);
    }

    /// Cells of one colour that follow on each other are one rectangle where nobody can point at them anyway.
    fn draw_cells(&self, pen: &mut Pen, layout: &Layout, area: Area, sheet: &Sheet) {
        let told = self.sheets.len() * layout.rows * layout.columns <= 3_000;
        pen.put(format_args!(r#"<g shape-rendering="crispEdges">"#));
        for (y, row) in sheet.cells.iter().enumerate() {
            let mut x = 0;
            while x < row.len() {
                let Some(cell) = row[x] else {
                    x += 1;
                    continue;
                };
                let colour = self.scale.colour(cell.value);
                let alike = |next: &&Option<Cell>| {
                    !told && next.is_some_and(|next| self.scale.colour(next.value) == colour)
                };
                let long = 1 + row[x + 1..].iter().take_while(alike).count();
                let (left, below) = corner(layout, area, x, y);
                let (w, h) = (layout.cell.0 * long as f64, layout.cell.1);
                let title =
                    if told { format!("<title>{}</title>", self.tell(x, y, cell)) } else { String::new() };
                pen.put(format_args!(
                    r#"<rect x="{}" y="{}" width="{}" height="{}" fill="{colour}">{title}</rect>"#,
                    N(left),
                    N(below - h),
                    N(w),
                    N(h)
                ));
                x += long;
            }
        }
        pen.put(format_args!("</g>"));
        if sheet.numbers && layout.cell.0 >= 26.0 && layout.cell.1 >= 16.0 {
            draw_numbers(pen, layout, area, sheet);
        }
    }

    fn tell(&self, x: usize, y: usize, cell: Cell) -> String {
        let words = format!(
            "{} {}, {} {}: {}{}",
            self.x.label,
            self.x.values[x],
            self.y.label,
            self.y.values[y],
            signed(cell.value, 4),
            if cell.undecided { " (undecided)" } else { "" }
        );
        escape(&words)
    }

    fn draw_outlines(&self, pen: &mut Pen, layout: &Layout, area: Area, sheet: &Sheet) {
        let at = |x: usize, y: usize| corner(layout, area, x, y);
        if self.sides.is_some() {
            let path = frontier(&sheet.cells, at);
            pen.path(&path, "none", "#ffffff", 5.0, None);
            pen.path(&path, "none", INK, 2.6, None);
        }
        for (outline, dash) in sheet.outlines.iter().zip(DASHES) {
            let path = frontier(&outline.cells, at);
            pen.path(&path, "none", "#ffffff", 3.4, None);
            pen.path(&path, "none", INK, 1.6, Some(dash));
        }
    }

    fn draw_axes(&self, pen: &mut Pen, layout: &Layout, area: Area, leftmost: bool) {
        let small = Type::new(11.5);
        for (place, words) in labelled(&self.x.values, area.width) {
            let x = area.x + (place as f64 + 0.5) * layout.cell.0;
            pen.line((x, area.bottom()), (x, area.bottom() + 4.0), FAINT, 1.0);
            pen.text((x, area.bottom() + 18.0), small.middle(), words);
        }
        let below = (area.x + area.width / 2.0, area.bottom() + 40.0);
        pen.text(below, Type::new(12.5).middle(), &self.x.label);
        for (place, words) in labelled(&self.y.values, area.height * 1.6) {
            let y = area.bottom() - (place as f64 + 0.5) * layout.cell.1;
            pen.line((area.x - 4.0, y), (area.x, y), FAINT, 1.0);
            if leftmost {
                pen.text((area.x - 8.0, y + 4.0), small.end(), words);
            }
        }
        if leftmost {
            let beside = (24.0, area.y + area.height / 2.0);
            pen.turned(beside, -90.0, Type::new(12.5).middle(), &self.y.label);
        }
    }

    /// Says inside of each region what it means, if there is room.
    fn draw_sides(&self, pen: &mut Pen, layout: &Layout, area: Area, sheet: &Sheet) {
        let Some(sides) = &self.sides else { return };
        for (words, inside) in sides.iter().zip([true, false]) {
            let belongs = |cell: Cell| cell.inside == inside && !cell.undecided;
            let fits = |x: usize, y: usize| sheet.cells[y][x].is_some_and(belongs);
            let Some((x, y, side)) = roomiest(sheet.cells.len(), layout.columns, fits) else { continue };
            let size = 15.0;
            if side * layout.cell.0 < text_width(words, size) * 0.7 {
                continue;
            }
            let place = (area.x + x * layout.cell.0, area.bottom() - y * layout.cell.1 + size / 3.0);
            pen.text(place, Type::new(size).bold().middle().halo(), words);
        }
    }

    fn draw_bar(&self, pen: &mut Pen, layout: &Layout) {
        let sheets = self.sheets.len().max(1) as f64;
        let x = LEFT + sheets * layout.cell.0 * layout.columns as f64 + (sheets - 1.0) * GAP + 20.0;
        let area = Area { x, y: layout.top, width: 16.0, height: layout.height };
        let (least, most) = self.scale.range();
        let steps = 64;
        pen.put(format_args!(r#"<g shape-rendering="crispEdges">"#));
        for step in 0..steps {
            let part = (f64::from(step) + 0.5) / f64::from(steps);
            let high = area.height / f64::from(steps);
            let y = area.bottom() - f64::from(step + 1) * high;
            pen.rect(
                Area { x, y, width: area.width, height: high + 0.5 },
                &self.scale.colour(least + part * (most - least)),
            );
        }
        pen.put(format_args!("</g>"));
        pen.frame(area, FAINT);
        let (places, digits) = ticks(least, most, (layout.height / 55.0) as usize);
        for value in places {
            let y = area.bottom() - (value - least) / (most - least).max(f64::MIN_POSITIVE) * area.height;
            pen.line((area.right(), y), (area.right() + 4.0, y), FAINT, 1.0);
            let words = match self.scale {
                Scale::Diverging { .. } => signed(value, digits),
                Scale::Sequential { .. } => number(value, digits),
            };
            pen.text((area.right() + 7.0, y + 4.0), Type::new(11.0), words);
        }
        let beside = (area.right() + 66.0, area.y + area.height / 2.0);
        pen.turned(beside, -90.0, Type::new(12.0).middle(), &self.scale_label);
    }

    /// The marks that need words.
    fn legend(&self) -> Vec<(Mark, String)> {
        let mut legend = Vec::new();
        let mut cells = self.sheets.iter().flat_map(|sheet| sheet.cells.iter().flatten());
        let undecided = cells.clone().flatten().any(|cell| cell.undecided);
        if let Some([inside, outside]) = &self.sides {
            let words = if undecided {
                format!("the edge of what is decided, {inside} or {outside}")
            } else {
                format!("where {inside} ends and {outside} begins")
            };
            legend.push((Mark::Line(None), words));
        }
        if undecided {
            legend.push((Mark::Hatch, "undecided at 95 % for all cells together".to_owned()));
        }
        if cells.any(Option::is_none) {
            legend.push((Mark::Empty, "cannot be".to_owned()));
        }
        let mut outlines: Vec<(Mark, String)> = Vec::new();
        for sheet in &self.sheets {
            for (outline, dash) in sheet.outlines.iter().zip(DASHES) {
                if outlines.iter().all(|(_, label)| *label != outline.label) {
                    outlines.push((Mark::Line(Some(dash)), outline.label.clone()));
                }
            }
        }
        legend.append(&mut outlines);
        legend
    }
}

fn require_size(of: &str, cells: &Grid, columns: usize, rows: usize) -> Result<(), PictureError> {
    if cells.len() != rows {
        return Err(PictureError::Rows { of: of.to_owned(), found: cells.len(), wanted: rows });
    }
    match cells.iter().map(Vec::len).enumerate().find(|&(_, found)| found != columns) {
        Some((row, found)) => Err(PictureError::Columns { of: of.to_owned(), row, found, wanted: columns }),
        None => Ok(()),
    }
}

/// Cells of whole pixels leave no gaps between them.
fn whole_pixels(side: f64) -> f64 {
    if side >= 2.0 { side.floor() } else { side }
}

/// What a legend explains.
enum Mark {
    Line(Option<&'static str>),
    Hatch,
    Empty,
}

fn mark_width(words: &str) -> f64 {
    28.0 + text_width(words, 11.5) + 14.0
}

fn draw_legend(pen: &mut Pen, (mut x, y): Place, legend: &[(Mark, String)]) {
    for (mark, words) in legend {
        let area = Area { x, y: y - 9.0, width: 22.0, height: 12.0 };
        match mark {
            Mark::Line(dash) => {
                let width = if dash.is_some() { 1.6 } else { 2.6 };
                let path = outline(&[(x, y - 3.0), (x + 22.0, y - 3.0)]);
                pen.path(&path, "none", INK, width, *dash);
            }
            Mark::Hatch => {
                pen.frame(area, FAINT);
                for step in 0..3 {
                    let at = x + 2.0 + f64::from(step) * 7.0;
                    pen.line((at, y + 2.0), (at + 5.0, y - 8.0), FAINT, 1.0);
                }
            }
            Mark::Empty => pen.rect(area, GRID),
        }
        pen.text((x + 28.0, y + 1.0), Type::new(11.5), words);
        x += mark_width(words);
    }
}

/// Strokes through each cell of which it is not certain where it belongs.
fn draw_hatches(pen: &mut Pen, layout: &Layout, area: Area, sheet: &Sheet) {
    let mut path = String::new();
    let (wide, high) = layout.cell;
    let lean = (high * 0.64).min(wide * 0.64);
    let lines = ((wide * 0.8 - lean) / 7.0).floor().max(0.0) as u32 + 1;
    for (y, row) in sheet.cells.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, cell)| cell.is_some_and(|cell| cell.undecided)) {
            let (left, below) = corner(layout, area, x, y);
            let begin = left + (wide - lean - f64::from(lines - 1) * 7.0) / 2.0;
            for line in 0..lines {
                let (x, y) = (begin + f64::from(line) * 7.0, below - (high - lean) / 2.0);
                let _ = write!(path, "M{} {}L{} {}", N(x), N(y), N(x + lean), N(y - lean));
            }
        }
    }
    if !path.is_empty() {
        pen.path(&path, "none", FAINT, 1.0, None);
    }
}

/// The numbers of the cells, in them.
fn draw_numbers(pen: &mut Pen, layout: &Layout, area: Area, sheet: &Sheet) {
    for (y, row) in sheet.cells.iter().enumerate() {
        for (x, cell) in row.iter().enumerate().filter_map(|(x, cell)| Some((x, (*cell)?))) {
            let (left, below) = corner(layout, area, x, y);
            let place = (left + layout.cell.0 / 2.0, below - layout.cell.1 / 2.0 + 3.5);
            let text = number(cell.value, usize::from(cell.value.abs() < 10.0));
            pen.text(place, Type::new(10.0).middle().halo(), text);
        }
    }
}

/// The place of the corner left of column x and below row y.
fn corner(layout: &Layout, area: Area, x: usize, y: usize) -> Place {
    (area.x + x as f64 * layout.cell.0, area.bottom() - y as f64 * layout.cell.1)
}

/// The places along an axis of this length that are labelled, with their words: round numbers where there is no room
/// for all.
fn labelled(values: &[f64], length: f64) -> Vec<(usize, String)> {
    let text = |value: f64| {
        let digits = (0..4).find(|&digits| {
            let scaled = value * 10_f64.powi(digits);
            (scaled - scaled.round()).abs() < 1e-6
        });
        number(value, digits.unwrap_or(4) as usize)
    };
    let widest = values.iter().map(|&value| text_width(&text(value), 11.5)).fold(0.0, f64::max);
    let room = (length / (widest + 12.0)).max(2.0) as usize;
    if values.len() <= room {
        return values.iter().enumerate().map(|(place, &value)| (place, text(value))).collect();
    }
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return Vec::new() };
    let (round, _) = ticks(first, last, room.min(11));
    let place = |tick: f64| values.iter().position(|&value| (value - tick).abs() < 1e-9);
    let mut found: Vec<(usize, String)> =
        round.into_iter().filter_map(|tick| Some((place(tick)?, text(tick)))).collect();
    if found.is_empty() {
        let step = values.len().div_ceil(room);
        found = (0..values.len()).step_by(step).map(|place| (place, text(values[place]))).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map() -> Map {
        let cell = |x: usize, y: usize| {
            let value = x as f64 - y as f64;
            (x + y < 6).then_some(Cell { value, inside: value < 0.0, undecided: value == 0.0 })
        };
        let cells = (0..4).map(|y| (0..5).map(|x| cell(x, y)).collect()).collect();
        Map {
            title: "Flip < stop".into(),
            subtitle: "one & two".into(),
            note: "made up".into(),
            x: Axis { label: "cards in hand".into(), values: (0..5).map(f64::from).collect() },
            y: Axis { label: "injuries".into(), values: (0..4).map(f64::from).collect() },
            sheets: vec![Sheet { title: "only".into(), cells, ..Sheet::default() }],
            scale: Scale::Diverging { limit: 4.0 },
            scale_label: "points".into(),
            sides: Some(["stop".into(), "flip".into()]),
        }
    }

    #[test]
    fn a_map_says_what_it_shows() {
        let svg = map().svg().unwrap();
        for words in [
            "Flip &lt; stop",
            "one &amp; two",
            "made up",
            ">cards in hand<",
            ">injuries<",
            ">points<",
            "the edge of what is decided, stop or flip",
            "undecided at 95 % for all cells together",
            "cannot be",
            "<title>cards in hand 3, injuries 1: +2.0000</title>",
            "<title>cards in hand 1, injuries 1: 0.0000 (undecided)</title>",
        ] {
            assert!(svg.contains(words), "{words}");
        }
        assert_eq!(svg.matches("<title>").count(), 17, "three cells of the twenty cannot be");
        assert!(crate::png(&svg, 1.0).is_ok());
    }

    #[test]
    fn equal_maps_are_drawn_alike_and_others_are_not() {
        let mut other = map();
        assert_eq!(map().svg().unwrap(), other.svg().unwrap());
        other.sheets[0].cells[0][0] = None;
        assert_ne!(map().svg().unwrap(), other.svg().unwrap());
    }

    #[test]
    fn cells_that_do_not_fill_the_axes_are_refused() {
        let refusal = |change: fn(&mut Vec<Vec<Option<Cell>>>)| {
            let (mut one, mut other) = (map(), map());
            change(&mut one.sheets[0].cells);
            let outline = Outline { label: "outline".into(), cells: one.sheets[0].cells.clone() };
            other.sheets[0].outlines = vec![outline];
            let (one, other) = (one.svg().unwrap_err(), other.svg().unwrap_err());
            assert_eq!(one.to_string().replace("only", "outline"), other.to_string());
            one.to_string()
        };
        let text = refusal(|cells| cells[2].truncate(4));
        assert_eq!(text, "row 2 of \"only\" has 4 cells: the axis of x has 5 places");
        let text = refusal(|cells| cells[0].push(None));
        assert_eq!(text, "row 0 of \"only\" has 6 cells: the axis of x has 5 places");
        let text = refusal(|cells| cells.truncate(3));
        assert_eq!(text, "the cells of \"only\" are 3 rows: the axis of y has 4");
    }

    #[test]
    fn large_maps_join_cells_of_one_colour() {
        let mut large = map();
        large.x.values = (0..100).map(f64::from).collect();
        large.y.values = large.x.values.clone();
        let cell = Some(Cell { value: 1.0, inside: false, undecided: false });
        large.sheets[0].cells = vec![vec![cell; 100]; 100];
        let svg = large.svg().unwrap();
        assert!(!svg.contains("<title>"));
        assert_eq!(svg.matches(&format!(r#"fill="{}""#, large.scale.colour(1.0))).count(), 100);
    }

    #[test]
    fn labels_thin_out_to_round_numbers() {
        let values: Vec<f64> = (0..100).map(f64::from).collect();
        let places: Vec<usize> = labelled(&values, 300.0).into_iter().map(|(place, _)| place).collect();
        assert_eq!(places, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
        let few: Vec<String> = labelled(&[-1.0, 0.5], 300.0).into_iter().map(|(_, words)| words).collect();
        assert_eq!(few, ["−1", "0.5"]);
    }
}
