//! `roadside analyze flip`.

use crate::program::{json, new_file, run, succeed};

const EXAMPLE: &str = "analyze flip --character Red --hand 3/0,2/1,0/3x2 --injuries 1 --sp 24,30 --depth 2";

#[test]
fn a_position_by_hand_is_told_as_text_and_as_json() {
    let text = succeed(EXAMPLE);
    for words in [
        "seat 0 (Red): 24 SP; the others have 30",
        "hand: 3/0, 2/1, 0/3 x2",
        "hazard: danger 6, triple",
        "an artifact found",
        "killed",
        "with 2 flips summed in full",
        "By the next flip: flip, worth 0.566 more",
        "By this turn: flip, worth ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let report = json(&format!("{EXAMPLE} --json"));
    assert_eq!(report["points"], 24);
    assert_eq!(report["advice"]["greedy"], "flip");
    let [flip, stop] = &report["moves"].as_array().unwrap()[..] else { panic!("{report}") };
    assert_eq!((&flip["action"], &stop["action"]), (&"flip".into(), &"stop".into()));
    assert_eq!(stop["turn"], serde_json::json!({"lower": 24.0, "upper": 24.0}));
    let (lower, upper) = (flip["turn"]["lower"].as_f64().unwrap(), flip["turn"]["upper"].as_f64().unwrap());
    assert!(24.0 < lower && lower < upper && upper < lower + 10.0, "{lower} {upper}");
    let looks = report["looks"].as_array().unwrap();
    assert_eq!(looks.len(), 2);
    assert_eq!(looks[1]["exact"], false);
    assert_eq!(report["depth"], 2);
    let few = json(&format!("{EXAMPLE} --situations 1 --json"));
    assert_eq!(few["depth"], 0);
}

/// Pitfall: what is worth a flip for this turn may not be worth it for the game.
#[test]
fn the_advice_stands_on_top_and_what_it_leaves_out_below() {
    let text = succeed(EXAMPLE);
    let line = |words: &str| {
        text.lines().position(|line| line.contains(words)).unwrap_or_else(|| panic!("{words}: {text}"))
    };
    assert_eq!(line("By the next flip:"), line("Zone cards left") + 1);
    assert!(line("By this turn:") < line("The next card"));
    assert!(text.contains("neither the win nor the rest of the game"), "{text}");
    assert!(
        text.contains("roadside analyze stopping --game zone_stalker --players 2 --position LINE"),
        "{text}"
    );
    let alone = succeed("analyze flip --hand 3/0 --depth 1");
    assert!(alone.contains("roadside solve --game zone_stalker --players 1 --position LINE"), "{alone}");
    assert!(alone.contains("Four Eyes") && succeed("analyze flip --help").contains("default: Four Eyes"));
}

/// What is said of a position's commands is so.
#[test]
fn the_whole_game_is_asked_of_by_the_commands_that_are_named() {
    let path = new_file("whole-game.replay");
    let path = path.display();
    let position = |players: u8| {
        succeed(&format!("watch --game zone_stalker --players {players} --seed 5 --save {path}"));
        let told = succeed(&format!("replay {path} --position"));
        let mut lines = told.lines().filter_map(|line| line.trim_start().strip_prefix("position: "));
        lines.find(|line| line.contains("phase=choose")).unwrap().to_owned()
    };
    let (two, alone) = (position(2), position(1));
    let small = ["--x", "lead=0", "--y", "hand=3", "--samples", "2", "--position", &two];
    let stopping = ["analyze", "stopping", "--game", "zone_stalker", "--players", "2"];
    let told = run(&[&stopping[..], &small[..]].concat());
    assert_eq!(told.code, 0, "{}", told.err);
    // The whole deck is too large to be solved, but the position is understood.
    let solve = ["solve", "--game", "zone_stalker", "--players", "1", "--memory", "1", "--position", &alone];
    let told = run(&solve);
    assert!(told.err.contains("too large to be solved in 1.0 MiB"), "{}", told.err);
}

#[test]
fn the_likeliest_cards_stand_first() {
    let text = succeed(EXAMPLE);
    let rows = text.lines().filter(|line| line.starts_with("  hazard: "));
    let copies: Vec<u32> = rows
        .map(|row| row.split("  ").filter(|cell| !cell.is_empty()).nth(1).unwrap().trim().parse().unwrap())
        .collect();
    assert!(copies.len() > 5 && copies.is_sorted_by(|a, b| a >= b), "{copies:?}");
}

#[test]
fn with_little_left_the_turn_is_exact() {
    let report = json("analyze flip --hand 0/3,3/0 --left Empty,Quarry --depth 5 --json");
    let look = report["looks"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&look["exact"], &look["complete"]), (&true.into(), &true.into()));
    // 0/3 finds the 2 SP with 7 faces of 10, whichever comes first: the other card is discarded for the Quarry.
    assert!((look["turn"]["lower"].as_f64().unwrap() - 1.4).abs() < 1e-12, "{look}");
}

