//! Games of one seat that never come back to a position: every value once, from the ends backwards.

use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};

use roadside_env::chance::Enumerated;
use roadside_env::{Action, Actions as _, Game, State};

use super::memo::{Full, Known, Memo};
use super::setting::Setting;
use super::{SolveError, Watch};
use crate::key::key_of;

/// Bytes of stack for a step of a play: generous, as what is not touched costs nothing.
const STACK_PER_STEP: usize = 4096;

/// So many steps fit on any stack.
const NEAR: usize = 24;

/// The values of positions, of those of equal worth the one that stands for them.
pub(super) struct Tree<G: Game> {
    setting: Setting<G>,
    memo: Memo,
}

/// One way that chance can go.
#[derive(Clone, Copy)]
struct Child {
    probability: f64,
    /// Nothing for an end, and for a position of which nothing is kept.
    key: Option<[u64; 2]>,
    /// No number while it is not known.
    value: f64,
}

/// A child whose value is not known yet.
#[derive(Clone)]
struct Open<S> {
    state: S,
    child: usize,
}

/// The key of a position as the memo holds it.
fn words_of(position: &impl Hash) -> [u64; 2] {
    let key = key_of(position);
    [(key >> 64) as u64, key as u64]
}

/// One thread's walk through the positions.
///
/// All threads walk through all positions, each in an order of its own, and leave those for later on which another is at
/// work. A value is the same sum whoever adds it up.
struct Walker<'a, G: Game> {
    tree: &'a Tree<G>,
    halt: &'a AtomicBool,
    /// Who watches it, where nobody else waits for it.
    watch: Option<&'a Watch<'a>>,
    /// Which of the walkers it is, and how many there are.
    place: (usize, usize),
    /// How many steps further its stack allows.
    room: usize,
    chance: Enumerated,
    // Stacks: what stands above a mark belongs to the position that is at work.
    children: Vec<Child>,
    open: Vec<Open<G::State>>,
    /// Where the children of each action end.
    ends: Vec<usize>,
}

impl<G: Game> Tree<G> {
    pub(super) fn new(setting: Setting<G>, memory: usize) -> Self {
        Self { setting, memo: Memo::new(memory) }
    }

    pub(super) fn states(&self) -> u64 {
        self.memo.known()
    }

    pub(super) fn bytes(&self) -> usize {
        self.memo.bytes()
    }

    /// The value of `start`, or of the game before it begins, calculated by some threads.
    pub(super) fn solve(
        &self,
        start: Option<&G::State>,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<f64, SolveError> {
        let halt = AtomicBool::new(false);
        let (sender, results) = channel();
        scope(|scope| {
            for place in 0..threads {
                let (sender, halt) = (sender.clone(), &halt);
                let walk = move || {
                    let result = Walker::new(self, halt, (place, threads), usize::MAX).root(start);
                    // Nobody listens any more once another walker was first.
                    let _ = sender.send(result);
                };
                let spawned = Builder::new().stack_size(self.stack()).spawn_scoped(scope, walk);
                if let Err(error) = spawned {
                    halt.store(true, Ordering::Relaxed);
                    return Err(SolveError::Thread(error.to_string()));
                }
            }
            drop(sender);
            let result = loop {
                match results.recv_timeout(super::PATIENCE) {
                    Ok(result) => break result,
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(SolveError::Thread("a thread ended early".into()));
                    }
                    Err(RecvTimeoutError::Timeout) => (watch.show)(self.states()),
                }
                if watch.stop.is_soon() {
                    break Err(SolveError::Stopped { states: self.states() });
                }
            };
            halt.store(true, Ordering::Relaxed);
            result
        })
    }

    /// The stack that a walk needs.
    fn stack(&self) -> usize {
        let steps = self.setting.game.facts().max_game_length.unwrap_or(0) as usize;
        (1 << 20) + (2 * steps + 64) * (STACK_PER_STEP + 2 * size_of::<G::State>())
    }

    /// The value of a position, found or calculated.
    pub(super) fn value(&self, state: &G::State, watch: &Watch<'_>) -> Result<f64, SolveError> {
        let mut normal = state.clone();
        self.setting.normalize(&mut normal);
        if self.setting.is_end(&normal) {
            return Ok(self.end(&normal));
        }
        match self.memo.get(words_of(&normal)) {
            Known::Value(value) => Ok(value),
            Known::Nothing | Known::AtWork => self.look_near(&normal, watch),
        }
    }

    /// The value of a position, which mostly follows from others that are known and lie near.
    fn look_near(&self, state: &G::State, watch: &Watch<'_>) -> Result<f64, SolveError> {
        let halt = AtomicBool::new(false);
        let mut walker = Walker { watch: Some(watch), ..Walker::new(self, &halt, (0, 1), NEAR) };
        match walker.root(Some(state)) {
            Err(SolveError::Thread(_)) => self.solve(Some(state), 1, watch),
            near => near,
        }
    }

    fn end(&self, state: &G::State) -> f64 {
        let mut value = [0.0];
        self.setting.write_end(state, &mut value);
        value[0]
    }
}

impl<'a, G: Game> Walker<'a, G> {
    fn new(tree: &'a Tree<G>, halt: &'a AtomicBool, place: (usize, usize), room: usize) -> Self {
        let chance = Enumerated::default();
        let (children, open, ends) = (Vec::new(), Vec::new(), Vec::new());
        Self { tree, halt, watch: None, place, room, chance, children, open, ends }
    }

