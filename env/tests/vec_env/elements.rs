//! Observations in whole numbers.

use std::sync::Arc;

use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch, Seeds};
use roadside_env::{Action, Game, VecEnv};

use super::{choose_all, choosers, game, options};

const ROWS: usize = 37;

/// The same games, observed in both elements: the numbers in `f32` are the whole numbers as the layout scales them.
fn whole_numbers_are_scaled<G: Game>(pairs: &[&str]) {
    let game = game::<G>(pairs);
    let rows = || VecEnv::all_seats(Arc::clone(&game), ROWS, options(Autoreset::SameStep, None)).unwrap();
    let (mut plain, mut whole) = (rows(), rows());
    let mut scaled = Batch::<f32>::new(*plain.shape());
    let mut bytes = Batch::<u8>::new(*whole.shape());
    bytes.buffers().observations.fill(255); // every number is written
    let mut random = choosers(ROWS);
    plain.reset(Seeds::First(1), None, &mut scaled.buffers()).unwrap();
    whole.reset(Seeds::First(1), None, &mut bytes.buffers()).unwrap();
    for _ in 0..600 {
        for row in 0..ROWS {
            same(&*game, scaled.observation(row), bytes.observation(row));
            same(&*game, scaled.final_observation(row), bytes.final_observation(row));
            assert_eq!(scaled.mask(row), bytes.mask(row));
        }
        let actions = choose_all(&scaled, &mut random);
        plain.step(&actions, &mut scaled.buffers()).unwrap();
        whole.step(&actions, &mut bytes.buffers()).unwrap();
    }
}

fn same<G: Game>(game: &G, scaled: &[f32], whole: &[u8]) {
    for slice in game.observation_spec().slices() {
        for place in slice.range() {
            assert!(u16::from(whole[place]) <= slice.most, "{} = {}", slice.name, whole[place]);
            let expected = f32::from(whole[place]) * (1.0 / slice.unit);
            assert_eq!(scaled[place].to_bits(), expected.to_bits(), "{}", slice.name);
        }
    }
}

#[test]
fn bytes_and_floats_tell_the_same() {
    whole_numbers_are_scaled::<Kuhn>(&[]);
    whole_numbers_are_scaled::<Pig>(&["target=255", "players=3"]);
    for players in ["1", "2", "4", "6"] {
        whole_numbers_are_scaled::<ZoneStalker<6>>(&[&format!("players={players}")]);
    }
    whole_numbers_are_scaled::<ZoneStalker<2>>(&["preset=reduced-2"]);
}

#[test]
fn one_layout_serves_every_number_of_seats() {
    let specs = ["1", "2", "6"].map(|players| game::<ZoneStalker<6>>(&[&format!("players={players}")]));
    assert!(specs.iter().all(|game| game.observation_spec() == specs[0].observation_spec()));
    assert_eq!(specs.map(|game| game.observation_spec().present()), [297, 354, 582]);
}

#[test]
fn numbers_that_bytes_cannot_hold_are_refused() {
    let mut env =
        VecEnv::all_seats(game::<Pig>(&["target=256"]), 2, options(Autoreset::NextStep, None)).unwrap();
    let mut batch = Batch::<u8>::new(*env.shape());
    let refused = env.reset(Seeds::First(1), None, &mut batch.buffers()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "the observations have whole numbers to 256, which do not fit u8; give arrays of f32"
    );
    assert_eq!(env.step(&[Action(0); 2], &mut batch.buffers()).unwrap_err().to_string(), refused);
}
