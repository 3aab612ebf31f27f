//! How the simulations are shared out among the actions at the root.

use roadside_env::Stream;

use super::tree::{Edge, Scale};
use crate::policy::softmax;

/// The rule by which the root shares out simulations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RootRule {
    /// Some actions are drawn without replacement by their logits, and the weaker half is dropped again and again
    /// (sequential halving; Danihelka et al. 2022, "Policy improvement by planning with Gumbel"). Those that lie
    /// behind beyond doubt are dropped at once.
    Gumbel {
        /// How many actions are considered.
        considered: usize,
        /// Whether they are drawn by their logits, or are those with the highest: then nothing is left to chance.
        drawn: bool,
        /// How much a value weighs against a logit, in hundredths: at 100 the whole range of values is worth as many units
        /// of a logit as the most visited action has visits, and 50 more.
        sharpness: u32,
    },
    /// As inside the tree.
    Puct,
    /// The action with the highest prior is the base, and is played unless another is ahead of it by more than `doubt`
    /// standard errors. All meet the same worlds, and the differences are taken world by world; the weaker half
    /// is dropped again and again, the base never. Where the priors are a player's policy, this plays as that player
    /// does but for what it is sure to know better ("rollout policy improvement", Tesauro and Galperin 1996).
    Gate {
        /// In hundredths of a standard error.
        doubt: u32,
    },
    /// All actions are tried equally often and meet the same worlds: in the first third without a tree, in the second with
    /// one that grows, and in the last the tree grows no more, and what was tried most is done in it. What comes of that is
    /// what the actions are worth to one who plays on so.
    Even,
}

impl RootRule {
    /// The usual one.
    pub const GUMBEL: Self = Self::Gumbel { considered: 16, drawn: true, sharpness: 100 };
}

/// The visits of the most visited action count so much more when values are weighed against logits.
const VISITS_AT_LEAST: f64 = 50.0;
/// An action lies behind beyond doubt by so many standard errors.
const DOUBT: f64 = 3.0;
/// Values vary at least so much, for values from 0 to 1.
const LEAST_VARIANCE: f64 = 0.1;
/// An action that brought the most there is in so many visits, each time, is taken for sure.
const SURE: u32 = 32;
/// How many visits an action has before it may be dropped for that.
const PATIENCE: u32 = 8;

/// The actions in the running under [`RootRule::Gumbel`].
#[derive(Debug, Default)]
pub(super) struct Candidates {
    /// Places among the root's edges.
    running: Vec<usize>,
    /// Logit and Gumbel noise of each edge.
    noise: Vec<f64>,
    /// How much a value weighs against those, for each visit.
    sharpness: f64,
    /// How many halvings there are to be, and how many there were.
    halvings: u32,
    halved: u32,
}

impl Candidates {
    /// Chooses up to `considered` of the `edges`, with noise of the stream if there is one.
    pub(super) fn draw(
        &mut self,
        edges: &[Edge],
        considered: usize,
        sharpness: f64,
        random: Option<&mut Stream>,
    ) {
        self.sharpness = sharpness;
        self.noise.clear();
        self.noise.extend(edges.iter().map(Edge::logit));
        if let Some(random) = random {
            self.noise.iter_mut().for_each(|logit| *logit += gumbel(random));
        }
        self.running.clear();
        self.running.extend(0..edges.len());
        let noise = &self.noise;
        self.running.sort_by(|&one, &other| noise[other].total_cmp(&noise[one]));
        self.running.truncate(considered.max(1));
        self.halvings = self.running.len().next_power_of_two().ilog2();
        self.halved = 0;
    }

    /// The edge to try next, when `spent` of all the simulations, from 0 to 1, have been begun: the least visited one.
    pub(super) fn next(&mut self, edges: &[Edge], spent: f64, scale: &Scale) -> usize {
        let count = |&place: &usize| edges[place].visits + edges[place].pending;
        if spent * f64::from(self.halvings) >= f64::from(self.halved + 1) && self.running.len() > 1 {
            self.halved += 1;
            self.halve(edges, scale);
        }
        let next = self.running.iter().copied().min_by_key(count).unwrap_or(0);
        if count(&next) >= PATIENCE && next == self.running[0] && count(&next).is_power_of_two() {
            self.drop_beaten(edges, scale);
            return self.running.iter().copied().min_by_key(count).unwrap_or(0);
        }
        next
    }

