//! How large a network is.

use roadside_env::{Game, Values};
use serde::{Deserialize, Serialize};

/// How large a network is, and so which layers it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// How many numbers it is handed: [`Facts::conditions`](roadside_env::Facts::conditions), then an observation.
    pub inputs: usize,
    /// For how many actions it has a logit.
    pub actions: usize,
    /// How many seats it tells of, the one that sees first.
    pub seats: usize,
    /// How many numbers there are between its layers.
    pub width: usize,
    /// How many pairs of layers lie between the first and the last.
    pub blocks: usize,
}

/// A layer: products with its weights, and a number added to each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// What its tensors are called, before `.weight` and `.bias`.
    pub name: String,
    /// How many numbers go in, the rows of its weights.
    pub inputs: usize,
    /// How many come out, the columns.
    pub outputs: usize,
}

impl Shape {
    /// That of a network for `G`, whatever the settings.
    pub fn of<G: Game>(game: &G, width: usize, blocks: usize) -> Self {
        let facts = game.facts();
        let inputs = facts.conditions.len() + facts.observation_len;
        Self { inputs, actions: facts.actions, seats: most_seats(game), width, blocks }
    }

    /// How many numbers come out: the logits of the actions, then what each seat may expect, its score and its life.
    pub fn outputs(&self) -> usize {
        self.actions + 3 * self.seats
    }

    /// Its layers, the first first.
    pub fn layers(&self) -> Vec<Layer> {
        let layer = |name: &str, inputs, outputs| Layer { name: name.to_owned(), inputs, outputs };
        let Self { inputs, width, blocks, .. } = *self;
        let pairs = (0..blocks).flat_map(|block| {
            [("up", width, width), ("down", width, width)]
                .map(|(name, inputs, outputs)| layer(&format!("blocks.{block}.{name}"), inputs, outputs))
        });
        let first = layer("input", inputs, width);
        std::iter::once(first).chain(pairs).chain([layer("heads", width, self.outputs())]).collect()
    }

    /// How many numbers it learns.
    pub fn parameters(&self) -> usize {
        self.layers().iter().map(|layer| (layer.inputs + 1) * layer.outputs).sum()
    }
}

/// The most seats that a game can have.
fn most_seats<G: Game>(game: &G) -> usize {
    let players = G::keys().iter().find(|key| key.name == "players");
    match players.map(|key| key.values) {
        Some(Values::Integer { max, .. }) => max as usize,
        _ => game.facts().seats,
    }
}
