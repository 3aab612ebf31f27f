//! What all drawings are made of: a canvas for plain shapes and words, and the colours.

use std::fmt::{self, Display, Write as _};

use crate::Seat;

/// The ground of a drawing.
pub(crate) const GROUND: &str = "#e9e6dc";
/// The ground of a panel or a card.
pub(crate) const PAPER: &str = "#fbfaf5";
/// Words and numbers.
pub(crate) const INK: &str = "#232b27";
/// What matters less.
pub(crate) const FAINT: &str = "#5c665f";
/// Edges, and what is empty.
pub(crate) const EDGE: &str = "#c9c5b6";
/// What a seat has.
pub(crate) const MOSS: &str = "#4d6f52";
/// The ground of what helps.
pub(crate) const PALE_MOSS: &str = "#dbe8d6";
/// Whose turn it is, and what is due.
pub(crate) const SKY: &str = "#2a5f87";
/// The ground of whose turn it is.
pub(crate) const PALE_SKY: &str = "#deeaf2";
/// What is found, or lies at stake.
pub(crate) const GOLD: &str = "#94650c";
/// The ground of what is found.
pub(crate) const PALE_GOLD: &str = "#f3e2b3";
/// What does harm.
pub(crate) const RUST: &str = "#a63d1f";
/// The ground of what does harm.
pub(crate) const PALE_RUST: &str = "#f3d6c9";

/// How words are set.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    size: i32,
    bold: bool,
    colour: &'static str,
    anchor: &'static str,
}

impl Type {
    /// In ink, to the right of the place. Sizes below 11 cannot be read.
    pub(crate) const fn new(size: i32) -> Self {
        Self { size, bold: false, colour: INK, anchor: "start" }
    }

    pub(crate) const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(crate) const fn of(self, colour: &'static str) -> Self {
        Self { colour, ..self }
    }

    /// Half to the left of the place.
    pub(crate) const fn middle(self) -> Self {
        Self { anchor: "middle", ..self }
    }

    /// To the left of the place.
    pub(crate) const fn end(self) -> Self {
        Self { anchor: "end", ..self }
    }
}

/// A rectangle: its left upper corner, width and height.
#[derive(Clone, Copy)]
pub(crate) struct Area(pub(crate) i32, pub(crate) i32, pub(crate) i32, pub(crate) i32);

/// A place: to the right and down, in pixels.
pub(crate) type Place = (i32, i32);

/// A drawing in the making.
pub(crate) struct Canvas {
    svg: String,
}

impl Canvas {
    /// A drawing of this size with its head, 60 high: what is played, at the right a remark, and below what is due.
    pub(crate) fn new((width, height): Place, title: &str, remark: &str, due: &str) -> Self {
        let mut canvas = Self { svg: String::with_capacity(8_192) };
        canvas.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">"#
        ));
        canvas.rect(Area(0, 0, width, height), 0, GROUND, GROUND);
        canvas.text((16, 28), Type::new(20).bold(), title);
        canvas.text((width - 16, 28), Type::new(13).of(FAINT).end(), remark);
        canvas.text((16, 52), Type::new(14).of(SKY), due);
        canvas
    }

    pub(crate) fn finish(mut self) -> String {
        self.svg += "</svg>\n";
        self.svg
    }

    fn put(&mut self, element: fmt::Arguments<'_>) {
        let _ = self.svg.write_fmt(element);
        self.svg.push('\n');
    }

    /// A rectangle with round corners.
    pub(crate) fn rect(&mut self, Area(x, y, width, height): Area, round: i32, fill: &str, edge: &str) {
        self.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round}" fill="{fill}" stroke="{edge}"/>"#
        ));
    }

    /// The ground of things that belong together.
    pub(crate) fn panel(&mut self, area: Area) {
        self.rect(area, 8, PAPER, EDGE);
    }

    /// A bar as long as its `parts` of `whole`, each with its colour.
    pub(crate) fn bar(&mut self, area: Area, parts: &[(u32, &str)], whole: u32) {
        let Area(mut x, y, width, height) = area;
        self.rect(area, 3, GROUND, EDGE);
        for &(part, colour) in parts.iter().filter(|(part, _)| *part > 0) {
            let long = (part * width as u32).div_ceil(whole.max(1)) as i32;
            self.rect(Area(x, y, long.min(area.0 + width - x), height), 3, colour, colour);
            x += long;
        }
    }

    pub(crate) fn circle(&mut self, (x, y): Place, radius: i32, fill: &str, edge: &str) {
        self.put(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{edge}"/>"#));
    }

    /// An outline in the words of SVG, around `place`.
    pub(crate) fn path(&mut self, (x, y): Place, outline: &str, fill: &str) {
        self.put(format_args!(r#"<path transform="translate({x} {y})" d="{outline}" fill="{fill}"/>"#));
    }

    /// Words on the line through `place`.
    pub(crate) fn text(&mut self, (x, y): Place, face: Type, words: impl Display) {
        let Type { size, bold, colour, anchor } = face;
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        let words = escape(&words.to_string());
        self.put(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}"{weight} fill="{colour}" text-anchor="{anchor}">{words}</text>"#
        ));
    }

    /// What `draw` draws, named where a pointer rests on it.
    pub(crate) fn named(&mut self, name: &str, draw: impl FnOnce(&mut Self)) {
        self.put(format_args!("<g><title>{}</title>", escape(name)));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// The mark of whose turn it is.
    pub(crate) fn pointer(&mut self, place: Place) {
        self.path(place, "M-5 -6L6 0L-5 6Z", SKY);
    }

    /// The mark of a winner.
    pub(crate) fn star(&mut self, place: Place) {
        self.path(place, "M0 -8L2 -3L8 -3L3 1L5 7L0 3L-5 7L-3 1L-8 -3L-2 -3Z", GOLD);
    }
}

fn escape(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// `words` in lines of at most so many letters, of which a single word may have more.
pub(crate) fn wrap(words: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= letters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// How a seat is called.
pub(crate) fn seat_words(seat: Seat, viewer: Seat) -> String {
    format!("seat {seat}{}", if seat == viewer { " (you)" } else { "" })
}

/// Who has won, in words.
pub(crate) fn won(winners: &[Seat]) -> String {
    match winners {
        [] => "The game is over; nobody has won.".to_owned(),
        [seat] => format!("The game is over; seat {seat} has won."),
        [others @ .., last] => {
            let others: Vec<_> = others.iter().map(ToString::to_string).collect();
            format!("The game is over; seats {} and {last} share the win.", others.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_escaped() {
        let mut canvas = Canvas::new((100, 100), "a < b", "Nuts & Bolts", "");
        canvas.named("<&>", |canvas| canvas.text((1, 2), Type::new(11), "x > y"));
        let svg = canvas.finish();
        for words in ["a &lt; b", "Nuts &amp; Bolts", "<title>&lt;&amp;&gt;</title>", "x &gt; y"] {
            assert!(svg.contains(words), "{words}");
        }
    }

    #[test]
    fn lines_are_cut_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbroken by", 3), ["unbroken", "by"]);
        assert!(wrap("", 3).is_empty());
    }

    #[test]
    fn winners_are_named() {
        assert_eq!(won(&[]), "The game is over; nobody has won.");
        assert_eq!(won(&[4]), "The game is over; seat 4 has won.");
        assert_eq!(won(&[0, 2, 5]), "The game is over; seats 0, 2 and 5 share the win.");
    }
}
