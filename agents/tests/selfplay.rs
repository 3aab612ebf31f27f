//! Self-play, and the rows that it leaves.

use roadside_agents::network::{Fit, Network, SCORE_UNIT, Shape};
use roadside_agents::selfplay::{CERTAIN, Learner, Rows, SelfPlayOptions, Table, play_any_table, play_table};
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Game, Settings, Stop};

/// A network that has learned nothing: all its weights are 0.
fn untaught<G: Game>(game: &G) -> Network {
    let shape = Shape::of(game, 8, 1);
    let sizes = shape.layers().into_iter().flat_map(|layer| [layer.inputs * layer.outputs, layer.outputs]);
    Network::from_parameters(shape, sizes.map(|len| vec![0.0; len]).collect::<Vec<_>>()).unwrap()
}

fn options() -> SelfPlayOptions {
    SelfPlayOptions { games: 5, simulations: 8, ..SelfPlayOptions::default() }
}

fn play<G: roadside_agents::Playable>(game: &G, options: &SelfPlayOptions, number: u64) -> Rows {
    let network = untaught(game);
    let learner = Learner { network: &network, weights: "none" };
    play_table(game, learner, options, (1, number), &Stop::default()).unwrap()
}

fn zone_stalker(players: u32) -> ZoneStalker<6> {
    ZoneStalker::from_settings(&Settings::default().with("players", players)).unwrap()
}

#[test]
fn a_table_is_the_same_each_time_and_another_is_not() {
    let game = zone_stalker(3);
    let first = play(&game, &options(), 4);
    // As they are kept: what is not known is NaN, which equals nothing.
    assert!(play(&game, &options(), 4).to_safetensors() == first.to_safetensors());
    assert!(play(&game, &options(), 5).observations != first.observations);
    assert!(!first.is_empty());
}

#[test]
fn rows_that_were_kept_are_the_same() {
    let rows = play(&zone_stalker(2), &options(), 0);
    let kept = rows.to_safetensors();
    let read = Rows::from_safetensors(&kept).unwrap();
    assert!(read.to_safetensors() == kept);
    assert_eq!(read.header.fit, Fit::of::<ZoneStalker<6>>());
    for cut in [0, 10, kept.len() / 2, kept.len() - 1] {
        assert!(Rows::from_safetensors(&kept[..cut]).is_err(), "{cut}");
    }
}

#[test]
fn policies_are_over_what_is_legal_and_seats_that_are_not_there_are_unknown() {
    for players in 1..=6 {
        let game = zone_stalker(players);
        let rows = play(&game, &options(), 1);
        let (actions, seats) = (rows.header.actions, rows.header.seats);
        assert_eq!(seats, 6);
        for row in 0..rows.len() {
            let (legal, policy) =
                (&rows.legal[row * actions..][..actions], &rows.policy[row * actions..][..actions]);
            assert!(legal.iter().zip(policy).all(|(&legal, &share)| legal == 1 || share == 0));
            assert!(legal.iter().map(|&flag| u32::from(flag)).sum::<u32>() >= 2);
            let all: f64 = policy.iter().map(|&share| f64::from(share) / f64::from(CERTAIN)).sum();
            assert!((all - 1.0).abs() < 1e-3, "{all}");
            let outcomes = &rows.outcomes[row * seats..][..seats];
            for (place, outcome) in outcomes.iter().enumerate() {
                assert_eq!(outcome.is_nan(), place >= players as usize, "{outcomes:?}");
            }
            let known = &outcomes[..players as usize];
            assert!(known.iter().all(|outcome| (0.0..=1.0).contains(outcome)));
            assert!((0.0..=1.0).contains(&rows.worth[row]));
        }
    }
}

/// The result that stands in a row is that of its own seat, whoever decided before: the seat that has won in Pig has the
/// points that win.
#[test]
fn every_row_tells_its_own_seats_result() {
    let game = Pig::from_settings(&Settings::default().with("players", 3).with("target", 20)).unwrap();
    let rows = play(&game, &SelfPlayOptions { games: 200, ..options() }, 2);
    let seats = rows.header.seats;
    assert_eq!(rows.header.games, 200);
    for row in 0..rows.len() {
        let (outcomes, scores) = (&rows.outcomes[row * seats..][..3], &rows.scores[row * seats..][..3]);
        assert_eq!(outcomes.iter().filter(|&&outcome| outcome > 0.99).count(), 1);
        for (outcome, score) in outcomes.iter().zip(scores) {
            assert_eq!(*outcome > 0.99, score * SCORE_UNIT >= 20.0, "{outcomes:?} {scores:?}");
        }
        assert!(rows.lives[row * seats..][..3].iter().all(|life| life.is_nan()), "nobody dies in Pig");
    }
}

