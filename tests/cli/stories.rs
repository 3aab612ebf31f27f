//! `roadside watch` and `roadside replay`: a saved game tells the same story.

use crate::program::{Run, game_names, json, new_file, run, succeed};

#[test]
fn a_replay_tells_the_story_that_was_watched() {
    for game in game_names() {
        for seed in 0..5 {
            let path = new_file(&format!("story-{game}-{seed}.replay"));
            let path = path.display();
            let watched = succeed(&format!("watch --game {game} --seed {seed} --save {path}"));
            assert_eq!(succeed(&format!("replay {path}")), watched, "{game}, seed {seed}");
            assert!(watched.contains("The game is over."), "{watched}");
        }
    }
}

#[test]
fn a_story_tells_each_roll_and_the_result() {
    let story = succeed("watch --game pig --config target=10 --agents hold:5,random --seed 3");
    for words in [
        "pig, 2 seats, seed 3",
        "target = 10",
        "seat 0: hold:5",
        "seat 1: random",
        "rolls a",
        "wins",
        "loses",
    ] {
        assert!(story.contains(words), "{words}: {story}");
    }
    assert_eq!(story, succeed("watch --game pig --config target=10 --agents hold:5,random --seed 3"));
    assert_ne!(story, succeed("watch --game pig --config target=10 --agents hold:5,random --seed 4"));
}

#[test]
fn the_game_that_is_watched_is_the_first_that_is_simulated() {
    for seed in 0..5 {
        let arguments = format!("--game pig --agents hold:20,random --seed {seed}");
        let report = json(&format!("simulate {arguments} --games 1 --json"));
        let story = succeed(&format!("watch {arguments}"));
        for seat in report["seats"].as_array().unwrap() {
            let score = format!("score {}", seat["score"]["mean"].as_f64().unwrap());
            assert!(story.contains(&score), "{score}: {story}");
        }
    }
}

#[test]
fn a_replay_is_told_as_a_seat_knew_it_or_with_its_positions() {
    for game in game_names() {
        let path = new_file(&format!("told-{game}.replay"));
        let path = path.display();
        succeed(&format!("watch --game {game} --seed 1 --save {path}"));
        assert!(succeed(&format!("replay {path} --as 0")).contains("The game is over."));
        assert!(succeed(&format!("replay {path} --position")).contains("  position: "));
        let both = format!("replay {path} --as 0 --position");
        assert_eq!(run(&both.split(' ').collect::<Vec<_>>()).code, 2, "a position tells what is hidden");
        for seat in ["99", "-1", "abc"] {
            let line = format!("replay {path} --as {seat}");
            let Run { code, err, .. } = run(&line.split(' ').collect::<Vec<_>>());
            assert_eq!(code, 2, "{err}");
            assert!(err.contains(&format!("--as {seat}: the seats are 0 to")), "{err}");
        }
    }
}

/// To be asked is no event: no third seat learns from a table when others are asked about a trade.
#[test]
fn a_seat_is_shown_the_table_at_its_own_decisions_alone() {
    let path = new_file("trades.replay");
    let path = path.display();
    succeed(&format!("watch --game zone_stalker --players 3 --seed 1 --save {path}"));
    for seat in 0..3 {
        let story = succeed(&format!("replay {path} --as {seat}"));
        let others = trades_of_others(&story, seat);
        assert!(!others.is_empty(), "{story}");
        for trade in others {
            assert!(!trade.contains("Zone "), "a table at a trade of others: {trade}");
        }
        assert!(story.contains(&format!("> seat {seat}, you")), "{story}");
    }
}

/// What `story` tells from each offer between other seats than `seat` on to the answer.
fn trades_of_others(story: &str, seat: usize) -> Vec<String> {
    let is_offer =
        |line: &str| line.split_once(" offers seat ").is_some_and(|(head, _)| head.starts_with("  Seat "));
    let lines: Vec<_> = story.lines().collect();
    let offers = (0..lines.len()).filter(|&at| is_offer(lines[at]));
    let of_others = offers.filter(|&at| {
        !lines[at].contains(&format!("Seat {seat} ")) && !lines[at].contains(&format!("seat {seat} "))
    });
    let told = of_others.map(|at| {
        let answer = lines[at + 1..].iter().position(|line| line.starts_with("  Seat "));
        lines[at..=at + 1 + answer.unwrap_or(0)].join("\n")
    });
    told.collect()
}

#[test]
fn the_delay_is_kept() {
    let before = std::time::Instant::now();
    succeed("watch --game pig --config target=1 --config die=2 --seed 1 --delay 0.2");
    assert!(before.elapsed().as_secs_f64() >= 0.2);
}
