//! Search: information-set tree search, for every game through the contract alone.
//!
//! Each simulation draws what the searching seat cannot see anew ([`Knowledge::determinize`](roadside_env::Knowledge::determinize)), plays down a tree, and is
//! valued where it leaves it by an [`Evaluator`]. Nodes belong to what the *deciding* seat knows (Cowling, Powley and
//! Whitehouse 2012, "Information set Monte Carlo tree search"): nobody in the tree sees more than he could, and what
//! all see, such as a card turned over or a die, branches. Chance falls by its true shares. Each seat of the tree plays
//! for itself; values are kept for the seat that decides, and never change sign.
//!
//! A redraw takes every arrangement of what is hidden for equally likely; see [`Belief`] for where that is not enough.

mod evaluator;
mod gate;
mod line;
mod player;
mod regret;
mod report;
mod root;
mod tree;
mod worker;

pub use evaluator::{Evaluator, Leaf, RolloutOptions, Rollouts};
pub use player::search_by_name;
pub(crate) use player::{GUIDED, Guided};
pub use report::{ActionReport, SearchReport};
pub use root::RootRule;

use std::time::{Duration, Instant};

use roadside_env::{Action, Actions as _, Game, NotToAct, State, Stop, Stream, View};

use crate::key::key_of;
use crate::parallel::side_by_side;
use crate::policy::pick;
pub(crate) use worker::{Question, Worker};

/// How long a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many simulations, at least 1.
    Simulations(u64),
    /// So long, and at least a few simulations. What comes out then depends on the machine.
    Time(Duration),
}

/// What a seat makes of what is hidden from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Belief {
    /// Every arrangement is equally likely.
    Even,
    /// What the others did tells of it: in small games with hidden information, of at most 12 decisions or such that 64
    /// plays at random all end within 16, the search plays from the beginning of the game by regret matching, and its
    /// answer is drawn from a mixed strategy near an equilibrium. In others as [`Even`](Self::Even).
    Play,
}

/// How to search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchOptions {
    /// How long.
    pub budget: Budget,
    /// How the root shares simulations out.
    pub root: RootRule,
    /// How much is tried inside the tree that does not look best: the constant of PUCT, for values scaled to the range
    /// from 0 to 1.
    pub exploration: f64,
    /// What is made of what is hidden.
    pub belief: Belief,
    /// Whether a search goes on from the tree of the one before, where that belongs to the same play.
    pub reuse: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            budget: Budget::Simulations(1000),
            root: RootRule::GUMBEL,
            exploration: 0.2,
            belief: Belief::Play,
            reuse: false,
        }
    }
}

/// A search with its trees: one for each evaluator. They grow side by side on as many cores as there are, share the
/// budget evenly, and are put together at the end, so that the result does not depend on the cores.
pub struct Search<G: Game, E> {
    options: SearchOptions,
    workers: Vec<(Worker<G>, E)>,
    /// Where the stream of the last search stood when it was over.
    left_at: Option<Stream>,
    stop: Stop,
}

/// What all trees found together.
struct Found {
    simulations: u64,
    reused: u64,
    action: Action,
}

/// What an action brought, world by world.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// Without a tree.
    pub(crate) bare: Vec<f64>,
    /// In a tree that had grown.
    pub(crate) grown: Vec<f64>,
}

/// What was learned from the beginning of the game.
struct Lesson {
    plays: u64,
    nodes: u64,
    /// How likely each action is to be played, and what was learned of it.
    policy: Vec<(Action, f64, regret::Learned)>,
    action: Action,
}

