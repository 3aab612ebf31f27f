//! Bad configurations and positions that cannot be.

use roadside_env::games::AnyGame;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{ConfigError, Game, Settings};
use serde_json::{Value, json};

use crate::common::load;
use crate::kit::{Table, line};

fn error(settings: &[(&str, Value)]) -> ConfigError {
    let settings =
        settings.iter().fold(Settings::default(), |all, (key, value)| all.with(key, value.clone()));
    Table::from_settings(&settings).expect_err("it cannot be")
}

/// The error names the field, and says this of the legal values.
fn require_refused(field: &'static str, value: impl Into<Value>, legal: &str) {
    let value = value.into();
    let players = if field == "characters" { 3 } else { 2 };
    let found = error(&[("players", json!(players)), (field, value.clone())]);
    let ConfigError::Value { field: named, expected, .. } = &found else { panic!("{value}: {found}") };
    assert_eq!(*named, field);
    assert!(expected.contains(legal), "{field} = {value}: {found}");
    assert!(found.to_string().starts_with(&format!("{field} = ")), "{found}");
}

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    for (field, range, wrong) in [
        ("players", "1 to 6", [json!(0), json!(7)]),
        ("hand_target", "1 to 30", [json!(0), json!(31)]),
        ("fatal_injuries", "1 to 9", [json!(0), json!(10)]),
        ("stalemate_rounds", "1 to 10", [json!(0), json!(11)]),
        ("trade_offers", "0 to 5", [json!(-1), json!(6)]),
    ] {
        for value in wrong.into_iter().chain([json!("many"), json!(1.5), json!([1]), json!(true)]) {
            require_refused(field, value, &format!("a whole number from {range}"));
        }
    }
}

#[test]
fn words_that_are_none_of_the_values_are_refused_with_the_values() {
    for (field, values) in [
        ("retry_scope", "own or any"),
        ("inheritance", "off or on"),
        ("random_seats", "off or on"),
        ("utility", "share or win or points"),
        (
            "preset",
            "none, reduced-1, reduced-2, reduced-3, duel-1, train-N or test-N with N from 0 to 4294967295",
        ),
    ] {
        for value in [json!("maybe"), json!(""), json!(1), json!(["own"])] {
            require_refused(field, value, values);
        }
    }
}

#[test]
fn unknown_cards_and_characters_are_refused_with_the_nearest_name() {
    require_refused(
        "zone_deck",
        json!(["Pylons", "Meat Grindr"]),
        "\"Meat Grindr\" is none of them (did you mean Meat Grinder",
    );
    require_refused("zone_deck", json!("Pylons,Caution"), "\"Caution\" is none of them");
    require_refused("stalker_deck", json!("Cautoin"), "did you mean Caution");
    require_refused("stalker_deck", json!(["Luck", "Empty"]), "\"Empty\" is none of them");
    require_refused("characters", json!("Red,Slimy,Culigan"), "did you mean Culligan");
}

#[test]
fn lists_of_the_wrong_length_or_kind_are_refused() {
    for field in ["zone_deck", "stalker_deck", "characters"] {
        for empty in [json!(""), json!([])] {
            require_refused(field, empty, "the list is empty");
        }
        for wrong in [json!(3), json!({}), json!([1, 2, 3])] {
            require_refused(field, wrong, "names of");
        }
    }
    require_refused("zone_deck", json!(vec!["Empty"; 98]), "1 to 97");
    require_refused("stalker_deck", json!(vec!["Luck"; 57]), "1 to 56");
    assert!(Table::from_settings(&Settings::default().with("zone_deck", vec!["Empty"; 97])).is_ok());
    assert!(Table::from_settings(&Settings::default().with("stalker_deck", vec!["Luck"; 56])).is_ok());
}

#[test]
fn r02_a_character_twice_or_not_one_for_each_seat_is_refused() {
    require_refused("characters", json!("Red,Slimy,red"), "\"Red\" is named twice");
    require_refused("characters", json!("Red,Slimy"), "these are 2 for 3 seats");
    require_refused("characters", json!("Red,Slimy,Lucky,Hamster"), "these are 4 for 3 seats");
    require_refused("characters", json!("Red,Slimy,Lucky,Hamster,Cactus,Pharaoh,Gorilla"), "these are 7");
}

