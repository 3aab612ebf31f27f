//! What a seat knows, and what it must not.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

use roadside_env::{Game, Knowledge, NotToAct, State, Stream, View};

use crate::sampling::{PLAYS, positions, walk};

/// All that a seat can see.
fn sight<G: Game>(view: &View<'_, G>) -> (Vec<u32>, Vec<u64>, String, Option<String>) {
    use roadside_env::Actions as _;
    let observation = view.observation().into_iter().map(f32::to_bits).collect();
    (observation, view.legal_actions().words().to_vec(), view.text(), view.information_state())
}

pub(crate) fn redraws_change_nothing_that_the_seat_knows<G: Game>(game: &G) {
    let mut rng = Stream::new(5, 0, 0);
    for play in 0..PLAYS {
        walk(game, play, |state, _| {
            for seat in 0..game.facts().seats {
                let view = View::new(game, state, seat);
                let knowledge = view.knowledge();
                let words = rng.clone();
                let redrawn = knowledge.determinize(game, &mut rng);
                if state.current_player() != Some(seat) {
                    assert_eq!(redrawn, Err(NotToAct));
                    continue;
                }
                let redrawn = redrawn.unwrap();
                assert_eq!(redrawn, knowledge.determinize(game, &mut words.clone()).unwrap());
                redrawn.check(game).unwrap_or_else(|error| panic!("{error}: {}", redrawn.position(game)));
                let other_view = View::new(game, &redrawn, seat);
                assert_eq!(other_view.knowledge(), knowledge);
                assert_eq!(sight(&other_view), sight(&view));
            }
        });
    }
}

pub(crate) fn equal_knowledge_is_equal_sight<G: Game>(game: &G) {
    let (mut sights, mut known) = (HashMap::new(), HashMap::new());
    positions(game, |state| {
        for seat in 0..game.facts().seats {
            let view = View::new(game, state, seat);
            let (knowledge, sight) = (view.knowledge(), sight(&view));
            let observation = sight.0.clone();
            let key = sight.3.clone();
            require_same(&mut sights, &(seat, knowledge.clone()), &sight);
            require_same(&mut known, &(seat, Ok(observation)), &knowledge);
            if let Some(key) = key {
                require_same(&mut known, &(seat, Err(key)), &knowledge);
            }
        }
    });
    assert_eq!(game.facts().perfect_recall, known.keys().any(|(_, key)| key.is_err()));
}

fn require_same<K: Hash + Eq + Clone + Debug, V: PartialEq + Debug + Clone>(
    map: &mut HashMap<K, V>,
    key: &K,
    value: &V,
) {
    let first = &*map.entry(key.clone()).or_insert_with(|| value.clone());
    assert_eq!(first, value, "for {key:?}");
}

pub(crate) fn views_print_what_is_known<G: Game>(game: &G) {
    let mut printed = HashMap::new();
    positions(game, |state| {
        for seat in 0..game.facts().seats {
            let view = View::new(game, state, seat);
            require_same(&mut printed, &(seat, view.knowledge()), &format!("{view:?}"));
        }
    });
}
