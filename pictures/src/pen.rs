//! An SVG document in the making.

use std::fmt::{self, Display, Write as _};

use crate::colour::{INK, PAPER};

/// Numbers are written with at most two digits behind the point, so that equal pictures are equal texts.
pub(crate) struct N(pub(crate) f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// How words are set.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    size: f64,
    bold: bool,
    colour: &'static str,
    anchor: &'static str,
    halo: bool,
}

impl Type {
    pub(crate) const fn new(size: f64) -> Self {
        Self { size, bold: false, colour: INK, anchor: "start", halo: false }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(crate) const fn of(self, colour: &'static str) -> Self {
        Self { colour, ..self }
    }

    pub(crate) const fn middle(self) -> Self {
        Self { anchor: "middle", ..self }
    }

    pub(crate) const fn end(self) -> Self {
        Self { anchor: "end", ..self }
    }

    /// On a light edge, so that it can be read on any ground.
    pub(crate) const fn halo(self) -> Self {
        Self { halo: true, ..self }
    }
}

/// A place: to the right and down.
pub(crate) type Place = (f64, f64);

/// A rectangle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) fn right(self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(self) -> f64 {
        self.y + self.height
    }
}

/// A document in the making.
pub(crate) struct Pen {
    svg: String,
}

impl Pen {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        let mut pen = Self { svg: String::with_capacity(16_384) };
        let (w, h) = (N(width), N(height));
        pen.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" font-family="DejaVu Sans, Verdana, sans-serif">"#
        ));
        pen.rect(Area { x: 0.0, y: 0.0, width, height }, PAPER);
        pen
    }

    pub(crate) fn finish(mut self) -> String {
        self.svg += "</svg>\n";
        self.svg
    }

    pub(crate) fn put(&mut self, element: fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    pub(crate) fn rect(&mut self, Area { x, y, width, height }: Area, fill: &str) {
        let (x, y, width, height) = (N(x), N(y), N(width), N(height));
        self.put(format_args!(r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#));
    }

    /// An empty rectangle.
    pub(crate) fn frame(&mut self, Area { x, y, width, height }: Area, colour: &str) {
        let (x, y, width, height) = (N(x), N(y), N(width), N(height));
        self.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{colour}"/>"#
        ));
    }

    pub(crate) fn line(&mut self, from: Place, to: Place, colour: &str, width: f64) {
        self.path(&outline(&[from, to]), "none", colour, width, None);
    }

    /// A path in the words of SVG. `dash` is how long dashes and gaps are.
    pub(crate) fn path(&mut self, d: &str, fill: &str, stroke: &str, width: f64, dash: Option<&str>) {
        let dash = dash.map_or(String::new(), |dash| format!(r#" stroke-dasharray="{dash}""#));
        self.put(format_args!(
            r#"<path d="{d}" fill="{fill}" stroke="{stroke}" stroke-width="{}" stroke-linejoin="round" stroke-linecap="round"{dash}/>"#,
            N(width)
        ));
    }

    pub(crate) fn circle(&mut self, (x, y): Place, radius: f64, fill: &str) {
        self.put(format_args!(
            r#"<circle cx="{}" cy="{}" r="{}" fill="{fill}" stroke="{PAPER}"/>"#,
            N(x),
            N(y),
            N(radius)
        ));
    }

    pub(crate) fn text(&mut self, place: Place, face: Type, words: impl Display) {
        self.turned(place, 0.0, face, words);
    }

    /// Words turned by so many degrees.
    pub(crate) fn turned(&mut self, (x, y): Place, degrees: f64, face: Type, words: impl Display) {
        let Type { size, bold, colour, anchor, halo } = face;
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        let edge = if halo {
            format!(r#" stroke="{PAPER}" stroke-width="3" stroke-linejoin="round" paint-order="stroke""#)
        } else {
            String::new()
        };
        let turn = if degrees == 0.0 {
            String::new()
        } else {
            format!(r#" transform="rotate({} {} {})""#, N(degrees), N(x), N(y))
        };
        self.put(format_args!(
            r#"<text x="{}" y="{}" font-size="{}"{weight} fill="{colour}" text-anchor="{anchor}"{edge}{turn}>{}</text>"#,
            N(x),
            N(y),
            N(size),
            escape(&words.to_string())
        ));
    }

    /// Lines of words below each other, cut so that they fit into `width`; how high they are.
    pub(crate) fn paragraph(&mut self, (x, y): Place, width: f64, face: Type, words: &str) -> f64 {
        let lines = wrap(words, width, face.size);
        let step = face.size * 1.4;
        for (at, line) in lines.iter().enumerate() {
            self.text((x, y + at as f64 * step), face, line);
        }
        lines.len() as f64 * step
    }
}

/// The title and the lines below it; how high they are together.
pub(crate) fn heading(pen: &mut Pen, width: f64, title: &str, subtitle: &str) -> f64 {
    let high = pen.paragraph((24.0, 34.0), width - 48.0, Type::new(18.0).bold(), title);
    let below = 34.0 + high - 2.0;
    let faint = Type::new(12.5).of(crate::colour::FAINT);
    if subtitle.is_empty() {
        below
    } else {
        below + pen.paragraph((24.0, below), width - 48.0, faint, subtitle)
    }
}

/// How high [`heading`] is.
pub(crate) fn heading_height(width: f64, title: &str, subtitle: &str) -> f64 {
    heading(&mut Pen { svg: String::new() }, width, title, subtitle)
}

/// How high a paragraph is.
pub(crate) fn paragraph_height(width: f64, size: f64, words: &str) -> f64 {
    wrap(words, width, size).len() as f64 * size * 1.4
}

/// Things of these widths, in rows that are at most `room` wide; what is wider has a row of its own.
pub(crate) fn in_rows<T>(
    things: impl IntoIterator<Item = T>,
    room: f64,
    width: impl Fn(&T) -> f64,
) -> Vec<Vec<T>> {
    let mut rows: Vec<Vec<T>> = Vec::new();
    let mut left = 0.0;
    for thing in things {
        let long = width(&thing);
        match rows.last_mut() {
            Some(row) if long <= left => row.push(thing),
            _ => {
                rows.push(vec![thing]);
                left = room;
            }
        }
        left -= long;
    }
    rows
}

/// About how wide words are: letters of `DejaVu` Sans are 0.58 of their size in the mean.
pub(crate) fn text_width(words: &str, size: f64) -> f64 {
    words.chars().count() as f64 * size * 0.58
}

/// A path through `places`.
pub(crate) fn outline(places: &[Place]) -> String {
    let mut path = String::new();
    for (at, &(x, y)) in places.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if at == 0 { 'M' } else { 'L' }, N(x), N(y));
    }
    path
}

fn wrap(words: &str, width: f64, size: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size * 0.58 <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

pub(crate) fn escape(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_hold_what_fits() {
        let rows = in_rows([3.0, 2.0, 4.0, 9.0, 1.0], 6.0, |&width| width);
        assert_eq!(rows, [vec![3.0, 2.0], vec![4.0], vec![9.0], vec![1.0]]);
    }

    #[test]
    fn words_are_escaped_and_numbers_short() {
        let mut pen = Pen::new(10.0, 10.0);
        pen.text((1.0 / 3.0, -0.001), Type::new(11.0), "a < b & c");
        let svg = pen.finish();
        assert!(svg.contains("a &lt; b &amp; c") && svg.contains(r#"x="0.33" y="0""#), "{svg}");
    }

    #[test]
    fn lines_are_cut_between_words() {
        assert_eq!(wrap("one two three", 45.0, 10.0), ["one two", "three"]);
        assert_eq!(wrap("unbroken", 3.0, 10.0), ["unbroken"]);
        assert!(wrap("", 3.0, 10.0).is_empty());
    }
}
