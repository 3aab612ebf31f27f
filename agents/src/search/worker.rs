//! One tree and the simulations that grow it.

use std::time::{Duration, Instant};

use roadside_env::{Action, Actions as _, Game, Knowledge, NotToAct, Sampled, Seat, State, Stop, Stream};

use super::gate::Gate;
use super::root::{Candidates, RootRule};
use super::tree::{Scale, Tree};
use super::{Budget, Evaluator, Leaf, SearchOptions};
use crate::key::key_of;

type KnowledgeOf<G> = <<G as Game>::State as State>::Knowledge;

/// What is searched: what the seat that is to act knows, and what it may do.
pub(super) struct Question<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) seat: Seat,
    pub(super) knowledge: &'a KnowledgeOf<G>,
    pub(super) legal: <G::State as State>::Actions,
}

/// A simulation under way.
#[derive(Debug)]
struct Flight {
    /// The edges that it took, each with the seat that decided.
    path: Vec<(u32, u8)>,
    /// The key of the node to be made where it left the tree; none if none is to be made.
    key: Option<u128>,
    /// Which of the worlds it is in.
    world: u64,
}

/// A tree with all that its simulations need, kept from one search to the next so that nothing is allocated again.
pub(super) struct Worker<G: Game, E> {
    pub(super) tree: Tree,
    pub(super) root: usize,
    pub(super) candidates: Candidates,
    pub(super) gate: Gate,
    evaluator: E,
    leaves: Vec<Leaf<G>>,
    flights: Vec<Flight>,
    /// Whether the tree grows no more, and what was tried most is done in it.
    settled: bool,
    /// Simulations begun since the tree was cleared.
    begun: u32,
    /// The visits of each action at the root that are left of searches before.
    left: Vec<u32>,
    pub(super) stop: Stop,
}

/// A simulation that gets so deep is valued where it is.
const DEEPEST: usize = 256;
/// A tree that large grows no further.
const MOST_NODES: usize = 1 << 22;
/// The clock is looked at once in so many simulations.
const CLOCK: u64 = 16;

impl<G: Game, E: Evaluator<G>> Worker<G, E> {
    pub(super) fn new(evaluator: E) -> Self {
        Self {
            tree: Tree::default(),
            root: 0,
            candidates: Candidates::default(),
            gate: Gate::default(),
            evaluator,
            leaves: Vec::new(),
            settled: false,
            flights: Vec::new(),
            begun: 0,
            left: Vec::new(),
            stop: Stop::default(),
        }
    }

    /// Searches; how many simulations were made. With `only_choice` it ends as soon as the choice is settled.
    /// `keep`: whether what the tree already holds is of use.
    pub(super) fn search(
        &mut self,
        question: &Question<'_, G>,
        options: &SearchOptions,
        budget: Budget,
        mut random: Stream,
        keep: bool,
        only_choice: bool,
    ) -> Result<u64, NotToAct> {
        let facts = question.game.facts();
        let scale = Scale {
            min: facts.min_utility,
            range: (facts.max_utility - facts.min_utility).max(f64::MIN_POSITIVE),
            exploration: options.exploration,
        };
        let worlds = random.word();
        self.open_root(question, budget, keep, worlds)?;
        let edges = self.tree.edges(self.root);
        self.left.clear();
        self.left.extend(edges.iter().map(|edge| edge.visits));
        match options.root {
            RootRule::Gumbel { considered } => self.candidates.draw(edges, considered, &mut random),
            RootRule::Gate { .. } | RootRule::Even => self.gate.open(edges),
            RootRule::Puct => {}
        }
        let mut clock = Clock::new(budget);
        while let Some(spent) = clock.spent() {
            if self.stop.is_now() {
                break;
            }
            if only_choice && self.is_settled(options.root) {
                break;
            }
            let together = clock.at_most(self.evaluator.batch().max(1) as u64) as usize;
            let mut waiting = 0;
            for _ in 0..together {
                let edge = self.first_edge(options.root, spent, &scale);
                self.settled = options.root == RootRule::Even && !(1.0 / 3.0..2.0 / 3.0).contains(&spent);
                waiting += usize::from(self.fly(question, edge, waiting, worlds, &scale)?);
            }
            self.land(question.game, waiting);
            clock.count(together as u64);
        }
        Ok(clock.done)
    }

