//! The settings of a game as numbers, for whoever learns to play it under any of them.

use serde_json::Value;

use crate::{Game, Key, Settings, Values};

/// The [`conditions`](crate::Facts::conditions) of a game.
pub(crate) fn of<G: Game>(game: &G) -> Vec<f32> {
    let (settings, facts) = (game.settings(), game.facts());
    let set = G::keys().iter().flat_map(|key| numbers(key, &settings));
    set.chain([facts.min_utility as f32, facts.max_utility as f32]).collect()
}

/// What each of them stands for.
pub(crate) fn labels<G: Game>() -> Vec<String> {
    let of_keys = G::keys().iter().flat_map(labels_of);
    of_keys.chain(["min_utility", "max_utility"].map(str::to_owned)).collect()
}

/// The unit of a whole number: its default, where that is one above 0, else the most.
fn unit(key: &Key, max: i64) -> f32 {
    key.default.parse().ok().filter(|&unit| unit > 0.0).unwrap_or(max.max(1) as f32)
}

fn numbers(key: &Key, settings: &Settings) -> Vec<f32> {
    let value = settings.get(key.name);
    match key.values {
        Values::Integer { max, .. } => {
            vec![value.and_then(Value::as_i64).unwrap_or(0) as f32 / unit(key, max)]
        }
        Values::OneOf(words) => {
            let is = |word: &str| match value {
                Some(Value::Bool(on)) => *on == (word == "on"),
                Some(Value::String(set)) => set == word,
                _ => false,
            };
            words.iter().map(|word| f32::from(u8::from(is(word)))).collect()
        }
        Values::Numbered { .. } | Values::Names { .. } | Values::Text { .. } => Vec::new(),
    }
}

fn labels_of(key: &Key) -> Vec<String> {
    match key.values {
        Values::Integer { max, .. } => vec![format!("{}/{}", key.name, unit(key, max))],
        Values::OneOf(words) => words.iter().map(|word| format!("{}={word}", key.name)).collect(),
        Values::Numbered { .. } | Values::Names { .. } | Values::Text { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::kuhn::Kuhn;
    use crate::games::zone_stalker::ZoneStalker;

    fn told(settings: &Settings, label: &str) -> f32 {
        let game = ZoneStalker::<6>::from_settings(settings).unwrap();
        let place = ZoneStalker::<6>::condition_labels().iter().position(|known| known == label);
        game.facts().conditions[place.unwrap_or_else(|| panic!("no condition {label}"))]
    }

    #[test]
    fn settings_are_told_in_units_of_their_defaults_and_by_flags() {
        let usual = Settings::default();
        for (key, value, label, usually, then) in [
            ("hand_target", "3", "hand_target/10", 1.0, 0.3),
            ("players", "4", "players/2", 1.0, 2.0),
            ("fatal_injuries", "1", "fatal_injuries/3", 1.0, 1.0 / 3.0),
            ("inheritance", "on", "inheritance=on", 0.0, 1.0),
            ("utility", "win", "utility=win", 0.0, 1.0),
            ("utility", "win", "utility=share", 1.0, 0.0),
            ("utility", "win", "min_utility", -1.0, 0.0),
            ("retry_scope", "any", "retry_scope=any", 0.0, 1.0),
            // Two with three or more seats, of at most five.
            ("players", "3", "trade_offers/5", 0.0, 0.4),
        ] {
            assert!(
                (told(&usual, label) - usually).abs() < 1e-6,
                "{label} as it comes: {}",
                told(&usual, label)
            );
            let changed = told(&usual.clone().with(key, value), label);
            assert!((changed - then).abs() < 1e-6, "{label} with {key}={value}: {changed}");
        }
    }

    #[test]
    fn every_number_has_its_label() {
        let game = ZoneStalker::<2>::from_settings(&Settings::default()).unwrap();
        assert_eq!(game.facts().conditions.len(), ZoneStalker::<2>::condition_labels().len());
        assert_eq!(Kuhn::condition_labels(), ["min_utility", "max_utility"]);
        assert_eq!(Kuhn::from_settings(&Settings::default()).unwrap().facts().conditions, [-2.0, 2.0]);
    }
}
