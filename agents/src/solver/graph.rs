//! All positions of a game that can come back to one, and how they lead to each other.

use hashbrown::HashTable;
use roadside_env::chance::Enumerated;
use roadside_env::{Action, Actions as _, Seat, State};

use super::setting::{Others, Seating, Setting};
use super::{SolveError, Watch};
use crate::key::short_key_of;

/// Positions are looked at by the watcher every so many.
const LOOK: usize = 1 << 12;

/// A way to a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge {
    pub(super) target: u32,
    /// Which of [`Graph::weights`] it has.
    pub(super) weight: u32,
}

/// How likely a way is, and by how many seats its target is turned.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Weight {
    pub(super) probability: f64,
    pub(super) turned: usize,
}

/// Who decides between a position's groups of ways.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chooser {
    /// Nothing follows.
    End,
    /// There is one group.
    Chance,
    /// A seat takes the group that is best for it.
    Seat(u8),
}

/// Positions by number. Those of a position's ways lie in a row, group by group; so do groups.
pub(super) struct Graph<S> {
    pub(super) positions: Vec<S>,
    places: HashTable<u32>,
    pub(super) choosers: Vec<Chooser>,
    /// Where the groups of each position end.
    pub(super) group_ends: Vec<u32>,
    /// Where the edges of each group end.
    pub(super) edge_ends: Vec<u32>,
    pub(super) edges: Vec<Edge>,
    pub(super) weights: Vec<Weight>,
    /// How the game begins.
    pub(super) roots: Vec<Edge>,
}

impl<S: State> Graph<S> {
    fn new() -> Self {
        Self {
            positions: Vec::new(),
            places: HashTable::new(),
            choosers: Vec::new(),
            group_ends: Vec::new(),
            edge_ends: Vec::new(),
            edges: Vec::new(),
            weights: Vec::new(),
            roots: Vec::new(),
        }
    }

    /// All that can be reached from `start`, or from the game's beginning.
    pub(super) fn build(
        setting: &Setting<S::Game>,
        start: Option<&S>,
        seating: Option<&Seating<'_, S::Game>>,
        memory: usize,
        watch: &Watch<'_>,
    ) -> Result<Self, SolveError> {
        let mut graph = Self::new();
        let mut chance = Enumerated::default();
        match start {
            Some(state) => graph.meet(setting, state.clone(), 1.0, 0),
            None => setting.begin(&mut chance, |next, probability| {
                graph.meet(setting, next, probability, 0);
                Ok(())
            })?,
        }
        graph.roots = std::mem::take(&mut graph.edges);
        let mut others = seating.map(|seating| Others::new(setting.seats(), seating));
        let mut at = 0;
        while at < graph.positions.len() {
            graph.expand(setting, at, &mut others, &mut chance)?;
            at += 1;
            if at % LOOK == 0 {
                graph.look(setting.seats(), memory, watch)?;
            }
        }
        graph.look(setting.seats(), memory, watch)?;
        Ok(graph)
    }

    fn look(&self, seats: usize, memory: usize, watch: &Watch<'_>) -> Result<(), SolveError> {
        let states = self.positions.len() as u64;
        (watch.show)(states);
        if watch.stop.is_soon() {
            return Err(SolveError::Stopped { states });
        }
        if self.bytes(seats) > memory || self.positions.len() >= u32::MAX as usize - LOOK {
            return Err(SolveError::Memory { limit: memory, states });
        }
        Ok(())
    }

    /// The memory of the positions and their values, and of what is needed to find these.
    pub(super) fn bytes(&self, seats: usize) -> usize {
        let each = size_of::<S>() + 4 * size_of::<u32>() + size_of::<Chooser>() + 8 * (seats + 1);
        // Lists grow to twice their length.
        2 * (each * self.positions.len() + size_of::<Edge>() * self.edges.len() + 4 * self.edge_ends.len())
    }

    /// Counts seat 0 alone, where what the other has is the opposite: a table that is turned turns the sign.
    pub(super) fn narrow(&mut self) {
        for weight in &mut self.weights {
            if std::mem::take(&mut weight.turned) == 1 {
                weight.probability = -weight.probability;
            }
        }
    }

    /// The number of a position in normal form, if it is known.
    pub(super) fn place(&self, state: &S) -> Option<usize> {
        let known = |&place: &u32| self.positions[place as usize] == *state;
        self.places.find(short_key_of(state), known).map(|&place| place as usize)
    }