    /// Makes the root, unless the tree has it.
    fn open_root(
        &mut self,
        question: &Question<'_, G>,
        budget: Budget,
        keep: bool,
        worlds: u64,
    ) -> Result<(), NotToAct> {
        let key = key_of(question.knowledge);
        let expected = match budget {
            Budget::Simulations(simulations) => simulations.min(MOST_NODES as u64) as usize + 1,
            Budget::Time(_) => 1 << 12,
        };
        if keep && let Some(root) = self.tree.find(key) {
            self.root = root;
            return Ok(());
        }
        self.tree.clear(expected);
        self.begun = 0;
        self.prepare(question, 0, worlds, u64::MAX)?;
        self.evaluator.evaluate_root(question.game, &mut self.leaves[0]);
        let Leaf { values, logits, .. } = &self.leaves[0];
        self.root = self.tree.insert(key, &question.legal, logits, values[question.seat]);
        Ok(())
    }

    /// Draws the world with this number into the leaf at `slot`.
    fn prepare(
        &mut self,
        question: &Question<'_, G>,
        slot: usize,
        worlds: u64,
        number: u64,
    ) -> Result<(), NotToAct> {
        let mut stream = Stream::keyed(worlds.wrapping_add(number));
        let chance = Sampled::keyed(stream.word());
        let random = Stream::keyed(stream.word());
        let state = question.knowledge.determinize(question.game, &mut stream)?;
        match self.leaves.get_mut(slot) {
            Some(leaf) => (leaf.state, leaf.chance, leaf.random) = (state, chance, random),
            None => {
                let values = vec![0.0; question.game.facts().seats];
                self.leaves.push(Leaf { state, chance, random, values, logits: Vec::new() });
                self.flights.push(Flight { path: Vec::with_capacity(DEEPEST), key: None, world: 0 });
            }
        }
        let leaf = &mut self.leaves[slot];
        leaf.logits.clear();
        leaf.logits.resize(question.legal.len(), 0.0);
        Ok(())
    }

    /// Whether no further simulation can change the choice.
    fn is_settled(&self, rule: RootRule) -> bool {
        match rule {
            RootRule::Gumbel { .. } => self.candidates.is_settled(),
            RootRule::Gate { .. } => self.gate.is_settled(),
            RootRule::Puct | RootRule::Even => false,
        }
    }

    fn first_edge(&mut self, rule: RootRule, spent: f64, scale: &Scale) -> usize {
        match rule {
            RootRule::Puct => self.tree.select(self.root, scale),
            RootRule::Gumbel { .. } => {
                let place = self.candidates.next(self.tree.edges(self.root), spent, scale);
                self.tree.first_edge(self.root) + place
            }
            RootRule::Gate { .. } => {
                let edges = self.tree.edges(self.root);
                self.tree.first_edge(self.root) + self.gate.next(edges, &self.left, spent)
            }
            RootRule::Even => {
                let edges = self.tree.edges(self.root);
                let count = |place: &usize| edges[*place].visits + edges[*place].pending - self.left[*place];
                let next = (0..edges.len()).min_by_key(count).unwrap_or(0);
                self.tree.first_edge(self.root) + next
            }
        }
    }

    /// Sends out a simulation by `edge` of the root, until it leaves the tree; whether it waits to be valued. Every
    /// action meets the same worlds of this search in the same order, so that they are compared in like luck.
    fn fly(
        &mut self,
        question: &Question<'_, G>,
        edge: usize,
        slot: usize,
        worlds: u64,
        scale: &Scale,
    ) -> Result<bool, NotToAct> {
        let place = edge - self.tree.first_edge(self.root);
        let first = self.tree.edge_mut(edge);
        let mut action = first.action;
        let number = u64::from(first.visits + first.pending - self.left[place]);
        self.prepare(question, slot, worlds, number)?;
        let Self { tree, gate, leaves, flights, root, settled, .. } = self;
        let (leaf, flight) = (&mut leaves[slot], &mut flights[slot]);
        flight.path.clear();
        (flight.key, flight.world) = (None, number);
        self.begun = self.begun.wrapping_add(1);
        tree.pass(*root, self.begun);
        let (mut edge, mut mover) = (edge, question.seat);
        loop {
            // What is settled learns no more, but for the worlds that each action met.
            if !*settled || flight.path.is_empty() {
                tree.enter(edge);
                flight.path.push((edge as u32, mover as u8));
            }
            leaf.state.apply_legal(question.game, action, &mut leaf.chance);
            let Some(seat) = leaf.state.current_player() else {
                for (seat, value) in leaf.values.iter_mut().enumerate() {
                    *value = leaf.state.player_return(question.game, seat);
                }
                back_up(tree, gate, *root, flight, &leaf.values);
                return Ok(false);
            };
            mover = seat;
            let key = key_of(&leaf.state.knowledge(question.game, seat));
            let node = tree.find(key).filter(|_| flight.path.len() < DEEPEST);
            let next = node.filter(|&node| !tree.pass(node, self.begun)).and_then(|node| match *settled {
                true => tree.best_tried(node),
                false => Some(tree.select(node, scale)),
            });
            let Some(next) = next else {
                let is_new =
                    !*settled && node.is_none() && flight.path.len() < DEEPEST && tree.len() < MOST_NODES;
                flight.key = is_new.then_some(key);
                leaf.logits.clear();
                leaf.logits.resize(leaf.state.legal_actions(question.game).len(), 0.0);
                return Ok(true);
            };
            edge = next;
            action = tree.edge_mut(edge).action;
        }
    }

