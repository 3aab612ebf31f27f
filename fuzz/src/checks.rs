//! What must be true of every position of every game.

use std::fmt::Display;

use roadside_env::{Actions, Game, Knowledge, Sampled, State, Stream, View};

/// How many decisions a game or a position that was taken is played on for.
const DECISIONS: usize = 50;

/// A refusal says something.
pub(super) fn refused(error: &impl Display) -> bool {
    assert!(!error.to_string().is_empty());
    false
}

/// Plays on at random from `state` and looks at every position on the way.
pub(super) fn play_on<G: Game>(game: &G, mut state: G::State) {
    let (mut chance, mut rng) = (Sampled::new(1, 0), Stream::for_player(1, 0, 0));
    position(game, &state);
    for _ in 0..DECISIONS {
        let Some(action) = state.legal_actions(game).choose(&mut rng) else { return };
        state.apply(game, action, &mut chance).unwrap();
        position(game, &state);
    }
}

pub(super) fn position<G: Game>(game: &G, state: &G::State) {
    let line = state.position(game);
    state.check(game).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert_eq!(game.parse_position(&line).as_ref(), Ok(state), "{line}");
    let facts = game.facts();
    let legal: Vec<_> = state.legal_actions(game).iter().collect();
    assert!(legal.is_sorted_by(|a, b| a < b), "{line}");
    assert!(legal.iter().all(|action| action.index() < facts.actions), "{line}");
    assert!(if state.is_terminal() { legal.is_empty() } else { legal.len() >= 2 }, "{line}");
    for seat in 0..facts.seats {
        sight(&View::new(game, state, seat), &line);
        let got = state.player_return(game, seat);
        assert!((facts.min_utility - 1e-9..=facts.max_utility + 1e-9).contains(&got), "{got}: {line}");
    }
    if let Some(seat) = state.current_player() {
        let view = View::new(game, state, seat);
        let redrawn = view.knowledge().determinize(game, &mut Stream::new(2, 0, 0)).unwrap();
        redrawn.check(game).unwrap_or_else(|error| panic!("{error} after a redraw: {line}"));
        assert_eq!(View::new(game, &redrawn, seat), view, "{line}");
        assert!(!view.text().is_empty());
    }
}

/// The mask is the list of what is legal, and each number lies in its range.
fn sight<G: Game>(view: &View<'_, G>, line: &str) {
    let game = view.game();
    let mut mask = vec![false; game.facts().actions];
    view.write_mask(&mut mask);
    let legal = view.legal_actions();
    let set = |place: usize| legal.is_empty() || legal.contains(roadside_env::Action(place as u16));
    assert!(mask.iter().enumerate().all(|(place, &flag)| flag == set(place)), "{line}");
    observation(game, &view.observation(), line);
}

pub(super) fn observation<G: Game>(game: &G, numbers: &[f32], line: &str) {
    let spec = game.observation_spec();
    assert_eq!(numbers.len(), spec.len());
    for slice in spec.slices() {
        for number in &numbers[slice.range()] {
            assert!((0.0..=slice.max()).contains(number), "{}: {number}: {line}", slice.name);
        }
    }
}
