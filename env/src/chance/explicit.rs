//! The driver that is told single outcomes, and asks for the next.

use thiserror::Error;

use super::{Chance, Happening, Pile, Topic, Urn};

/// What [`next_event`] finds.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask<T> {
    /// The rules wait for an event of chance.
    Chance {
        /// The kind of event.
        topic: Topic,
        /// Its possible items in rising order, at least two, each with its exact probability in (0, 1); they add up
        /// to 1. [`Game::chance_labels`](crate::Game::chance_labels) names the items.
        items: Vec<(usize, f64)>,
    },
    /// The rules came to their end with the outcomes given.
    Done(T),
}

/// An outcome was given that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ExplicitError {
    /// There is none of this item.
    #[error("outcomes[{place}] = {item} cannot come of \"{topic}\"; possible are {possible:?}")]
    Impossible {
        /// Its place among the outcomes, from 0.
        place: usize,
        /// The outcome.
        item: usize,
        /// The event.
        topic: &'static str,
        /// The items that are possible there.
        possible: Vec<usize>,
    },
    /// The rules ended before all outcomes were asked for.
    #[error("{given} outcomes were given, but the rules ask for {asked} only")]
    LeftOver {
        /// How many were given.
        given: usize,
        /// How many were asked for.
        asked: usize,
    },
}

/// Runs `rules` with these outcomes of single items, in the order in which they are asked for, up to the first event
/// without one; that event is told with its possible items. So a path through the nodes of chance behind an action
/// is grown one outcome at a time, by running the rules again from the position before the action.
///
/// It is asked only where at least two items are possible. A draw of several cards is asked for card by card, each
/// out of what is left; one of all cards that there are is not asked for. What the same cards in another order lead
/// to is the same. Behind an event without an outcome the rules run on with any that is possible, and what comes of
/// it is thrown away: let them work on a copy and return that.
///
/// ```
/// use roadside_env::chance::{Ask, next_event};
/// use roadside_env::{Game, Sampled, Settings, State, games::kuhn::Kuhn};
///
/// let game = Kuhn::from_settings(&Settings::default())?;
/// // Three cards: the second seat's is one of the two that the first seat's leaves.
/// let after = |outcomes: &[usize]| next_event(outcomes, |chance| game.new_initial_state(chance));
/// let Ask::Chance { topic, items } = after(&[])? else { panic!("cards are dealt") };
/// assert_eq!(game.chance_labels(topic), ["J", "Q", "K"]);
/// assert_eq!(items.len(), 3);
/// let Ask::Chance { items, .. } = after(&[2])? else { panic!("another card is dealt") };
/// assert_eq!(items, [(0, 0.5), (1, 0.5)]);
/// let Ask::Done(dealt) = after(&[2, 0])? else { panic!("both cards are dealt") };
/// assert_eq!(dealt.current_player(), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ExplicitError`] for an outcome that cannot be, or more outcomes than are asked for.
pub fn next_event<T>(
    outcomes: &[usize],
    rules: impl FnOnce(&mut Explicit<'_>) -> T,
) -> Result<Ask<T>, ExplicitError> {
    let mut chance = Explicit { outcomes, asked: 0, stop: None };
    let result = rules(&mut chance);
    match chance.stop {
        Some(Stop::Error(error)) => Err(error),
        Some(Stop::Open(topic, items)) => Ok(Ask::Chance { topic, items }),
        None if chance.asked < outcomes.len() => {
            Err(ExplicitError::LeftOver { given: outcomes.len(), asked: chance.asked })
        }
        None => Ok(Ask::Done(result)),
    }
}

/// Gives single outcomes in order. Used through [`next_event`], which tells what comes of it.
#[derive(Clone, Debug)]
pub struct Explicit<'a> {
    outcomes: &'a [usize],
    /// How many outcomes were asked for.
    asked: usize,
    /// Why no more are given.
    stop: Option<Stop>,
}