    fn expand(
        &mut self,
        setting: &Setting<S::Game>,
        at: usize,
        others: &mut Option<Others<S::Game>>,
        chance: &mut Enumerated,
    ) -> Result<(), SolveError> {
        let state = self.positions[at].clone();
        let chooser = if setting.is_end(&state) {
            Chooser::End
        } else if state.boundary().is_some() {
            self.group(setting, &state, None, 1.0, chance)?;
            self.edge_ends.push(self.edges.len() as u32);
            Chooser::Chance
        } else {
            let seat = state.current_player().unwrap_or_default();
            match others.as_mut().map_or(Ok(None), |others| others.policy(&setting.game, &state, seat))? {
                Some(policy) => {
                    for (action, share) in policy {
                        self.group(setting, &state, Some(action), share, chance)?;
                    }
                    self.edge_ends.push(self.edges.len() as u32);
                    Chooser::Chance
                }
                None => {
                    for action in state.legal_actions(&setting.game).iter() {
                        self.group(setting, &state, Some(action), 1.0, chance)?;
                        self.edge_ends.push(self.edges.len() as u32);
                    }
                    Chooser::Seat(seat as u8)
                }
            }
        };
        self.choosers.push(chooser);
        self.group_ends.push(self.edge_ends.len() as u32);
        Ok(())
    }

    /// Enters what an action leads to, or playing on from a pause.
    fn group(
        &mut self,
        setting: &Setting<S::Game>,
        state: &S,
        action: Option<Action>,
        share: f64,
        chance: &mut Enumerated,
    ) -> Result<(), SolveError> {
        let first = self.edges.len();
        setting.follow(chance, state, action, |next, probability| {
            self.meet(setting, next, share * probability, first);
            Ok(())
        })
    }

    /// Enters a way; `first` is the first one of its group.
    fn meet(&mut self, setting: &Setting<S::Game>, mut state: S, probability: f64, first: usize) {
        let turned = setting.normalize(&mut state);
        let target = self.enter(state);
        if let Some(last) = self.edges[first..].last().copied()
            && last.target == target
            && self.weights[last.weight as usize].turned == turned
        {
            let probability = probability + self.weights[last.weight as usize].probability;
            let weight = self.weigh(Weight { probability, turned });
            if let Some(last) = self.edges.last_mut() {
                last.weight = weight;
            }
            return;
        }
        let weight = self.weigh(Weight { probability, turned });
        self.edges.push(Edge { target, weight });
    }

    /// The number of a position in normal form.
    fn enter(&mut self, state: S) -> u32 {
        let hash = short_key_of(&state);
        let positions = &self.positions;
        let known = |&place: &u32| positions[place as usize] == state;
        if let Some(&place) = self.places.find(hash, known) {
            return place;
        }
        let place = positions.len() as u32;
        self.places.insert_unique(hash, place, |&other| short_key_of(&positions[other as usize]));
        self.positions.push(state);
        place
    }

    /// The number of a weight. There are few: what a die or a hand of cards can give.
    fn weigh(&mut self, weight: Weight) -> u32 {
        // Those met first are met most often.
        let known = self.weights.iter().take(FEW).position(|known| *known == weight);
        known.unwrap_or_else(|| {
            self.weights.push(weight);
            self.weights.len() - 1
        }) as u32
    }

    /// The groups of a position.
    pub(super) fn groups(&self, at: usize) -> std::ops::Range<usize> {
        let first = at.checked_sub(1).map_or(0, |before| self.group_ends[before] as usize);
        first..self.group_ends[at] as usize
    }

    /// The ways of a group.
    pub(super) fn ways(&self, group: usize) -> &[Edge] {
        let first = group.checked_sub(1).map_or(0, |before| self.edge_ends[before] as usize);
        &self.edges[first..self.edge_ends[group] as usize]
    }

    /// Where the ways of a position lie, those of all its groups.
    pub(super) fn all_ways(&self, at: usize) -> std::ops::Range<usize> {
        let groups = self.groups(at);
        let end = |group: usize| group.checked_sub(1).map_or(0, |before| self.edge_ends[before] as usize);
        end(groups.start)..end(groups.end)
    }
}

/// So many weights are looked through for one that is known.
const FEW: usize = 32;

/// A seat as the turned position numbers it.
pub(super) const fn turned(seat: Seat, turned: usize, seats: usize) -> Seat {
    if seat >= turned { seat - turned } else { seat + seats - turned }
}