#[test]
fn opponents_take_seats_and_leave_no_rows() {
    let game = zone_stalker(2);
    let alone = play(&game, &options(), 3);
    let league = SelfPlayOptions { league: 1.0, opponents: vec!["skip".to_owned()], ..options() };
    let rows = play(&game, &league, 3);
    assert!(!rows.is_empty() && rows.observations != alone.observations);
    // Who never flips scores nothing.
    let (seats, scores) = (rows.header.seats, &rows.scores);
    assert!((0..rows.len()).all(|row| scores[row * seats + 1] == 0.0));
}

#[test]
fn decisions_that_are_not_searched_say_so() {
    let rows = play(&zone_stalker(2), &SelfPlayOptions { searched: 0.25, games: 20, ..options() }, 0);
    let searched: u32 = rows.searched.iter().map(|&searched| u32::from(searched)).sum();
    let share = f64::from(searched) / rows.len() as f64;
    // Of some thousand decisions a quarter, with a standard deviation below 0.02.
    assert!(rows.len() > 500 && (0.17..0.33).contains(&share), "{share} of {}", rows.len());
}

#[test]
fn settings_are_drawn_from_those_of_the_tables() {
    let mut options = options();
    options.games = 1;
    options.tables = vec![Table { share: 1.0, settings: [("preset".to_owned(), "train-*".into())].into() }];
    let network = untaught(&zone_stalker(1));
    let learner = Learner { network: &network, weights: "none" };
    let played = |number| {
        play_any_table("zone_stalker", learner, &options, (1, number), &Stop::default())
            .unwrap()
            .header
            .settings
    };
    assert_ne!(played(0), played(1));
    assert_eq!(played(0).get("players"), Some(&1.into()));
    // The first is all but never drawn.
    let rare = Table { share: 1e-9, settings: Default::default() };
    options.tables = vec![rare, Table { share: 1.0, settings: [("players".to_owned(), 9.into())].into() }];
    let refused = play_any_table("zone_stalker", learner, &options, (1, 0), &Stop::default()).unwrap_err();
    assert!(refused.to_string().starts_with("table 2: "), "{refused}");
    assert!(refused.to_string().contains("players = 9: legal is a whole number from 1 to 6"), "{refused}");
}

#[test]
fn bad_options_are_named() {
    let game = Pig::from_settings(&Settings::default()).unwrap();
    let network = untaught(&game);
    let learner = Learner { network: &network, weights: "none" };
    let refused = |options: SelfPlayOptions| {
        play_table(&game, learner, &options, (1, 0), &Stop::default()).unwrap_err().to_string()
    };
    for (options, words) in [
        (SelfPlayOptions { games: 0, ..options() }, "games = 0: legal is a whole number from 1 to 65536"),
        (SelfPlayOptions { searched: 1.5, ..options() }, "searched = 1.5: legal is a share from 0 to 1"),
        (SelfPlayOptions { sharpness: f64::NAN, ..options() }, "sharpness = NaN: legal is"),
        (SelfPlayOptions { league: 0.5, ..options() }, "opponents = []: legal is at least one name"),
        (SelfPlayOptions { tables: Vec::new(), ..options() }, "tables = []: legal is at least one table"),
        (
            SelfPlayOptions { league: 0.5, opponents: vec!["hlod".to_owned()], ..options() },
            "opponents: unknown player \"hlod\" (did you mean hold",
        ),
    ] {
        let found = refused(options);
        assert!(found.starts_with(words), "{found}");
    }
    let other = untaught(&zone_stalker(2));
    let learner = Learner { network: &other, weights: "none" };
    let found = play_table(&game, learner, &options(), (1, 0), &Stop::default()).unwrap_err().to_string();
    assert!(found.starts_with("a network for 598 numbers and 111 actions; pig has 36 and 2"), "{found}");
    let large = Pig::from_settings(&Settings::default().with("target", 1000)).unwrap();
    let network = untaught(&large);
    let learner = Learner { network: &network, weights: "none" };
    let found = play_table(&large, learner, &options(), (1, 0), &Stop::default()).unwrap_err().to_string();
    assert!(found.contains("reach 1000 with these settings"), "{found}");
}
