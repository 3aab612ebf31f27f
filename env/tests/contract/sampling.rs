//! Plays by random seats, from which the checks take their positions.

use roadside_env::{Action, Game, Sampled, State, Stream};

use crate::common::random_action;

/// The plays that a check looks at.
pub(crate) const PLAYS: u64 = 100;
/// Longer plays are cut off.
pub(crate) const MAX_DECISIONS: usize = 400;

/// Plays `play` at random and hands every position to `visit`, with the action that follows, `None` at the
/// end.
pub(crate) fn walk<G: Game>(game: &G, play: u64, mut visit: impl FnMut(&G::State, Option<Action>)) {
    let mut chance = Sampled::new(2_026, play);
    let mut rng = Stream::for_player(2_026, play, 0);
    let mut state = game.new_initial_state(&mut chance);
    let mut decisions = 0;
    while state.current_player().is_some() && decisions < MAX_DECISIONS {
        let action = random_action(game, &state, &mut rng);
        visit(&state, Some(action));
        state.apply(game, action, &mut chance).unwrap();
        decisions += 1;
    }
    visit(&state, None);
}

/// Games with long plays are looked at in fewer of them: no further one is begun after so many positions.
const MAX_POSITIONS: usize = 8_000;

/// Hands every position of many plays to `visit`.
pub(crate) fn positions<G: Game>(game: &G, mut visit: impl FnMut(&G::State)) {
    let mut visited = 0;
    for play in 0..PLAYS {
        walk(game, play, |state, _| {
            visit(state);
            visited += 1;
        });
        if visited >= MAX_POSITIONS {
            break;
        }
    }
}

/// Up to `most` positions, from many plays and all their stages.
pub(crate) fn sample<G: Game>(game: &G, most: usize) -> Vec<G::State> {
    let mut all = Vec::new();
    positions(game, |state| all.push(state.clone()));
    let step = (all.len() / most).max(1);
    all.into_iter().step_by(step).take(most).collect()
}

/// Plays on from `state` at random, which must bring no panic, to the end or for some decisions.
pub(crate) fn play_on<G: Game>(game: &G, state: &G::State) {
    let (mut chance, mut rng) = (Sampled::new(1, 0), Stream::for_player(1, 0, 0));
    let mut state = state.clone();
    for _ in 0..100 {
        if state.current_player().is_none() {
            break;
        }
        let action = random_action(game, &state, &mut rng);
        state.apply(game, action, &mut chance).unwrap();
        state.check(game).unwrap_or_else(|error| panic!("{error} in {}", state.position(game)));
    }
}
