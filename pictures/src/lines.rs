//! Numbers over one axis.

use crate::colour::{FAINT, GRID, SERIES};
use crate::pen::{
    Area, Pen, Place, Type, heading, heading_height, in_rows, outline, paragraph_height, text_width,
};
use crate::ticks::{number, ticks};

/// A row of points.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Series {
    /// Its name, in the legend.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
    /// The lower and the upper end of the interval at each point; none if empty.
    pub band: Vec<(f64, f64)>,
    /// Whether the number stays the same up to the next point, which has no mark then.
    pub steps: bool,
    /// Whether the line is dashed: something to compare with.
    pub dashed: bool,
}

impl Series {
    /// A row of points without intervals.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        Self { name: name.into(), points: points.into_iter().collect(), ..Self::default() }
    }
}

/// One of several charts in a picture.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Panel {
    /// Its title; may be empty.
    pub title: String,
    /// What lies along x, with its unit.
    pub x_label: String,
    /// What lies along y, with its unit.
    pub y_label: String,
    /// What is shown.
    pub series: Vec<Series>,
    /// A number of y that is marked by a line, with what it is.
    pub reference: Option<(f64, String)>,
    /// Words in place of the numbers along x.
    pub x_words: Vec<(f64, String)>,
    /// Whether y begins at 0 at the latest.
    pub from_zero: bool,
}

/// Charts side by side.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Lines {
    /// What they show.
    pub title: String,
    /// What has to be known to read them.
    pub subtitle: String,
    /// What stands below.
    pub note: String,
    /// The charts, row by row.
    pub panels: Vec<Panel>,
    /// How many stand in a row; 0: as many as there are, up to 3.
    pub columns: usize,
}

const PANEL: (f64, f64) = (300.0, 210.0);
const LONE: (f64, f64) = (600.0, 380.0);
const LEFT: f64 = 78.0;
const BETWEEN: f64 = 92.0;

impl Lines {
    /// The charts as an SVG document.
    pub fn svg(&self) -> String {
        let (width, height) = if self.panels.len() == 1 { LONE } else { PANEL };
        let most = if self.columns == 0 { 3 } else { self.columns };
        let columns = self.panels.len().clamp(1, most);
        let rows = self.panels.len().div_ceil(columns);
        let whole = (LEFT + columns as f64 * width + (columns - 1) as f64 * BETWEEN + 40.0).max(560.0);
        let top = heading_height(whole, &self.title, &self.subtitle);
        let step = height + 104.0 + self.legend_height(width);
        let note = paragraph_height(whole - 48.0, 11.0, &self.note);
        let bottom = top + rows as f64 * step;
        let mut pen = Pen::new(whole, bottom + note + 12.0);
        heading(&mut pen, whole, &self.title, &self.subtitle);
        for (place, panel) in self.panels.iter().enumerate() {
            let (row, column) = ((place / columns) as f64, (place % columns) as f64);
            let area =
                Area { x: LEFT + column * (width + BETWEEN), y: top + row * step + 28.0, width, height };
            panel.draw(&mut pen, area);
        }
        pen.paragraph((24.0, bottom + 8.0), whole - 48.0, Type::new(11.0).of(FAINT), &self.note);
        pen.finish()
    }

    fn legend_height(&self, width: f64) -> f64 {
        self.panels.iter().map(|panel| panel.legend_rows(width).len() as f64 * 17.0).fold(0.0, f64::max)
    }
}

impl Panel {
    fn draw(&self, pen: &mut Pen, area: Area) {
        let frame = Frame { area, x: self.x_range(), y: self.y_range() };
        pen.text((area.x, area.y - 10.0), Type::new(13.0).bold(), &self.title);
        self.draw_grid(pen, &frame);
        if let Some((value, words)) = &self.reference {
            let y = frame.at(0.0, *value).1;
            pen.path(&outline(&[(area.x, y), (area.right(), y)]), "none", FAINT, 1.2, Some("5 4"));
            pen.text((area.right() - 4.0, y - 5.0), Type::new(11.0).of(FAINT).end().halo(), words);
        }
        for (series, colour) in self.series.iter().zip(SERIES.iter().cycle()) {
            draw_band(pen, &frame, series, colour);
        }
        for (series, colour) in self.series.iter().zip(SERIES.iter().cycle()) {
            draw_line(pen, &frame, series, colour);
        }
        self.draw_legend(pen, (area.x, area.bottom() + 60.0), area.width);
    }