    /// The value at `start`, or before the game begins.
    fn root(&mut self, start: Option<&G::State>) -> Result<f64, SolveError> {
        let mut chance = std::mem::take(&mut self.chance);
        match start {
            Some(state) => self.meet(state.clone(), 1.0, 0),
            None => {
                let tree = self.tree;
                tree.setting.begin(&mut chance, |next, probability| {
                    self.meet(next, probability, 0);
                    self.check()
                })?;
            }
        }
        self.chance = chance;
        self.calculate(0)?;
        Ok(self.mean(0, self.children.len()))
    }

    fn check(&self) -> Result<(), SolveError> {
        let stopped = self.watch.is_some_and(|watch| {
            (watch.show)(self.tree.states());
            watch.stop.is_soon()
        });
        if stopped || self.halt.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped { states: self.tree.states() });
        }
        Ok(())
    }

    /// The value of a position in normal form that is not an end.
    fn position(&mut self, state: &G::State, key: Option<[u64; 2]>) -> Result<f64, SolveError> {
        self.check()?;
        if self.place.1 > 1
            && let Some(key) = key
        {
            self.tree.memo.begin(key).map_err(|error| self.out_of_memory(&error))?;
        }
        let (children, open, ends) = (self.children.len(), self.open.len(), self.ends.len());
        if state.boundary().is_some() {
            self.expand(state, None)?;
        } else {
            for action in state.legal_actions(&self.tree.setting.game).iter() {
                self.expand(state, Some(action))?;
            }
        }
        self.calculate(open)?;
        let mut first = children;
        let mut best = f64::NEG_INFINITY;
        for group in ends..self.ends.len() {
            best = best.max(self.mean(first, self.ends[group]));
            first = self.ends[group];
        }
        self.children.truncate(children);
        self.ends.truncate(ends);
        if let Some(key) = key {
            self.tree.memo.put(key, best).map_err(|error| self.out_of_memory(&error))?;
        }
        Ok(best)
    }

    fn out_of_memory(&self, _: &Full) -> SolveError {
        SolveError::Memory { limit: self.tree.memo.limit(), states: self.tree.states() }
    }

    /// Enters what an action leads to, or playing on from a pause.
    fn expand(&mut self, state: &G::State, action: Option<Action>) -> Result<(), SolveError> {
        let tree = self.tree;
        let mut chance = std::mem::take(&mut self.chance);
        let first = self.children.len();
        let followed = tree.setting.follow(&mut chance, state, action, |next, probability| {
            self.meet(next, probability, first);
            Ok(())
        });
        self.chance = chance;
        self.ends.push(self.children.len());
        followed
    }

    /// Enters one child; `first` is its first sibling.
    fn meet(&mut self, mut state: G::State, probability: f64, first: usize) {
        let setting = &self.tree.setting;
        setting.normalize(&mut state);
        if setting.is_end(&state) {
            let value = self.tree.end(&state);
            self.children.push(Child { probability, key: None, value });
            return;
        }
        if !state.is_junction() {
            self.open.push(Open { state, child: self.children.len() });
            self.children.push(Child { probability, key: None, value: f64::NAN });
            return;
        }
        let key = words_of(&state);
        if let Some(last) = self.children[first..].last_mut()
            && last.key == Some(key)
        {
            last.probability += probability;
            return;
        }
        let value = match self.tree.memo.get(key) {
            Known::Value(value) => value,
            Known::Nothing | Known::AtWork => {
                self.open.push(Open { state, child: self.children.len() });
                f64::NAN
            }
        };
        self.children.push(Child { probability, key: Some(key), value });
    }

    /// Finds the values of all children that are open above `mark`; those on which other threads are at work last.
    fn calculate(&mut self, mark: usize) -> Result<(), SolveError> {
        let count = self.open.len() - mark;
        let (place, walkers) = self.place;
        let mut later = 0;
        for round in 0..count {
            let at = mark + (round + place * count / walkers) % count;
            if !self.calculate_one(at, walkers == 1)? {
                later += 1;
            }
        }
        if later > 0 {
            for at in mark..mark + count {
                self.calculate_one(at, true)?;
            }
        }
        self.open.truncate(mark);
        Ok(())
    }

    /// Finds the value of a child; whether it did, as it may leave it to others for now.
    fn calculate_one(&mut self, at: usize, now: bool) -> Result<bool, SolveError> {
        let Open { ref state, child } = self.open[at];
        if !self.children[child].value.is_nan() {
            return Ok(true);
        }
        let key = self.children[child].key;
        let value = match key.map_or(Known::Nothing, |key| self.tree.memo.get(key)) {
            Known::Value(value) => value,
            Known::AtWork if !now => return Ok(false),
            Known::AtWork | Known::Nothing => {
                let state = state.clone();
                self.room = self.room.checked_sub(1).ok_or_else(|| SolveError::Thread("too deep".into()))?;
                let value = self.position(&state, key)?;
                self.room += 1;
                value
            }
        };
        self.children[child].value = value;
        Ok(true)
    }

    /// The mean of some children's values.
    fn mean(&self, first: usize, end: usize) -> f64 {
        self.children[first..end].iter().map(|child| child.probability * child.value).sum()
    }
}
