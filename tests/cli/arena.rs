//! `roadside arena`.

use serde_json::Value;

use crate::program::{json, new_file, run, succeed};

/// A report without the figures that differ from run to run.
fn lasting(mut report: Value) -> Value {
    let map = report.as_object_mut().unwrap();
    for figure in ["games_played", "seconds", "games_per_second"] {
        assert!(map.shift_remove(figure).unwrap().as_f64().unwrap() >= 0.0);
    }
    report
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap_or_else(|| panic!("{value}")).keys().map(String::as_str).collect()
}

#[test]
fn the_json_has_the_keys_of_its_form() {
    let report =
        json("arena --game zone_stalker --players 2 --agents cautious:4,skip,duel --games 20 --json");
    let expected = [
        "game",
        "players",
        "settings",
        "agents",
        "seed",
        "deals",
        "games",
        "decisions",
        "share_of",
        "matrix",
        "pairs",
        "ratings",
        "bounded",
        "games_played",
        "seconds",
        "games_per_second",
    ];
    assert_eq!(keys(&report), expected);
    assert_eq!(report["agents"], serde_json::json!(["cautious:4", "skip", "duel:1"]));
    assert_eq!(report["pairs"].as_array().unwrap().len(), 6);
    assert_eq!(report["games_played"], 60);
    let pair = &report["pairs"][0];
    let expected =
        ["agent", "against", "share", "margin", "score_margin", "luck_adjusted", "p_value", "p_holm"];
    assert_eq!(keys(pair), expected);
    assert_eq!(keys(&pair["share"]), ["mean", "stderr", "low", "high"]);
    let rating = &report["ratings"][2];
    assert_eq!(keys(rating), ["agent", "elo", "nash_weight", "nash_elo", "nash_share"]);
    assert_eq!(keys(&rating["elo"]), ["value", "low", "high"]);
    assert!(report["matrix"][0][0].is_null() && report["matrix"][0][1].is_f64());
    let plain = json("arena --game kuhn --agents random,search:5 --games 4 --luck-paths 0 --json");
    assert!(plain["pairs"][0].get("luck_adjusted").is_none());
}

#[test]
fn in_a_gauntlet_the_first_meets_the_others_and_nobody_is_rated() {
    let line = "arena --game pig --agents hold:20,hold:10,random --games 12 --gauntlet";
    for (players, sides) in [(2, 4), (3, 2)] {
        let report = json(&format!("{line} --players {players} --json"));
        assert_eq!(report["games_played"], 24);
        assert_eq!(report["pairs"].as_array().unwrap().len(), sides);
        assert!(report["matrix"][0][1].is_f64() && report["matrix"][1][2].is_null());
        assert!(report.get("ratings").is_none() && report.get("bounded").is_none(), "{report}");
    }
    let table = succeed(&format!("{line} --players 3"));
    assert!(table.contains("Share of the win") && !table.contains("Elo"), "{table}");
    for players in [2, 3] {
        let table = succeed(&format!("{line} --players {players}"));
        let (shares, _) = table.split_once("Margins").unwrap();
        assert!(!shares.contains("-  ") && shares.matches('[').count() == 2, "{table}");
    }
}

#[test]
fn the_tables_name_players_shares_and_ratings() {
    let table = succeed("arena --game pig --players 3 --agents hold:20,random --games 300 --seed 1");
    for words in ["300 games a pair", "even is 0.333", "***", "Elo", "Nash weight", "without luck", "x\n"] {
        assert!(table.contains(words), "{words}: {table}");
    }
    assert!(!table.contains('\u{1b}'), "a pipe gets no colours");
}

#[test]
fn where_no_win_is_paid_shares_are_of_the_stakes() {
    let line = "arena --game kuhn --agents random,solver --games 2000";
    let table = succeed(line);
    assert!(table.contains("Share of the stakes") && !table.contains("of the win"), "{table}");
    let (_, ratings) = table.split_once("best first").unwrap();
    assert!(ratings.find("solver") < ratings.find("random"), "{table}");
    assert_eq!(json(&format!("{line} --json"))["share_of"], "stakes");
}

