//! Positions that lead back to each other.

use std::ops::Range;

use roadside_env::State;

use super::graph::Graph;

/// The strongly connected components of a graph, each before those that lead to it; within one, positions stand as a
/// search in depth leaves them, so that as few ways as possible lead to later ones. (Tarjan 1972, "Depth-first search and
/// linear graph algorithms".)
pub(super) struct Components {
    /// The numbers of the positions, component by component.
    pub(super) order: Vec<u32>,
    /// Where each component ends.
    pub(super) ends: Vec<u32>,
}

const NEW: u32 = u32::MAX;

struct Search {
    /// When each position was met; `NEW` if it was not.
    met: Vec<u32>,
    /// The first position met to which each leads back.
    back: Vec<u32>,
    /// Positions that are left, in the order in which they were.
    left: Vec<u32>,
    /// Whether a component has the position.
    done: Vec<bool>,
    /// The positions on the present path, each with its ways that are still to be taken.
    path: Vec<(u32, Range<usize>)>,
    clock: u32,
}

impl Components {
    pub(super) fn of<S: State>(graph: &Graph<S>) -> Self {
        let count = graph.positions.len();
        let mut found = Self { order: Vec::with_capacity(count), ends: Vec::new() };
        let mut search = Search {
            met: vec![NEW; count],
            back: vec![0; count],
            left: Vec::new(),
            done: vec![false; count],
            path: Vec::new(),
            clock: 0,
        };
        for start in 0..count as u32 {
            if search.met[start as usize] == NEW {
                search.enter(graph, start);
                search.run(graph, &mut found);
            }
        }
        found
    }
}

impl Search {
    fn enter<S: State>(&mut self, graph: &Graph<S>, at: u32) {
        self.met[at as usize] = self.clock;
        self.back[at as usize] = self.clock;
        self.clock += 1;
        self.path.push((at, graph.all_ways(at as usize)));
    }

    fn run<S: State>(&mut self, graph: &Graph<S>, found: &mut Components) {
        while let Some((at, ways)) = self.path.last_mut() {
            let at = *at;
            let Some(way) = ways.next() else {
                self.leave(at, found);
                continue;
            };
            let target = graph.edges[way].target;
            if self.met[target as usize] == NEW {
                self.enter(graph, target);
            } else if !self.done[target as usize] {
                self.back[at as usize] = self.back[at as usize].min(self.met[target as usize]);
            }
        }
    }

    fn leave(&mut self, at: u32, found: &mut Components) {
        self.path.pop();
        self.left.push(at);
        let (met, back) = (self.met[at as usize], self.back[at as usize]);
        if met == back {
            self.close(met, found);
        }
        if let Some((before, _)) = self.path.last() {
            let before = *before as usize;
            self.back[before] = self.back[before].min(back);
        }
    }

    /// All that was met since the position that was met at `first` leads back to it.
    fn close(&mut self, first: u32, found: &mut Components) {
        let member = |at: &u32| self.met[*at as usize] >= first;
        let count = self.left.iter().rev().take_while(|at| member(at)).count();
        let members = self.left.split_off(self.left.len() - count);
        for &member in &members {
            self.done[member as usize] = true;
        }
        found.order.extend(members);
        found.ends.push(found.order.len() as u32);
    }
}
