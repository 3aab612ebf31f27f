//! Games that never come back to a position: every value once, from the ends backwards.

use std::sync::atomic::{AtomicBool, Ordering};

use roadside_env::chance::Enumerated;
use roadside_env::{Action, Actions as _, Game, State};

use super::key::Key;
use super::memo::{Full, Known, Memo};
use super::setting::{Others, Seating, Setting};
use super::{SolveError, Watch};

/// The values of positions, `W` seats each.
pub(super) struct Tree<G: Game, const W: usize> {
    setting: Setting<G>,
    memo: Memo<W>,
}

/// One way that chance can go.
#[derive(Clone, Copy)]
struct Child<const W: usize> {
    probability: f64,
    key: [u64; 2],
    /// By how many seats its position is turned against its parent's.
    turned: usize,
    /// Of its position's seats.
    values: [f64; W],
}

/// A child whose values are not known yet.
#[derive(Clone)]
struct Open<S> {
    state: S,
    child: usize,
}

/// The children of one action end here.
#[derive(Clone, Copy)]
struct Group {
    action: Option<Action>,
    end: usize,
}

/// One thread's walk through the positions.
struct Walker<'a, G: Game, const W: usize> {
    tree: &'a Tree<G, W>,
    halt: &'a AtomicBool,
    others: Option<Others<G>>,
    /// Which of the walkers it is, and how many there are.
    place: (usize, usize),
    chance: Enumerated,
    // Stacks: what stands above a mark belongs to the position that is at work.
    children: Vec<Child<W>>,
    open: Vec<Open<G::State>>,
    groups: Vec<Group>,
}

/// Bytes of stack for a step of a play: generous, as what is not touched costs nothing.
const STACK_PER_STEP: usize = 4096;

impl<G: Game, const W: usize> Tree<G, W> {
    pub(super) fn new(setting: Setting<G>, memory: usize) -> Self {
        Self { setting, memo: Memo::new(memory) }
    }

    pub(super) fn states(&self) -> u64 {
        self.memo.known()
    }

    pub(super) fn bytes(&self) -> usize {
        self.memo.bytes()
    }

    /// The values by seat at `start`, or before the game begins, calculated by some threads.
    pub(super) fn solve(
        &self,
        start: Option<&G::State>,
        seating: Option<&Seating<'_, G>>,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<[f64; W], SolveError> {
        let halt = AtomicBool::new(false);
        let (sender, results) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            for place in 0..threads {
                let sender = sender.clone();
                let halt = &halt;
                let walk = move || {
                    let others = seating.map(|seating| Others::new(self.setting.seats(), seating));
                    let mut walker = Walker::new(self, halt, others, (place, threads));
                    // Nobody listens any more once another walker was first.
                    let _ = sender.send(walker.root(start));
                };
                std::thread::Builder::new()
                    .stack_size(self.stack())
                    .spawn_scoped(scope, walk)
                    .map_err(|error| SolveError::Thread(error.to_string()))?;
            }
            drop(sender);
            let result = loop {
                match results.recv_timeout(super::PATIENCE) {
                    Ok(result) => break result,
                    Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                        break Err(SolveError::Thread("a thread ended early".into()));
                    }
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                        (watch.show)(self.states());
                        if watch.stop.load(Ordering::Relaxed) {
                            break Err(SolveError::Stopped { states: self.states() });
                        }
                    }
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

    /// The values by seat of `state`'s own seats, found or calculated.
    pub(super) fn values(&self, state: &G::State) -> Result<[f64; W], SolveError> {
        let mut normal = state.clone();
        let turned = self.setting.normalize(&mut normal);
        if self.setting.is_end(&normal) {
            let mut values = [0.0; W];
            self.setting.write_end(&normal, &mut values);
            return Ok(self.turn_back(values, turned));
        }
        if let Known::Values(values) = self.memo.get(Key::of(&normal)) {
            return Ok(self.turn_back(values, turned));
        }
        let values = self.solve(Some(&normal), None, 1, &Watch::default())?;
        Ok(self.turn_back(values, turned))
    }

    /// The values of a turned position in the order of the seats before.
    fn turn_back(&self, values: [f64; W], turned: usize) -> [f64; W] {
        let seats = self.setting.seats();
        if turned == 0 {
            return values;
        }
        std::array::from_fn(|seat| if seat < seats { values[(seat + seats - turned) % seats] } else { 0.0 })
    }
}

impl<'a, G: Game, const W: usize> Walker<'a, G, W> {
    fn new(
        tree: &'a Tree<G, W>,
        halt: &'a AtomicBool,
        others: Option<Others<G>>,
        place: (usize, usize),
    ) -> Self {
        let chance = Enumerated::default();
        let (children, open, groups) = (Vec::new(), Vec::new(), Vec::new());
        Self { tree, halt, others, place, chance, children, open, groups }
    }

