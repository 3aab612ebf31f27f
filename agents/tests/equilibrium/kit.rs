//! What the tests share.

use roadside_agents::equilibrium::{
    Asking, Equilibrium, EquilibriumOptions, NashConv, Tree, TreeOptions, equilibrium,
};
use roadside_agents::solver::Objective;
use roadside_env::chance::{Enumerated, enumerate};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::{Agent, Game, Settings, State, Stop, View};

pub const ANY: TreeOptions = TreeOptions { objective: Objective::Utility, memory: 1 << 30 };

pub fn load<G: Game>(settings: &[&str]) -> G {
    G::from_settings(&Settings::from_pairs(settings.iter().copied()).unwrap()).unwrap()
}

pub fn kuhn() -> Kuhn {
    load(&[])
}

pub fn tree<G: Game>(game: &G) -> Tree<G> {
    Tree::new(game, &ANY, &|_| {}, &Stop::default()).unwrap()
}

pub fn solve<G: Game>(game: &G) -> Equilibrium<G> {
    equilibrium(game, &EquilibriumOptions::default(), &|_| {}, &Stop::default()).unwrap()
}

pub fn conv_of<G: Game>(tree: &Tree<G>, player: &mut dyn Agent<G>) -> NashConv {
    tree.nash_conv_of(&mut [player], &Asking::default(), &|_| {}, &Stop::default()).unwrap()
}

#[track_caller]
pub fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, not {expected}");
}

/// What the seats get from `state` on: every play by itself, with nothing that comes together.
pub fn worth<G: Game>(game: &G, state: &G::State, players: &mut [&mut dyn Agent<G>]) -> Vec<f64> {
    let Some(seat) = state.current_player() else { return state.returns(game) };
    let policy = players[seat].policy(&View::new(game, state, seat)).unwrap();
    let mut worth = vec![0.0; players.len()];
    for (action, share) in policy.into_iter().filter(|&(_, share)| share > 0.0) {
        let mut chance = Enumerated::default();
        loop {
            let mut next = state.clone();
            next.apply_legal(game, action, &mut chance);
            let likely = share * chance.probability();
            for (sum, value) in worth.iter_mut().zip(self::worth(game, &next, players)) {
                *sum += likely * value;
            }
            if !chance.next_path() {
                break;
            }
        }
    }
    worth
}

pub fn opening_worth<G: Game>(game: &G, players: &mut [&mut dyn Agent<G>]) -> Vec<f64> {
    let mut worth = vec![0.0; players.len()];
    for opening in enumerate(1 << 20, |chance| game.new_initial_state(chance)).unwrap() {
        for (sum, value) in worth.iter_mut().zip(self::worth(game, &opening.result, players)) {
            *sum += opening.probability * value;
        }
    }
    worth
}

pub fn openings<G: Game>(game: &G) -> Vec<(G::State, f64)> {
    let openings = enumerate(1 << 20, |chance| game.new_initial_state(chance)).unwrap();
    openings.into_iter().map(|opening| (opening.result, opening.probability)).collect()
}
