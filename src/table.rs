//! Text in columns.

use std::fmt::Write as _;

use roadside_agents::Figure;

/// Rows of cells, each column as wide as its widest cell. The first columns stand at the left of their room,
/// all others, which hold numbers, at the right.
#[derive(Debug, Default)]
pub struct Table {
    left: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table of which `left` columns hold words.
    pub fn new(left: usize) -> Self {
        Self { left, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |cell: &String| cell.chars().count();
        let column = |at| self.rows.iter().filter_map(|row| row.get(at)).map(width).max().unwrap_or(0);
        (0..columns).map(column).collect()
    }
}

impl std::fmt::Display for Table {
    /// A line per row, each set in by two spaces.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let widths = self.widths();
        for row in &self.rows {
            let mut line = String::new();
            for (at, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                if at < self.left {
                    write!(line, "  {cell:<width$}")?;
                } else {
                    write!(line, "  {cell:>width$}")?;
                }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A figure with its standard error, to the digits that mean something.
pub fn figure(figure: Option<Figure>) -> String {
    let Some(Figure { mean, stderr }) = figure else { return "-".to_owned() };
    if stderr == 0.0 {
        return format!("{} ± 0", exact(mean));
    }
    let digits = (1.0 - stderr.log10().floor()).clamp(0.0, 8.0) as usize;
    format!("{mean:.digits$} ± {stderr:.digits$}")
}

/// A value that is known, to four digits behind the point at most.
pub fn exact(value: f64) -> String {
    // Without the sign of what is rounded to 0.
    ((value * 1e4).round() / 1e4 + 0.0).to_string()
}

/// A number of things, such as "1 seat", "2 seats" and "2 injuries".
pub fn counted(count: impl TryInto<u64>, thing: &str) -> String {
    match (count.try_into().unwrap_or(u64::MAX), thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (count, Some(stem)) => format!("{count} {stem}ies"),
        (count, None) => format!("{count} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_two_digits_of_their_error() {
        let text = |mean, stderr| figure(Some(Figure { mean, stderr }));
        assert_eq!(text(0.512_345, 0.003_54), "0.5123 ± 0.0035");
        assert_eq!(text(87.34, 12.6), "87 ± 13");
        assert_eq!(text(2.0, 0.0), "2 ± 0");
        assert_eq!(figure(None), "-");
        assert_eq!([0.365_24, 6.0, -1e-6].map(exact), ["0.3652", "6", "0"]);
    }

    #[test]
    fn one_thing_is_not_many() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "seat")), ["0 seats", "1 seat", "2 seats"]);
        assert_eq!([1, 2].map(|count| counted(count, "injury")), ["1 injury", "2 injuries"]);
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(1);
        table.row(["a", "10"]);
        table.row(["long", "9"]);
        assert_eq!(table.to_string(), "  a     10\n  long   9\n");
    }
}
