//! The tree: what was learned of each situation in which a seat has to decide.
//!
//! A node belongs to what the deciding seat knows, so positions that it cannot tell apart share one, and whatever it can
//! see, a card turned over or a die, leads to another. What can be known in the same way along two paths is one node.
//! What is legal follows from what the seat knows, so a node's actions are the same in every redraw.

use roadside_env::{Action, Actions};

/// One action of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) action: Action,
    /// How likely it is to be a good one, before it is tried: the priors of a node add up to 1.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Simulations under way through it, not yet in `visits`.
    pub(super) pending: u32,
    /// What the deciding seat got in the end, summed over the visits, in utility.
    pub(super) sum: f64,
    /// The same, squared.
    pub(super) squares: f64,
}

impl Edge {
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }

    /// The prior as a logit.
    pub(super) fn logit(&self) -> f64 {
        f64::from(self.prior.max(1e-30)).ln()
    }

    /// The variance of a visit.
    pub(super) fn variance(&self) -> f64 {
        let visits = f64::from(self.visits);
        if self.visits < 2 {
            return 0.0;
        }
        ((self.squares - self.sum * self.sum / visits) / (visits - 1.0)).max(0.0)
    }
}

/// A situation of one seat.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    edges: u16,
    first: u32,
    /// The last simulation that passed.
    passed: u32,
    /// What it was worth to the deciding seat when it was first met.
    guess: f64,
}

/// All nodes of a search, with places to find them by their keys. Nothing is allocated once it is as large as it gets.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The keys and numbers of the nodes, found by open addressing; a power of two of places.
    places: Vec<(u128, u32)>,
}

/// No node.
const NONE: u32 = u32::MAX;

/// How a node chooses what to try next, in values scaled to the range from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) min: f64,
    pub(super) range: f64,
    /// How much is tried that does not look best: the constant of PUCT.
    pub(super) exploration: f64,
}

impl Scale {
    pub(super) fn unit(&self, value: f64) -> f64 {
        (value - self.min) / self.range
    }
}

impl Tree {
    /// Forgets everything; about `nodes` are to come.
    pub(super) fn clear(&mut self, nodes: usize) {
        self.nodes.clear();
        self.edges.clear();
        let places = (2 * nodes.max(8)).next_power_of_two();
        self.places.clear();
        self.places.resize(places, (0, NONE));
    }

    /// Doubles the places when half of them are taken.
    fn grow(&mut self) {
        let places = 2 * self.places.len();
        let old = std::mem::replace(&mut self.places, vec![(0, NONE); places]);
        for (key, node) in old.into_iter().filter(|&(_, node)| node != NONE) {
            let place = self.place(key);
            self.places[place] = (key, node);
        }
    }

    fn place(&self, key: u128) -> usize {
        let last = self.places.len() - 1;
        let mut place = key as usize & last;
        while self.places[place].1 != NONE && self.places[place].0 != key {
            place = (place + 1) & last;
        }
        place
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn find(&self, key: u128) -> Option<usize> {
        let (_, node) = self.places[self.place(key)];
        (node != NONE).then_some(node as usize)
    }

    /// The node of `key`, made if there is none: of a seat that may do what is `legal`, with a logit for each action.
    pub(super) fn insert(&mut self, key: u128, legal: &impl Actions, logits: &[f32], guess: f64) -> usize {
        if 2 * self.nodes.len() >= self.places.len() {
            self.grow();
        }
        let place = self.place(key);
        if self.places[place].1 != NONE {
            return self.places[place].1 as usize;
        }
        let node = self.nodes.len();
        self.places[place] = (key, node as u32);
        let first = self.edges.len();
        let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let total: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
        let edge = |(action, logit): (Action, &f32)| Edge {
            action,
            prior: (logit - most).exp() / total,
            visits: 0,
            pending: 0,
            sum: 0.0,
            squares: 0.0,
        };
        self.edges.extend(legal.iter().zip(logits).map(edge));
        let edges = (self.edges.len() - first) as u16;
        self.nodes.push(Node { edges, first: first as u32, passed: NONE, guess });
        node
    }

    /// What the node was worth to the deciding seat when it was first met.
    pub(super) fn guess(&self, node: usize) -> f64 {
        self.nodes[node].guess
    }

    pub(super) fn edges(&self, node: usize) -> &[Edge] {
        let Node { first, edges, .. } = self.nodes[node];
        &self.edges[first as usize..][..usize::from(edges)]
    }

    pub(super) fn edge_mut(&mut self, edge: usize) -> &mut Edge {
        &mut self.edges[edge]
    }

    /// The number of a node's first edge; the others follow.
    pub(super) fn first_edge(&self, node: usize) -> usize {
        self.nodes[node].first as usize
    }

    /// Notes that `simulation` passes; whether it had passed before, so that it goes round in a circle.
    pub(super) fn pass(&mut self, node: usize, simulation: u32) -> bool {
        std::mem::replace(&mut self.nodes[node].passed, simulation) == simulation
    }

    /// The edge to try next by PUCT (Rosin 2011; Silver et al. 2017). One that was never tried is expected to be worth
    /// what the node is.
    pub(super) fn select(&self, node: usize, scale: &Scale) -> usize {
        let edges = self.edges(node);
        let (mut tried, mut sum) = (0, 0.0);
        for edge in edges {
            tried += edge.visits + edge.pending;
            sum += edge.sum;
        }
        let Node { guess, first, .. } = self.nodes[node];
        let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
        let untried = scale.unit((guess + sum) / f64::from(1 + visits));
        let bonus = scale.exploration * f64::from(tried.max(1)).sqrt();
        let (mut best, mut chosen) = (f64::NEG_INFINITY, 0);
        for (place, edge) in edges.iter().enumerate() {
            let count = edge.visits + edge.pending;
            let value = match count {
                0 => untried,
                _ => (edge.sum - scale.min * f64::from(edge.visits)) / (scale.range * f64::from(count)),
            };
            let score = value + bonus * f64::from(edge.prior) / f64::from(1 + count);
            if score > best {
                (best, chosen) = (score, place);
            }
        }
        first as usize + chosen
    }

    /// The edge that did best of those that were tried at least a quarter as often as the one tried most; `None` if none
    /// was. The one tried most alone may owe that to its prior.
    pub(super) fn best_tried(&self, node: usize) -> Option<usize> {
        let edges = self.edges(node);
        let most = edges.iter().map(|edge| edge.visits).max().filter(|&most| most > 0)?;
        let tried = (0..edges.len()).rev().filter(|&place| 4 * edges[place].visits >= most);
        let best = tried.max_by(|&one, &other| edges[one].mean().total_cmp(&edges[other].mean()))?;
        Some(self.first_edge(node) + best)
    }

    /// Counts a simulation through `edge` that is still under way.
    pub(super) fn enter(&mut self, edge: usize) {
        self.edges[edge].pending += 1;
    }

    /// Counts the end of such a simulation, which brought the deciding seat `value`.
    pub(super) fn leave(&mut self, edge: usize, value: f64) {
        let edge = &mut self.edges[edge];
        edge.pending -= 1;
        edge.visits += 1;
        edge.sum += value;
        edge.squares += value * value;
    }
}
