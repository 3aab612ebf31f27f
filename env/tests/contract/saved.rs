//! Plays that were saved.

use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::Index;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::{Game, Play, RestoreError, Sampled, Stream};

use crate::common::random_action;
use crate::sampling::{MAX_DECISIONS, play_on};
use crate::texts::{changed, changes, runner};

/// The texts of a play after each decision, with what then follows under the same choices.
fn course<G: Game>(mut play: Play<G, Sampled>, rng: &mut Stream, most: usize) -> Vec<(String, Vec<f64>)> {
    let mut seen = vec![(play.save(), play.rewards())];
    while !play.is_terminal() && seen.len() <= most {
        play.apply_action(random_action(&**play.game(), play.state(), rng)).unwrap();
        seen.push((play.save(), play.rewards()));
    }
    seen
}

pub(crate) fn saved_plays_go_on<G: Game>(game: &G) {
    let game = Arc::new(game.clone());
    for (number, cut) in [0, 1, 7, 40].into_iter().enumerate() {
        let (number, mut rng) = (u64::MAX - number as u64, Stream::for_player(6, number as u64, 0));
        let mut play = Play::new(Arc::clone(&game), Sampled::new(number, number));
        for _ in 0..cut {
            if !play.is_terminal() {
                play.apply_action(random_action(&*game, play.state(), &mut rng)).unwrap();
            }
        }
        let restored = Play::restored(Arc::clone(&game), &play.save()).unwrap();
        let twin = course(restored, &mut rng.clone(), MAX_DECISIONS);
        assert_eq!(course(play, &mut rng, MAX_DECISIONS), twin);
    }
}

pub(crate) fn plays_of_others_are_refused<G: Game>(game: &G) {
    let game = Arc::new(game.clone());
    let text = Play::new(Arc::clone(&game), Sampled::new(1, 0)).save();
    let refusal = |text: &str| Play::restored(Arc::clone(&game), text).unwrap_err();
    let stranger = if G::NAME == "pig" {
        Play::new(Arc::new(crate::common::load::<Kuhn>(&[])), Sampled::new(1, 0)).save()
    } else {
        Play::new(Arc::new(crate::common::load::<Pig>(&[])), Sampled::new(1, 0)).save()
    };
    assert!(matches!(refusal(&stranger), RestoreError::Game { expected, .. } if expected == G::NAME));
    let other = |from: &str, to: &str| refusal(&text.replacen(from, to, 1));
    let rules = game.facts().rules_version;
    let error = other("\"rules_version\":", "\"rules_version\":5");
    assert!(matches!(error, RestoreError::Rules { expected, .. } if expected == rules), "{error}");
    // Kuhn poker has no settings to put a comma before.
    let stranger = if text.contains("\"settings\":{}") { "\"stranger\":1" } else { "\"stranger\":1," };
    let error = other("\"settings\":{", &format!("\"settings\":{{{stranger}"));
    assert!(matches!(error, RestoreError::Settings { .. }), "{error}");
    assert!(matches!(other("\"version\":1", "\"version\":7"), RestoreError::Version { found: 7 }));
    assert!(matches!(other("a play", "rows"), RestoreError::Kind { .. }));
    assert!(matches!(other("\"returns_before\":[", "\"returns_before\":[0.5,"), RestoreError::Value { .. }));
    assert!((0..text.len()).all(|cut| matches!(refusal(&text[..cut]), RestoreError::Form(_))));
}

pub(crate) fn changed_saved_plays_never_panic<G: Game>(game: &G) {
    let game = Arc::new(game.clone());
    let play = Play::new(Arc::clone(&game), Sampled::new(4, 0));
    let texts = course(play, &mut Stream::for_player(4, 0, 0), 50);
    runner(1_000)
        .run(&(any::<Index>(), changes()), |(place, changes)| {
            let text = changed(&place.get(&texts).0, &changes);
            match Play::restored(Arc::clone(&game), &text) {
                Ok(play) => play_on(&*game, play.state()),
                Err(error) => assert!(!error.to_string().is_empty()),
            }
            Ok(())
        })
        .unwrap();
}