#[test]
fn a_decision_of_a_replay_and_its_position_line_say_the_same() {
    let path = new_file("flip.replay");
    let path = path.display();
    succeed(&format!("watch --game zone_stalker --agents greedy --seed 5 --save {path}"));
    let told = succeed(&format!("replay {path} --position"));
    let positions: Vec<&str> =
        told.lines().filter_map(|line| line.trim_start().strip_prefix("position: ")).collect();
    let mut compared = 0;
    for (at, position) in positions.iter().enumerate().take(12) {
        let by_replay =
            run(&["analyze", "flip", "--replay", &path.to_string(), "--at", &at.to_string(), "--depth", "1"]);
        let by_line = run(&["analyze", "flip", "--position", position, "--depth", "1"]);
        assert_eq!((by_replay.code, &by_replay.out), (by_line.code, &by_line.out), "{at}");
        compared += i32::from(by_replay.code == 0);
    }
    assert!(compared > 2, "{compared}");
    let whole = std::fs::read_to_string(path.to_string()).unwrap();
    std::fs::write(path.to_string(), whole.replacen(" flip", " fly", 1)).unwrap();
    let told = run(&["analyze", "flip", "--replay", &path.to_string(), "--at", "0"]);
    assert_eq!(told.code, 1);
    assert!(told.err.starts_with(&format!("error: {path}: ")) && told.err.contains("fly"), "{}", told.err);
}

#[test]
fn what_cannot_be_is_refused_with_what_would_be_right() {
    let path = new_file("pig.replay");
    let path = path.display().to_string();
    succeed(&format!("watch --game pig --seed 5 --save {path}"));
    for (line, words) in [
        ("analyze flip", "with --hand and what else is known; by --position LINE"),
        ("analyze flip --sp 3", "or by --replay FILE --at N"),
        ("analyze flip --hand 3/0x13", "13 cards of the kind 3/0"),
        ("analyze flip --hand 3/0 --injuries 9", "9 injuries: Four Eyes lives with at most 2, 3 kill"),
        ("analyze flip --hand 3/0 --injuries 256", "0 to 255"),
        ("analyze flip --hand 3/0 --gone Emptyx3", "3 cards \"Empty\" are out of the Zone deck"),
        ("analyze flip --hand 3/0 --gone Empti", "did you mean Empty"),
        ("analyze flip --hand 3/0 --gone Empty --left Empty", "cannot be used with"),
        ("analyze flip --hand 3/0 --character Rde", "there is no Character \"Rde\" (did you mean Red?)"),
        ("analyze flip --hand 3/0 --character zmyg", "did you mean Pygmy Zmyg?"),
        ("analyze flip --hand 3/0 --site saef", "did you mean safe?"),
        ("analyze flip --hand 3/0 --found 3/0", "\"3/0\" is not in the Zone deck; its cards are such as "),
        ("analyze flip --hand 3/0 --flipped", "name what is gone, that card with it"),
        ("analyze flip --hand 3/0 --character Cactus --used", "name what is gone, that card with it"),
        ("analyze flip --position x --flipped", "cannot be used with"),
        ("analyze flip --hand 3/0 --sp 1,2,3,4,5,6,7", "players = 7"),
        (
            "analyze flip --hand 3/0 --sp 999",
            "no artifacts that can be out of the Zone deck are worth 999 SP",
        ),
        ("analyze flip --hand 3/0 --depth 0", "1 to 30"),
        ("analyze flip --hand 3/0 --injury-cost -1", "an injury costs -1; legal is a number from 0 to 1000"),
        ("analyze flip --hand 3/0 --injury-cost NaN", "an injury costs NaN"),
        ("analyze flip --position x", "--position: expected the field \"turn=...\""),
        ("analyze flip --position x", "write it as `roadside replay --position` tells it"),
        ("analyze flip --position x --hand 3/0", "cannot be used with"),
        (&format!("analyze flip --replay {path} --at 0"), "is a replay of pig"),
        (&format!("analyze flip --replay {path}"), "--at"),
    ] {
        let told = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(told.code, 2, "{line}: {}", told.err);
        assert!(told.err.contains(words), "{line}: {}", told.err);
    }
}
