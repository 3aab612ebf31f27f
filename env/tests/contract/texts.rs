//! Positions as text: lines and JSON.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use roadside_env::{Game, State};

use crate::sampling::{play_on, positions, sample};

pub(crate) fn positions_come_back_equal<G: Game>(game: &G) {
    positions(game, |state| {
        assert_eq!(&state.clone(), state);
        state.check(game).unwrap_or_else(|error| panic!("{error}: {}", state.position(game)));
        let json = serde_json::to_string(state).unwrap();
        assert_eq!(&serde_json::from_str::<G::State>(&json).unwrap(), state);
        let line = state.position(game);
        assert_eq!(line.lines().count(), 1);
        assert_eq!(&game.parse_position(&line).unwrap(), state, "{line}");
    });
}

/// A change to a text: what is written at which place, in place of how many letters.
pub(crate) type Change = (Index, usize, String);

/// Small changes, as they come from typing errors and from those who try.
pub(crate) fn changes() -> impl Strategy<Value = Vec<Change>> {
    let piece = prop_oneof![
        "[0-9]{1,3}".boxed(),
        "[a-z:=,| -]{0,3}".boxed(),
        Just("65535".to_owned()).boxed(),
        Just("-1".to_owned()).boxed(),
        "\\PC".boxed(),
    ];
    prop::collection::vec((any::<Index>(), 0_usize..4, piece), 1..4)
}

pub(crate) fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, width, piece) in changes {
        let from = place.index(letters.len() + 1);
        let to = (from + width).min(letters.len());
        letters.splice(from..to, piece.chars());
    }
    letters.into_iter().collect()
}

pub(crate) fn runner(cases: u32) -> TestRunner {
    TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, ..Config::default() },
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    )
}

/// Reads `line`: what is taken must be a position that can be played, and be written as it is read.
fn refuse_or_play<G: Game>(game: &G, line: &str) {
    match game.parse_position(line) {
        Err(error) => assert!(error.to_string().starts_with("position: ")),
        Ok(state) => {
            state.check(game).unwrap();
            assert_eq!(game.parse_position(&state.position(game)).unwrap(), state);
            play_on(game, &state);
        }
    }
}

pub(crate) fn any_line_is_refused_or_a_position<G: Game>(game: &G) {
    let lines: Vec<String> = sample(game, 200).iter().map(|state| state.position(game)).collect();
    runner(200)
        .run(&"\\PC{0,60}", |line| {
            refuse_or_play(game, &line);
            Ok(())
        })
        .unwrap();
    runner(3_000)
        .run(&(any::<Index>(), changes()), |(place, changes)| {
            refuse_or_play(game, &changed(place.get(&lines).as_str(), &changes));
            Ok(())
        })
        .unwrap();
    // Fields of two positions in one line.
    runner(3_000)
        .run(&(any::<Index>(), any::<Index>(), any::<u32>()), |(one, other, chosen)| {
            let pairs = one.get(&lines).split(' ').zip(other.get(&lines).split(' ')).enumerate();
            let fields = pairs.map(|(at, (one, other))| if chosen >> at & 1 == 0 { one } else { other });
            refuse_or_play(game, &fields.collect::<Vec<_>>().join(" "));
            Ok(())
        })
        .unwrap();
}

pub(crate) fn any_json_is_refused_or_checked<G: Game>(game: &G) {
    let texts: Vec<String> =
        sample(game, 100).iter().map(|state| serde_json::to_string(state).unwrap()).collect();
    runner(3_000)
        .run(&(any::<Index>(), changes()), |(place, changes)| {
            let text = changed(place.get(&texts).as_str(), &changes);
            if let Ok(state) = serde_json::from_str::<G::State>(&text)
                && state.check(game).is_ok()
            {
                assert_eq!(game.parse_position(&state.position(game)).as_ref(), Ok(&state));
                play_on(game, &state);
            }
            Ok(())
        })
        .unwrap();
}
