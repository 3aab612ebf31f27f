//! What a search found.

use serde::Serialize;

use roadside_env::{Action, Game, Seat};

use super::Lesson;
use super::regret::Learned;
use super::tree::{Edge, Tree};
use super::worker::Question;

/// What a search found out about the decision of one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchReport {
    /// The seat that decides.
    pub seat: Seat,
    /// What it should do.
    pub chosen: Action,
    /// The label of that.
    pub label: String,
    /// All legal actions, in their rising order. Their visits add up to `simulations` and `reused`.
    pub actions: Vec<ActionReport>,
    /// What is most likely to follow: each step one decision, in words.
    pub line: Vec<String>,
    /// How many simulations were made.
    pub simulations: u64,
    /// How many visits were left of searches before.
    pub reused: u64,
    /// The situations in the tree.
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// What a search found out about one action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ActionReport {
    /// The action.
    pub action: Action,
    /// Its label.
    pub label: String,
    /// How likely it was taken for a good one before it was tried.
    pub prior: f64,
    /// How many simulations began with it.
    pub visits: u64,
    /// What the seat got in them on average, in utility; `None` without a visit.
    pub value: Option<f64>,
    /// The standard error of `value`; `None` with fewer than two visits.
    pub stderr: Option<f64>,
    /// The share of the win that `value` stands for, in games whose utility is a matter of winning alone.
    pub win_share: Option<f64>,
    /// The standard error of `win_share`.
    pub win_share_stderr: Option<f64>,
    /// Under [`RootRule::Gate`](super::RootRule::Gate): how much more it brought than the base player's choice, on
    /// average over the worlds in which both were tried, in utility; `None` without such a world.
    pub ahead: Option<f64>,
    /// The standard error of `ahead`; `None` with fewer than two such worlds.
    pub ahead_stderr: Option<f64>,
}

pub(super) fn report<G: Game>(
    question: &Question<'_, G>,
    trees: &[(&Tree, usize)],
    chosen: Action,
) -> SearchReport {
    let game = question.game;
    let edges: Vec<Edge> = (0..trees[0].0.edges(trees[0].1).len())
        .map(|place| {
            let mut all = trees.iter().map(|&(tree, root)| tree.edges(root)[place]);
            let first = all.next().expect("there is a tree");
            all.fold(first, |sum, edge| Edge {
                visits: sum.visits + edge.visits,
                sum: sum.sum + edge.sum,
                squares: sum.squares + edge.squares,
                ..sum
            })
        })
        .collect();
    SearchReport {
        seat: question.seat,
        chosen,
        label: game.action_to_string(chosen).to_owned(),
        actions: edges.iter().map(|edge| action(game, edge)).collect(),
        line: Vec::new(),
        simulations: 0,
        reused: 0,
        nodes: trees.iter().map(|(tree, _)| tree.len() as u64).sum(),
        seconds: 0.0,
    }
}

/// The report of a search from the beginning of the game: the plays are shared out as likely as the actions are.
pub(super) fn of_learned<G: Game>(question: &Question<'_, G>, lesson: &Lesson, seconds: f64) -> SearchReport {
    let game = question.game;
    let visits = |chance: f64| (chance * lesson.plays as f64) as u64;
    let rest = lesson.plays - lesson.policy.iter().map(|&(_, chance, _)| visits(chance)).sum::<u64>();
    let row = |&(taken, chance, learned): &(Action, f64, Learned)| {
        let edge = Edge {
            action: taken,
            prior: 1.0 / lesson.policy.len() as f32,
            visits: learned.count,
            pending: 0,
            sum: learned.sum,
            squares: learned.squares,
        };
        let rest = if taken == lesson.policy[0].0 { rest } else { 0 };
        ActionReport { visits: visits(chance) + rest, ..action(game, &edge) }
    };
    SearchReport {
        seat: question.seat,
        chosen: lesson.action,
        label: game.action_to_string(lesson.action).to_owned(),
        actions: lesson.policy.iter().map(row).collect(),
        line: Vec::new(),
        simulations: lesson.plays,
        reused: 0,
        nodes: lesson.nodes,
        seconds,
    }
}

fn action<G: Game>(game: &G, edge: &Edge) -> ActionReport {
    let facts = game.facts();
    let value = (edge.visits > 0).then(|| edge.mean());
    let stderr = (edge.visits > 1).then(|| (edge.variance() / f64::from(edge.visits)).sqrt());
    let range = facts.max_utility - facts.min_utility;
    let wins = game.pays_win_shares();
    ActionReport {
        action: edge.action,
        label: game.action_to_string(edge.action).to_owned(),
        prior: edge.prior.into(),
        visits: edge.visits.into(),
        value,
        stderr,
        win_share: value.filter(|_| wins).map(|value| (value - facts.min_utility) / range),
        win_share_stderr: stderr.filter(|_| wins).map(|stderr| stderr / range),
        ahead: None,
        ahead_stderr: None,
    }
}
