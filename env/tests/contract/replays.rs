//! Plays that were written down.

use proptest::prelude::*;
use proptest::sample::Index;
use roadside_env::chance::Recorded;
use roadside_env::{Game, Replay, ReplayError, Sampled, State, Stream};

use crate::common::random_action;
use crate::sampling::MAX_DECISIONS;
use crate::texts::{changed, changes, runner};

/// A random play with all that happened, and where it ended.
fn record<G: Game>(game: &G, number: u64) -> (Replay, G::State) {
    let mut chance = Recorded::new(Sampled::new(9, number), None);
    let mut rng = Stream::for_player(9, number, 0);
    let mut state = game.new_initial_state(&mut chance);
    let players = vec!["random".to_owned(); game.facts().seats];
    let mut replay = Replay::new(game, Some(9), players, &chance.take_events());
    while let Some(seat) = state.current_player().filter(|_| replay.steps.len() < MAX_DECISIONS) {
        let action = random_action(game, &state, &mut rng);
        state.apply(game, action, &mut chance).unwrap();
        replay.push(game, seat, action, &chance.take_events());
    }
    replay.returns = state.is_terminal().then(|| state.returns(game));
    (replay, state)
}

pub(crate) fn replays_lead_to_the_same_end<G: Game>(game: &G) {
    for number in 0..10 {
        let (replay, end) = record(game, number);
        let text = replay.to_string();
        let read: Replay = text.parse().unwrap();
        assert_eq!(read, replay);
        assert_eq!(read.to_string(), text);
        let mut moments = 0;
        assert_eq!(read.run(game, None, |_| moments += 1).unwrap(), end);
        assert_eq!(moments, replay.steps.len() + 1);
        for seat in 0..game.facts().seats {
            assert_eq!(read.run(game, Some(seat), |_| {}).unwrap(), end);
        }
    }
}

pub(crate) fn cut_replays_are_refused<G: Game>(game: &G) {
    let (replay, _) = record(game, 1);
    let text = replay.to_string();
    let lines: Vec<&str> = text.lines().collect();
    for kept in 1..lines.len() {
        match lines[..kept].join("\n").parse::<Replay>() {
            Err(ReplayError::Cut { last_line }) => assert_eq!(last_line, kept),
            Err(ReplayError::Line { line, .. }) => assert!(line <= kept),
            other => panic!("{other:?} for {kept} lines"),
        }
    }
    assert!(matches!("".parse::<Replay>(), Err(ReplayError::NotAReplay)));
    let changed = |from: &str, to: &str| {
        text.replacen(from, to, 1).parse::<Replay>().and_then(|replay| replay.run(game, None, |_| {}))
    };
    let rules = game.facts().rules_version;
    let other_rules = changed(&format!("\nrules {rules}\n"), &format!("\nrules {}\n", rules + 1));
    assert!(matches!(other_rules, Err(ReplayError::Rules { found, .. }) if found == rules + 1));
    let other_game = changed(&format!("\ngame {}\n", G::NAME), "\ngame chess\n");
    assert!(matches!(other_game, Err(ReplayError::Game { .. })));
    let other_form = changed("roadside-replay 1\n", "roadside-replay 0\n");
    assert!(matches!(other_form, Err(ReplayError::Version { .. })));
    let other_end = changed("\nend ", "\nend 77,");
    assert!(matches!(other_end, Err(ReplayError::Line { line, .. }) if line == lines.len()));
}

pub(crate) fn changed_replays_never_panic<G: Game>(game: &G) {
    let texts: Vec<String> = (0..5).map(|number| record(game, number).0.to_string()).collect();
    runner(500)
        .run(&(any::<Index>(), changes()), |(place, changes)| {
            let text = changed(place.get(&texts).as_str(), &changes);
            if let Err(error) = text.parse::<Replay>().and_then(|replay| replay.run(game, None, |_| {})) {
                assert!(!error.to_string().is_empty());
            }
            Ok(())
        })
        .unwrap();
}
