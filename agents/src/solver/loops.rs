//! Exact values of what is chosen in a component, where few ways lead back.

use std::ops::Range;

use roadside_env::{Game, State};

use super::cycles::Cycles;
use super::graph::{Graph, turned};

/// The most unknowns that are solved for.
const MOST: usize = 24;
/// No group.
const NONE: usize = usize::MAX;

/// A component as a calculation in which only the values of a few positions are unknown, those to which ways lead back:
/// the values of every position are sums of known numbers and shares of the unknown ones.
pub(super) struct Loops {
    /// The place of each position in the order of all.
    ranks: Vec<u32>,
    range: Range<usize>,
    seats: usize,
    /// Where ways lead back to.
    heads: Vec<u32>,
    /// By member and seat: the known part of its value.
    known: Vec<f64>,
    /// By member, head and number of seats by which the head is turned against it: the share of the head's values.
    shares: Vec<f64>,
    /// By member the group that is taken.
    taken: Vec<usize>,
    /// The values of the last component's first head: neighbours are alike.
    last: Vec<f64>,
}

impl Loops {
    pub(super) fn new(order: &[u32]) -> Self {
        let mut ranks = vec![0; order.len()];
        for (rank, &at) in order.iter().enumerate() {
            ranks[at as usize] = rank as u32;
        }
        let (heads, known, shares) = (Vec::new(), Vec::new(), Vec::new());
        let (taken, last) = (Vec::new(), Vec::new());
        Self { ranks, range: 0..0, seats: 0, heads, known, shares, taken, last }
    }

    /// Takes a component; whether any way leads back in it.
    pub(super) fn enter<S: State>(
        &mut self,
        graph: &Graph<S>,
        members: &[u32],
        range: Range<usize>,
        seats: usize,
    ) -> bool {
        (self.range, self.seats) = (range.clone(), seats);
        self.heads.clear();
        self.taken.clear();
        for (&member, rank) in members.iter().zip(range) {
            for edge in &graph.edges[graph.all_ways(member as usize)] {
                let to = self.ranks[edge.target as usize] as usize;
                if to >= rank && to < self.range.end && !self.heads.contains(&edge.target) {
                    self.heads.push(edge.target);
                    if self.unknowns() > MOST {
                        return true;
                    }
                }
            }
        }
        !self.heads.is_empty()
    }

    fn unknowns(&self) -> usize {
        self.heads.len() * self.seats
    }

    /// Begins with values of a neighbour.
    pub(super) fn guess<G: Game>(&self, cycles: &mut Cycles<G>) {
        if self.last.len() == self.seats {
            for &head in &self.heads {
                let first = head as usize * self.seats;
                cycles.values[first..first + self.seats].copy_from_slice(&self.last);
            }
        }
    }

    /// Keeps values for a neighbour.
    pub(super) fn remember<G: Game>(&mut self, cycles: &Cycles<G>) {
        if let Some(&head) = self.heads.first() {
            let first = head as usize * self.seats;
            self.last.clear();
            self.last.extend_from_slice(&cycles.values[first..first + self.seats]);
        }
    }

    /// Chooses by the present values and evaluates that exactly, if it changes anything; whether it does not. `None` if
    /// there are too many unknowns, or no end is ever reached so.
    pub(super) fn evaluate<G: Game>(
        &mut self,
        cycles: &mut Cycles<G>,
        members: &[u32],
        tolerance: f64,
    ) -> Option<bool> {
        let unknowns = self.unknowns();
        if unknowns > MOST {
            return None;
        }
        let (mut change, mut same) = (0.0_f64, true);
        self.taken.resize(members.len(), NONE);
        for (taken, &member) in self.taken.iter_mut().zip(members) {
            let (group, value) = cycles.choose(member as usize);
            change = change.max(cycles.update(member as usize, group, value));
            let group = group.unwrap_or(NONE); // no position of a loop is an end
            same &= std::mem::replace(taken, group) == group;
        }
        if same || change <= tolerance {
            return Some(true);
        }
        self.known.clear();
        self.known.resize(members.len() * self.seats, 0.0);
        self.shares.clear();
        self.shares.resize(members.len() * unknowns, 0.0);
        for place in 0..members.len() {
            self.add_up(cycles, place, self.taken[place]);
        }
        let heads = self.solve()?;
        for (place, &member) in members.iter().enumerate() {
            for seat in 0..self.seats {
                cycles.values[member as usize * self.seats + seat] = self.value(place, seat, &heads);
            }
        }
        Some(false)
    }

