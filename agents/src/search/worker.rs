//! One tree and the simulations that grow it.

use std::time::{Duration, Instant};

use roadside_env::{Action, Actions as _, Game, Knowledge, NotToAct, Sampled, Seat, State, Stop, Stream};

use super::gate::Gate;
use super::root::{Candidates, RootRule, improved};
use super::tree::{Scale, Tree};
use super::{Budget, Evaluator, Leaf, SearchOptions};
use crate::key::key_of;

type KnowledgeOf<G> = <<G as Game>::State as State>::Knowledge;

/// What is searched: what the seat that is to act knows, and what it may do.
pub(crate) struct Question<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) seat: Seat,
    pub(crate) knowledge: &'a KnowledgeOf<G>,
    pub(crate) legal: <G::State as State>::Actions,
}

/// A simulation under way.
struct Flight<A> {
    /// The edges that it took, each with the seat that decided.
    path: Vec<(u32, u8)>,
    /// The key of the node to be made where it left the tree; none if none is to be made.
    key: Option<u128>,
    /// Who is to act where it left the tree, and what may be done: the evaluator may play the position on.
    asked: Option<(Seat, A)>,
    /// Which of the worlds it is in.
    world: u64,
}

/// A tree with all that its simulations need, kept from one search to the next so that nothing is allocated again.
///
/// A search is [begun](Self::begin), and then goes by turns: it [sends out](Self::send_out) simulations until some wait to
/// be valued, somebody values [them](Self::waiting), and they [land](Self::land). So one evaluator may serve many.
pub(crate) struct Worker<G: Game> {
    pub(super) tree: Tree,
    pub(super) root: usize,
    pub(super) candidates: Candidates,
    pub(super) gate: Gate,
    leaves: Vec<Leaf<G>>,
    flights: Vec<Flight<<G::State as State>::Actions>>,
    /// How many of the leaves wait to be valued.
    waiting: usize,
    run: Run,
    /// Whether the tree grows no more, and what did best in it is done.
    settled: bool,
    /// Simulations begun since the tree was cleared.
    begun: u32,
    /// The visits of each action at the root that are left of searches before.
    left: Vec<u32>,
    pub(super) stop: Stop,
}

/// How the search under way is made.
struct Run {
    rule: RootRule,
    scale: Scale,
    /// The number of the first of its worlds.
    worlds: u64,
    /// What is left of the stream that it was handed, for the root's own draws.
    random: Stream,
    clock: Clock,
    /// Whether the root is there; else it is what waits to be valued.
    is_open: bool,
}

/// A simulation that gets so deep is valued where it is.
const DEEPEST: usize = 256;
/// A tree that large grows no further.
const MOST_NODES: usize = 1 << 22;
/// The clock is looked at once in so many simulations.
const CLOCK: u64 = 16;

impl<G: Game> Worker<G> {
    pub(crate) fn new() -> Self {
        Self {
            tree: Tree::default(),
            root: 0,
            candidates: Candidates::default(),
            gate: Gate::default(),
            leaves: Vec::new(),
            settled: false,
            flights: Vec::new(),
            waiting: 0,
            run: Run {
                rule: RootRule::Puct,
                scale: Scale { min: 0.0, range: 1.0, exploration: 0.0 },
                worlds: 0,
                random: Stream::keyed(0),
                clock: Clock::new(Budget::Simulations(0)),
                is_open: false,
            },
            begun: 0,
            left: Vec::new(),
            stop: Stop::default(),
        }
    }

    /// Searches with an evaluator of its own; how many simulations were made. With `only_choice` it ends as soon as the
    /// choice is settled. `keep`: whether what the tree already holds is of use.
    pub(super) fn search(
        &mut self,
        evaluator: &mut impl Evaluator<G>,
        question: &Question<'_, G>,
        options: &SearchOptions,
        (budget, random): (Budget, Stream),
        keep: bool,
        only_choice: bool,
    ) -> Result<u64, NotToAct> {
        self.begin(question, options, (budget, random), keep)?;
        if let [root] = self.waiting() {
            evaluator.evaluate_root(question.game, root);
            self.land(question);
        }
        let together = evaluator.batch().max(1);
        while self.send_out(question, together, only_choice)? > 0 {
            evaluator.evaluate(question.game, self.waiting());
            self.land(question);
        }
        Ok(self.run.clock.done)
    }

