//! `roadside solve`.

use serde_json::Value;

use crate::program::{json, run, succeed};

/// Exit code and error of wrong use.
fn refused(line: &str) -> (i32, String) {
    let refused = run(&line.split_whitespace().collect::<Vec<_>>());
    (refused.code, refused.err)
}

#[test]
fn the_json_has_the_keys_of_its_form() {
    let solved = json("solve --game pig --players 2 --config target=20 --json");
    let keys: Vec<_> = solved.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["value", "exact", "states", "seconds", "decision"]);
    assert!((solved["value"].as_f64().unwrap() - 0.615_558_550).abs() < 1e-9);
    assert_eq!((&solved["exact"], &solved["decision"]), (&Value::from(true), &Value::from("roll")));
    assert!(solved["states"].as_u64().unwrap() > 1000 && solved["seconds"].as_f64().unwrap() >= 0.0);
}

#[test]
fn alone_in_the_zone_the_value_is_in_swag_points() {
    let solved = json("solve --game zone_stalker --config preset=test-32 --json");
    assert!((solved["value"].as_f64().unwrap() - 11.0).abs() < 1e-9);
    assert_eq!(solved["decision"], Value::Null); // a hand is drawn first
    let deck = ["zone_deck=Pylons,Meat Grinder,Empty", "stalker_deck=Caution,Greed", "characters=Red"];
    let mut args = vec!["solve", "--game", "zone_stalker", "--players", "1", "--json"];
    args.extend(deck.iter().flat_map(|setting| ["--config", setting]));
    let solved: Value = serde_json::from_str(&run(&args).out).unwrap();
    assert!(solved["value"].as_f64().unwrap() > 1.0);
    assert_eq!(solved["decision"], "flip"); // all cards are drawn, whatever comes
}

#[test]
fn a_best_answer_wins_more_often() {
    let value = |line: &str| json(line)["value"].as_f64().unwrap();
    let equal = value("solve --game pig --config target=20 --json");
    assert!(value("solve --game pig --config target=20 --against hold:5 --json") > equal);
    let three = "solve --game pig --players 3 --config target=10 --against hold:20,random --json";
    assert!(value(three) > value("solve --game pig --players 3 --config target=10 --json"));
}

#[test]
fn a_position_has_a_value_of_its_own() {
    let args = ["solve", "--game", "pig", "--config", "target=10", "--position", "banked=3,4 turn=6 act=1"];
    let solved = run(&args);
    assert_eq!(solved.code, 0, "{}", solved.err);
    assert!(solved.out.contains("hold") && solved.out.contains("first action"), "{}", solved.out);
    let wrong = run(&["solve", "--game", "pig", "--position", "banked=3,400 turn=6 act=1"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("--position: "), "{}", wrong.err);
}

#[test]
fn an_equilibrium_is_told_between_its_bounds() {
    let found = json("solve --game kuhn --players 2 --json");
    let of = |key: &str| found[key].as_f64().unwrap();
    assert!((of("value") + 1.0 / 18.0).abs() < 1e-8);
    assert!(of("lower") <= of("value") && of("value") <= of("upper"));
    assert_eq!((&found["exact"], &found["decision"]), (&Value::Bool(false), &Value::Null));
    let table = succeed("solve --game kuhn");
    assert!(table.contains("an equilibrium for the utility") && table.contains("at most"), "{table}");
}

#[test]
fn the_table_shows_all_seats() {
    let table = succeed("solve --game pig --players 4 --config target=6");
    for words in ["pig, 4 seats, solved exactly for the win", "seat", "roll", "positions in"] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (line, code, words) in [
        ("solve --game kuhn --against random", 2, "hides what others hold"),
        (
            "solve --game expedition",
            2,
            "as in `roadside watch --game expedition --players 3 --agents search:1000`",
        ),
        ("solve --game pig --position x", 2, "write it as `roadside replay --position` tells it"),
        ("solve --game zone_stalker --players 3", 2, "an equilibrium is found for 2 seats only"),
        (
            "solve --game zone_stalker --players 2 --memory 64",
            1,
            "takes more than 64.0 MiB: there are too many openings, before anything is decided; allow more memory",
        ),
        (
            "solve --game zone_stalker --players 2 --memory 64",
            1,
            "only bounds, and `roadside analyze flip` gives those of a turn",
        ),
        ("solve --game zone_stalker --players 2 --memory 64", 1, "seats know what others do not"),
        ("solve --game pig --objective fame", 2, "legal is utility, win or score"),
        ("solve --game pig --until turn", 2, "mark no end of a turn"),
        ("solve --game pig --against hlod:20", 2, "did you mean hold"),
        ("solve --game pig --against hold:1,hold:2", 2, "too many players"),
        (
            "solve --game zone_stalker --config preset=reduced-3 --memory 1",
            1,
            "too large to be solved in 1.0 MiB",
        ),
        ("solve --game zone_stalker --config preset=reduced-3 --memory 1", 1, "roadside analyze flip"),
        ("solve --game pig --memory 1", 1, "`--memory` takes MiB; the player `search:1000`"),
        ("solve --game kuhn --against random", 2, "without `--against` an equilibrium is looked for"),
        ("solve --game zone_stalker --players 1 --until turn --objective win", 2, "solve for the score"),
        ("solve --game zone_stalker --players 1 --until turn", 2, "begin at a position"),
        ("solve --game zone_stalker --players 2 --against skip", 2, "`roadside analyze flip` gives bounds"),
    ] {
        let (found, err) = refused(line);
        assert_eq!(found, code, "{line}: {err}");
        assert!(err.contains(words), "{line}: {err}");
    }
}
