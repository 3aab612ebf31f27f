//! Asks a person what to do.

use std::io::{BufRead, IsTerminal as _, Write};

use roadside_env::{Action, Actions as _, Game, View};

use crate::failure::Failure;

/// The width to which the list of actions is set.
const WIDTH: usize = 100;

const HELP: &str = "Answer with the number before an action, with the action itself, or with its beginning.
  ?     shows the table and this again
  quit  leaves the game";

/// A plain dialogue, line by line.
pub struct Dialogue<'a> {
    pub input: &'a mut dyn BufRead,
    pub out: &'a mut dyn Write,
}

/// What an answer means.
#[derive(Debug, PartialEq)]
enum Answer {
    Act(Action),
    Help,
    Quit,
    /// Why it is not understood.
    Unclear(String),
}

impl Dialogue<'_> {
    /// What the person who sees `view` wants to do; `None` to leave the game.
    pub fn ask<G: Game>(mut self, view: &View<'_, G>) -> Result<Option<Action>, Failure> {
        let legal: Vec<Action> = view.legal_actions().iter().collect();
        let labels: Vec<&str> = legal.iter().map(|&action| view.game().action_to_string(action)).collect();
        self.show(view, &labels)?;
        loop {
            let Some(line) = self.line()? else { return Ok(None) };
            match answer(line.trim(), &legal, &labels) {
                Answer::Act(action) => return Ok(Some(action)),
                Answer::Quit => return Ok(None),
                Answer::Unclear(why) => writeln!(self.out, "{why}")?,
                Answer::Help => {
                    writeln!(self.out, "{HELP}")?;
                    self.show(view, &labels)?;
                }
            }
        }
    }

    fn show<G: Game>(&mut self, view: &View<'_, G>, labels: &[&str]) -> Result<(), Failure> {
        Ok(writeln!(self.out, "\n{}\n{}", view.text().trim_end(), listed(labels))?)
    }

    /// The next line; `None` at the end of input.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let length = read.map_err(|error| Failure::Failed(format!("standard input: {error}")))?;
        // Bytes that are no text are nonsense, and asked about again.
        let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if !std::io::stdin().is_terminal() || length == 0 {
            writeln!(self.out, "{line}")?; // so that the dialogue can be read
        }
        Ok((length > 0).then_some(line))
    }
}

/// Finds out what `text` means: an action by its label, its number from 1, or the beginning of its label.
fn answer(text: &str, legal: &[Action], labels: &[&str]) -> Answer {
    if let Some(place) = labels.iter().position(|label| label.eq_ignore_ascii_case(text)) {
        return Answer::Act(legal[place]);
    }
    match text {
        "?" | "help" => return Answer::Help,
        "quit" => return Answer::Quit,
        _ => {}
    }
    if let Ok(number) = text.parse::<usize>() {
        return match number.checked_sub(1).and_then(|place| legal.get(place)) {
            Some(&action) => Answer::Act(action),
            None => Answer::Unclear(format!("There is no {number}; the numbers are 1 to {}.", legal.len())),
        };
    }
    by_beginning(text, legal, labels)
}

fn by_beginning(text: &str, legal: &[Action], labels: &[&str]) -> Answer {
    let begins = |label: &str| label.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
    let fitting: Vec<usize> = (0..labels.len()).filter(|&place| begins(labels[place])).collect();
    match fitting[..] {
        [place] => Answer::Act(legal[place]),
        [first, second, ..] if !text.is_empty() => Answer::Unclear(format!(
            "\"{text}\" fits {} and {}; type more of it.",
            labels[first], labels[second]
        )),
        _ => Answer::Unclear(format!(
            "\"{text}\" cannot be done here. Type a number from 1 to {}, an action, or ? for help.",
            legal.len()
        )),
    }
}

/// The actions with their numbers, in lines.
fn listed(labels: &[&str]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for (place, label) in labels.iter().enumerate() {
        let item = format!("  {} {label}", place + 1);
        if width > 0 && width + item.len() > WIDTH {
            text.push('\n');
            width = 0;
        }
        width += item.len();
        text += &item;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const LABELS: [&str; 3] = ["flip", "stop", "stay"];

    fn means(text: &str) -> Answer {
        answer(text, &[4, 7, 9].map(Action), &LABELS)
    }

    #[test]
    fn an_action_is_understood_by_number_label_and_beginning() {
        for (text, action) in [("1", 4), ("3", 9), ("stop", 7), ("STAY", 9), ("f", 4), ("sta", 9)] {
            assert_eq!(means(text), Answer::Act(Action(action)), "{text}");
        }
        assert_eq!(means("?"), Answer::Help);
        assert_eq!(means("quit"), Answer::Quit);
    }

    #[test]
    fn nonsense_is_answered_with_what_would_do() {
        for text in ["0", "4", "", "-1", "st", "flipp", "é", "999999999999999999999999"] {
            assert!(matches!(means(text), Answer::Unclear(_)), "{text}");
        }
        assert_eq!(means("st"), Answer::Unclear("\"st\" fits stop and stay; type more of it.".into()));
    }
}
