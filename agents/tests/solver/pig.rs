//! Pig, which can come back to where a turn began.

use roadside_agents::pig::Hold;
use roadside_agents::solver::{Objective, SolveError, SolveOptions, Watch, best_response, solve};
use roadside_env::games::pig::{Pig, PigState};
use roadside_env::{Action, Agent, Game, Sampled, Seat, Settings, State, Stream, View};

fn pig(players: usize, target: u32) -> Pig {
    Pig::from_settings(&Settings::default().with("players", players).with("target", target)).unwrap()
}

fn options(objective: Objective) -> SolveOptions<PigState> {
    SolveOptions { objective, ..SolveOptions::default() }
}

/// Neller and Presser 2004, "Optimal Play of the Dice Game Pig", and `OpenSpiel`'s value iteration.
#[test]
fn the_first_player_wins_as_often_as_the_literature_says() {
    for (target, chance) in [(5, 0.79705), (10, 0.70942), (20, 0.61556), (100, 0.5306)] {
        let game = pig(2, target);
        let solution = solve(&game, &options(Objective::Win), &Watch::default()).unwrap();
        assert!((solution.value(0) - chance).abs() < 1e-5, "{target}: {}", solution.value(0));
        assert!((solution.value(0) + solution.value(1) - 1.0).abs() < 1e-12);
        let utility = solve(&game, &options(Objective::Utility), &Watch::default()).unwrap();
        assert!((utility.value(0) - (2.0 * solution.value(0) - 1.0)).abs() < 1e-9);
    }
}

/// Every value follows from those of the positions that can come next.
#[test]
fn values_fit_each_other_whoever_is_to_act() {
    for players in [2, 3, 4] {
        let game = pig(players, 12);
        let solution = solve(&game, &options(Objective::Win), &Watch::default()).unwrap();
        for episode in 0..20 {
            let (mut chance, mut random) = (Sampled::new(5, episode), Stream::for_actions(episode));
            let mut state = game.new_initial_state(&mut chance);
            while let Some(seat) = state.current_player() {
                let values = solution.values_at(&state).unwrap();
                assert!((values.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                let actions = solution.action_values(&state).unwrap();
                let best = actions.iter().map(|&(_, value)| value).fold(0.0, f64::max);
                assert!((best - values[seat]).abs() < 1e-9, "{}", state.position(&game));
                let action = Action(u16::from(random.below(3) == 0));
                state.apply_legal(&game, action, &mut chance);
            }
        }
    }
}

/// The value of each seat, as a player's decisions make it.
fn mean_share(game: &Pig, games: u64, mut act: impl FnMut(&PigState, Seat) -> Action) -> (f64, f64) {
    let mut won = 0.0;
    for episode in 0..games {
        let mut chance = Sampled::new(2, episode);
        let mut state = game.new_initial_state(&mut chance);
        while let Some(seat) = state.current_player() {
            let action = act(&state, seat);
            state.apply_legal(game, action, &mut chance);
        }
        won += state.standing(game, 0).win_share.unwrap();
    }
    let mean = won / games as f64;
    (mean, (mean * (1.0 - mean) / games as f64).sqrt())
}

#[test]
fn the_best_answer_to_a_player_wins_as_often_as_it_says() {
    let game = pig(2, 50);
    let hold = |_| Some(Box::new(Hold(20)) as Box<dyn Agent<Pig>>);
    let answer = best_response(&game, 0, &hold, &options(Objective::Win), &Watch::default()).unwrap();
    let equal = solve(&game, &options(Objective::Win), &Watch::default()).unwrap();
    assert!(answer.value(0) > equal.value(0));
    let mut random = Stream::for_actions(1);
    let (mean, stderr) = mean_share(&game, 20_000, |state, seat| match seat {
        0 => answer.decision(state).unwrap().unwrap(),
        _ => Hold(20).act(&View::new(&game, state, seat), &mut random),
    });
    assert!((mean - answer.value(0)).abs() < 4.0 * stderr, "{mean} ± {stderr}, not {}", answer.value(0));
}

/// A player that keeps its choices to itself.
struct Secret;

impl Agent<Pig> for Secret {
    fn name(&self) -> String {
        "secret".to_owned()
    }

    fn act(&mut self, _view: &View<'_, Pig>, _rng: &mut Stream) -> Action {
        Action(0)
    }
}

#[test]
fn there_is_no_best_answer_to_a_secret() {
    let secret = |_| Some(Box::new(Secret) as Box<dyn Agent<Pig>>);
    let error = best_response(&pig(2, 10), 0, &secret, &options(Objective::Win), &Watch::default()).err();
    assert_eq!(error, Some(SolveError::NoPolicy { player: "secret".to_owned(), seat: 1 }));
}

#[test]
fn positions_from_elsewhere_are_unknown() {
    let game = pig(2, 30);
    let start = game.parse_position("banked=20,20 turn=0 act=1").unwrap();
    let options = SolveOptions { start: Some(start), ..options(Objective::Win) };
    let solution = solve(&game, &options, &Watch::default()).unwrap();
    assert!(solution.value(1) > 0.5 && (solution.value(0) + solution.value(1) - 1.0).abs() < 1e-12);
    let elsewhere = game.parse_position("banked=0,0 turn=0 act=0").unwrap();
    assert_eq!(solution.values_at(&elsewhere), Err(SolveError::Unknown));
    let small = SolveOptions { memory: 1 << 20, start: None, ..options };
    assert!(matches!(solve(&pig(2, 100), &small, &Watch::default()), Err(SolveError::Memory { .. })));
}