    /// Begins a search. Unless the tree has its root, that waits to be valued.
    pub(crate) fn begin(
        &mut self,
        question: &Question<'_, G>,
        options: &SearchOptions,
        (budget, mut random): (Budget, Stream),
        keep: bool,
    ) -> Result<(), NotToAct> {
        let facts = question.game.facts();
        let scale = Scale {
            min: facts.min_utility,
            range: (facts.max_utility - facts.min_utility).max(f64::MIN_POSITIVE),
            exploration: options.exploration,
        };
        let worlds = random.word();
        let (rule, clock) = (options.root, Clock::new(budget));
        self.run = Run { rule, scale, worlds, random, clock, is_open: false };
        self.waiting = 0;
        let key = key_of(question.knowledge);
        match if keep { self.tree.find(key) } else { None } {
            Some(root) => self.open(root),
            None => {
                let expected = match budget {
                    Budget::Simulations(simulations) => simulations.min(MOST_NODES as u64) as usize + 1,
                    Budget::Time(_) => 1 << 12,
                };
                self.tree.clear(expected);
                self.begun = 0;
                self.prepare(question, 0, u64::MAX)?;
                self.flights[0].key = Some(key);
                self.waiting = 1;
            }
        }
        Ok(())
    }

    /// Gives the root its rule.
    fn open(&mut self, root: usize) {
        self.root = root;
        let edges = self.tree.edges(root);
        self.left.clear();
        self.left.extend(edges.iter().map(|edge| edge.visits));
        match self.run.rule {
            RootRule::Gumbel { considered, drawn, sharpness } => {
                let random = drawn.then_some(&mut self.run.random);
                self.candidates.draw(edges, considered, f64::from(sharpness) / 100.0, random);
            }
            RootRule::Gate { .. } | RootRule::Even => self.gate.open(edges),
            RootRule::Puct => {}
        }
        self.run.clock.start();
        self.run.is_open = true;
    }

    /// Sends out simulations, `together` at a time, until some wait to be valued; how many they are, 0 when the search is
    /// over. With `only_choice` it is over as soon as the choice is settled.
    pub(crate) fn send_out(
        &mut self,
        question: &Question<'_, G>,
        together: usize,
        only_choice: bool,
    ) -> Result<usize, NotToAct> {
        while self.waiting == 0 {
            let Some(spent) = self.run.clock.spent() else { break };
            if self.stop.is_now() || only_choice && self.is_settled() {
                break;
            }
            let together = self.run.clock.at_most(together as u64);
            for _ in 0..together {
                let edge = self.first_edge(spent);
                self.settled = self.run.rule == RootRule::Even && !(1.0 / 3.0..2.0 / 3.0).contains(&spent);
                let waits = self.fly(question, edge, self.waiting)?;
                self.waiting += usize::from(waits);
            }
            self.run.clock.count(together);
        }
        Ok(self.waiting)
    }

    /// The leaves that wait to be valued.
    pub(crate) fn waiting(&mut self) -> &mut [Leaf<G>] {
        &mut self.leaves[..self.waiting]
    }

    /// Draws the world with this number into the leaf at `slot`.
    fn prepare(&mut self, question: &Question<'_, G>, slot: usize, number: u64) -> Result<(), NotToAct> {
        let mut stream = Stream::keyed(self.run.worlds.wrapping_add(number));
        let chance = Sampled::keyed(stream.word());
        let random = Stream::keyed(stream.word());
        let state = question.knowledge.determinize(question.game, &mut stream)?;
        match self.leaves.get_mut(slot) {
            Some(leaf) => (leaf.state, leaf.chance, leaf.random) = (state, chance, random),
            None => {
                let values = vec![0.0; question.game.facts().seats];
                self.leaves.push(Leaf { state, chance, random, values, logits: Vec::new() });
                self.flights.push(Flight {
                    path: Vec::with_capacity(DEEPEST),
                    key: None,
                    asked: None,
                    world: 0,
                });
            }
        }
        let leaf = &mut self.leaves[slot];
        leaf.logits.clear();
        leaf.logits.resize(question.legal.len(), 0.0);
        Ok(())
    }

