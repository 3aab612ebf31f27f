//! The principal line: what is most likely to follow.

use std::collections::BTreeMap;

use roadside_env::chance::{Happening, Pile, Topic, Urn};
use roadside_env::{Action, Chance, Game, Knowledge as _, Sampled, Seat, State as _, Stream};

use super::tree::Tree;
use super::worker::Question;
use crate::key::key_of;

/// Worlds that are followed.
const WORLDS: u64 = 200;
/// The most steps.
const LONGEST: usize = 12;
/// A situation that was met less often says nothing.
const LEAST_VISITS: u32 = 10;

/// The words of what happens, for one who may hear them.
struct Listening {
    chance: Sampled,
    viewer: Seat,
    words: Vec<String>,
}

impl Chance for Listening {
    fn pick(&mut self, topic: Topic, urn: &impl Urn) -> usize {
        self.chance.pick(topic, urn)
    }

    fn draw<P: Pile>(&mut self, topic: Topic, from: &P, n: u32) -> P {
        self.chance.draw(topic, from, n)
    }

    fn tell<H: Happening>(&mut self, happening: impl FnOnce() -> H) {
        self.words.extend(happening().text(Some(self.viewer)));
    }
}

/// From `action` on, what each seat then tries most, along what happens most often, while the tree knows enough. Each
/// step says who does what, and what is heard of it.
pub(super) fn principal<G: Game>(question: &Question<'_, G>, tree: &Tree, action: Action) -> Vec<String> {
    let (game, viewer) = (question.game, question.seat);
    let mut worlds: Vec<_> = (0..WORLDS)
        .filter_map(|number| {
            let mut stream = Stream::keyed(number);
            let chance = Sampled::keyed(stream.word());
            let state = question.knowledge.determinize(game, &mut stream).ok()?;
            Some((state, Listening { chance, viewer, words: Vec::new() }))
        })
        .collect();
    let (mut steps, mut action) = (Vec::new(), action);
    while steps.len() < LONGEST {
        let mut ways: BTreeMap<Option<usize>, Vec<_>> = BTreeMap::new();
        let mut begin = String::new();
        for (mut state, mut heard) in worlds {
            let Some(seat) = state.current_player() else { return steps };
            begin = format!("{}: {}", game.seat_name(&state, seat), game.action_to_string(action));
            heard.words.clear();
            state.apply_legal(game, action, &mut heard);
            let next = state.current_player();
            let node = next.and_then(|seat| tree.find(key_of(&state.knowledge(game, seat))));
            ways.entry(node).or_default().push((state, heard));
        }
        let Some((node, likely)) = ways.into_iter().max_by_key(|(_, way)| way.len()) else { break };
        let words = likely.first().map_or(String::new(), |(_, heard)| heard.words.join("; "));
        steps.push(if node.is_none() || words.is_empty() { begin } else { format!("{begin} ({words})") });
        let best =
            node.map(|node| tree.edges(node)).and_then(|edges| edges.iter().max_by_key(|edge| edge.visits));
        match best {
            Some(edge) if edge.visits >= LEAST_VISITS => action = edge.action,
            _ => break,
        }
        worlds = likely;
    }
    steps
}