    /// Whether only one action is left.
    pub(super) fn is_settled(&self) -> bool {
        self.running.len() <= 1
    }

    /// The places of those in the running, the best first.
    pub(super) fn best_first(&mut self, edges: &[Edge], scale: &Scale) -> &[usize] {
        self.sort(edges, scale);
        &self.running
    }

    fn halve(&mut self, edges: &[Edge], scale: &Scale) {
        self.sort(edges, scale);
        self.running.truncate(self.running.len().div_ceil(2));
    }

    fn sort(&mut self, edges: &[Edge], scale: &Scale) {
        let sharpness = self.sharpness * weight(edges);
        let score = |place: usize| self.noise[place] + sharpness * scale.unit(edges[place].mean());
        self.running.sort_by(|&one, &other| score(other).total_cmp(&score(one)));
    }

    /// Drops those that lie behind the best one by more than chance explains.
    fn drop_beaten(&mut self, edges: &[Edge], scale: &Scale) {
        let mean = |place: usize| edges[place].mean();
        let Some(&best) = self.running.iter().max_by(|&&one, &&other| mean(one).total_cmp(&mean(other)))
        else {
            return;
        };
        // What was not met yet, or not understood yet deeper in the tree, could lie elsewhere.
        let doubt = |place: usize| {
            (edges[place].variance() + LEAST_VARIANCE * scale.range * scale.range)
                / f64::from(edges[place].visits.max(1))
        };
        let sure = edges[best].visits >= SURE && scale.unit(mean(best)) > 1.0 - 1e-9;
        let beaten = |place: usize| {
            let behind = mean(best) - mean(place);
            behind > DOUBT * (doubt(best) + doubt(place)).sqrt() || sure && behind > 0.0
        };
        self.running.retain(|&place| place == best || !beaten(place));
    }
}

/// What a value from 0 to 1 weighs against a logit, at a sharpness of 1.
fn weight(edges: &[Edge]) -> f64 {
    VISITS_AT_LEAST + f64::from(edges.iter().map(|edge| edge.visits).max().unwrap_or(0))
}

/// What was learned at a root: the improved policy of Danihelka et al. 2022, section 4, one share for each of the `edges`,
/// and what the root is worth by it, in utility. An edge without visits counts as worth what the root is: `guess`, the value
/// it had before, mixed with those of the visited edges by their priors.
pub(super) fn improved(edges: &[Edge], guess: f64, sharpness: f64, scale: &Scale) -> (Vec<f64>, f64) {
    let tried = || edges.iter().filter(|edge| edge.visits > 0);
    let visits: f64 = tried().map(|edge| f64::from(edge.visits)).sum();
    let prior: f64 = tried().map(|edge| f64::from(edge.prior)).sum();
    let found: f64 = tried().map(|edge| f64::from(edge.prior) * edge.mean()).sum();
    let mixed = if prior > 0.0 { (guess + visits * found / prior) / (1.0 + visits) } else { guess };
    let value = |edge: &Edge| if edge.visits > 0 { edge.mean() } else { mixed };
    let sharpness = sharpness * weight(edges);
    let mut policy: Vec<f64> =
        edges.iter().map(|edge| edge.logit() + sharpness * scale.unit(value(edge))).collect();
    softmax(&mut policy);
    let worth = edges.iter().zip(&policy).map(|(edge, share)| share * value(edge)).sum();
    (policy, worth)
}

/// A draw from the standard Gumbel distribution.
fn gumbel(random: &mut Stream) -> f64 {
    let uniform = (random.word() >> 11) as f64 + 0.5;
    -(-(uniform / (1_u64 << 53) as f64).ln()).ln()
}