    fn draw_grid(&self, pen: &mut Pen, frame: &Frame) {
        let area = frame.area;
        let small = Type::new(11.0);
        let (places, digits) = ticks(frame.y.0, frame.y.1, (area.height / 46.0) as usize);
        for value in places {
            let y = frame.at(0.0, value).1;
            pen.line((area.x, y), (area.right(), y), GRID, 1.0);
            pen.text((area.x - 7.0, y + 4.0), small.end(), number(value, digits));
        }
        for (value, words) in self.x_ticks(area.width) {
            let x = frame.at(value, 0.0).0;
            pen.line((x, area.bottom()), (x, area.bottom() + 4.0), FAINT, 1.0);
            pen.text((x, area.bottom() + 17.0), small.middle(), words);
        }
        pen.line((area.x, area.bottom()), (area.right(), area.bottom()), FAINT, 1.0);
        pen.text((area.x + area.width / 2.0, area.bottom() + 38.0), Type::new(12.0).middle(), &self.x_label);
        let beside = (area.x - 52.0, area.y + area.height / 2.0);
        pen.turned(beside, -90.0, Type::new(12.0).middle(), &self.y_label);
    }

    fn x_ticks(&self, width: f64) -> Vec<(f64, String)> {
        if !self.x_words.is_empty() {
            return self.x_words.clone();
        }
        let mut values: Vec<f64> =
            self.series.iter().flat_map(|series| &series.points).map(|at| at.0).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        // A few values are labelled as they are.
        if (2..=9).contains(&values.len()) && values.iter().all(|value| (value - value.round()).abs() < 1e-9)
        {
            return values.into_iter().map(|value| (value, number(value, 0))).collect();
        }
        let (least, most) = self.x_range();
        let (places, digits) = ticks(least, most, (width / 60.0) as usize);
        places.into_iter().map(|value| (value, number(value, digits))).collect()
    }

    fn x_range(&self) -> (f64, f64) {
        let points = self.series.iter().flat_map(|series| &series.points).map(|point| point.0);
        let (least, most) = span(points);
        let stepped = self.series.iter().all(|series| series.steps);
        let room = if stepped { 0.0 } else { (most - least) * 0.04 };
        if most > least { (least - room, most + room) } else { (least - 1.0, most + 1.0) }
    }

    fn y_range(&self) -> (f64, f64) {
        let points = self.series.iter().flat_map(|series| &series.points).map(|point| point.1);
        let bands = self.series.iter().flat_map(|series| &series.band).flat_map(|&(low, high)| [low, high]);
        let reference = self.reference.iter().map(|(value, _)| *value);
        let zero = self.from_zero.then_some(0.0);
        let (least, most) = span(points.chain(bands).chain(reference).chain(zero));
        let room = (most - least) * 0.08;
        match (most > least, self.from_zero && least == 0.0) {
            (false, _) => (least - 1.0, most + 1.0),
            (true, true) => (0.0, most + room),
            (true, false) => (least - room, most + room),
        }
    }

    /// The series' numbers in rows that fit.
    fn legend_rows(&self, width: f64) -> Vec<Vec<usize>> {
        let named = (0..self.series.len()).filter(|&at| !self.series[at].name.is_empty());
        in_rows(named, width, |&at| legend_width(&self.series[at]))
    }

    fn draw_legend(&self, pen: &mut Pen, (x, y): Place, width: f64) {
        for (row, members) in self.legend_rows(width).iter().enumerate() {
            let (mut x, y) = (x, y + row as f64 * 17.0);
            for &at in members {
                let (series, colour) = (&self.series[at], SERIES[at % SERIES.len()]);
                let path = outline(&[(x, y - 4.0), (x + 20.0, y - 4.0)]);
                pen.path(&path, "none", colour, 2.4, series.dashed.then_some("6 4"));
                pen.text((x + 26.0, y), Type::new(11.5), &series.name);
                x += legend_width(series);
            }
        }
    }
}

