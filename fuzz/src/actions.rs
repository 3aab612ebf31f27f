//! Actions, legal and not.

use std::sync::Arc;

use roadside_agents::{Playable, make};
use roadside_env::{
    Action, Actions, Env, EnvError, Game, IllegalAction, Info, LearnerSeat, Sampled, State, with_game,
};

use super::checks::{observation, position};
use super::configurations::load;

/// What is played, as [`configurations`](super::configurations()) reads it.
pub const CONFIGURATIONS: [&str; 17] = [
    "pig\nplayers=2\ntarget=12",
    "pig\nplayers=10\ntarget=6\ndie=2",
    "pig\nplayers=3\ntarget=10000\ndie=100",
    "kuhn",
    "expedition\nplayers=1",
    "expedition\nplayers=3\nrounds=10",
    "expedition\nplayers=6",
    "expedition\nplayers=4\nteam=on",
    "zone_stalker\nplayers=1",
    "zone_stalker\npreset=reduced-1",
    "zone_stalker\nplayers=2",
    "zone_stalker\nplayers=2\nutility=points\nrandom_seats=on",
    "zone_stalker\nplayers=2\nretry_scope=any\ntrade_offers=5",
    "zone_stalker\nplayers=3\nrandom_seats=on",
    "zone_stalker\nplayers=3\ninheritance=on\nretry_scope=any\nutility=win",
    "zone_stalker\nplayers=6",
    "zone_stalker\nplayers=6\ninheritance=on\nfatal_injuries=1\nhand_target=3",
];

/// Longer inputs are cut.
const MOST_CHOICES: usize = 100;

/// The first byte is one of [`CONFIGURATIONS`], eight are the seed, and each two that follow an action, the lower byte
/// first. It is tried as it stands; a refused one is then made legal.
///
/// # Panics
/// If a refused action moves anything, or a legal one leads to a position that cannot be.
pub fn actions(data: &[u8]) -> bool {
    let Some((&[number, ref seed @ ..], rest)) = data.split_first_chunk::<9>() else { return false };
    let seed = u64::from_le_bytes(*seed);
    let game = load(CONFIGURATIONS[usize::from(number) % CONFIGURATIONS.len()]).unwrap();
    let choices = rest.as_chunks().0.iter().map(|&choice| Action(u16::from_le_bytes(choice)));
    let choices: Vec<_> = choices.take(MOST_CHOICES).collect();
    with_game!(&game, game => {
        play(game, seed, &choices);
        step(game, seed, &choices);
    });
    true
}

/// From position to position.
fn play<G: Game>(game: &G, seed: u64, choices: &[Action]) {
    let mut chance = Sampled::new(seed, 0);
    let mut state = game.new_initial_state(&mut chance);
    position(game, &state);
    for &choice in choices {
        let (before, chance_before) = (state.clone(), chance.clone());
        if let Err(error) = state.apply(game, choice, &mut chance) {
            assert_eq!((&state, &chance), (&before, &chance_before));
            require_fit(game, &state, choice, &error);
            let legal = state.legal_actions(game);
            if legal.is_empty() {
                return;
            }
            let action = legal.nth(usize::from(choice.0) % legal.len()).unwrap();
            state.apply(game, action, &mut chance).unwrap();
        }
        position(game, &state);
    }
}

/// The refusal is the one that is due.
fn require_fit<G: Game>(game: &G, state: &G::State, choice: Action, error: &IllegalAction) {
    assert!(!state.legal_actions(game).contains(choice));
    match error {
        IllegalAction::GameOver => assert!(state.is_terminal()),
        IllegalAction::OutOfRange { actions, .. } => assert!(choice.index() >= *actions),
        IllegalAction::NotLegal { seat, legal, .. } => {
            assert_eq!(state.current_player(), Some(*seat));
            assert_eq!(legal.len(), state.legal_actions(game).len());
        }
    }
    assert!(!error.to_string().is_empty());
}

/// One environment is given every action, its twin only the legal ones: they never differ.
fn step<G: Playable>(game: &G, seed: u64, choices: &[Action]) {
    let (mut env, mut twin) = (environment(game), environment(game));
    let (numbers, mut info) = env.reset(Some(seed), None).unwrap();
    assert_eq!(twin.reset(Some(seed), None).unwrap(), (numbers.clone(), info.clone()));
    observation(game, &numbers, "reset");
    for &choice in choices {
        let action = legal(&info, choice);
        let stepped = match env.step(choice) {
            Ok(stepped) => stepped,
            Err(EnvError::IllegalAction(_)) => env.step(action).unwrap(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(twin.step(action).unwrap(), stepped);
        observation(game, &stepped.observation, "step");
        info = stepped.info;
        if stepped.terminated || stepped.truncated {
            assert_eq!(env.step(action), Err(EnvError::NeedsReset));
            let begun = env.reset(None, None).unwrap();
            assert_eq!(twin.reset(None, None).unwrap(), begun);
            info = begun.1;
        }
    }
}

fn environment<G: Playable>(game: &G) -> Env<G> {
    let others = (1..game.facts().seats).map(|_| make("random").unwrap()).collect();
    Env::new(Arc::new(game.clone()), LearnerSeat::Random, others, Some(40)).unwrap()
}

/// The choice if the mask allows it, else another that it does.
fn legal(info: &Info, choice: Action) -> Action {
    let places = || (0..info.action_mask.len()).filter(|&place| info.action_mask[place]);
    if info.action_mask.get(choice.index()) == Some(&true) {
        return choice;
    }
    Action(places().nth(choice.index() % places().count()).unwrap() as u16)
}