    /// Whether no further simulation can change the choice.
    fn is_settled(&self) -> bool {
        match self.run.rule {
            RootRule::Gumbel { .. } => self.candidates.is_settled(),
            RootRule::Gate { .. } => self.gate.is_settled(),
            RootRule::Puct | RootRule::Even => false,
        }
    }

    fn first_edge(&mut self, spent: f64) -> usize {
        let Run { rule, scale, .. } = &self.run;
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
    fn fly(&mut self, question: &Question<'_, G>, edge: usize, slot: usize) -> Result<bool, NotToAct> {
        let place = edge - self.tree.first_edge(self.root);
        let first = self.tree.edge_mut(edge);
        let mut action = first.action;
        let number = u64::from(first.visits + first.pending - self.left[place]);
        self.prepare(question, slot, number)?;
        let Self { tree, gate, leaves, flights, root, settled, run, .. } = self;
        let (leaf, flight) = (&mut leaves[slot], &mut flights[slot]);
        flight.path.clear();
        (flight.key, flight.asked, flight.world) = (None, None, number);
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
            let next = node.filter(|&node| !tree.pass(node, self.begun)).and_then(|node| {
                if *settled { tree.best_tried(node) } else { Some(tree.select(node, &run.scale)) }
            });
            let Some(next) = next else {
                let is_new =
                    !*settled && node.is_none() && flight.path.len() < DEEPEST && tree.len() < MOST_NODES;
                flight.key = is_new.then_some(key);
                let legal = leaf.state.legal_actions(question.game);
                leaf.logits.clear();
                leaf.logits.resize(legal.len(), 0.0);
                flight.asked = Some((seat, legal));
                return Ok(true);
            };
            edge = next;
            action = tree.edge_mut(edge).action;
        }
    }

    /// Brings what was found out about the leaves that waited back to the root. They may have been played on since they were
    /// sent out.
    pub(crate) fn land(&mut self, question: &Question<'_, G>) {
        let waiting = std::mem::take(&mut self.waiting);
        if !self.run.is_open {
            let Leaf { values, logits, .. } = &self.leaves[0];
            let key = self.flights[0].key.expect("the root is to be made");
            let root = self.tree.insert(key, &question.legal, logits, values[question.seat]);
            self.open(root);
            return;
        }
        for (leaf, flight) in self.leaves[..waiting].iter().zip(&self.flights) {
            if let (Some(key), Some((mover, legal))) = (flight.key, &flight.asked) {
                self.tree.insert(key, legal, &leaf.logits, leaf.values[*mover]);
            }
            back_up(&mut self.tree, &mut self.gate, self.root, flight, &leaf.values);
        }
    }

    /// The visits of all actions at the root.
    pub(super) fn root_visits(&self) -> u64 {
        self.tree.edges(self.root).iter().map(|edge| u64::from(edge.visits)).sum()
    }

    /// What was learned at the root: each action with its share of the improved policy, and what the root is worth by that.
    pub(crate) fn improved(&self, sharpness: f64) -> (Vec<(Action, f64)>, f64) {
        let edges = self.tree.edges(self.root);
        let (shares, worth) = improved(edges, self.tree.guess(self.root), sharpness, &self.run.scale);
        (edges.iter().map(|edge| edge.action).zip(shares).collect(), worth)
    }

    /// The action to play, by what was learned.
    pub(crate) fn best(&mut self) -> Action {
        let edges = self.tree.edges(self.root);
        let place = match self.run.rule {
            RootRule::Gumbel { .. } => self.candidates.best_first(edges, &self.run.scale).first().copied(),
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

fn back_up<A>(tree: &mut Tree, gate: &mut Gate, root: usize, flight: &Flight<A>, values: &[f64]) {
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

    /// Counts the time from now on.
    fn start(&mut self) {
        self.started = Instant::now();
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