fn legend_width(series: &Series) -> f64 {
    26.0 + text_width(&series.name, 11.5) + 16.0
}

/// Where numbers lie in an area.
struct Frame {
    area: Area,
    x: (f64, f64),
    y: (f64, f64),
}

impl Frame {
    fn at(&self, x: f64, y: f64) -> Place {
        let part = |value: f64, (least, most): (f64, f64)| (value - least) / (most - least);
        (
            self.area.x + part(x, self.x) * self.area.width,
            self.area.bottom() - part(y, self.y) * self.area.height,
        )
    }
}

fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (least, most) = finite
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
    if least <= most { (least, most) } else { (0.0, 1.0) }
}

fn draw_band(pen: &mut Pen, frame: &Frame, series: &Series, colour: &str) {
    if series.band.len() != series.points.len() || series.band.is_empty() {
        return;
    }
    let ends = |pick: fn(&(f64, f64)) -> f64| {
        let points = series.points.iter().zip(&series.band);
        points.map(move |(point, band)| frame.at(point.0, pick(band))).collect::<Vec<_>>()
    };
    let mut edge = ends(|band| band.0);
    edge.extend(ends(|band| band.1).into_iter().rev());
    pen.put(format_args!(r#"<g opacity="0.18">"#));
    pen.path(&(outline(&edge) + "Z"), colour, "none", 0.0, None);
    pen.put(format_args!("</g>"));
    for (point, band) in series.points.iter().zip(&series.band) {
        let (low, high) = (frame.at(point.0, band.0), frame.at(point.0, band.1));
        pen.line(low, high, colour, 1.2);
    }
}

fn draw_line(pen: &mut Pen, frame: &Frame, series: &Series, colour: &str) {
    let mut places: Vec<Place> = Vec::new();
    for &(x, y) in series.points.iter().filter(|point| point.1.is_finite()) {
        let place = frame.at(x, y);
        if let (true, Some(&(_, before))) = (series.steps, places.last()) {
            places.push((place.0, before));
        }
        places.push(place);
    }
    pen.path(&outline(&places), "none", colour, 2.2, series.dashed.then_some("6 4"));
    if !series.steps && !series.dashed && places.len() <= 40 {
        for &place in &places {
            pen.circle(place, 3.6, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Lines {
        let series = Series {
            band: vec![(0.4, 0.6), (0.5, 0.7), (0.6, 0.8)],
            ..Series::new("share", [(6.0, 0.5), (8.0, 0.6), (10.0, 0.7)])
        };
        let panel = Panel {
            title: "First seat".into(),
            x_label: "hand target (cards)".into(),
            y_label: "share of the win".into(),
            series: vec![series],
            reference: Some((0.5, "even".into())),
            ..Panel::default()
        };
        Lines { title: "Rules".into(), panels: vec![panel], ..Lines::default() }
    }

    #[test]
    fn a_chart_says_what_it_shows() {
        let svg = lines().svg();
        for words in
            ["Rules", "First seat", "hand target (cards)", "share of the win", ">share<", ">even<", ">10<"]
        {
            assert!(svg.contains(words), "{words}");
        }
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(crate::png(&svg, 1.0).is_ok());
    }

    #[test]
    fn nothing_and_a_single_point_can_be_drawn() {
        let mut chart = lines();
        chart.panels[0].series =
            vec![Series::new("one", [(3.0, f64::NAN)]), Series::new("two", [(3.0, 1.0)])];
        assert!(!chart.svg().contains("NaN"));
        chart.panels[0].series.clear();
        assert!(!chart.svg().contains("NaN"));
        assert!(crate::png(&Lines::default().svg(), 1.0).is_ok());
    }

    #[test]
    fn steps_go_along_before_they_go_up() {
        let mut chart = lines();
        chart.panels[0].series = vec![Series { steps: true, ..Series::new("k", [(0.0, 0.0), (1.0, 1.0)]) }];
        let svg = chart.svg();
        assert_eq!(svg.matches("<circle").count(), 0);
        let path = svg.lines().find(|line| line.contains("#0072b2") && line.contains("<path")).unwrap();
        assert_eq!(path.matches('L').count(), 2, "{path}");
    }
}
