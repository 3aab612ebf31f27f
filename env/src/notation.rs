//! Reading and writing of position lines: fields `name=value`, separated by single spaces.

use std::fmt::Display;
use std::str::FromStr;

use thiserror::Error;

/// A position line was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The line has not the fields it must have.
    #[error("position: expected the field \"{expected}=...\", found {found}")]
    Field {
        /// The field that was due.
        expected: &'static str,
        /// What stands there.
        found: String,
    },
    /// A field cannot be read.
    #[error("position: {field}={found}: expected {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The JSON is not of the form of a position.
    #[error("position: {0}")]
    Json(String),
    /// The fields can be read, but such a position cannot be.
    #[error("position: {0}")]
    Impossible(String),
}

/// Builds a line.
#[derive(Default)]
pub(crate) struct LineWriter(String);

impl LineWriter {
    /// The line with one more field.
    pub(crate) fn field(mut self, name: &str, value: impl Display) -> Self {
        if !self.0.is_empty() {
            self.0.push(' ');
        }
        self.0.push_str(name);
        self.0.push('=');
        self.0.push_str(&value.to_string());
        self
    }

    pub(crate) fn finish(self) -> String {
        self.0
    }
}

/// Takes a line apart, field by field in their fixed order.
pub(crate) struct LineReader<'a> {
    rest: std::str::SplitWhitespace<'a>,
}

impl<'a> LineReader<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.split_whitespace() }
    }

    /// The text of the field that is due.
    pub(crate) fn text(&mut self, name: &'static str) -> Result<&'a str, PositionError> {
        let missing = |found: String| PositionError::Field { expected: name, found };
        let field = self.rest.next().ok_or_else(|| missing("the end of the line".to_owned()))?;
        match field.split_once('=') {
            Some((key, value)) if key == name => Ok(value),
            _ => Err(missing(format!("\"{field}\""))),
        }
    }

    /// The value of the field that is due.
    pub(crate) fn value<T: FromStr>(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<T, PositionError> {
        parse(name, self.text(name)?, expected)
    }

    /// The values of the field that is due, separated by commas.
    pub(crate) fn list<T: FromStr>(
        &mut self,
        name: &'static str,
        expected: &str,
    ) -> Result<Vec<T>, PositionError> {
        self.text(name)?.split(',').map(|item| parse(name, item, expected)).collect()
    }

    /// The line must end here.
    pub(crate) fn finish(mut self) -> Result<(), PositionError> {
        match self.rest.next() {
            None => Ok(()),
            Some(field) => Err(PositionError::Impossible(format!("\"{field}\" stands after the last field"))),
        }
    }
}

/// Reads one value of a field.
pub(crate) fn parse<T: FromStr>(field: &'static str, text: &str, expected: &str) -> Result<T, PositionError> {
    text.parse().map_err(|_| refuse(field, text, expected))
}

/// The error for one value of a field.
pub(crate) fn refuse(field: &'static str, found: &str, expected: impl Into<String>) -> PositionError {
    PositionError::Value { field, found: found.to_owned(), expected: expected.into() }
}

/// Items with commas between them.
pub(crate) fn join<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}
