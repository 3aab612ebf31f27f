//! Exact values of the reduced set-ups, held against a separate calculation.

use std::collections::HashMap;

use roadside_env::chance::enumerate;
use roadside_env::games::zone_stalker::{ZoneStalker, ZoneState};
use roadside_env::{Actions, Game, Settings, State};

type Solo = ZoneStalker<2>;

/// The expected return under optimal play, by expectimax over all positions.
struct Expectimax<'a> {
    game: &'a Solo,
    values: HashMap<ZoneState<2>, f64>,
}

impl Expectimax<'_> {
    fn value(&mut self, state: &ZoneState<2>) -> f64 {
        if state.is_terminal() {
            return state.return_of(self.game, 0);
        }
        if let Some(&value) = self.values.get(state) {
            return value;
        }
        let mut best = f64::NEG_INFINITY;
        for action in state.legal_actions(self.game).iter() {
            let branches = enumerate(100_000, |chance| {
                let mut next = *state;
                next.apply_legal(self.game, action, chance);
                next
            })
            .unwrap();
            let value = branches.iter().map(|branch| branch.probability * self.value(&branch.result)).sum();
            best = f64::max(best, value);
        }
        self.values.insert(*state, best);
        best
    }
}

fn expected_points(preset: &str) -> f64 {
    let game = Solo::from_settings(&Settings::default().with("preset", preset)).unwrap();
    let mut solver = Expectimax { game: &game, values: HashMap::new() };
    let openings = enumerate(1000, |chance| game.new_initial_state(chance)).unwrap();
    let value: f64 = openings.iter().map(|branch| branch.probability * solver.value(&branch.result)).sum();
    value * 200.0 // a return of 1 is 200 Swag Points
}

#[test]
fn reduced_1_is_worth_7_273461958() {
    assert!((expected_points("reduced-1") - 7.273_461_958).abs() < 1e-9);
}

#[test]
fn reduced_2_is_worth_10_033333333() {
    assert!((expected_points("reduced-2") - 10.033_333_333).abs() < 1e-9);
}

#[test]
fn reduced_3_is_worth_21_390235075() {
    assert!((expected_points("reduced-3") - 21.390_235_075).abs() < 1e-9);
}
