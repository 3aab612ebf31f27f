//! Configurations, good and bad.

use proptest::prelude::*;
use proptest::sample::Index;
use roadside_env::{ConfigError, Game, Key, Settings, Values};
use serde_json::{Value, json};

use crate::texts::runner;

pub(crate) fn settings_come_back_equal<G: Game>(game: &G) {
    let settings = game.settings();
    assert_eq!(G::from_settings(&settings).unwrap().settings(), settings);
    let set: Vec<&str> = settings.iter().map(|(key, _)| key).collect();
    for key in G::keys() {
        assert!(set.contains(&key.name), "{} is not written out", key.name);
    }
    let defaults = G::from_settings(&Settings::default()).unwrap().settings();
    assert_eq!(G::from_settings(&defaults).unwrap().settings(), defaults);
}

/// Values of the wrong kind, or out of range.
fn wrong_values(key: &Key) -> Vec<Value> {
    let mut wrong = vec![json!({}), json!(1.5), json!("no such value"), json!([[]])];
    match key.values {
        Values::Integer { min, max } => {
            wrong.extend([json!(min - 1), json!(max + 1), json!(true), json!(i64::MAX), json!("")]);
        }
        Values::OneOf(_) => wrong.extend([json!(3), json!("")]),
        Values::Numbered { words, series } => {
            wrong.extend([json!(3), json!(""), json!("-3"), json!(format!("{}-3", words[0]))]);
            for number in ["", "-", "3", "--3", "-03", "-+3", "-3.0", "-4294967296", "-three"] {
                wrong.extend(series.iter().map(|name| json!(format!("{name}{number}"))));
            }
        }
        Values::Text { .. } => wrong.push(json!(3)),
        Values::Names { .. } => wrong.extend([json!(3), json!(""), json!([]), json!(["no such name"])]),
    }
    wrong
}

pub(crate) fn wrong_settings_are_named<G: Game>(game: &G) {
    for key in G::keys() {
        for value in wrong_values(key) {
            match G::from_settings(&game.settings().with(key.name, value.clone())) {
                Err(ConfigError::Value { field, .. }) => assert_eq!(field, key.name),
                other => panic!("{} = {value}: {other:?}", key.name),
            }
        }
    }
    match G::from_settings(&game.settings().with("no_such_key", 1)) {
        Err(ConfigError::UnknownKey { field, .. }) => assert_eq!(field, "no_such_key"),
        other => panic!("{other:?}"),
    }
    any_settings_are_refused_or_whole::<G>();
}

/// Anything under the game's own keys, and under any other.
fn any_settings_are_refused_or_whole<G: Game>() {
    let value = prop_oneof![
        any::<i64>().prop_map(Value::from),
        (-1_i64..12).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,6}".prop_map(Value::from),
        "[0-9]{1,2}".prop_map(Value::from),
        Just(Value::Null),
        Just(Value::from("on")),
    ];
    let pairs = prop::collection::vec((any::<Index>(), value), 0..3);
    runner(500)
        .run(&(pairs, "[a-z]{0,3}"), |(pairs, stranger)| {
            let mut settings = Settings::default();
            let names: Vec<&str> = G::keys().iter().map(|key| key.name).chain([stranger.as_str()]).collect();
            for (name, value) in pairs {
                let name: &&str = name.get(&names);
                settings.set(name, value);
            }
            if let Ok(game) = G::from_settings(&settings) {
                let whole = game.settings();
                assert_eq!(G::from_settings(&whole).unwrap().settings(), whole);
            }
            Ok(())
        })
        .unwrap();
}
