//! `roadside analyze stopping`, `rules` and `review`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Run, new_file, run, succeed};
#[cfg(unix)]
use crate::program::{command, interrupt};

fn new_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let found = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = found
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

fn refused(line: &str) -> String {
    let Run { code, out, err } = run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!((code, out.as_str()), (2, ""), "roadside {line}: {err}");
    err
}

const ZONE: &str =
    "analyze stopping --game zone_stalker --players 2 --x quiet=0,3,5 --y lead=-4,8 --samples 30";

#[test]
fn a_map_of_zone_stalker_says_the_same_in_all_its_files() {
    let folder = new_folder("map");
    let told = succeed(&format!("{ZONE} --out {}", folder.display()));
    assert!(
        told.contains("not under best play") && told.contains("with 2 quiet rounds in place of 3"),
        "{told}"
    );
    let names: Vec<_> = files(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["stopping.csv", "stopping.json", "stopping.png", "stopping.svg"]);
    let report: Value = serde_json::from_slice(&fs::read(folder.join("stopping.json")).unwrap()).unwrap();
    let csv = fs::read_to_string(folder.join("stopping.csv")).unwrap();
    let svg = fs::read_to_string(folder.join("stopping.svg")).unwrap();
    let mut rows = csv.lines().skip(1);
    let mut shown = 0;
    for map in report["maps"].as_array().unwrap() {
        for cell in map["cells"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()) {
            let row: Vec<&str> = rows.next().unwrap().split(',').collect();
            assert_eq!(
                row[..4],
                [
                    &map["stalemate_rounds"].to_string(),
                    &cell["x"].to_string(),
                    &cell["y"].to_string(),
                    cell["decision"].as_str().unwrap()
                ]
            );
            let Some(mean) = cell["difference"]["mean"].as_f64() else { continue };
            assert!((row[8].parse::<f64>().unwrap() - mean).abs() < 1e-12);
            shown += 1;
        }
    }
    assert_eq!((rows.next(), svg.matches("<title>").count()), (None, shown));
    assert!(report["exact"] == Value::Bool(false) && svg.contains("not values of best play"));
}

#[test]
fn the_same_seed_writes_the_same_files_on_any_number_of_threads() {
    let [one, two] = ["threads-1", "threads-3"].map(new_folder);
    succeed(&format!("{ZONE} --threads 1 --out {}", one.display()));
    succeed(&format!("{ZONE} --threads 3 --out {}", two.display()));
    assert_eq!(files(&one), files(&two));
}

#[test]
fn pig_has_its_surface_and_its_sections() {
    let folder = new_folder("pig-map");
    let told =
        succeed(&format!("analyze stopping --game pig --config target=10 --at 4 --out {}", folder.display()));
    assert!(told.contains("probability 0.709424"), "{told}");
    let names: Vec<_> = files(&folder).into_iter().map(|(name, _)| name).collect();
    let expected = [
        "hold_at.csv",
        "hold_at.png",
        "hold_at.svg",
        "section_4.png",
        "section_4.svg",
        "sections.csv",
        "sections.png",
        "sections.svg",
        "stopping.json",
        "surface.png",
        "surface.svg",
    ];
    assert_eq!(names, expected);
    let csv = fs::read_to_string(folder.join("hold_at.csv")).unwrap();
    assert!(csv.contains("\n8,0,2,false\n") && csv.lines().count() == 101);
}

#[test]
fn rules_are_compared() {
    let folder = new_folder("rules");
    let line = format!(
        "analyze rules --game pig --config target=20 --vary die=4,6 --games 64 --out {}",
        folder.display()
    );
    let told = succeed(&line);
    for words in ["first seat", "skill", "best simple rule", "decisions"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let names: Vec<_> = files(&folder).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["rules.csv", "rules.json", "rules.png", "rules.svg"]);
    let report: Value = serde_json::from_slice(&fs::read(folder.join("rules.json")).unwrap()).unwrap();
    let mean = report["outcomes"][1]["skill"]["mean"].as_f64().unwrap();
    let csv = fs::read_to_string(folder.join("rules.csv")).unwrap();
    let row = csv.lines().find(|line| line.starts_with("6,skill,")).unwrap();
    assert!((row.split(',').nth(2).unwrap().parse::<f64>().unwrap() - mean).abs() < 1e-12);
}

#[test]
fn a_replay_is_reviewed() {
    let replay = new_file("reviewed.replay");
    let file = replay.display();
    succeed(&format!("watch --game pig --config target=20 --agents hold:9,random --seed 3 --save {file}"));
    let told = succeed(&format!("analyze review {file} --seat 1 --by solver"));
    assert!(told.contains("judged by solver, exact") && told.contains("luck behind"), "{told}");
    assert!(told.contains("after actions") && told.contains("  luck\n") && !told.contains('±'), "{told}");
    let told = succeed(&format!("analyze review {file} --seat 1 --by search:20"));
    assert!(told.contains("estimates") && told.contains("plays on as the judge does"), "{told}");
    assert!(!told.contains("luck") && told.contains('±') && !told.contains(" 0 ± 0"), "{told}");
    let report: Value =
        serde_json::from_str(&succeed(&format!("analyze review {file} --by playouts:20 --json"))).unwrap();
    assert_eq!((&report["judge"], &report["exact"]), (&"playouts:20@hold:20".into(), &false.into()));
    assert!(refused(&format!("analyze review {file} --by sovler")).contains("did you mean solver"));
    assert!(refused(&format!("analyze review {file} --seat 5")).contains("the seats are 0 to 1"));
    let whole = fs::read_to_string(&replay).unwrap();
    fs::write(&replay, whole.replacen("0 roll", "0 fly", 1)).unwrap();
    let told = run(&["analyze", "review", replay.to_str().unwrap()]);
    assert_eq!(told.code, 1);
    assert!(told.err.starts_with(&format!("error: {file}: ")) && told.err.contains("fly"), "{}", told.err);
}

