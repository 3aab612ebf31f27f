//! Equilibria of small games with hidden information, and how far any player is from one.
//!
//! A [`Tree`] is a whole game by what its seats know and do, made of the game's contract alone: all plays, with the exact
//! probability of every outcome of chance. For any number of seats it tells what a [`Profile`] of strategies is worth, the
//! best response to it, and its `NashConv`: what the seats could gain, each by itself. [`equilibrium`] finds, for two seats
//! whose interests are opposed, strategies from which none of them gains by leaving, and the value of the game between
//! bounds that best responses prove.
//!
//! ```
//! use roadside_agents::equilibrium::{EquilibriumOptions, equilibrium};
//! use roadside_env::games::kuhn::Kuhn;
//! use roadside_env::{Game, Settings, Stop};
//!
//! let game = Kuhn::from_settings(&Settings::default())?;
//! let found = equilibrium(&game, &EquilibriumOptions::default(), &|_| {}, &Stop::default())?;
//! assert!((found.value(0) + 1.0 / 18.0).abs() < 1e-9);
//! assert!(found.lower(0) <= found.value(0) && found.value(0) <= found.upper(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod builder;
mod cfr;
mod error;
mod leaves;
mod memory;
mod nash_conv;
mod plan;
mod player;
mod profile;
mod tree;

pub use answers::Asking;
pub use error::EquilibriumError;
pub use nash_conv::{Gain, NashConv, Sampling, nash_conv};
pub use player::EquilibriumPlayer;
pub use profile::Profile;
pub use tree::{BestResponse, Tree, TreeOptions};

use roadside_env::{Action, Game, Seat, Stop, Utility, View};

use crate::solver::Objective;
use cfr::Cfr;

/// How far a search for an equilibrium goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EquilibriumOptions {
    /// What the seats want, and how large the tree may be.
    pub tree: TreeOptions,
    /// The `NashConv` at which it ends, more than 0.
    pub tolerance: f64,
    /// The most iterations, at least 1.
    pub iterations: u64,
}

impl Default for EquilibriumOptions {
    /// To a `NashConv` of 1e-9, in at most 1,000,000 iterations, with a tree of at most 4 GiB.
    fn default() -> Self {
        Self { tree: TreeOptions::default(), tolerance: 1e-9, iterations: 1_000_000 }
    }
}

impl EquilibriumOptions {
    fn check(&self) -> Result<(), EquilibriumError> {
        let refuse = |name, found, legal| Err(EquilibriumError::Option { name, found, legal });
        if !(self.tolerance > 0.0 && self.tolerance.is_finite()) {
            return refuse("tolerance", self.tolerance.to_string(), "a number above 0");
        }
        if self.iterations == 0 {
            return refuse("iterations", "0".to_owned(), "a whole number from 1");
        }
        Ok(())
    }
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// The tree grows: so many positions were gone on from.
    Positions(u64),
    /// Players were asked in so many views.
    Views(u64),
    /// Strategies were improved so often, and this is the `NashConv` that they have come to.
    Iterations(u64, f64),
}

/// Strategies of two seats from which neither gains much by leaving, and what they are worth.
#[derive(Clone, Debug)]
pub struct Equilibrium<G: Game> {
    tree: Tree<G>,
    profile: Profile,
    /// What the first seat gets: at least, as both play, at most.
    first: [f64; 3],
    /// What both get together.
    sum: f64,
    iterations: u64,
    converged: bool,
    /// By seat, view, and place of the action: how likely it is chosen.
    looks: Vec<Vec<Vec<f64>>>,
}

/// An equilibrium of `game`, for two seats one of whom loses what the other gets: by CFR+ on its [`Tree`], until the
/// `NashConv` of the average strategies is within the tolerance.
///
/// The same game and options give the same bits. `watch` hears of the progress now and then. Once `stop` is wished for
/// soon the search ends with what it has found, if the tree stands; once for now without an answer.
///
/// # Errors
/// [`EquilibriumError`] for options out of their ranges, a game that has no bounded plays, other than two seats or
/// interests that are not opposed; later for a tree that is too large, or if it is stopped before there is an answer.
pub fn equilibrium<G: Game>(
    game: &G,
    options: &EquilibriumOptions,
    watch: &impl Fn(Progress),
    stop: &Stop,
) -> Result<Equilibrium<G>, EquilibriumError> {
    options.check()?;
    require_opposed(game, options.tree.objective)?;
    Equilibrium::of(Tree::new(game, &options.tree, watch, stop)?, options, watch, stop)
}

/// # Errors
/// For a game of which CFR+ promises nothing.
fn require_opposed<G: Game>(game: &G, objective: Objective) -> Result<(), EquilibriumError> {
    let facts = game.facts();
    if facts.seats != 2 {
        return Err(EquilibriumError::Seats { game: G::NAME, seats: facts.seats });
    }
    // Of what else they want it is seen at the ends whether it adds up.
    let opposed = matches!(facts.utility, Utility::ZeroSum | Utility::ConstantSum);
    if opposed || objective != Objective::Utility {
        return Ok(());
    }
    Err(EquilibriumError::NotOpposed { game: G::NAME, objective })
}

