//! Turns the card lists in `data/` into tables, after holding them against the facts of the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=build.rs");
    let data = Path::new("data/zone_stalker");
    let stalker = Table::read(&data.join("stalker.csv"), "name,avoid,detect,note");
    let zone = Table::read(&data.join("zone.csv"), "name,type,danger,points,copies,notes");
    let characters = Table::read(&data.join("characters.csv"), "name,ability");
    check_stalker_deck(&stalker);
    check_zone_deck(&zone);
    assert_eq!(characters.rows.len(), 15, "characters.csv: there are 15 characters");

    let mut code = stalker_code(&stalker);
    code += &zone_code(&zone);
    code += &character_code(&characters);
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("zone_stalker.rs"), code).expect("OUT_DIR can be written");
}

struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    fn read(path: &Path, header: &str) -> Self {
        let shown = path.display();
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(header), "{shown}: the columns");
        let columns = header.split(',').count();
        let rows: Vec<Vec<String>> =
            lines.map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>()).collect();
        let mut names = BTreeSet::new();
        for row in &rows {
            assert_eq!(row.len(), columns, "{shown}: {row:?} has not {columns} columns");
            assert!(names.insert(row[0].clone()), "{shown}: \"{}\" stands twice", row[0]);
        }
        Self { rows }
    }
}

fn check_stalker_deck(table: &Table) {
    let mut kinds = BTreeMap::new();
    for row in &table.rows {
        *kinds.entry((row[1].as_str(), row[2].as_str(), row[3].as_str())).or_insert(0) += 1;
    }
    let facts = [
        (("3", "0", ""), 12),
        (("2", "1", ""), 14),
        (("1", "2", ""), 10),
        (("0", "3", ""), 11),
        (("0", "2", "martyr"), 2),
        (("2", "0", "martyr"), 1),
        (("1", "1", "retry"), 3),
        (("1", "1", "aid"), 3),
    ];
    assert_eq!(kinds, BTreeMap::from(facts), "stalker.csv: 56 cards in 8 kinds");
}

fn check_zone_deck(table: &Table) {
    let count = |fits: &dyn Fn(&[String]) -> bool| -> u32 {
        table.rows.iter().filter(|row| fits(row)).map(|row| number(&row[4])).sum()
    };
    let noted = |kind: &str, notes: &str| count(&|row| row[1] == kind && row[5] == notes);
    for (kind, notes, cards) in [
        ("location", "", 16),
        ("location", "safe", 4),
        ("location", "dangerous", 3),
        ("location", "rich", 3),
        ("location", "rich dangerous", 1),
        ("event", "lost-swag", 2),
        ("event", "lost-turn", 2),
        ("event", "state-approved", 3),
        ("artifact", "healing", 3),
        ("artifact", "illegal", 1),
    ] {
        assert_eq!(noted(kind, notes), cards, "zone.csv: cards of the type {kind} with \"{notes}\"");
    }
    for (kind, cards) in [("location", 27), ("hazard", 31), ("event", 7), ("artifact", 32)] {
        assert_eq!(count(&|row| row[1] == kind), cards, "zone.csv: cards of the type {kind}");
    }
    let artifacts = table.rows.iter().filter(|row| row[1] == "artifact");
    let points: u32 = artifacts.clone().map(|row| number(&row[3]) * number(&row[4])).sum();
    assert_eq!((artifacts.count(), points), (24, 168), "zone.csv: artifact names and their points");
    let order: Vec<_> = table.rows.iter().map(|row| row[1].as_str()).collect();
    let rank =
        |kind: &&str| ["location", "hazard", "event", "artifact"].iter().position(|known| known == kind);
    assert!(order.is_sorted_by_key(rank), "zone.csv: the types stand in order");
}

fn number(text: &str) -> u32 {
    text.parse().unwrap_or_else(|_| panic!("\"{text}\" is not a number"))
}

fn stalker_code(table: &Table) -> String {
    let mut code = format!("pub const STALKER_CARDS: [(&str, Kind); {}] = [\n", table.rows.len());
    for row in &table.rows {
        let note = match row[3].as_str() {
            "" => "None".to_owned(),
            note => format!("Some(Note::{})", camel(note)),
        };
        let _ = writeln!(code, "(\"{}\", Kind::with({}, {}, {note})),", row[0], row[1], row[2]);
    }
    code + "];\n"
}

fn zone_code(table: &Table) -> String {
    let mut code = format!("pub const ZONE_CARDS: [ZoneCard; {}] = [\n", table.rows.len());
    for row in &table.rows {
        let notes: Vec<&str> = row[5].split_whitespace().collect();
        let has = |note: &str| notes.contains(&note);
        let face = match row[1].as_str() {
            "location" => format!("Location(Site::{})", site(&notes)),
            "hazard" => {
                let rolls = if has("triple") { 3 } else { 1 + u8::from(has("double")) };
                let flags = ["cripple", "stun", "harmless"].map(|flag| format!("{flag}: {}", has(flag)));
                let danger = number(&row[2]);
                format!("Hazard(Hazard {{ danger: {danger}, rolls: {rolls}, {} }})", flags.join(", "))
            }
            "event" => format!("Event(Event::{})", camel(&row[5])),
            _ => format!(
                "Artifact(Artifact {{ points: {}, healing: {}, illegal: {} }})",
                number(&row[3]),
                has("healing"),
                has("illegal")
            ),
        };
        let _ =
            writeln!(code, "ZoneCard {{ name: \"{}\", copies: {}, face: Face::{face} }},", row[0], row[4]);
    }
    code + "];\n"
}

fn site(notes: &[&str]) -> &'static str {
    match notes {
        [] => "Plain",
        ["safe"] => "Safe",
        ["dangerous"] => "Dangerous",
        ["rich"] => "Rich",
        ["rich", "dangerous"] => "RichDangerous",
        _ => panic!("zone.csv: {notes:?} are no notes of a location"),
    }
}

fn character_code(table: &Table) -> String {
    let variants: Vec<String> = table.rows.iter().map(|row| camel(&row[0])).collect();
    let mut code = String::from(
        "/// A Stalker with an ability of his own.\n#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]\n\
         #[repr(u8)]\npub enum Character {\n#[default]\n",
    );
    for (variant, row) in variants.iter().zip(&table.rows) {
        let _ = writeln!(code, "/// {}: {}.\n{variant},", row[0], row[1]);
    }
    code += "}\n";
    let _ = writeln!(code, "pub const CHARACTERS: [(Character, &str, &str); {}] = [", table.rows.len());
    for (variant, row) in variants.iter().zip(&table.rows) {
        let _ = writeln!(code, "(Character::{variant}, \"{}\", \"{}\"),", row[0], row[1]);
    }
    code + "];\n"
}

/// `lost-swag` and `Four Eyes` as `LostSwag` and `FourEyes`; a leading "The" falls away.
fn camel(name: &str) -> String {
    let words = name.strip_prefix("The ").unwrap_or(name).split([' ', '-']);
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}
