//! Wrong use ends with exit code 2, a failure with 1, and both say what would be right.

use crate::program::{Run, new_file, run, succeed};

/// A line of arguments, and what the message has to say.
type Case = (&'static str, &'static [&'static str]);

const WRONG_USE: &[Case] = &[
    ("simulate", &["--game"]),
    ("fly", &["unrecognized subcommand 'fly'"]),
    ("simulate --game pgi", &["unknown game \"pgi\"", "pig", "roadside games"]),
    ("games pgi", &["unknown game \"pgi\"", "pig"]),
    ("games --players 3", &["--players", "name it", "roadside games pig"]),
    ("games pig --players 11", &["players = 11", "2 to 10"]),
    ("simulate --game pig --players 0", &["players = 0", "2 to 10"]),
    ("simulate --game pig --players 11", &["players = 11", "2 to 10"]),
    ("simulate --game pig --players -1", &["players = -1", "2 to 10"]),
    ("simulate --game pig --players two", &["players = \"two\"", "2 to 10"]),
    ("simulate --game pig --players 2.5", &["players = \"2.5\"", "2 to 10"]),
    (
        "simulate --game pig --players 99999999999999999999",
        &["players = \"99999999999999999999\"", "2 to 10"],
    ),
    ("simulate --game kuhn --players 3", &["players = 3", "2 seats"]),
    ("simulate --game kuhn --players two", &["players = two", "2 seats"]),
    ("simulate --game pig --players 2 --config players=2", &["players is set twice"]),
    ("simulate --game pig --config die", &["\"die\" is not a setting", "key=value"]),
    ("simulate --game pig --config dye=3", &["unknown setting \"dye\"", "did you mean die?", "target"]),
    ("simulate --game pig --config die=six", &["die = \"six\"", "2 to 100"]),
    ("simulate --game pig --config die=2 --config die=3", &["\"die\" is given twice"]),
    ("simulate --game pig --agents hodl", &["unknown player \"hodl\"", "did you mean hold", "random"]),
    ("simulate --game pig --agents hold:0", &["k = \"0\"", "1 to 10000"]),
    ("simulate --game pig --agents hold:99999", &["k = \"99999\"", "1 to 10000"]),
    ("simulate --game pig --agents hold:2:3", &["\"hold:2:3\" has too many parameters", "hold:k"]),
    (
        "simulate --game zone_stalker --agents greedy@c=3",
        &["has no option \"c\"", "that is a parameter", "greedy:c"],
    ),
    ("simulate --game zone_stalker --agents search@rolout=skip", &["did you mean rollout", "@root=, "]),
    ("simulate --game zone_stalker --agents search:2h", &["n = \"2h\"", "a time from 1ms to 3600s"]),
    ("simulate --game zone_stalker --agents search:10@rollout=solver", &["thinks for long", "cautious:4"]),
    (
        "simulate --game zone_stalker --config stalker_deck=3/0",
        &["names of Stalker cards", "which are such as "],
    ),
    ("simulate --game pig --agents random,random,random", &["too many players: 3 for 2 seats"]),
    ("simulate --game pig --agents random,", &["unknown player \"\"", "random"]),
    ("simulate --game pig --games 0", &["'0'", "--games", "1 to 18446744073709551615"]),
    ("simulate --game pig --games -1", &["'-1'", "--games", "1 to 18446744073709551615"]),
    ("simulate --game pig --threads 0", &["'0'", "--threads", "1 to 1024"]),
    ("simulate --game pig --threads -1", &["'-1'", "--threads", "1 to 1024"]),
    ("simulate --game pig --rows 0", &["'0'", "--rows", "1 to 65536"]),
    ("simulate --game pig --rows -1", &["'-1'", "--rows", "1 to 65536"]),
    ("simulate --game pig --rows 65537", &["'65537'", "--rows", "1 to 65536"]),
    ("simulate --game pig --threads 17 --rows 65536", &["threads = 17", "rows = 65536", "at most 1048576"]),
    ("arena --game pig", &["--agents"]),
    ("arena --game pig --agents hold", &["1 player is named", "at least 2"]),
    ("arena --game pig --agents hold,hold:20", &["\"hold:20\" is named twice"]),
    (
        "arena --game pig --agents hold,rnadom",
        &["unknown player \"rnadom\"", "did you mean random", "roadside games"],
    ),
    ("arena --game pig --agents hold,random --games 0", &["'0'", "--games", "1 to 10000000"]),
    ("arena --game pig --agents hold,random --luck-paths -1", &["'-1'", "--luck-paths", "0 to 1000000"]),
    ("arena --game zone_stalker --players 1 --agents skip,random", &["has one seat"]),
    ("arena --game expedition --config team=on --agents random,search:5", &["gives all seats the same"]),
    ("arena --game pig --agents hold,random --out Cargo.toml", &["Cargo.toml is not a file of results"]),
    ("simulate --game pig --seed x", &["'x'", "--seed", "0 to 18446744073709551615"]),
    ("watch --game pig --delay -1", &["'-1'", "--delay", "0 to 3600"]),
    ("watch --game pig --delay NaN", &["'NaN'", "--delay", "0 to 3600"]),
    ("watch --game pig --agents nobody", &["unknown player \"nobody\""]),
    ("play --game pig --seat 2", &["--seat 2", "0 to 1"]),
    ("play --game pig --seat here", &["'here'", "--seat", "random"]),
    ("play --game pig --opponents random,random", &["too many players: 2 for 1 seat"]),
    ("completions tcsh", &["'tcsh'", "bash"]),
    ("simulate --game zone_stalker --players 0", &["players = 0", "1 to 6"]),
    ("simulate --game zone_stalker --players 7", &["players = 7", "1 to 6"]),
    ("simulate --game zone_stalker --config zone_deck=Pylonz,Empty", &["\"Pylonz\"", "did you mean Pylons?"]),
    (
        "simulate --game zone_stalker --config preset=train-4294967296",
        &[
            "preset = \"train-4294967296\"",
            "reduced-3, duel-1, train-N or test-N with N from 0 to 4294967295",
        ],
    ),
    ("simulate --game zone_stalker --config characters=Red,Red", &["\"Red\" is named twice", "none twice"]),
    (
        "simulate --game zone_stalker --config zone_deck=",
        &["zone_deck", "the list is empty", "1 to 97 names"],
    ),
    ("simulate --game zone_stalker --config stalker_deck=", &["stalker_deck", "is empty", "1 to 56 names"]),
    ("simulate --game zone_stalker --agents cautious:0", &["h = \"0\"", "1 to 20"]),
    ("simulate --game zone_stalker --agents cautious:99", &["h = \"99\"", "1 to 20"]),
    ("simulate --game zone_stalker --config zone_dekc=Empty", &["\"zone_dekc\"", "did you mean zone_deck?"]),
];

const FAILURES: &[Case] = &[
    ("replay no-such-file", &["no-such-file", "No such file"]),
    ("replay tests", &["tests"]),
    ("replay Cargo.toml", &["not a replay", "roadside-replay 1"]),
    ("watch --game pig --save no-such-folder/game", &["no-such-folder"]),
    ("play --game pig --save no-such-folder/game", &["no-such-folder"]),
    ("watch --game pig --save tests", &["tests", "regular file", "a folder is there"]),
    ("play --game pig --save tests", &["tests", "regular file", "a folder is there"]),
];

#[test]
fn wrong_use_is_refused_with_what_would_be_right() {
    check(WRONG_USE, 2);
}

#[test]
fn failures_tell_what_went_wrong() {
    check(FAILURES, 1);
}

fn check(cases: &[Case], expected: i32) {
    for (line, words) in cases {
        let Run { code, out, err } = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!((code, out.as_str()), (expected, ""), "roadside {line}: {err}");
        assert!(err.starts_with("error: "), "roadside {line}: {err}");
        for word in *words {
            assert!(err.contains(word), "roadside {line}: \"{word}\" is missing in {err}");
        }
    }
}

#[test]
fn a_damaged_replay_is_refused_with_the_reason() {
    let path = new_file("damaged.replay");
    succeed(&format!("watch --game pig --config target=10 --seed 1 --save {}", path.display()));
    let whole = std::fs::read_to_string(&path).unwrap();
    let (before_end, _) = whole.trim_end().rsplit_once('\n').unwrap();
    let damages = [
        (before_end.to_owned(), "the replay is cut"),
        (whole.replace("roadside-replay 1", "roadside-replay 2"), "version 2"),
        (whole.replace("rules 1", "rules 999"), "version 999 of the rules"),
        (whole.replace("rules 1", "rules 999").replace("\"target\"", "\"aim\""), "version 999 of the rules"),
        (whole.replace("\"target\"", "\"aim\""), "unknown setting \"aim\""),
        (whole.replace("game pig", "game pog"), "unknown game \"pog\""),
        (whole.replace("\"target\":10", "\"target\":\"ten\""), "target = \"ten\""),
        (whole.replace("\"target\":10", "\"target\":[10]"), "target = [10]"),
        (whole.replace("settings {", "settings ["), "a JSON object is due"),
        (whole.replace("0 roll", "1 roll"), "seat 0 is to act"),
        (whole.replace("0 roll", "0 fly"), "no action \"fly\""),
        (whole.replace("die ", "die 9"), "no outcome of \"die\""),
        (whole.replace("end ", "end 5,"), "the game ended with the returns"),
        (whole.clone() + "0 roll\n", "nothing may follow"),
        (String::new(), "not a replay"),
    ];
    for (text, reason) in damages {
        assert_ne!(text, whole, "{reason}");
        std::fs::write(&path, text).unwrap();
        let Run { code, err, .. } = run(&["replay", path.to_str().unwrap()]);
        assert_eq!(code, 1, "{reason}: {err}");
        let named = format!("error: {}: ", path.display());
        assert!(err.starts_with(&named) && err.contains(reason), "{reason}: {err}");
    }
}