impl<G: Game> Equilibrium<G> {
    /// The equilibrium of the game that `tree` is of; see [`equilibrium`]. The options of the tree are its own.
    ///
    /// # Errors
    /// As [`equilibrium`].
    pub fn of(
        tree: Tree<G>,
        options: &EquilibriumOptions,
        watch: &impl Fn(Progress),
        stop: &Stop,
    ) -> Result<Self, EquilibriumError> {
        options.check()?;
        require_opposed(&tree.game, tree.objective())?;
        let not_opposed = EquilibriumError::NotOpposed { game: G::NAME, objective: tree.objective() };
        let sum = tree.constant_sum().ok_or(not_opposed)?;
        let (profile, first, iterations) = learn(&tree, sum, options, watch, stop)?;
        let looks = (0..2).map(|seat| looks(&tree, &profile, seat)).collect();
        let converged = first[2] - first[0] <= options.tolerance;
        Ok(Self { tree, profile, first, sum, iterations, converged, looks })
    }

    /// What `seat` gets before any chance when both play so. The value of the game lies with it between
    /// [`lower`](Self::lower) and [`upper`](Self::upper).
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn value(&self, seat: Seat) -> f64 {
        self.for_seat(seat)[1]
    }

    /// What `seat` gets at least when it plays so, whatever the other does.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn lower(&self, seat: Seat) -> f64 {
        self.for_seat(seat)[0]
    }

    /// What `seat` gets at most, whatever it does, when the other plays so.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn upper(&self, seat: Seat) -> f64 {
        self.for_seat(seat)[2]
    }

    fn for_seat(&self, seat: Seat) -> [f64; 3] {
        let [least, value, most] = self.first;
        match seat {
            0 => self.first,
            1 => [self.sum - most, self.sum - value, self.sum - least],
            _ => panic!("seat {seat} of 2"),
        }
    }

    /// What the seats could still gain, each by itself: the distance from the lower to the upper bound.
    pub fn nash_conv(&self) -> f64 {
        self.first[2] - self.first[0]
    }

    /// Whether that is within the tolerance.
    pub fn converged(&self) -> bool {
        self.converged
    }

    /// How often the strategies were improved.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The tree that it was found on.
    pub fn tree(&self) -> &Tree<G> {
        &self.tree
    }

    /// The strategies.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What to do in this view, as far as the view tells: each legal action with its probability. `None` if no play of
    /// the game shows it to a seat that is to act.
    ///
    /// Where a view belongs to one information set this is the equilibrium. Where it belongs to several, as it does not
    /// show in what order things happened, it is the average of what the equilibrium does in them, by how likely they
    /// are if both play so; where they are never met then, if this seat, or both, played at random. A player that keeps
    /// to views may so lose a little against one who remembers; [`Tree::nash_conv_of`] of an [`EquilibriumPlayer`] says
    /// how much.
    pub fn policy(&self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        let place = self.tree.view_of(view)?;
        Some(self.tree.told(view.seat(), place, &self.looks[view.seat()][place]))
    }
}

/// Improves strategies until they are good enough: these, what the first seat gets at least, as both play, and at most,
/// and the number of iterations.
fn learn<G: Game>(
    tree: &Tree<G>,
    sum: f64,
    options: &EquilibriumOptions,
    watch: &impl Fn(Progress),
    stop: &Stop,
) -> Result<(Profile, [f64; 3], u64), EquilibriumError> {
    let mut cfr = Cfr::new([&tree.plans[0], &tree.plans[1]], &tree.leaves);
    let mut next_look = 1;
    loop {
        cfr.iterate();
        let iterations = cfr.iterations();
        if stop.is_now() {
            return Err(EquilibriumError::Stopped);
        }
        let ends = iterations >= options.iterations || stop.is_soon();
        if iterations < next_look && !ends {
            continue;
        }
        // Looking costs as much as an iteration.
        next_look = iterations + iterations.div_ceil(16);
        let profile = Profile { chosen: cfr.averages() };
        let followed = tree.follow(&profile);
        let least = sum - tree.best(1, &followed).0;
        let most = tree.best(0, &followed).0;
        watch(Progress::Iterations(iterations, most - least));
        if ends || most - least <= options.tolerance {
            return Ok((profile, [least, tree.leaves.values(&followed)[0], most], iterations));
        }
    }
}

/// By view of `seat` and place of the action: what it does there on average over the information sets that look so.
fn looks<G: Game>(tree: &Tree<G>, profile: &Profile, seat: Seat) -> Vec<Vec<f64>> {
    let uniform = Profile::uniform(tree);
    let wandering = profile.clone().with_seat(seat, &uniform);
    let plan = &tree.plans[seat];
    let mut looks: Vec<Option<Vec<f64>>> = vec![None; plan.views()];
    for assumed in [profile, &wandering, &uniform] {
        let likelihoods = tree.likelihoods(seat, assumed);
        let mut sums: Vec<_> =
            (0..plan.views()).map(|view| vec![0.0; plan.view_actions(view).len()]).collect();
        for (set, likelihood) in likelihoods.iter().enumerate() {
            let chosen = &profile.chosen[seat][plan.choices(set)];
            sums[plan.view(set)].iter_mut().zip(chosen).for_each(|(sum, share)| *sum += likelihood * share);
        }
        for (look, parts) in looks.iter_mut().zip(sums) {
            let whole: f64 = parts.iter().sum();
            if look.is_none() && whole > 0.0 {
                *look = Some(parts.into_iter().map(|part| part / whole).collect());
            }
        }
    }
    looks.into_iter().map(Option::unwrap_or_default).collect()
}
