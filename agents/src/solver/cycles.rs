//! Games that can come back to a position: value iteration, one component of the graph after the other.

use std::sync::atomic::Ordering;

use roadside_env::Game;

use super::components::Components;
use super::graph::{Chooser, Edge, Graph, turned};
use super::setting::{Seating, Setting};
use super::{SolveError, Watch};

/// After so many sweeps the values of a component are given up.
const MAX_SWEEPS: usize = 100_000;

/// The values of all positions of a graph.
pub(super) struct Cycles<G: Game> {
    setting: Setting<G>,
    graph: Graph<G::State>,
    /// By position and, in its order, seat.
    values: Vec<f64>,
}

impl<G: Game> Cycles<G> {
    pub(super) fn solve(
        setting: Setting<G>,
        start: Option<&G::State>,
        seating: Option<&Seating<'_, G>>,
        (memory, tolerance): (usize, f64),
        watch: &Watch<'_>,
    ) -> Result<Self, SolveError> {
        let graph = Graph::build(&setting, start, seating, memory, watch)?;
        let components = Components::of(&graph);
        let values = vec![0.0; graph.positions.len() * setting.seats()];
        let mut cycles = Self { setting, graph, values };
        let mut first = 0;
        for &end in &components.ends {
            let members = &components.order[first as usize..end as usize];
            cycles.settle(members, tolerance, watch)?;
            first = end;
        }
        Ok(cycles)
    }

    pub(super) fn states(&self) -> u64 {
        self.graph.positions.len() as u64
    }

    pub(super) fn bytes(&self) -> usize {
        self.graph.bytes(self.setting.seats())
    }

    /// The values by seat before the game begins, or at the position that it was solved from.
    pub(super) fn root(&self) -> Vec<f64> {
        let seats = self.setting.seats();
        (0..seats).map(|seat| self.mean(&self.graph.roots, seat)).collect()
    }

    /// The values by seat of a position; `None` for one that was not met.
    pub(super) fn values(&self, state: &G::State) -> Option<Vec<f64>> {
        let seats = self.setting.seats();
        let mut normal = state.clone();
        let by = self.setting.normalize(&mut normal);
        let mut values = vec![0.0; seats];
        if self.setting.is_end(&normal) {
            self.setting.write_end(&normal, &mut values);
        } else {
            let first = self.graph.place(&normal)? * seats;
            values.copy_from_slice(&self.values[first..first + seats]);
        }
        values.rotate_right(by);
        Some(values)
    }

    /// Finds the values of a component whose successors are known. A sweep gives each position the values that follow
    /// from those of its successors; what is still missing shrinks by about the same share with each, so it ends when
    /// what all further sweeps would change adds up to less than the tolerance.
    fn settle(&mut self, members: &[u32], tolerance: f64, watch: &Watch<'_>) -> Result<(), SolveError> {
        let mut before = f64::INFINITY;
        for sweep in 0..MAX_SWEEPS {
            let change = self.sweep(members);
            if members.len() == 1 && self.is_alone(members[0]) {
                return Ok(());
            }
            let shrinks = (change / before).clamp(0.0, 0.9999);
            if change == 0.0 || sweep > 1 && change * shrinks / (1.0 - shrinks) < tolerance && change < before
            {
                return Ok(());
            }
            before = change;
            if watch.stop.load(Ordering::Relaxed) {
                return Err(SolveError::Stopped { states: self.states() });
            }
        }
        let change = format!("{before:e}");
        Err(SolveError::NotConverged { states: members.len(), change, sweeps: MAX_SWEEPS })
    }

    /// Whether no way leads from the position to itself.
    fn is_alone(&self, at: u32) -> bool {
        self.graph.all_ways(at as usize).iter().all(|edge| edge.target != at)
    }

    /// Gives each position its values; the largest change.
    fn sweep(&mut self, members: &[u32]) -> f64 {
        let seats = self.setting.seats();
        let mut change = 0.0_f64;
        for &member in members {
            let at = member as usize;
            let groups = self.graph.groups(at);
            let group = match self.graph.choosers[at] {
                Chooser::End => {
                    let values = &mut self.values[at * seats..(at + 1) * seats];
                    self.setting.write_end(&self.graph.positions[at], values);
                    continue;
                }
                Chooser::Chance => groups.start,
                Chooser::Seat(seat) => self.best(groups, usize::from(seat)),
            };
            for seat in 0..seats {
                let value = self.mean(self.graph.ways(group), seat);
                let known = &mut self.values[at * seats + seat];
                change = change.max((value - *known).abs());
                *known = value;
            }
        }
        change
    }

    /// The group that is best for a seat.
    fn best(&self, groups: std::ops::Range<usize>, seat: usize) -> usize {
        let mut best = (f64::NEG_INFINITY, groups.start);
        for group in groups {
            let value = self.mean(self.graph.ways(group), seat);
            if value > best.0 {
                best = (value, group);
            }
        }
        best.1
    }

    /// The mean over some ways of what a seat gets.
    fn mean(&self, ways: &[Edge], seat: usize) -> f64 {
        let seats = self.setting.seats();
        let mut sum = 0.0;
        for edge in ways {
            let weight = self.graph.weights[edge.weight as usize];
            sum += weight.probability
                * self.values[edge.target as usize * seats + turned(seat, weight.turned, seats)];
        }
        sum
    }
}