    /// The values at `start`, a position of its own seats, or before the game begins.
    fn root(&mut self, start: Option<&G::State>) -> Result<[f64; W], SolveError> {
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
        if self.halt.load(Ordering::Relaxed) {
            return Err(SolveError::Stopped { states: self.tree.states() });
        }
        Ok(())
    }

    /// The values of a position in normal form that is not an end.
    fn position(&mut self, state: &G::State, key: [u64; 2]) -> Result<[f64; W], SolveError> {
        self.check()?;
        if self.place.1 > 1 {
            self.tree.memo.begin(key).map_err(|error| self.out_of_memory(&error))?;
        }
        let (children, open, groups) = (self.children.len(), self.open.len(), self.groups.len());
        if state.boundary().is_some() {
            self.expand(state, None)?;
        } else {
            for action in state.legal_actions(&self.tree.setting.game).iter() {
                self.expand(state, Some(action))?;
            }
        }
        self.calculate(open)?;
        let values = self.choose(state, children, groups)?;
        self.children.truncate(children);
        self.groups.truncate(groups);
        self.tree.memo.put(key, values).map_err(|error| self.out_of_memory(&error))?;
        Ok(values)
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
        followed?;
        self.groups.push(Group { action, end: self.children.len() });
        Ok(())
    }

    /// Enters one child; `first` is its first sibling.
    fn meet(&mut self, mut state: G::State, probability: f64, first: usize) {
        let setting = &self.tree.setting;
        let turned = setting.normalize(&mut state);
        let mut child = Child { probability, key: [0; 2], turned, values: [0.0; W] };
        if setting.is_end(&state) {
            setting.write_end(&state, &mut child.values);
            self.children.push(child);
            return;
        }
        child.key = Key::of(&state);
        if let Some(last) = self.children[first..].last_mut()
            && last.key == child.key
            && last.turned == turned
        {
            last.probability += probability;
            return;
        }
        match self.tree.memo.get(child.key) {
            Known::Values(values) => child.values = values,
            Known::Nothing | Known::AtWork => self.open.push(Open { state, child: self.children.len() }),
        }
        self.children.push(child);
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

    /// Finds the values of a child; whether it did, as it may leave it to others for now.
    fn calculate_one(&mut self, at: usize, now: bool) -> Result<bool, SolveError> {
        let Open { ref state, child } = self.open[at];
        let key = self.children[child].key;
        let values = match self.tree.memo.get(key) {
            Known::Values(values) => values,
            Known::AtWork if !now => return Ok(false),
            Known::AtWork | Known::Nothing => {
                let state = state.clone();
                self.position(&state, key)?
            }
        };
        self.children[child].values = values;
        Ok(true)
    }

    /// The values of the best action for the seat to act, of what its player does, or of what chance does.
    fn choose(&mut self, state: &G::State, children: usize, groups: usize) -> Result<[f64; W], SolveError> {
        let Some(seat) = state.current_player().filter(|_| state.boundary().is_none()) else {
            return Ok(self.mean(children, self.children.len()));
        };
        let policy = match &mut self.others {
            Some(others) => others.policy(&self.tree.setting.game, state, seat)?,
            None => None,
        };
        let mut first = children;
        let mut best: Option<[f64; W]> = None;
        let mut mixed = [0.0; W];
        for group in groups..self.groups.len() {
            let Group { action, end } = self.groups[group];
            let values = self.mean(first, end);
            first = end;
            if let Some(policy) = &policy {
                let share =
                    policy.iter().find(|(known, _)| Some(*known) == action).map_or(0.0, |(_, share)| *share);
                for (sum, value) in mixed.iter_mut().zip(values) {
                    *sum += share * value;
                }
            } else if best.is_none_or(|best| values[seat] > best[seat]) {
                best = Some(values);
            }
        }
        Ok(best.unwrap_or(mixed))
    }

    /// The mean of some children's values, in the order of their parent's seats.
    fn mean(&self, first: usize, end: usize) -> [f64; W] {
        let mut sums = [0.0; W];
        for child in &self.children[first..end] {
            let values = self.tree.turn_back(child.values, child.turned);
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += child.probability * value;
            }
        }
        sums
    }
}
