//! How a tree is built: from decision to decision, all positions that are as deep at once.

use std::collections::HashMap;

use roadside_env::chance::{Branch, Enumerated, TooManyOutcomes, try_enumerate};
use roadside_env::{Action, Actions as _, Game, Sampled, Seat, State, Stop};

use super::leaves::Collector;
use super::memory::Memory;
use super::plan::Plan;
use super::tree::{Tree, TreeOptions};
use super::{EquilibriumError, Progress};
use crate::key::key_of;

/// The most memory that is made use of: what fits into it can be numbered with 32 bits.
const MOST_MEMORY: u64 = 64 << 30;
/// What follows on an opening takes so many bytes at the very least, in any game that is worth the work: a game with too
/// many is refused before they fill the memory.
const OPENING: usize = 4096;
/// After how many positions somebody who watches hears of them.
const WATCHED: u64 = 1 << 10;

pub(super) struct Builder<'a, G: Game> {
    game: &'a G,
    options: TreeOptions,
    stop: &'a Stop,
    plans: Vec<Plan<G::State>>,
    /// By seat: the information sets by what is remembered.
    sets: Vec<HashMap<u128, u32>>,
    leaves: Collector,
    /// What is gone on from next.
    next: Layer<G::State>,
    positions: u64,
    decisions: u32,
    sums: (f64, f64),
}

/// Positions with as many decisions before them, none twice with the same memories of all seats.
struct Layer<S> {
    places: Vec<Place<S>>,
    /// By place and seat.
    memories: Vec<Memory>,
    /// The numbers of the places.
    numbers: HashMap<u128, u32>,
}

struct Place<S> {
    state: S,
    /// How likely chance leads here if all seats want to come here.
    chance: f64,
}

impl<S: State> Layer<S> {
    fn new() -> Self {
        Self { places: Vec::new(), memories: Vec::new(), numbers: HashMap::new() }
    }

    fn add(&mut self, state: S, chance: f64, memories: &[Memory]) {
        // What is known now is the last link of what is remembered.
        let histories = memories.iter().fold(0, |key, memory| key_of(&(key, memory.history)));
        let new = self.places.len() as u32;
        let number = *self.numbers.entry(key_of(&(&state, histories))).or_insert(new);
        if number == new {
            self.places.push(Place { state, chance: 0.0 });
            self.memories.extend_from_slice(memories);
        }
        self.places[number as usize].chance += chance;
    }

    fn bytes(&self) -> usize {
        let place = size_of::<Place<S>>() + size_of::<(u128, u32, u64)>();
        self.places.len() * place + size_of_val(self.memories.as_slice())
    }
}

impl<'a, G: Game> Builder<'a, G> {
    pub(super) fn new(game: &'a G, options: TreeOptions, stop: &'a Stop) -> Result<Self, EquilibriumError> {
        if game.facts().max_game_length.is_none() {
            return Err(EquilibriumError::Unbounded { game: G::NAME });
        }
        let (objective, any) = (options.objective, game.new_initial_state(&mut Sampled::new(0, 0)));
        if objective.reached(game, &any, 0).is_none() {
            return Err(EquilibriumError::NoObjective { game: G::NAME, objective });
        }
        let seats = game.facts().seats;
        Ok(Self {
            game,
            options: TreeOptions { memory: options.memory.min(MOST_MEMORY), ..options },
            stop,
            plans: (0..seats).map(|_| Plan::new()).collect(),
            sets: vec![HashMap::new(); seats],
            leaves: Collector::new(seats),
            next: Layer::new(),
            positions: 0,
            decisions: 0,
            sums: (f64::INFINITY, f64::NEG_INFINITY),
        })
    }

    /// Begins with all openings.
    pub(super) fn begin(&mut self) -> Result<(), EquilibriumError> {
        for opening in self.outcomes(OPENING, |chance| self.game.new_initial_state(chance))? {
            self.open(opening.result, opening.probability);
        }
        Ok(())
    }

    /// Begins with this position.
    pub(super) fn begin_at(&mut self, state: G::State) {
        self.open(state, 1.0);
    }

    fn open(&mut self, state: G::State, chance: f64) {
        let first = |seat| Memory::first(self.game, &state, seat);
        let memories: Vec<_> = (0..self.plans.len()).map(first).collect();
        self.put(state, chance, &memories);
    }

    pub(super) fn build(mut self, watch: &impl Fn(Progress)) -> Result<Tree<G>, EquilibriumError> {
        while !self.next.places.is_empty() {
            let layer = std::mem::replace(&mut self.next, Layer::new());
            self.decisions += 1;
            let bytes = layer.bytes();
            for (place, memories) in layer.places.iter().zip(layer.memories.chunks_exact(self.plans.len())) {
                self.go_on(place, memories)?;
                self.positions += 1;
                if self.positions.is_multiple_of(WATCHED) {
                    watch(Progress::Positions(self.positions));
                    self.require_memory(bytes)?;
                }
            }
            self.require_memory(bytes)?;
        }
        watch(Progress::Positions(self.positions));
        Ok(Tree {
            game: self.game.clone(),
            options: self.options,
            plans: self.plans,
            leaves: self.leaves.into_leaves(),
            positions: self.positions,
            decisions: self.decisions,
            sums: self.sums,
        })
    }

