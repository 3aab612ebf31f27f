//! The player `solver`.

use roadside_agents::solver::{Objective, SolveOptions, Watch, solve};
use roadside_agents::{Options, make, simulate};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Agent as _, Game, Sampled, Settings, State as _, Stop, Stream, View};

fn share(game: &Pig, agents: &[&str]) -> (f64, f64) {
    let options = Options { games: 4_000, seed: 1, threads: Some(2), rows: 1 };
    let report = simulate(game, agents, &options, &|_| {}, &Stop::default()).unwrap();
    let share = report.seats[0].win_share.unwrap();
    (share.mean, share.stderr)
}

#[test]
fn it_wins_as_often_as_its_solution_says() {
    let game = Pig::from_settings(&Settings::default().with("target", 30)).unwrap();
    let options = SolveOptions { objective: Objective::Win, ..SolveOptions::default() };
    let value = solve(&game, &options, &Watch::default()).unwrap().value(0);
    let (mean, stderr) = share(&game, &["solver"]);
    assert!((mean - value).abs() < 4.0 * stderr, "{mean} ± {stderr}, not {value}");
    assert!(share(&game, &["solver", "hold:5"]).0 > value);
}

#[test]
fn its_choices_are_no_secret_and_follow_the_game_at_hand() {
    let mut player = make::<Pig>("solver").unwrap();
    for target in [8, 20, 8] {
        let game = Pig::from_settings(&Settings::default().with("target", target)).unwrap();
        let solution = solve(&game, &SolveOptions::default(), &Watch::default()).unwrap();
        let state = game.parse_position("banked=2,3 turn=5 act=1").unwrap();
        let view = View::new(&game, &state, 1);
        let best = solution.decision(&state).unwrap().unwrap();
        assert_eq!(player.policy(&view), Some(vec![(best, 1.0)]));
        assert_eq!(player.act(&view, &mut Stream::for_agent(1)), best);
    }
}

#[test]
fn another_stands_in_where_nothing_can_be_solved() {
    type Zone = ZoneStalker<2>;
    let game = Zone::from_settings(&Settings::default()).unwrap();
    let state = game.new_initial_state(&mut Sampled::new(1, 0));
    let view = View::new(&game, &state, state.current_player().unwrap());
    let act = |name| make::<Zone>(name).unwrap().act(&view, &mut Stream::for_agent(1));
    assert_eq!(act("solver"), act("greedy"));
    let alone = Zone::from_settings(&Settings::default().with("preset", "reduced-3")).unwrap();
    let state = alone.new_initial_state(&mut Sampled::new(1, 0));
    let view = View::new(&alone, &state, 0);
    let act = |name| make::<Zone>(name).unwrap().act(&view, &mut Stream::for_agent(1));
    assert_eq!(act("solver@memory=1"), act("greedy"));
}

#[test]
fn names_tell_what_was_asked_for() {
    let refusal = |name| make::<Pig>(name).err().unwrap().to_string();
    assert!(refusal("solver@objective=fame").starts_with("player solver: objective = "));
    assert!(refusal("solver@memory=0").starts_with("player solver: memory = "));
    assert_eq!(make::<Kuhn>("solver@memory=9").unwrap().name(), "solver@memory=9");
}