#[test]
fn what_was_read_is_told_apart_from_what_was_played() {
    let line =
        format!("arena --game pig --agents hold,random --out {}", new_file("arena-more.jsonl").display());
    assert!(!succeed(&format!("{line} --games 10")).contains("read from the file"));
    let again = succeed(&format!("{line} --games 10"));
    assert!(
        again.contains("10 games read from the file of results\n") && !again.contains("played in"),
        "{again}"
    );
    let more = succeed(&format!("{line} --games 14"));
    assert!(more.contains("10 games read from the file of results\n4 games played in "), "{more}");
    let fewer = run(&format!("{line} --games 4").split(' ').collect::<Vec<_>>());
    assert_eq!(fewer.code, 2, "{}", fewer.err);
}

#[test]
fn threads_change_nothing() {
    let line = "arena --game zone_stalker --players 3 --agents cautious,veteran --games 30 --json";
    let with = |threads: u32| lasting(json(&format!("{line} --threads {threads}")));
    let expected = with(1);
    assert_eq!((with(2), with(8)), (expected.clone(), expected));
}

#[test]
fn results_of_other_settings_are_wrong_use() {
    let path = new_file("arena-settings.jsonl");
    let out = path.display();
    let line = format!("arena --game pig --agents hold,random --games 10 --json --out {out}");
    let report = json(&line);
    assert_eq!(lasting(json(&line)), lasting(report), "all is there already");
    let before = std::fs::read(&path).unwrap();
    let other = run(&format!("{line} --seed 3 --config target=50").split(' ').collect::<Vec<_>>());
    assert_eq!((other.code, other.out.as_str()), (2, ""));
    for words in ["seed is 0 there and 3 here", "settings.target is 100 there and 50 here"] {
        assert!(other.err.contains(words), "{}", other.err);
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

/// Plays it, ends it in some way after a while, and returns its exit code, if it has one, and what it wrote.
#[cfg(unix)]
fn ended(line: &str, end: impl FnOnce(&mut std::process::Child)) -> (Option<i32>, Vec<u8>) {
    let mut child = crate::program::command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    end(&mut child);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), output.stdout)
}

/// The matches in a file of results; a torn line is none.
#[cfg(unix)]
fn matches(path: &std::path::Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    text[..whole].lines().skip(1).map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn what_was_killed_goes_on_behind_the_last_match() {
    let (killed, whole) = (new_file("arena-killed.jsonl"), new_file("arena-whole.jsonl"));
    let line = "arena --game pig --agents hold:20,random --seed 4 --json --luck-paths 0 --config target=500";
    let endless = format!("{line} --games 10000000 --out {}", killed.display());
    let mut before = 0;
    for _ in 0..2 {
        let (code, out) = ended(&endless, |child| child.kill().unwrap());
        assert_eq!((code, out.len()), (None, 0));
        let now = matches(&killed).len();
        assert!(now > before, "it went on");
        before = now;
    }
    succeed(&format!("{line} --games {} --out {}", 2 * before, whole.display()));
    assert_eq!(matches(&killed), matches(&whole));
}

#[cfg(unix)]
#[test]
fn results_go_to_plain_files_alone() {
    let line = "arena --game pig --agents hold:20,random --games 2 --out /dev/null";
    let refused = run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("/dev/null is no plain file"), "{}", refused.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_reports_the_deals_that_all_have_played() {
    let path = new_file("arena-interrupted.jsonl");
    let line = "arena --game pig --agents hold:20,random,hold:5 --seed 4 --json --config target=500";
    let endless = format!("{line} --games 10000000 --out {}", path.display());
    let (code, out) = ended(&endless, |child| crate::program::interrupt(child));
    assert_eq!(code, Some(130));
    let report: Value = serde_json::from_slice(&out).unwrap();
    let games = report["games"].as_u64().unwrap();
    assert_eq!(report["games_played"].as_u64(), Some(2 * matches(&path).len() as u64));
    assert_eq!(lasting(json(&format!("{line} --games {games}"))), lasting(report));
    assert!(std::fs::read_to_string(&path).unwrap().ends_with('\n'));
}