    /// What can come of `rules`: no more than would take all the memory, at so many `bytes` each.
    fn outcomes(
        &self,
        bytes: usize,
        mut rules: impl FnMut(&mut Enumerated) -> G::State,
    ) -> Result<Vec<Branch<G::State>>, EquilibriumError> {
        enum End {
            Stopped,
            TooMany,
        }
        impl From<TooManyOutcomes> for End {
            fn from(_: TooManyOutcomes) -> Self {
                Self::TooMany
            }
        }
        let limit = self.options.memory as usize / bytes;
        let rules =
            |chance: &mut Enumerated| if self.stop.is_soon() { Err(End::Stopped) } else { Ok(rules(chance)) };
        try_enumerate(limit, rules).map_err(|end| match end {
            End::Stopped => EquilibriumError::Stopped,
            End::TooMany => self.too_large(),
        })
    }

    /// Checks that there is room for all so far, with `present` bytes for what is gone on from now.
    fn require_memory(&self, present: usize) -> Result<(), EquilibriumError> {
        let kept: usize = self.plans.iter().map(Plan::bytes).sum();
        let sets = self.information_sets() as usize * size_of::<(u128, u32, u64)>();
        let bytes = present + self.next.bytes() + self.leaves.bytes() + kept + sets;
        if bytes as u64 <= self.options.memory { Ok(()) } else { Err(self.too_large()) }
    }

    fn too_large(&self) -> EquilibriumError {
        EquilibriumError::TooLarge {
            game: G::NAME,
            seats: self.plans.len(),
            memory: self.options.memory,
            positions: self.positions,
            information_sets: self.information_sets(),
            leaves: self.leaves.len() as u64,
            decisions: self.decisions,
        }
    }

    fn information_sets(&self) -> u64 {
        self.plans.iter().map(|plan| plan.sets() as u64).sum()
    }

    /// Goes on from a position by all that can be done there.
    fn go_on(&mut self, place: &Place<G::State>, memories: &[Memory]) -> Result<(), EquilibriumError> {
        let Some(seat) = place.state.current_player() else { return Ok(()) };
        let legal = place.state.legal_actions(self.game);
        let set = self.enter(seat, &place.state, memories[seat])?;
        let choices = self.plans[seat].choices(set);
        for (action, sequence) in legal.iter().zip(choices) {
            self.choose(place, memories, seat, (action, sequence as u32))?;
        }
        Ok(())
    }

    /// Goes on by this choice of `seat`.
    fn choose(
        &mut self,
        place: &Place<G::State>,
        memories: &[Memory],
        seat: Seat,
        (action, sequence): (Action, u32),
    ) -> Result<(), EquilibriumError> {
        let outcomes = self.outcomes(size_of::<Branch<G::State>>(), |chance| {
            let mut state = place.state.clone();
            state.apply_legal(self.game, action, chance);
            state
        })?;
        for outcome in outcomes {
            let state = outcome.result;
            let then = |(other, memory): (Seat, &Memory)| {
                memory.then(self.game, &state, other, (other == seat).then_some((action, sequence)))
            };
            let memories: Vec<_> = memories.iter().enumerate().map(then).collect();
            self.put(state, place.chance * outcome.probability, &memories);
        }
        Ok(())
    }

    /// Keeps a position to go on from, or the end of a play.
    fn put(&mut self, state: G::State, chance: f64, memories: &[Memory]) {
        if !state.is_terminal() {
            return self.next.add(state, chance, memories);
        }
        let sequences: Vec<_> = memories.iter().map(|memory| memory.sequence).collect();
        let reached = |seat| self.options.objective.reached(self.game, &state, seat).unwrap_or_default();
        let returns: Vec<_> = (0..self.plans.len()).map(reached).collect();
        let sum = returns.iter().sum();
        self.sums = (self.sums.0.min(sum), self.sums.1.max(sum));
        self.leaves.add(&sequences, chance, &returns);
    }

    /// The information set of a seat that is to act.
    fn enter(&mut self, seat: Seat, state: &G::State, memory: Memory) -> Result<usize, EquilibriumError> {
        let legal = state.legal_actions(self.game);
        let plan = &mut self.plans[seat];
        let set = *self.sets[seat]
            .entry(memory.history)
            .or_insert_with(|| plan.enter(memory.sequence, memory.knowledge, state, &legal))
            as usize;
        let consistent = plan.parent(set) == memory.sequence as usize
            && legal.iter().eq(plan.actions(set).iter().copied())
            && legal.iter().eq(plan.view_actions(plan.view(set)).iter().copied());
        if consistent {
            return Ok(set);
        }
        Err(EquilibriumError::Inconsistent {
            seat,
            one: plan.position(plan.view(set)).position(self.game),
            other: state.position(self.game),
        })
    }
}