    /// Values the simulations that wait, and brings what they found back to the root.
    fn land(&mut self, game: &G, waiting: usize) {
        if waiting == 0 {
            return;
        }
        // The evaluator may play the positions on, so what is needed of them is noted before.
        let movers = |leaf: &Leaf<G>| (leaf.state.current_player(), leaf.state.legal_actions(game));
        let first = movers(&self.leaves[0]);
        let others: Vec<_> = self.leaves[1..waiting].iter().map(movers).collect();
        self.evaluator.evaluate(game, &mut self.leaves[..waiting]);
        for (slot, (mover, legal)) in std::iter::once(first).chain(others).enumerate() {
            let (leaf, flight) = (&self.leaves[slot], &self.flights[slot]);
            if let (Some(key), Some(mover)) = (flight.key, mover) {
                self.tree.insert(key, &legal, &leaf.logits, leaf.values[mover]);
            }
            back_up(&mut self.tree, &mut self.gate, self.root, flight, &leaf.values);
        }
    }

    /// The visits of all actions at the root.
    pub(super) fn root_visits(&self) -> u64 {
        self.tree.edges(self.root).iter().map(|edge| u64::from(edge.visits)).sum()
    }

    /// The action to play, by what was learned.
    pub(super) fn best(&mut self, rule: RootRule, exploration: f64, game: &G) -> Action {
        let facts = game.facts();
        let scale =
            Scale { min: facts.min_utility, range: facts.max_utility - facts.min_utility, exploration };
        let edges = self.tree.edges(self.root);
        let place = match rule {
            RootRule::Gumbel { .. } => self.candidates.best_first(edges, &scale).first().copied(),
            RootRule::Even => (0..edges.len())
                .rev()
                .max_by(|&one, &other| edges[one].mean().total_cmp(&edges[other].mean())),
            RootRule::Puct | RootRule::Gate { .. } => {
                (0..edges.len()).rev().max_by_key(|&place| edges[place].visits)
            }
        };
        edges[place.unwrap_or(0)].action
    }
}

fn back_up(tree: &mut Tree, gate: &mut Gate, root: usize, flight: &Flight, values: &[f64]) {
    if let Some(&(edge, mover)) = flight.path.first() {
        let place = edge as usize - tree.first_edge(root);
        gate.note(place, flight.world as usize, values[usize::from(mover)]);
    }
    for &(edge, mover) in &flight.path {
        tree.leave(edge as usize, values[usize::from(mover)]);
    }
}

/// Tells how much of a budget is spent.
struct Clock {
    budget: Budget,
    started: Instant,
    done: u64,
    /// The share of a time that was spent when the clock was last looked at.
    seen: f64,
    next_look: u64,
}

impl Clock {
    fn new(budget: Budget) -> Self {
        Self { budget, started: Instant::now(), done: 0, seen: 0.0, next_look: CLOCK }
    }

    /// The share that is spent, below 1; `None` when all is. A time allows for one round of simulations at least.
    fn spent(&mut self) -> Option<f64> {
        let spent = match self.budget {
            Budget::Simulations(simulations) => self.done as f64 / simulations as f64,
            Budget::Time(time) => {
                if self.done >= self.next_look {
                    self.next_look = self.done + CLOCK;
                    self.seen = self.started.elapsed().as_secs_f64()
                        / time.max(Duration::from_micros(1)).as_secs_f64();
                }
                self.seen
            }
        };
        (spent < 1.0).then_some(spent)
    }

    fn at_most(&self, wanted: u64) -> u64 {
        match self.budget {
            Budget::Simulations(simulations) => wanted.min(simulations - self.done),
            Budget::Time(_) => wanted,
        }
    }

    fn count(&mut self, simulations: u64) {
        self.done += simulations;
    }
}
