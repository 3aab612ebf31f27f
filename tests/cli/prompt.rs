//! What all verbs have in common, `roadside games` and `roadside completions`.

use std::io::Read as _;

use crate::program::{command, game_names, json, new_file, run, succeed};

const VERBS: [&str; 6] = ["simulate", "watch", "play", "replay", "games", "completions"];

#[test]
fn the_help_of_every_verb_shows_an_example_that_runs() {
    assert!(succeed("--help").contains("Example:\n  roadside "));
    for verb in VERBS {
        for flag in ["--help", "-h"] {
            let help = succeed(&format!("{verb} {flag}"));
            let (_, example) = help
                .split_once("Example:\n")
                .or_else(|| help.split_once("Examples:\n"))
                .unwrap_or_else(|| panic!("{verb}: {help}"));
            assert!(example.lines().any(|line| line.starts_with(&format!("  roadside {verb} "))), "{help}");
        }
    }
    succeed("simulate --game pig --players 3 --agents hold:20,random --games 20000 --seed 1");
    succeed("watch --game pig --agents hold:20,random --seed 7 --delay 0");
    succeed("play --game pig --players 2 --opponents hold:20");
    succeed("games pig");
    succeed("games zone_stalker --players 4 --json");
}

#[test]
fn there_are_completions_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeed(&format!("completions {shell}"));
        assert!(VERBS.iter().all(|verb| script.contains(verb)), "{shell}: {script}");
    }
}

/// Pitfall: a shell that knows nothing of an argument offers the names of files.
#[test]
fn completions_offer_files_only_where_they_belong() {
    let script = succeed("completions zsh");
    let of = |option: &str| -> Vec<&str> {
        let named = format!("--{option}=[");
        script.lines().filter(|line| line.contains(&named)).collect()
    };
    let all = |option: &str, words: &str| {
        let lines = of(option);
        assert!(!lines.is_empty() && lines.iter().all(|line| line.contains(words)), "{option}: {lines:?}");
    };
    all("game", &format!("({})", game_names().join(" ")));
    all("objective", "(utility win score)");
    all("games", ":N:'");
    all("agents", ":NAMES:'");
    all("save", "_files");
    all("replays", "_files -/");
    let bash = succeed("completions bash");
    assert!(bash.contains("compgen -W \"") && bash.contains("compopt -o plusdirs"), "{bash}");
}

#[test]
fn a_players_options_stand_one_a_line() {
    let told = succeed("games zone_stalker");
    let line = told.lines().find(|line| line.contains("@considered=")).unwrap();
    assert!(line.starts_with("        ") && line.matches('@').count() == 1, "{line}");
    assert!(told.lines().any(|line| line.contains("search:n") && line.contains("n is a whole number")));
}

#[test]
fn games_tell_their_shapes_settings_and_players() {
    let list = succeed("games");
    for name in game_names() {
        assert!(list.lines().any(|line| line == name), "{name}: {list}");
        let game = json(&format!("games {name} --json"));
        let facts = &game["facts"];
        assert_eq!(game["actions"].as_array().unwrap().len() as u64, facts["actions"].as_u64().unwrap());
        let slices = game["observation"].as_array().unwrap();
        let numbers: u64 = slices.iter().map(|slice| slice["len"].as_u64().unwrap()).sum();
        assert_eq!(numbers, facts["observation_len"].as_u64().unwrap());
        assert!(game["players"].as_array().unwrap().iter().any(|player| player["usage"] == "random"));
        let told = succeed(&format!("games {name}"));
        for label in game["actions"].as_array().unwrap() {
            assert!(told.contains(label.as_str().unwrap()), "{label}: {told}");
        }
    }
}

#[test]
fn a_game_is_told_of_as_it_is_set_up() {
    let game = json("games zone_stalker --players 4 --config utility=points --json");
    assert_eq!((&game["facts"]["seats"], &game["facts"]["utility"]), (&4.into(), &"zero_sum".into()));
    assert!(succeed("games pig --players 7").starts_with("pig\n  7 seats"));
}

/// Whoever reads may stop at any time, as in `roadside games | true`: that ends the program quietly.
#[test]
fn a_closed_pipe_is_no_failure() {
    let path = new_file("closed-pipe.replay");
    let replay = format!("replay {}", path.display());
    succeed(&format!("watch --game pig --save {}", path.display()));
    let lines = [
        "--help",
        "simulate --game pig --games 10",
        "simulate --game pig --games 10 --json",
        "watch --game pig",
        "play --game pig",
        "games",
        "games pig --json",
        "completions bash",
        "completions zsh",
        &replay,
    ];
    for line in lines {
        let mut child = command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stdin.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""), "roadside {line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let writing = ["games", "simulate --game pig --games 10", "watch --game pig", "completions bash"];
    for line in writing.into_iter().chain(["--help", "--version", "play --help"]) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output =
            command(&line.split(' ').collect::<Vec<_>>()).stdout(full).spawn().unwrap().wait_with_output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(1), "roadside {line}");
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: standard output: "));
    }
}

#[test]
fn without_a_verb_the_help_is_shown() {
    let shown = run(&[]);
    assert_eq!((shown.code, shown.out.as_str()), (2, ""));
    assert!(shown.err.contains("Usage: roadside <COMMAND>"));
}