impl<G: Game, E: Evaluator<G>> Search<G, E> {
    /// A search with one tree for each of the `evaluators`, which are to be equal.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(evaluators: Vec<E>, options: SearchOptions) -> Self {
        assert!(!evaluators.is_empty(), "a search needs an evaluator");
        let workers = evaluators.into_iter().map(|evaluator| (Worker::new(), evaluator)).collect();
        Self { options, workers, left_at: None, stop: Stop::default() }
    }

    /// Has searches end at once when `stop` is wished for now; what they find is worth nothing then.
    pub fn heed(&mut self, stop: &Stop) {
        self.stop = stop.clone();
        self.workers.iter_mut().for_each(|(worker, _)| worker.stop = stop.clone());
    }

    /// The action to play at `view`, whose seat is to act. It takes one word of `random`. The answer is that of
    /// [`run`](Self::run), found without the simulations that cannot change it any more.
    ///
    /// # Errors
    /// [`NotToAct`] if the seat is not to act.
    pub fn choose(&mut self, view: &View<'_, G>, random: &mut Stream) -> Result<Action, NotToAct> {
        let knowledge = view.knowledge();
        let question = ask(view, &knowledge);
        if self.learns_from_the_beginning(view) {
            return self.learn(&question, random).map(|learned| learned.action);
        }
        let only_choice = !self.options.reuse;
        Ok(self.search(&question, random, only_choice)?.action)
    }

    /// Searches at `view`, whose seat is to act, and reports. It takes one word of `random`.
    ///
    /// # Errors
    /// [`NotToAct`] if the seat is not to act.
    pub fn run(&mut self, view: &View<'_, G>, random: &mut Stream) -> Result<SearchReport, NotToAct> {
        let started = Instant::now();
        let knowledge = view.knowledge();
        let question = ask(view, &knowledge);
        if self.learns_from_the_beginning(view) {
            let learned = self.learn(&question, random)?;
            return Ok(report::of_learned(&question, &learned, started.elapsed().as_secs_f64()));
        }
        self.grow(&question, random, started)
    }

    /// What each of two legal `actions` brings in the same worlds, however bad they look, under [`RootRule::Even`]: in so
    /// many `simulations` of each without a tree, and in as many with one that has grown in as many between. It takes
    /// one word of `random`.
    ///
    /// # Errors
    /// [`NotToAct`] if the seat is not to act.
    pub(crate) fn compare(
        &mut self,
        view: &View<'_, G>,
        actions: [Action; 2],
        simulations: u64,
        random: &mut Stream,
    ) -> Result<[Compared; 2], NotToAct> {
        let knowledge = view.knowledge();
        let mut legal = <G::State as State>::Actions::default();
        for action in actions {
            legal.insert(action);
        }
        let usual = self.options;
        (self.options.root, self.options.budget) = (RootRule::Even, Budget::Simulations(6 * simulations));
        // A tree with these actions alone is of no use to searches before and after.
        self.left_at = None;
        let found = self.search(&Question { legal, ..ask(view, &knowledge) }, random, false);
        self.left_at = None;
        self.options = usual;
        found?;
        let mut values = [Compared::default(), Compared::default()];
        for (worker, _) in &mut self.workers {
            let edges = worker.tree.edges(worker.root).iter().map(|edge| edge.action);
            for (action, worlds) in edges.zip(worker.gate.take_values()) {
                for (at, wanted) in actions.iter().enumerate() {
                    if *wanted == action {
                        let third = worlds.len() / 3;
                        values[at].bare.extend(&worlds[..third]);
                        values[at].grown.extend(&worlds[worlds.len() - third..]);
                    }
                }
            }
        }
        Ok(values)
    }

    /// Grows the trees, and reports.
    fn grow(
        &mut self,
        question: &Question<'_, G>,
        random: &mut Stream,
        started: Instant,
    ) -> Result<SearchReport, NotToAct> {
        let found = self.search(question, random, false)?;
        let seconds = started.elapsed().as_secs_f64();
        let trees: Vec<_> = self.workers.iter().map(|(worker, _)| (&worker.tree, worker.root)).collect();
        let mut report = report::report(question, &trees, found.action);
        if matches!(self.options.root, RootRule::Gate { .. }) {
            for (place, row) in report.actions.iter_mut().enumerate() {
                let ahead = ahead(&self.workers, place);
                (row.ahead, row.ahead_stderr) = (ahead.mean(), ahead.stderr());
            }
        }
        report.line = line::principal(question, &self.workers[0].0.tree, found.action);
        (report.simulations, report.reused, report.seconds) = (found.simulations, found.reused, seconds);
        Ok(report)
    }

    /// Whether at this view it does not grow trees but plays from the beginning of the game: see [`Belief::Play`].
    pub(crate) fn learns_from_the_beginning(&self, view: &View<'_, G>) -> bool {
        self.options.belief == Belief::Play && regret::suits(view.game())
    }

    /// Plays from the beginning of the game, on one core.
    fn learn(&self, question: &Question<'_, G>, random: &mut Stream) -> Result<Lesson, NotToAct> {
        // A play tries all that its learner could do, which may take milliseconds.
        const AT_ONCE: u64 = 16;
        if question.legal.is_empty() {
            return Err(NotToAct);
        }
        let (started, mut plays) = (Instant::now(), 0);
        let (mut regrets, mut seeds) = (regret::Regrets::default(), Stream::keyed(random.word()));
        loop {
            let more = match self.options.budget {
                Budget::Simulations(all) => AT_ONCE.min(all - plays),
                Budget::Time(time) => {
                    if plays > 0 && started.elapsed() >= time {
                        0
                    } else {
                        AT_ONCE
                    }
                }
            };
            if more == 0 || self.stop.is_now() {
                break;
            }
            regrets.learn(question.game, plays, more, &mut seeds);
            plays += more;
        }
        let mut policy = regrets.policy(key_of(question.knowledge));
        if policy.is_empty() {
            let even = 1.0 / question.legal.len() as f64;
            policy = question.legal.iter().map(|action| (action, even, Default::default())).collect();
        }
        let chances: Vec<f64> = policy.iter().map(|&(_, chance, _)| chance).collect();
        let action = policy[pick(&chances, &mut seeds)].0;
        Ok(Lesson { plays, nodes: regrets.len() as u64, policy, action })
    }

    fn search(
        &mut self,
        question: &Question<'_, G>,
        random: &mut Stream,
        only_choice: bool,
    ) -> Result<Found, NotToAct> {
        if question.legal.is_empty() {
            return Err(NotToAct);
        }
        let keep = self.options.reuse && self.left_at.as_ref() == Some(random);
        let mut seeds = Stream::keyed(random.word());
        self.left_at = Some(random.clone());
        let streams: Vec<Stream> = self.workers.iter().map(|_| Stream::keyed(seeds.word())).collect();
        let (options, trees) = (self.options, self.workers.len() as u64);
        let share = |place: usize| match options.budget {
            Budget::Simulations(all) => {
                Budget::Simulations((all / trees + u64::from((place as u64) < all % trees)).max(1))
            }
            time @ Budget::Time(_) => time,
        };
        let jobs =
            self.workers.iter_mut().zip(streams).enumerate().map(|(place, ((worker, evaluator), stream))| {
                let spend = (share(place), stream);
                move || worker.search(evaluator, question, &options, spend, keep, only_choice)
            });
        let done = side_by_side(jobs.collect(), trees as usize - 1);
        let simulations = done.into_iter().sum::<Result<u64, _>>()?;
        let visits: u64 = self.workers.iter().map(|(worker, _)| worker.root_visits()).sum();
        Ok(Found { simulations, reused: visits.saturating_sub(simulations), action: self.vote() })
    }

    /// The action that the trees settle on together: of those that any tree would play, the one that did best in all.
    fn vote(&mut self) -> Action {
        let Search { workers, options, .. } = self;
        if let RootRule::Gate { doubt } = options.root {
            let (first, _) = &workers[0];
            let edges = first.tree.edges(first.root);
            let ahead: Vec<_> = (0..edges.len()).map(|place| ahead(workers, place)).collect();
            return edges[gate::pass(first.gate.base(), &ahead, f64::from(doubt) / 100.0)].action;
        }
        let mut best: Option<(f64, Action)> = None;
        let picks: Vec<Action> = workers.iter_mut().map(|(worker, _)| worker.best()).collect();
        for &action in &picks {
            let (sum, visits) = workers.iter().fold((0.0, 0), |(sum, visits), (worker, _)| {
                let edges = worker.tree.edges(worker.root).iter();
                let edge = edges.clone().find(|edge| edge.action == action);
                edge.map_or((sum, visits), |edge| (sum + edge.sum, visits + edge.visits))
            });
            let mean = sum / f64::from(visits.max(1));
            if best.is_none_or(|(other, _)| mean > other) {
                best = Some((mean, action));
            }
        }
        best.map_or(Action(0), |(_, action)| action)
    }
}

/// How far the action at `place` is ahead of the base, in all trees.
fn ahead<G: Game, E>(workers: &[(Worker<G>, E)], place: usize) -> gate::Paired {
    workers.iter().fold(gate::Paired::default(), |all, (worker, _)| all.and(worker.gate.paired(place)))
}

fn ask<'a, G: Game>(view: &View<'a, G>, knowledge: &'a <G::State as State>::Knowledge) -> Question<'a, G> {
    Question { game: view.game(), seat: view.seat(), knowledge, legal: view.legal_actions() }
}
