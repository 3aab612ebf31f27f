//! The last round of an expedition, where seats choose at the same time.

use std::sync::Arc;

use roadside_agents::equilibrium::{Equilibrium, EquilibriumOptions, EquilibriumPlayer, Tree};
use roadside_env::chance::Enumerated;
use roadside_env::games::expedition::Expedition;
use roadside_env::{Game, State, Stop, View};

use crate::kit::{ANY, conv_of, load};
use crate::responder::require_best_responses;

/// The last round of an expedition for two: one find is left in the deck, and the first seat is 2 points behind.
pub const LAST_CARDS: &str = "round=2 removed=- path=1,2,3,4,5,5,7,7,9,11,11,13,14,15,mange,jelly,grinder,fluff lies=11 held=48 \
    banked=0,2 seats=in,in looks=- act=choose:0";
/// The same for three.
pub const FOR_THREE: &str = "round=2 removed=- path=1,2,3,4,5,5,7,7,9,11,11,13,14,15,mange,jelly,grinder,fluff,lamp lies=17 \
    held=30 banked=0,2,1 seats=in,in,in looks=- act=choose:0";

pub fn expedition(seats: usize) -> Expedition {
    load(&[&format!("players={seats}"), "rounds=2"])
}

pub fn rest(game: &Expedition, line: &str) -> Tree<Expedition> {
    let state = game.parse_position(line).unwrap();
    Tree::from_known_position(game, &state, &ANY, &|_| {}, &Stop::default()).unwrap()
}

/// Who is behind has to do what the other does not: leave alone, or stay alone and find the last.
#[test]
fn choices_made_at_the_same_time_are_mixed() {
    let game = expedition(2);
    let state = game.parse_position(LAST_CARDS).unwrap();
    let options = EquilibriumOptions { tolerance: 1e-4, ..Default::default() };
    let found = Equilibrium::of(rest(&game, LAST_CARDS), &options, &|_| {}, &Stop::default()).unwrap();
    let first = found.policy(&View::new(&game, &state, 0)).unwrap();
    assert!(first.iter().all(|&(_, share)| share > 0.01), "{first:?}");
    // The second seat is asked next and does not know what the first has chosen.
    let [stays, leaves] = ["stay", "leave"].map(|label| {
        let mut next = state;
        next.apply(&game, game.action_from_string(label).unwrap(), &mut Enumerated::default()).unwrap();
        found.policy(&View::new(&game, &next, 1)).unwrap()
    });
    assert_eq!(stays, leaves);
    // Both keep to what they see, and the bounds hold against it all the same.
    let found = Arc::new(found);
    let player = conv_of(found.tree(), &mut EquilibriumPlayer(found.clone()));
    assert!(player.value >= found.nash_conv() - 1e-12);
    require_best_responses(found.tree(), &[(state, 1.0)], &mut EquilibriumPlayer(found.clone()));
}