#[test]
fn unknown_keys_are_refused_with_the_keys_there_are() {
    let found = error(&[("player", json!(2))]);
    assert!(matches!(&found, ConfigError::UnknownKey { field, .. } if field == "player"));
    for words in ["\"player\"", "did you mean players", "stalemate_rounds"] {
        assert!(found.to_string().contains(words), "{found}");
    }
}

#[test]
fn more_seats_than_a_position_has_are_refused() {
    let settings = Settings::default().with("players", 3);
    let found = ZoneStalker::<2>::from_settings(&settings).unwrap_err();
    assert!(found.to_string().starts_with("players = 3: "), "{found}");
    assert!(found.to_string().ends_with("; ZoneStalker<2> has room for 2"), "{found}");
    assert!(AnyGame::load("zone_stalker", &settings).is_ok());
}

#[test]
fn null_is_the_default() {
    let game: Table = load(&[]);
    let nulls = ["players", "utility", "inheritance", "characters", "zone_deck", "stalker_deck"]
        .iter()
        .fold(Settings::default(), |settings, key| settings.with(key, Value::Null));
    assert_eq!(Table::from_settings(&nulls).unwrap().settings(), game.settings());
}

/// Why the scene cannot be.
fn refusal(settings: &[&str], table: &str, seats: &[&str]) -> String {
    let game: Table = load(settings);
    let line = line(&game, table, seats);
    game.parse_position(&line).expect_err(&line).to_string()
}

#[test]
fn scenes_that_cannot_be_are_refused_with_the_reason() {
    let two = ["3/0,2/1", "3/0"];
    let hazard = "phase=reroll card=Devils_Heat";
    for (table, seats, why) in [
        ("turn=2", two, "seat 2 does not exist"),
        ("", ["as=Red 3/0", "as=Red 3/0"], "Red is at two seats"),
        ("", ["3/0 injuries=3", "3/0"], "lives with 3 injuries; 3 kill"),
        ("", ["3/0 injuries=1 permanent=2", "3/0"], "1 injuries, 2 of them permanent"),
        ("", ["as=Red 3/0 spared", "3/0"], "only Hamster is spared"),
        ("", ["3/0 missed=120", "3/0"], "120 turns to miss"),
        ("", ["3/0", "dead"], "one Stalker is left and has won"),
        ("phase=over", two, "nothing has ended the game"),
        ("quiet=6", two, "too many quiet turns"),
        ("flags=f quiet=1", two, "a turn with a flip is not quiet"),
        ("flags=u", ["as=Pharaoh 3/0", "3/0"], "without a flip"),
        ("flags=fu", ["as=Red 3/0", "3/0"], "Red has nothing to use up"),
        ("dealt=Lucky", two, "only with inheritance"),
        ("found=Empty", two, "what was found this turn is not in the swag"),
        ("phase=end-discard site=safe", two, "last for the Zone Phase only"),
        ("phase=play", two, "\"play\" does not fit what lies on the table"),
        ("phase=play card=Gardens", two, "does not fit"),
        ("phase=location card=Empty", two, "does not fit"),
        ("phase=target card=Devils_Heat", two, "does not fit"),
        ("phase=choose card=Devils_Heat", two, "does not fit"),
        ("phase=hindu:2", two, "does not fit"),
        ("phase=hindu:3", ["as=The_Hindu 3/0,2/1", "3/0"], "does not fit"),
        ("phase=offer offers=1", two, "1 offers are left of 0"),
        ("phase=martyr:1 card=Devils_Heat roll=table:6:0", two, "no choice to make"),
        ("phase=martyr:2 card=Devils_Heat roll=table:3:0", ["0/2-martyr", "3/0"], "does not fit"),
        ("phase=martyr:1 card=Moulage roll=table:3:0", ["0/2-martyr", "3/0"], "does not fit"),
        ("phase=table-discard card=Devils_Heat roll=table:2:0", two, "does not fit"),
        ("phase=meddle:1 card=Devils_Heat roll=table:2:0", ["3/0", "1/1-retry"], "does not fit"),
        ("phase=location card=Gardens", ["3/0*2", "3/0"], "no choice to make"),
        (&format!("{hazard} roll=table:11:0"), ["1/1-retry", "3/0"], "a die shows 1 to 10"),
        (&format!("{hazard} roll=table:3:0 table=1"), ["1/1-retry", "3/0"], "at most 0 table rolls"),
        (&format!("{hazard} roll=detect:3:0"), ["1/1-retry", "3/0"], "does not fit"),
        (&format!("{hazard} roll=avoid:10:0"), ["1/1-retry", "3/0"], "no choice to make"),
        (&format!("{hazard} roll=table:3:0"), two, "no choice to make"),
    ] {
        let found = refusal(&[], table, &seats);
        assert!(found.starts_with("position: ") && found.contains(why), "{table} {seats:?}: {found}");
    }
    let dead = refusal(&["players=3"], "", &["3/0", "3/0", "3/0 dead"]);
    assert!(dead.contains("is dead and has neither cards"), "{dead}");
    let turn = refusal(&["players=3"], "turn=2", &["3/0", "3/0", "dead"]);
    assert!(turn.contains("it is the turn of seat 2, which is dead"), "{turn}");
    let pools = refusal(&["players=1"], "", &["kept:3/0 2/1"]);
    assert!(pools.contains("alone all hidden cards are in one pool"), "{pools}");
}

