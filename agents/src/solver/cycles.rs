//! Games that can come back to a position: values of one component of the graph after the other.

use roadside_env::Game;
use std::ops::Range;

use super::components::Components;
use super::graph::{Chooser, Edge, Graph, turned};
use super::loops::Loops;
use super::setting::{Seating, Setting};
use super::{SolveError, Watch};

/// After so many sweeps the values of a component are given up.
const MAX_SWEEPS: usize = 100_000;
/// After so many exact evaluations of what is chosen it is left to sweeps.
const MAX_EVALUATIONS: usize = 30;

/// The values of all positions of a graph.
pub(super) struct Cycles<G: Game> {
    setting: Setting<G>,
    pub(super) graph: Graph<G::State>,
    /// How many numbers a position has: one for each seat, or where two seats share a fixed sum, that of seat 0 above its
    /// half.
    pub(super) seats: usize,
    /// By position and, in its order, seat.
    pub(super) values: Vec<f64>,
    /// Half of what two seats always share.
    half: Option<f64>,
}

impl<G: Game> Cycles<G> {
    pub(super) fn solve(
        setting: Setting<G>,
        start: Option<&G::State>,
        seating: Option<&Seating<'_, G>>,
        (memory, tolerance): (usize, f64),
        watch: &Watch<'_>,
    ) -> Result<Self, SolveError> {
        let mut graph = Graph::build(&setting, start, seating, memory, watch)?;
        let components = Components::of(&graph);
        let half = shared_half(&setting, &graph);
        if half.is_some() {
            graph.narrow();
        }
        let seats = if half.is_some() { 1 } else { setting.seats() };
        let values = vec![0.0; graph.positions.len() * seats];
        let mut cycles = Self { setting, graph, seats, values, half };
        let mut loops = Loops::new(&components.order);
        let mut first = 0;
        for &end in &components.ends {
            cycles.settle(&components.order, first..end as usize, &mut loops, tolerance, watch)?;
            first = end as usize;
        }
        Ok(cycles)
    }

    pub(super) fn states(&self) -> u64 {
        self.graph.positions.len() as u64
    }

    pub(super) fn bytes(&self) -> usize {
        self.graph.bytes(self.seats)
    }

    /// The values by seat before the game begins, or at the position that it was solved from.
    pub(super) fn root(&self) -> Vec<f64> {
        self.widen((0..self.seats).map(|seat| self.mean(&self.graph.roots, seat)).collect())
    }

    /// Numbers of a position as values by seat.
    fn widen(&self, numbers: Vec<f64>) -> Vec<f64> {
        match self.half {
            Some(half) => vec![half + numbers[0], half - numbers[0]],
            None => numbers,
        }
    }

    /// The values by seat of a position; `None` for one that was not met.
    pub(super) fn values(&self, state: &G::State) -> Option<Vec<f64>> {
        let mut normal = state.clone();
        let by = self.setting.normalize(&mut normal);
        let mut values = vec![0.0; self.setting.seats()];
        if self.setting.is_end(&normal) {
            self.setting.write_end(&normal, &mut values);
        } else {
            let first = self.graph.place(&normal)? * self.seats;
            values = self.widen(self.values[first..first + self.seats].to_vec());
        }
        values.rotate_right(by);
        Some(values)
    }

    /// Finds the values of a component whose successors are known: those in `range` of the order.
    ///
    /// Where few ways lead back, what is chosen is evaluated exactly and chosen anew until nothing changes any more
    /// (Howard 1960, "Dynamic Programming and Markov Processes"). Else sweeps give each position the values that follow
    /// from those of its successors; what is still missing shrinks by about the same share with each, so they end when
    /// what all further ones would change adds up to less than the tolerance. Both end in values that follow from each
    /// other, and as every play ends these are the only ones.
    fn settle(
        &mut self,
        order: &[u32],
        range: Range<usize>,
        loops: &mut Loops,
        tolerance: f64,
        watch: &Watch<'_>,
    ) -> Result<(), SolveError> {
        let members = &order[range.clone()];
        if !loops.enter(&self.graph, members, range, self.seats) {
            self.sweep(members);
            return Ok(());
        }
        if watch.stop.is_soon() {
            return Err(SolveError::Stopped { states: self.states() });
        }
        loops.guess(self);
        for _ in 0..MAX_EVALUATIONS {
            match loops.evaluate(self, members, tolerance * 1e-2) {
                Some(true) => {
                    loops.remember(self);
                    return Ok(());
                }
                Some(false) => {}
                None => break,
            }
        }
        self.sweep_until(members, tolerance, watch)
    }

    fn sweep_until(&mut self, members: &[u32], tolerance: f64, watch: &Watch<'_>) -> Result<(), SolveError> {
        for &member in members {
            let first = member as usize * self.seats;
            self.values[first..first + self.seats].fill(0.0);
        }
        let mut before = f64::INFINITY;
        for sweep in 0..MAX_SWEEPS {
            let change = self.sweep(members);
            let shrinks = (change / before).clamp(0.0, 0.9999);
            if change <= tolerance * 1e-3
                || sweep > 1 && change * shrinks / (1.0 - shrinks) < tolerance && change < before
            {
                return Ok(());
            }
            before = change;
            if watch.stop.is_soon() {
                return Err(SolveError::Stopped { states: self.states() });
            }
        }
        let change = format!("{before:e}");
        Err(SolveError::NotConverged { states: members.len(), change, sweeps: MAX_SWEEPS })
    }