    /// Finds the parts of a member's values when a group of its ways is taken.
    fn add_up<G: Game>(&mut self, cycles: &Cycles<G>, place: usize, group: usize) {
        let (seats, unknowns) = (self.seats, self.unknowns());
        for edge in cycles.graph.ways(group) {
            let weight = cycles.graph.weights[edge.weight as usize];
            let to = self.ranks[edge.target as usize] as usize;
            if to < self.range.start {
                let values = &cycles.values[edge.target as usize * seats..][..seats];
                for seat in 0..seats {
                    let value = values[turned(seat, weight.turned, seats)];
                    self.known[place * seats + seat] += weight.probability * value;
                }
                continue;
            }
            let to = to - self.range.start;
            if to >= place {
                let head = self.heads.iter().position(|&head| head == edge.target).unwrap_or_default();
                self.shares[place * unknowns + head * seats + weight.turned] += weight.probability;
                continue;
            }
            for seat in 0..seats {
                let known = self.known[to * seats + turned(seat, weight.turned, seats)];
                self.known[place * seats + seat] += weight.probability * known;
            }
            for head in 0..self.heads.len() {
                for by in 0..seats {
                    let share = self.shares[to * unknowns + head * seats + by];
                    let by = (by + weight.turned) % seats;
                    self.shares[place * unknowns + head * seats + by] += weight.probability * share;
                }
            }
        }
    }

    /// A member's value when those of the heads are known.
    fn value(&self, place: usize, seat: usize, heads: &[f64]) -> f64 {
        let (seats, unknowns) = (self.seats, self.unknowns());
        let mut value = self.known[place * seats + seat];
        for head in 0..self.heads.len() {
            for by in 0..seats {
                let share = self.shares[place * unknowns + head * seats + by];
                value += share * heads[head * seats + turned(seat, by, seats)];
            }
        }
        value
    }

    /// The values of the heads, by elimination with the largest pivots; `None` if they are not determined.
    fn solve(&self) -> Option<Vec<f64>> {
        let (seats, unknowns) = (self.seats, self.unknowns());
        let width = unknowns + 1;
        let mut rows = vec![0.0; unknowns * width];
        for (head, &at) in self.heads.iter().enumerate() {
            let place = self.ranks[at as usize] as usize - self.range.start;
            for seat in 0..seats {
                let row = &mut rows[(head * seats + seat) * width..][..width];
                row[head * seats + seat] += 1.0;
                row[unknowns] = self.known[place * seats + seat];
                for other in 0..self.heads.len() {
                    for by in 0..seats {
                        row[other * seats + turned(seat, by, seats)] -=
                            self.shares[place * unknowns + other * seats + by];
                    }
                }
            }
        }
        eliminate(&mut rows, unknowns)
    }
}

/// Solves linear equations, each a row with its right side last.
fn eliminate(rows: &mut [f64], unknowns: usize) -> Option<Vec<f64>> {
    let width = unknowns + 1;
    for column in 0..unknowns {
        let size = |row: &usize| rows[row * width + column].abs();
        let pivot = (column..unknowns).max_by(|one, other| size(one).total_cmp(&size(other)))?;
        if rows[pivot * width + column].abs() < 1e-9 {
            return None;
        }
        for place in 0..width {
            rows.swap(column * width + place, pivot * width + place);
        }
        for row in (0..unknowns).filter(|&row| row != column) {
            let factor = rows[row * width + column] / rows[column * width + column];
            for place in column..width {
                rows[row * width + place] -= factor * rows[column * width + place];
            }
        }
    }
    Some((0..unknowns).map(|row| rows[row * width + unknowns] / rows[row * width + row]).collect())
}
