//! A root that leaves the base player's choice only where another is surely better.

use super::tree::Edge;

/// The worlds that two actions have met, and the difference of their values there.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Paired {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Paired {
    /// Those of both.
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// The mean difference; `None` without a common world.
    pub(super) fn mean(self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }

    /// The standard error of that; `None` with fewer than two worlds.
    pub(super) fn stderr(self) -> Option<f64> {
        let spread = self.squares - self.sum * self.sum / self.count;
        (self.count > 1.0).then(|| (spread.max(0.0) / (self.count * (self.count - 1.0))).sqrt())
    }

    /// The mean in standard errors: beyond all bounds where the difference is always the same, 0 where little is known.
    fn in_errors(self) -> f64 {
        let (Some(mean), Some(stderr)) = (self.mean(), self.stderr()) else { return 0.0 };
        if self.count < LEAST_WORLDS || mean == 0.0 { 0.0 } else { mean / stderr }
    }
}

/// Nothing is told from fewer common worlds.
const LEAST_WORLDS: f64 = 16.0;
/// An action that lies behind the base by so many standard errors is given up.
const HOPELESS: f64 = -1.0;

/// The actions in the running under [`RootRule::Gate`](super::RootRule::Gate).
#[derive(Debug, Default)]
pub(super) struct Gate {
    /// The place of what the base player would most likely do.
    base: usize,
    /// Places of the others that are still tried.
    running: Vec<usize>,
    /// The values that each action had, in the order of the worlds; NaN where it met none.
    values: Vec<Vec<f64>>,
    /// How many halvings there are to be, and how many there were.
    halvings: u32,
    halved: u32,
}

impl Gate {
    /// Opens it for the actions of a root.
    pub(super) fn open(&mut self, edges: &[Edge]) {
        let by_prior = |&one: &usize, &other: &usize| edges[one].prior.total_cmp(&edges[other].prior);
        self.base = (0..edges.len()).rev().max_by(by_prior).unwrap_or(0);
        self.running.clear();
        self.running.extend((0..edges.len()).filter(|&place| place != self.base));
        self.values.resize_with(edges.len(), Vec::new);
        self.values.iter_mut().for_each(Vec::clear);
        (self.halvings, self.halved) = (self.running.len().next_power_of_two().ilog2() + 1, 0);
    }

    /// Notes what an action brought in a world.
    pub(super) fn note(&mut self, place: usize, world: usize, value: f64) {
        let Some(values) = self.values.get_mut(place) else { return };
        if values.len() <= world {
            values.resize(world + 1, f64::NAN);
        }
        values[world] = value;
    }

    /// The values that each action had, in the order of the worlds, which are forgotten here.
    pub(super) fn take_values(&mut self) -> Vec<Vec<f64>> {
        std::mem::take(&mut self.values)
    }

    /// The edge to try next, when `spent` of all the simulations, from 0 to 1, have been begun: the one least visited
    /// beyond those visits that are `left` of searches before, of whose worlds nothing is known any more.
    pub(super) fn next(&mut self, edges: &[Edge], left: &[u32], spent: f64) -> usize {
        let count = |place: usize| edges[place].visits + edges[place].pending - left[place];
        if spent * f64::from(self.halvings) >= f64::from(self.halved + 1) && self.running.len() > 1 {
            self.halved += 1;
            let mut best_first = std::mem::take(&mut self.running);
            best_first.sort_by(|&one, &other| self.ahead(other).total_cmp(&self.ahead(one)));
            best_first.truncate(best_first.len().div_ceil(2));
            self.running = best_first;
        }
        let others = self.running.iter().copied();
        let next = others
            .clone()
            .fold(self.base, |best, place| if count(place) < count(best) { place } else { best });
        if next == self.base && count(next) >= LEAST_WORLDS as u32 && count(next).is_multiple_of(LOOK) {
            let hopeless: Vec<usize> =
                others.filter(|&place| self.paired(place).in_errors() < HOPELESS).collect();
            self.running.retain(|place| !hopeless.contains(place));
        }
        next
    }

    /// Whether nothing but the base is left.
    pub(super) fn is_settled(&self) -> bool {
        self.running.is_empty()
    }

    /// The place of what the base player would most likely do.
    pub(super) fn base(&self) -> usize {
        self.base
    }

    fn ahead(&self, place: usize) -> f64 {
        self.paired(place).mean().unwrap_or(f64::NEG_INFINITY)
    }

    /// How far an action is ahead of the base over the worlds that both met.
    pub(super) fn paired(&self, place: usize) -> Paired {
        let (Some(own), Some(base)) = (self.values.get(place), self.values.get(self.base)) else {
            return Paired::default();
        };
        let differences = own.iter().zip(base).map(|(own, base)| own - base).filter(|ahead| !ahead.is_nan());
        differences.fold(Paired::default(), |found, ahead| {
            found.and(Paired { count: 1.0, sum: ahead, squares: ahead * ahead })
        })
    }
}

/// Hopeless ones are looked for once in so many worlds.
const LOOK: u32 = 16;

/// The place to play, where each was found so far `ahead` of the base: the best of those that are ahead by more than
/// `doubt` standard errors, else the base.
pub(super) fn pass(base: usize, ahead: &[Paired], doubt: f64) -> usize {
    let sure = (0..ahead.len()).filter(|&place| place != base && ahead[place].in_errors() > doubt);
    let mean = |place: usize| ahead[place].mean().unwrap_or(0.0);
    sure.fold(base, |best, place| if best == base || mean(place) > mean(best) { place } else { best })
}
