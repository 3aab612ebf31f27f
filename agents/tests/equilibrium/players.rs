//! Players of the tests, and tests of players.

use std::collections::BTreeMap;
use std::sync::Arc;

use roadside_agents::equilibrium::{Asking, EquilibriumPlayer};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::{Action, Agent, Game, Stop, Stream, View};

use crate::kit::{assert_near, conv_of, kuhn, solve, tree};

/// A player that has a table of what it does, by what it remembers: for each line of kuhn the chance of a bet.
#[derive(Clone)]
pub struct Bets(pub BTreeMap<String, f64>);

impl Bets {
    pub fn drawn(seed: u64) -> Self {
        let mut random = Stream::for_actions(seed);
        let lines = ["", " p", " b", " pb"]
            .into_iter()
            .flat_map(|moves| ["J", "Q", "K"].map(|card| format!("{card}{moves}")));
        Self(lines.map(|line| (line, f64::from(random.below(1001)) / 1000.0)).collect())
    }
}

impl Agent<Kuhn> for Bets {
    fn name(&self) -> String {
        "bets".to_owned()
    }

    fn act(&mut self, view: &View<'_, Kuhn>, rng: &mut Stream) -> Action {
        let bet = self.0[&view.information_state().unwrap()];
        Action(u16::from(f64::from(rng.below(1 << 30)) < bet * f64::from(1 << 30)))
    }

    fn policy(&mut self, view: &View<'_, Kuhn>) -> Option<Vec<(Action, f64)>> {
        let bet = self.0[&view.information_state().unwrap()];
        Some(vec![(Action(0), 1.0 - bet), (Action(1), bet)])
    }
}

/// A player whose choices are a secret.
pub struct Silent<T>(pub T);

impl<G: Game, T: Agent<G>> Agent<G> for Silent<T> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        self.0.act(view, rng)
    }
}

#[test]
fn what_a_silent_player_does_is_found_by_asking() {
    let tree = tree(&kuhn());
    let exact = conv_of(&tree, &mut Bets::drawn(7));
    let found = conv_of(&tree, &mut Silent(Bets::drawn(7)));
    let sampling = found.sampling.unwrap();
    assert!(sampling.stderr > 0.0 && sampling.stderr < 0.05, "{sampling:?}");
    assert_near(found.value - sampling.bias, exact.value, 4.0 * sampling.stderr);
    assert_eq!(found, conv_of(&tree, &mut Silent(Bets::drawn(7))));
    // The more often it is asked, the nearer.
    let asking = Asking { asks: 10_000, ..Asking::default() };
    let near =
        tree.nash_conv_of(&mut [&mut Silent(Bets::drawn(7))], &asking, &|_| {}, &Stop::default()).unwrap();
    assert!(near.sampling.unwrap().stderr < sampling.stderr / 2.0);
    assert_near(near.value, exact.value, 4.0 * near.sampling.unwrap().stderr);
}

#[test]
fn who_answers_otherwise_when_asked_again_is_measured_by_what_it_said() {
    /// Bets or passes by turns, wherever it is, as a player may that thinks for a time.
    struct Moody {
        tells: bool,
        asked: u16,
    }
    impl Agent<Kuhn> for Moody {
        fn name(&self) -> String {
            "moody".to_owned()
        }

        fn act(&mut self, _view: &View<'_, Kuhn>, _rng: &mut Stream) -> Action {
            self.asked += 1;
            Action(self.asked % 2)
        }

        fn policy(&mut self, view: &View<'_, Kuhn>) -> Option<Vec<(Action, f64)>> {
            self.tells.then(|| vec![(self.act(view, &mut Stream::for_actions(0)), 1.0)])
        }
    }
    let tree = tree(&kuhn());
    let told = conv_of(&tree, &mut Moody { tells: true, asked: 0 });
    assert!(told.sampling.is_none() && told.value > 0.0, "{told:?}");
    // Of 1,000 answers half are bets.
    let asked = conv_of(&tree, &mut Moody { tells: false, asked: 0 });
    let even = conv_of(&tree, &mut Bets(Bets::drawn(0).0.into_keys().map(|line| (line, 0.5)).collect()));
    assert_near(asked.value, even.value, 1e-12);
}

#[test]
fn the_player_of_an_equilibrium_plays_it() {
    let found = Arc::new(solve(&kuhn()));
    let exact = conv_of(found.tree(), &mut EquilibriumPlayer(found.clone()));
    assert!(exact.value <= 2e-9, "{}", exact.value);
    let sampled = conv_of(found.tree(), &mut Silent(EquilibriumPlayer(found.clone())));
    assert!(sampled.value < 0.1, "{}", sampled.value);
    // Against it nobody does better than at best.
    for seed in 0..4 {
        let mut player = Bets::drawn(seed);
        let profile = conv_of(found.tree(), &mut player).profile;
        for seat in [0, 1] {
            let mixed = profile.clone().with_seat(1 - seat, found.profile());
            assert!(found.tree().values(&mixed)[seat] <= found.upper(seat) + 1e-12);
        }
    }
}