#[test]
fn all_judges_speak_of_swag_points_alone() {
    let replay = new_file("alone.replay");
    let file = replay.display();
    let set_up = "--game zone_stalker --config preset=reduced-1 --agents random --seed 1";
    succeed(&format!("watch {set_up} --save {file}"));
    for judge in ["solver", "search:10", "playouts:5"] {
        let told = succeed(&format!("analyze review {file} --by {judge}"));
        assert!(told.contains(" in Swag Points; "), "{judge}: {told}");
    }
}

#[test]
fn wrong_use_is_named_and_writes_nothing() {
    let folder = new_folder("refused");
    let out = format!("--out {}", folder.display());
    for (line, hint) in [
        ("analyze stopping --game zone_stalker --x hnd", "did you mean hand"),
        ("analyze stopping --game zone_stalker --players 1 --x lead", "with 1 seat there are"),
        ("analyze stopping --game zone_stalker --x lead --y lead", "set twice"),
        ("analyze stopping --game zone_stalker --set injuries", "NAME=NUMBER"),
        ("analyze stopping --game zone_stalker --agents vetran", "did you mean veteran"),
        ("analyze stopping --game zone_stalker --position nonsense", "position"),
        ("analyze stopping --game zone_stalker --at 3", "sections of pig"),
        ("analyze stopping --game pig --x hand", "exact and goes over all scores"),
        ("analyze stopping --game pig --at 100", "from 0 to 99"),
        ("analyze stopping --game kuhn", "pig, zone_stalker"),
        ("analyze stopping --game zone_stalker --rounds 3,2,3", "rounds = 3 is given twice"),
        ("analyze stopping --game pig --at 4,4", "at = 4 is given twice"),
        (
            "analyze stopping --game zone_stalker --x injuries=9 --y lead=0 --samples 2",
            "injuries: legal is 0 to 2, with Gorilla 3",
        ),
        ("analyze rules --game expedition --config team=on --vary rounds=2,3", "gives all seats the same"),
        (
            "analyze rules --game pig --vary die=6,8 --config die=6",
            "die is varied by --vary and set by --config",
        ),
        ("analyze rules --game pig --vary die=6,8,6", "die = \"6\" is named twice"),
        (
            "analyze rules --game pig --vary die=6 --candidates hold,random,hold:20",
            "the simple rule \"hold:20\" is named twice",
        ),
        ("analyze rules --game zone_stalker --vary target_hand=6", "did you mean hand_target"),
        ("analyze rules --game pig --vary taget=4", "did you mean target"),
        ("analyze rules --game kuhn --vary players=2", "kuhn has none that can be varied"),
        ("analyze rules --game pig --vary die", "KEY=VALUE"),
        ("analyze rules --game pig --vary die=1", "die = 1"),
    ] {
        let err = refused(&format!("{line} {out}"));
        assert!(err.contains(hint), "{line}: {err}");
    }
    let left: Vec<_> = if folder.exists() { files(&folder) } else { Vec::new() };
    assert_eq!(left, []);
}

/// What was broken off leaves nothing behind, and says the same everywhere.
#[cfg(unix)]
#[test]
fn ctrl_c_drops_the_work_and_leaves_no_folder() {
    let folder = new_folder("broken-off");
    let out = format!("--out {}", folder.display());
    for (line, why) in [
        (format!("{ZONE}0000 {out}"), "stopped before the map was whole"),
        (
            format!("analyze rules --game pig --vary die=6,8 --games 10000000 {out}"),
            "stopped before all games",
        ),
        (
            "analyze flip --hand 3/0x3,2/1x3,1/2x3,0/3x3 --depth 30 --situations 1000000000000".to_owned(),
            "stopped before all flips were summed",
        ),
    ] {
        let child = command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(1500));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(130), 0), "{line}: {err}");
        assert!(err.starts_with("dropping the work; Ctrl-C again leaves at once\n"), "{line}: {err}");
        assert!(err.contains(&format!("error: {why}")), "{line}: {err}");
        assert!(!folder.exists(), "{line}");
    }
}

/// Names and lines of many letters are told by their beginning and end.
#[test]
fn what_goes_on_and_on_is_not_repeated_whole() {
    let long = "x".repeat(100_000);
    let file = new_file("long.replay");
    fs::write(
        &file,
        format!("roadside-replay 1\ngame {long}\nrules 1\nsettings {{}}\nsetup\nend unfinished\n"),
    )
    .unwrap();
    for (line, code, words) in [
        (format!("simulate --game pig --agents {long}"), 2, "pig has: random"),
        (format!("simulate --game pig --config die={long}"), 2, "a whole number from 2 to 100"),
        (format!("simulate --game pig --games {long}"), 2, "--help"),
        (format!("analyze flip --hand 3/0 --character {long}"), 2, "there are Red"),
        (format!("replay {}", file.display()), 1, "letters more"),
    ] {
        let Run { code: found, err, .. } = run(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(found, code, "{err}");
        assert!(err.len() < 2500 && err.starts_with("error: ") && err.contains(words), "{err}");
    }
}