#[derive(Clone, Debug)]
enum Stop {
    Open(Topic, Vec<(usize, f64)>),
    Error(ExplicitError),
}

impl Explicit<'_> {
    /// The outcome that was given for this event, if there is one and it can be.
    fn next(&mut self, topic: Topic, urn: &impl Urn) -> Option<usize> {
        if self.stop.is_some() {
            return None;
        }
        let Some(&item) = self.outcomes.get(self.asked) else {
            let total = f64::from(urn.total());
            let share = |item| (item, f64::from(urn.weight(item)) / total);
            self.stop = Some(Stop::Open(topic, possible(urn).map(share).collect()));
            return None;
        };
        if item >= urn.items() || urn.weight(item) == 0 {
            let (place, possible) = (self.asked, possible(urn).collect());
            self.stop =
                Some(Stop::Error(ExplicitError::Impossible { place, item, topic: topic.name, possible }));
            return None;
        }
        self.asked += 1;
        Some(item)
    }
}

impl Chance for Explicit<'_> {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        let any = urn.item_at(0);
        if is_certain(urn) { any } else { self.next(topic, urn).unwrap_or(any) }
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        draw_each(from, n, |left| self.pick(topic, left))
    }
}

/// Keeps the outcomes that a driver gives, as [`next_event`] is to be given them for the same path: single items, and
/// only where at least two were possible. With [`Scripted`](super::Scripted) inside it turns recorded events into
/// such outcomes; the cards of a draw stand in rising order.
///
/// ```
/// use roadside_env::chance::{Ask, Itemized, next_event};
/// use roadside_env::{Chance, Game, Sampled, Settings, games::kuhn::Kuhn};
///
/// let game = Kuhn::from_settings(&Settings::default())?;
/// let mut chance = Itemized::new(Sampled::new(1, 0));
/// let dealt = game.new_initial_state(&mut chance);
/// let outcomes = chance.take_outcomes();
/// assert_eq!(next_event(&outcomes, |chance| game.new_initial_state(chance))?, Ask::Done(dealt));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Itemized<C> {
    inner: C,
    outcomes: Vec<usize>,
}

impl<C> Itemized<C> {
    /// Keeps what `inner` gives.
    pub fn new(inner: C) -> Self {
        Self { inner, outcomes: Vec::new() }
    }

    /// The outcomes since the last call.
    pub fn take_outcomes(&mut self) -> Vec<usize> {
        std::mem::take(&mut self.outcomes)
    }

    fn keep(&mut self, urn: &impl Urn, item: usize) {
        if !is_certain(urn) {
            self.outcomes.push(item);
        }
    }
}

impl<C: Chance> Chance for Itemized<C> {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        let item = self.inner.pick(topic, urn);
        self.keep(urn, item);
        item
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        let drawn = self.inner.draw(topic, from, n);
        let mut rest = drawn.clone();
        draw_each(from, n, |left| {
            let kind = rest.item_at(0);
            rest.take(kind);
            self.keep(left, kind);
            kind
        })
    }

    fn tell<H: Happening>(&mut self, happening: impl FnOnce() -> H) {
        self.inner.tell(happening);
    }

    fn pauses(&self) -> bool {
        self.inner.pauses()
    }
}

/// `n` cards out of `from`, each chosen out of what is left by `choose`, which is not asked if all are drawn.
fn draw_each<P: Pile>(from: &P, n: u32, mut choose: impl FnMut(&P) -> usize) -> P {
    if n == from.total() {
        return from.clone();
    }
    let (mut left, mut drawn) = (from.clone(), P::default());
    for _ in 0..n {
        let kind = choose(&left);
        left.take(kind);
        drawn.put(kind, 1);
    }
    drawn
}

/// The items of which there is something, in rising order.
fn possible(urn: &impl Urn) -> impl Iterator<Item = usize> {
    (0..urn.items()).filter(|&item| urn.weight(item) > 0)
}

