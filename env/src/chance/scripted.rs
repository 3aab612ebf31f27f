//! The driver that gives outcomes which were written down.

use std::collections::VecDeque;

use thiserror::Error;

use super::{Chance, Event, Outcome, Pile, Topic, Urn, pile};

/// A script did not fit the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScriptError {
    /// The rules asked for more than was written down.
    #[error("the rules ask for \"{wanted}\" here, but no outcome is left; write down what came of it")]
    Missing {
        /// The event that was due.
        wanted: &'static str,
    },
    /// Another kind of event was due.
    #[error("the rules ask for \"{wanted}\" here, but \"{given}\" was written down")]
    WrongTopic {
        /// The event that was due.
        wanted: &'static str,
        /// The event that stands in the script.
        given: &'static str,
    },
    /// The outcome cannot be.
    #[error("this outcome of \"{topic}\" cannot be: {why}")]
    Impossible {
        /// The event.
        topic: &'static str,
        /// What rules it out.
        why: &'static str,
    },
    /// Outcomes were left over.
    #[error("{left} outcome(s) more than the rules ask for, the first a \"{first}\"")]
    LeftOver {
        /// How many.
        left: usize,
        /// The first one's event.
        first: &'static str,
    },
}

/// Gives the outcomes of a list, in order. Used through [`with_script`], which checks that the list fits.
#[derive(Clone, Debug)]
pub struct Scripted {
    events: VecDeque<Event>,
    error: Option<ScriptError>,
}

/// Runs `rules` with the outcomes of `events`, which must fit exactly.
///
/// # Errors
/// [`ScriptError`] where the list is too short or too long, or holds an outcome that cannot be. What `rules`
/// worked on must then be thrown away: let it work on a copy and return that.
pub fn with_script<T>(
    events: impl IntoIterator<Item = Event>,
    rules: impl FnOnce(&mut Scripted) -> T,
) -> Result<T, ScriptError> {
    let mut script = Scripted { events: events.into_iter().collect(), error: None };
    let result = rules(&mut script);
    if let Some(error) = script.error {
        return Err(error);
    }
    match script.events.front() {
        Some(event) => Err(ScriptError::LeftOver { left: script.events.len(), first: event.topic.name }),
        None => Ok(result),
    }
}

impl Scripted {
    fn next(&mut self, topic: Topic) -> Option<Outcome> {
        if self.error.is_some() {
            return None;
        }
        match self.events.pop_front() {
            Some(event) if event.topic == topic => return Some(event.outcome),
            Some(event) => {
                self.error = Some(ScriptError::WrongTopic { wanted: topic.name, given: event.topic.name });
            }
            None => self.error = Some(ScriptError::Missing { wanted: topic.name }),
        }
        None
    }

    fn refuse(&mut self, topic: Topic, why: &'static str) {
        self.error = Some(ScriptError::Impossible { topic: topic.name, why });
    }
}

impl Chance for Scripted {
    // After an error the rules run on with any possible outcome; `with_script` throws the result away.
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        match self.next(topic) {
            Some(Outcome::Item(item)) if usize::from(item) < urn.items() && urn.weight(item.into()) > 0 => {
                return item.into();
            }
            Some(Outcome::Item(_)) => self.refuse(topic, "there is none left of it"),
            Some(Outcome::Cards(_)) => self.refuse(topic, "one item is due, not a number of cards"),
            None => {}
        }
        urn.item_at(0)
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        match self.next(topic) {
            Some(Outcome::Cards(cards)) => {
                if cards.iter().map(|&(_, count)| u32::from(count)).sum::<u32>() != n {
                    self.refuse(topic, "the number of cards is not the one that is due");
                } else if cards.iter().any(|&(kind, count)| !has(from, kind, count)) {
                    self.refuse(topic, "there are not that many left of it");
                } else {
                    return pile(&cards);
                }
            }
            Some(Outcome::Item(_)) => self.refuse(topic, "a number of cards is due, not one item"),
            None => {}
        }
        let (mut left, mut drawn) = (from.clone(), P::default());
        for _ in 0..n {
            let kind = left.item_at(0);
            left.take(kind);
            drawn.put(kind, 1);
        }
        drawn
    }
}

/// Whether there are so many cards of a kind.
fn has(from: &impl Urn, kind: u16, count: u8) -> bool {
    usize::from(kind) < from.items() && from.weight(kind.into()) >= u32::from(count)
}