    /// Gives each position its values; the largest change.
    fn sweep(&mut self, members: &[u32]) -> f64 {
        members.iter().fold(0.0, |change, &member| {
            let (group, value) = self.choose(member as usize);
            self.update(member as usize, group, value).max(change)
        })
    }

    /// The group of ways that is taken from a position, `None` if nothing follows, and what it is worth to the seat that
    /// takes it.
    pub(super) fn choose(&self, at: usize) -> (Option<usize>, Option<f64>) {
        let groups = self.graph.groups(at);
        match (self.graph.choosers[at], self.half) {
            (Chooser::End, _) => (None, None),
            (Chooser::Chance, _) => (Some(groups.start), None),
            (Chooser::Seat(seat), None) => self.best(groups, usize::from(seat), 1.0),
            (Chooser::Seat(0), Some(_)) => self.best(groups, 0, 1.0),
            (Chooser::Seat(_), Some(_)) => self.best(groups, 0, -1.0),
        }
    }

    /// Gives a position the values of a group of its ways, of which one may be known already; the largest change.
    pub(super) fn update(&mut self, at: usize, group: Option<usize>, value: Option<f64>) -> f64 {
        let seats = self.seats;
        let Some(group) = group else {
            self.write_end(at);
            return 0.0;
        };
        let mut change = 0.0_f64;
        for seat in 0..seats {
            let value = match value {
                Some(value) if seats == 1 => value,
                _ => self.mean(self.graph.ways(group), seat),
            };
            let known = &mut self.values[at * seats + seat];
            change = change.max((value - *known).abs());
            *known = value;
        }
        change
    }

    fn write_end(&mut self, at: usize) {
        let state = &self.graph.positions[at];
        let Some(half) = self.half else {
            return self.setting.write_end(state, &mut self.values[at * self.seats..(at + 1) * self.seats]);
        };
        let mut both = [0.0; 2];
        self.setting.write_end(state, &mut both);
        self.values[at] = both[0] - half;
    }

    /// The group that is best for a seat, or worst if its sign is negative, and its value.
    fn best(&self, groups: Range<usize>, seat: usize, sign: f64) -> (Option<usize>, Option<f64>) {
        let mut best = (f64::NEG_INFINITY, groups.start);
        for group in groups {
            let value = sign * self.mean(self.graph.ways(group), seat);
            if value > best.0 {
                best = (value, group);
            }
        }
        (Some(best.1), Some(sign * best.0))
    }

    /// The mean over some ways of what a seat gets.
    fn mean(&self, ways: &[Edge], seat: usize) -> f64 {
        let seats = self.seats;
        let value = |edge: &Edge| {
            let weight = self.graph.weights[edge.weight as usize];
            weight.probability
                * self.values[edge.target as usize * seats + turned(seat, weight.turned, seats)]
        };
        ways.iter().map(value).sum()
    }
}

/// Half of what two seats have together in every end, if it is always the same.
fn shared_half<G: Game>(setting: &Setting<G>, graph: &Graph<G::State>) -> Option<f64> {
    if setting.seats() != 2 {
        return None;
    }
    let mut sum = None;
    for (state, _) in graph.positions.iter().zip(&graph.choosers).filter(|(_, who)| **who == Chooser::End) {
        let mut both = [0.0; 2];
        setting.write_end(state, &mut both);
        let shared: f64 = both[0] + both[1];
        if sum.get_or_insert(shared).to_bits() != shared.to_bits() {
            return None;
        }
    }
    sum.map(|sum| sum / 2.0)
}

#[cfg(test)]
mod tests {
    use roadside_env::Settings;
    use roadside_env::games::pig::Pig;

    use super::super::{Objective, Until};
    use super::*;

    /// What is evaluated exactly is what sweeps come to.
    #[test]
    fn sweeps_find_the_same_values() {
        for players in [2, 3] {
            let settings = Settings::default().with("players", players).with("target", 10);
            let game = Pig::from_settings(&settings).unwrap();
            let setting = Setting { game, objective: Objective::Win, until: Until::End, merges: true };
            let watch = Watch::default();
            let mut cycles = Cycles::solve(setting, None, None, (1 << 30, 1e-12), &watch).unwrap();
            let (components, exact) = (Components::of(&cycles.graph), cycles.values.clone());
            let mut first = 0;
            for &end in &components.ends {
                let members = &components.order[first as usize..end as usize];
                cycles.sweep_until(members, 1e-12, &watch).unwrap();
                first = end;
            }
            assert_eq!(cycles.half.is_some(), players == 2);
            let wrong = exact.iter().zip(&cycles.values).map(|(one, other)| (one - other).abs());
            assert!(wrong.fold(0.0, f64::max) < 1e-10);
        }
    }
}