/// Whether only one item is possible.
fn is_certain(urn: &impl Urn) -> bool {
    urn.weight(urn.item_at(0)) == urn.total()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counts;
    use crate::chance::{Die, Purpose};

    const CARDS: Topic = Topic::cards("cards", Purpose::Draw);
    const DIE: Topic = Topic::item("die", Purpose::Die);

    /// Two cards of kind 0 and one of kind 3.
    fn cards() -> Counts {
        Counts::from([2, 0, 0, 1, 0, 0, 0, 0])
    }

    #[test]
    fn a_draw_is_asked_card_by_card() {
        let after = |outcomes: &[usize]| next_event(outcomes, |chance| chance.draw(CARDS, &cards(), 2));
        let ask = |items: &[(usize, f64)]| Ok(Ask::Chance { topic: CARDS, items: items.to_vec() });
        assert_eq!(after(&[]), ask(&[(0, 2.0 / 3.0), (3, 1.0 / 3.0)]));
        assert_eq!(after(&[0]), ask(&[(0, 0.5), (3, 0.5)]));
        let both = Ok(Ask::Done(Counts::from([1, 0, 0, 1, 0, 0, 0, 0])));
        assert_eq!(after(&[0, 3]), both);
        // Behind the last card of kind 3 only kind 0 is left, which is not asked for.
        assert_eq!(after(&[3]), both);
    }

    #[test]
    fn what_is_certain_is_not_asked_for() {
        let done = |drawn: Counts| Ok(Ask::Done(drawn));
        assert_eq!(next_event(&[], |chance| chance.draw(CARDS, &cards(), 3)), done(cards()));
        assert_eq!(next_event(&[], |chance| chance.draw(CARDS, &cards(), 0)), done(Counts::NONE));
        assert_eq!(next_event(&[], |chance| chance.pick(DIE, &Die(1))), Ok(Ask::Done(0)));
        let of_one_kind = Counts::some(3, 5);
        assert_eq!(next_event(&[], |chance| chance.draw(CARDS, &of_one_kind, 2)), done(Counts::some(3, 2)));
    }

    #[test]
    fn outcomes_that_do_not_fit_are_named() {
        let impossible = |place, item, topic: Topic, possible: &[usize]| {
            let possible = possible.to_vec();
            ExplicitError::Impossible { place, item, topic: topic.name, possible }
        };
        let drawn = |outcomes: &[usize]| {
            next_event(outcomes, |chance| chance.draw(CARDS, &cards(), 2)).expect_err("it cannot be")
        };
        assert_eq!(drawn(&[1]), impossible(0, 1, CARDS, &[0, 3]));
        assert_eq!(drawn(&[0, usize::MAX]), impossible(1, usize::MAX, CARDS, &[0, 3]));
        assert_eq!(drawn(&[0, 0, 0]), ExplicitError::LeftOver { given: 3, asked: 2 });
        let rolled = next_event(&[6], |chance| chance.roll(DIE, 6)).expect_err("it cannot be");
        assert_eq!(rolled, impossible(0, 6, DIE, &[0, 1, 2, 3, 4, 5]));
        let text = "outcomes[0] = 6 cannot come of \"die\"; possible are [0, 1, 2, 3, 4, 5]";
        assert_eq!(rolled.to_string(), text);
    }

    #[test]
    fn the_first_fault_is_told_whatever_is_asked_for_behind_it() {
        let rules = |chance: &mut Explicit<'_>| (chance.roll(DIE, 2), chance.roll(DIE, 4));
        let topic = DIE.name;
        let error = ExplicitError::Impossible { place: 0, item: 2, topic, possible: vec![0, 1] };
        assert_eq!(next_event(&[2, 9], rules), Err(error));
        let open = next_event(&[1], rules);
        assert_eq!(open, Ok(Ask::Chance { topic: DIE, items: (0..4).map(|face| (face, 0.25)).collect() }));
    }
}