#[test]
fn lines_that_cannot_be_are_refused_with_the_reason() {
    let game: Table = load(&[]);
    let whole = line(&game, "phase=play card=Devils_Heat", &["as=Red 3/0,2/1 Empty", "as=Lucky 3/0"]);
    assert!(game.parse_position(&whole).is_ok());
    for (from, to, why) in [
        ("deck=10.", "deck=11.", "add up to"),
        ("deck=10.", "deck=200.", "eight numbers from 0 to 56"),
        ("gone=Devils_Heat,", "gone=", "the card that is being resolved is still in the Zone deck"),
        ("gone=Devils_Heat,Empty", "gone=Devils_Heat", "1 of Empty are held, but 0 are out of the Zone deck"),
        ("gone=Devils_Heat,", "gone=Devils_Heat*2,", "no more cards than the Zone deck has"),
        ("card=Devils_Heat", "card=Devils_Heet", "did you mean Devils Heat"),
        (":Empty", ":Devils_Heat", "an artifact"),
        (":Empty", ":Empty,Empty", "each artifact once"),
        ("phase=play", "phase=turn-start", "hindu:LEFT, choose"),
        ("phase=play", "phase=waiting", "hindu:LEFT, choose"),
        ("flags=f", "flags=uf", "f, u, fu or -"),
        ("site=plain", "site=nice", "plain,safe,dangerous,rich,rich-dangerous"),
        ("roll=-", "roll=avoid:3", "avoid:DIE:ADDED"),
        ("Red:alive", "Red:well", "alive or dead"),
        ("Red:", "Rad:", "Red,Buzzard"),
        ("quiet=0", "quiet=many", "a number of turns"),
        ("quiet=0 ", "", "expected the field \"quiet=...\""),
        (" p1=", " p2=", "expected the field \"p1=...\""),
        ("p0=Red", "p0=Red:", "CHARACTER:alive:INJURIES"),
    ] {
        let wrong = whole.replacen(from, to, 1);
        assert_ne!(wrong, whole, "{from}");
        let found = game.parse_position(&wrong).expect_err(&wrong).to_string();
        assert!(found.contains(why), "{from} -> {to}: {found}");
    }
    let early = line(&game, "flags=f gone=Ruins", &["3/0", "3/0"]).replace("Ruins", "-");
    let early = game.parse_position(&early).unwrap_err().to_string();
    assert!(early.contains("no card has been flipped yet"), "{early}");
    let longer = game.parse_position(&format!("{whole} p2=-")).unwrap_err().to_string();
    assert!(longer.contains("stands after the last field"), "{longer}");
}

#[test]
fn names_may_be_written_with_underscores() {
    let with =
        |name: &str| Table::from_settings(&Settings::default().with("zone_deck", name)).unwrap().settings();
    assert_eq!(with("Meat_Grinder,So-So_Sticks"), with("Meat Grinder,So-So Sticks"));
}
