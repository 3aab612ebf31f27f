//! `roadside simulate`.

use serde_json::Value;

use crate::program::{game_names, json, succeed};

/// A report without the two figures that differ from run to run.
fn lasting(mut report: Value) -> Value {
    let map = report.as_object_mut().unwrap();
    assert!(map.shift_remove("seconds").unwrap().as_f64().unwrap() >= 0.0);
    assert!(map.shift_remove("steps_per_second").unwrap().as_f64().unwrap() >= 0.0);
    report
}

fn require_figure(figure: &Value, name: &str) {
    let keys: Vec<_> = figure.as_object().unwrap_or_else(|| panic!("{name}: {figure}")).keys().collect();
    assert_eq!(keys, ["mean", "stderr"], "{name}");
    assert!(figure["mean"].is_f64() && figure["stderr"].as_f64().unwrap() >= 0.0, "{name}: {figure}");
}

#[test]
fn the_json_has_the_keys_of_its_form() {
    let report = json("simulate --game pig --players 3 --agents hold:20,random --games 200 --seed 1 --json");
    let keys: Vec<_> = report.as_object().unwrap().keys().collect();
    let expected =
        ["game", "players", "games", "seed", "seconds", "steps_per_second", "seats", "turns", "decisions"];
    assert_eq!(keys, expected);
    assert_eq!(report["game"], "pig");
    assert_eq!(
        [&report["players"], &report["games"], &report["seed"]],
        [&Value::from(3), &200.into(), &1.into()]
    );
    let seats = report["seats"].as_array().unwrap();
    let agents: Vec<_> = seats.iter().map(|seat| seat["agent"].as_str().unwrap()).collect();
    assert_eq!(agents, ["hold:20", "random", "hold:20"]);
    for seat in seats {
        assert_eq!(seat.as_object().unwrap().keys().collect::<Vec<_>>(), ["agent", "win_share", "score"]);
        require_figure(&seat["win_share"], "win_share");
        require_figure(&seat["score"], "score");
    }
    require_figure(&report["turns"], "turns");
    require_figure(&report["decisions"], "decisions");
}

#[test]
fn the_json_leaves_out_a_rate_with_nothing_to_count() {
    let report = json("simulate --game zone_stalker --agents skip --games 2 --json");
    let keys: Vec<_> = report.as_object().unwrap().keys().map(String::as_str).collect();
    assert!(keys.contains(&"decisions") && keys.contains(&"by_character"), "{report}");
    assert!(!keys.contains(&"hazard_fail_rate") && !keys.contains(&"artifact_find_rate"), "{report}");
    assert!(!report.to_string().contains("null"), "{report}");
}

#[test]
fn a_drawn_set_up_is_played_alone_or_by_more() {
    let line = "simulate --game zone_stalker --config preset=train-17 --games 50 --seed 1 --json";
    let alone = json(line);
    assert_eq!(alone["players"], 1);
    let characters: Vec<_> = alone["by_character"].as_object().unwrap().keys().collect();
    assert_eq!(characters, ["The Maltese"]);
    let several = json(&format!("{line} --players 4"));
    assert_eq!(several["players"], 4);
    assert!(several["by_character"].as_object().unwrap().len() > 4, "{several}");
}

#[test]
fn every_game_reports_the_same_whatever_the_threads_and_rows() {
    for game in game_names() {
        let with = |threads: u32, rows: u32| {
            let line = format!("simulate --game {game} --games 64 --seed 3 --json");
            lasting(json(&format!("{line} --threads {threads} --rows {rows}")))
        };
        let expected = with(1, 1);
        assert_eq!(expected["games"], 64);
        for (threads, rows) in [(1, 64), (2, 1), (2, 32), (8, 1), (8, 64)] {
            assert_eq!(with(threads, rows), expected, "{game}: {threads} threads, {rows} rows");
        }
        assert_ne!(lasting(json(&format!("simulate --game {game} --games 64 --seed 4 --json"))), expected);
    }
}

#[test]
fn every_game_simulates_with_each_of_its_players() {
    for game in crate::program::games() {
        let name = game["name"].as_str().unwrap();
        for player in game["players"].as_array().unwrap() {
            let player = player["usage"].as_str().unwrap().split(':').next().unwrap();
            // As it is by default it would take minutes.
            let player = if player == "search" { "search:20" } else { player };
            let report = json(&format!("simulate --game {name} --agents {player} --games 2 --json"));
            let seats = report["seats"].as_array().unwrap();
            assert_eq!(seats.len() as u64, report["players"].as_u64().unwrap());
            let full_name = seats[0]["agent"].as_str().unwrap();
            assert!(full_name.starts_with(player), "{full_name}");
            // The name that is reported gives the same player again.
            let again = json(&format!("simulate --game {name} --agents {full_name} --games 2 --json"));
            assert_eq!(lasting(again), lasting(report));
        }
    }
}

#[test]
fn the_number_of_players_is_the_setting_of_that_name() {
    let flag = json("simulate --game pig --players 4 --games 10 --json");
    let setting = json("simulate --game pig --config players=4 --games 10 --json");
    assert_eq!(flag["players"], 4);
    assert_eq!(lasting(flag), lasting(setting));
}

#[test]
fn the_table_names_seats_players_and_figures() {
    let table = succeed("simulate --game pig --agents hold:20,random --games 500 --seed 1");
    for words in ["500 games", "seed 1", "hold:20", "random", "share of the win", "turns per game", " ± "] {
        assert!(table.contains(words), "{words}: {table}");
    }
    assert!(!table.contains('\u{1b}'), "a pipe gets no colours");
}

/// Pitfall: an interrupt that loses what was done, or counts short games more often than long ones.
#[cfg(unix)]
#[test]
fn ctrl_c_reports_exactly_the_first_games() {
    let line = "simulate --game pig --agents hold:20 --seed 2 --json --games";
    let output = interrupted(&format!("{line} 1000000000000"));
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = report["games"].as_u64().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains(&format!("interrupted after {games} of")));
    assert_eq!(lasting(json(&format!("{line} {games}"))), lasting(report));
}

/// So many games are under way here that it would take long to play all of them to their ends.
#[cfg(unix)]
#[test]
fn ctrl_c_does_not_wait_for_every_row() {
    let line = "simulate --game zone_stalker --players 6 --seed 2 --json --games";
    let before = std::time::Instant::now();
    let output = interrupted(&format!("{line} 1000000000000 --threads 2 --rows 65536"));
    assert!(before.elapsed().as_secs() < 10, "{:?}", before.elapsed());
    assert_eq!(output.status.code(), Some(130));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = report["games"].as_u64().unwrap();
    assert!(games < 131_072, "{games}");
    assert_eq!(lasting(json(&format!("{line} {games}"))), lasting(report));
}

/// What came of a line of arguments that Ctrl-C ended.
#[cfg(unix)]
fn interrupted(line: &str) -> std::process::Output {
    let child = crate::program::command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    crate::program::interrupt(&child);
    child.wait_with_output().unwrap()
}
