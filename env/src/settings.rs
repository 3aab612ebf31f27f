//! Configuration: keys with their values, read from text or JSON.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use thiserror::Error;

/// What a configuration key may be set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// A whole number.
    Integer {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of these words, or the name of a series with a number from 0 to 2^32 - 1, as `train-17`.
    Numbered {
        /// The words.
        words: &'static [&'static str],
        /// The names of the series.
        series: &'static [&'static str],
    },
    /// A list of names; null stands for the default.
    Names {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
        /// What they name.
        of: &'static str,
    },
    /// A text.
    Text {
        /// What it says.
        of: &'static str,
    },
}

/// A configuration key of a game or a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it may be set to.
    #[serde(serialize_with = "in_words")]
    pub values: Values,
    /// What it is when not set, in words.
    pub default: &'static str,
    /// What it changes.
    pub meaning: &'static str,
}

/// A setting was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// There is no such key.
    #[error("unknown setting \"{field}\"{}; there are{}", nearest(field, known),
        if known.is_empty() { " none".to_owned() } else { format!(": {}", known.join(", ")) })]
    UnknownKey {
        /// What was given.
        field: String,
        /// The keys that exist.
        known: Vec<&'static str>,
    },
    /// The value is not one of the legal ones.
    #[error("{field} = {found}: legal is {expected}")]
    Value {
        /// The key.
        field: &'static str,
        /// What was given.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// A text is not of the form `key=value`.
    #[error("\"{text}\" is not a setting; write it as key=value, one pair each")]
    Pair {
        /// What was given.
        text: String,
    },
    /// A key was given twice.
    #[error("the setting \"{field}\" is given twice")]
    Twice {
        /// The key.
        field: String,
    },
}

/// Settings by key; a key that is missing or null takes its default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, Value>);

impl Settings {
    /// Reads `key=value` pairs; in a list the names are separated by commas.
    ///
    /// # Errors
    /// [`ConfigError`] for a text without `=`, or a key given twice. Keys and values are judged by the game.
    pub fn from_pairs<'a>(pairs: impl IntoIterator<Item = &'a str>) -> Result<Self, ConfigError> {
        let mut settings = Self::default();
        for pair in pairs {
            let (key, value) =
                pair.split_once('=').ok_or_else(|| ConfigError::Pair { text: pair.to_owned() })?;
            if settings.0.insert(key.trim().to_owned(), Value::from(value.trim())).is_some() {
                return Err(ConfigError::Twice { field: key.trim().to_owned() });
            }
        }
        Ok(settings)
    }

    /// Sets `key`, in place of what it was.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    /// These settings with `key` set.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.set(key, value);
        self
    }

    /// What `key` is set to.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// The keys that are set, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value))
    }

    /// Checks that every key is one of `keys`.
    ///
    /// # Errors
    /// [`ConfigError::UnknownKey`] for the first that is not.
    pub fn require_known(&self, keys: &[Key]) -> Result<(), ConfigError> {
        match self.0.keys().find(|field| keys.iter().all(|key| key.name != field.as_str())) {
            Some(field) => Err(ConfigError::UnknownKey {
                field: field.clone(),
                known: keys.iter().map(|key| key.name).collect(),
            }),
            None => Ok(()),
        }
    }

    /// The whole number that `key` is set to, if it is.
    ///
    /// # Errors
    /// [`ConfigError::Value`] for anything but a whole number in the key's range.
    pub fn integer(&self, key: &Key) -> Result<Option<i64>, ConfigError> {
        let Values::Integer { min, max } = key.values else { unreachable!("{} is a number", key.name) };
        self.read(key, |value| {
            let number = value.as_i64().or_else(|| value.as_str()?.parse().ok())?;
            (min..=max).contains(&number).then_some(number)
        })
    }

    /// The position in the key's list of the word that it is set to, if it is.
    ///
    /// # Errors
    /// [`ConfigError::Value`] for anything but one of the words.
    pub fn choice(&self, key: &Key) -> Result<Option<usize>, ConfigError> {
        let Values::OneOf(words) = key.values else { unreachable!("{} is one of some words", key.name) };
        self.read(key, |value| words.iter().position(|&word| Some(word) == value.as_str()))
    }

    /// Whether `key`, whose words are `off` and `on`, is on; a JSON boolean is understood too.
    ///
    /// # Errors
    /// [`ConfigError::Value`] for anything else.
    pub fn switch(&self, key: &Key) -> Result<Option<bool>, ConfigError> {
        if let Some(Value::Bool(on)) = self.get(key.name) {
            return Ok(Some(*on));
        }
        Ok(self.choice(key)?.map(|place| place == 1))
    }

    /// The word that `key` is set to, if it is, or the name of the series and the number in it.
    ///
    /// # Errors
    /// [`ConfigError::Value`] for anything but one of the words, or a series with a number as it is usually written.
    pub fn numbered(&self, key: &Key) -> Result<Option<(&'static str, Option<u32>)>, ConfigError> {
        let Values::Numbered { words, series } = key.values else {
            unreachable!("{} is one of some words or numbered", key.name)
        };
        self.read(key, |value| {
            let text = value.as_str()?;
            if let Some(word) = words.iter().find(|&&word| word == text) {
                return Some((*word, None));
            }
            let (name, digits) = text.rsplit_once('-')?;
            // Each has one name: neither "+3" nor "03".
            let number = digits.parse::<u32>().ok().filter(|number| number.to_string() == digits)?;
            series.iter().find(|&&known| known == name).map(|&name| (name, Some(number)))
        })
    }

    /// The names that `key` is set to, each looked up with `find`; `None` where none are set.
    ///
    /// # Errors
    /// [`ConfigError::Value`] for a wrong number of names, or one that `find` does not know: then the nearest
    /// of `known` are named.
    pub fn names<T>(
        &self,
        key: &Key,
        known: &[&str],
        find: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<Vec<T>>, ConfigError> {
        let Values::Names { min, max, .. } = key.values else { unreachable!("{} is a list", key.name) };
        let Some(value) = self.get(key.name) else { return Ok(None) };
        let names: Vec<&str> = match value {
            Value::Null => return Ok(None),
            Value::String(text) => text.split(',').map(str::trim).collect(),
            Value::Array(items) => items
                .iter()
                .map(|item| item.as_str().ok_or_else(|| key.refuse(value, "")))
                .collect::<Result<_, _>>()?,
            _ => return Err(key.refuse(value, "")),
        };
        if names.is_empty() || names.iter().all(|name| name.is_empty()) {
            return Err(key.refuse(value, "; the list is empty"));
        }
        if names.len() < min || names.len() > max {
            return Err(key.refuse(value, &format!("; these are {}", names.len())));
        }
        let find_or_refuse = |name: &&str| {
            // A name may be written as in labels, with underscores for its spaces.
            find(name).or_else(|| find(&name.replace('_', " "))).ok_or_else(|| {
                let near = nearest_or_some(name, known, ", which are such as");
                let hint = format!("; \"{name}\" is none of them{near}");
                key.refuse(value, &hint)
            })
        };
        names.iter().map(find_or_refuse).collect::<Result<_, _>>().map(Some)
    }

    /// The text that `key` is set to, if it is.
    ///
    /// # Errors
    /// [`ConfigError::Value`] for anything but a text.
    pub fn text(&self, key: &Key) -> Result<Option<&str>, ConfigError> {
        match self.get(key.name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_str().map(Some).ok_or_else(|| key.refuse(value, "")),
        }
    }

    fn read<T>(&self, key: &Key, read: impl Fn(&Value) -> Option<T>) -> Result<Option<T>, ConfigError> {
        match self.get(key.name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| key.refuse(value, "")),
        }
    }
}

fn in_words<S: Serializer>(values: &Values, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(values)
}

impl Key {
    /// The error for `value`, with the legal values and a `hint`.
    pub fn refuse(&self, value: &Value, hint: &str) -> ConfigError {
        let found = match value {
            Value::String(text) => format!("\"{text}\""),
            other => other.to_string(),
        };
        ConfigError::Value { field: self.name, found, expected: format!("{}{hint}", self.values) }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::OneOf(words) => f.write_str(&words.join(" or ")),
            Self::Numbered { words, series } => {
                let numbered: Vec<_> = series.iter().map(|name| format!("{name}-N")).collect();
                write!(f, "{}, {} with N from 0 to {}", words.join(", "), numbered.join(" or "), u32::MAX)
            }
            Self::Names { min, max, of } if min == max => write!(f, "{max} {of}"),
            Self::Names { min, max, of } => write!(f, "{min} to {max} {of}"),
            Self::Text { of } => f.write_str(of),
        }
    }
}

/// " (did you mean ...?)" with the known names that are most like `name`, or nothing if none is.
pub fn nearest<T: AsRef<str>>(name: &str, known: &[T]) -> String {
    // Nothing is like a text that goes on and on, and to compare it would take long.
    if name.len() > LONGEST {
        return String::new();
    }
    let name = name.to_lowercase();
    let ranked = |likeness: fn(&str, &str) -> f64| {
        let mut ranked: Vec<(f64, &str)> = known
            .iter()
            .map(AsRef::as_ref)
            .map(|candidate| (likeness(&name, &candidate.to_lowercase()), candidate))
            .filter(|&(likeness, _)| likeness > 0.75)
            .collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        ranked
    };
    let mut ranked = [strsim::jaro_winkler, by_parts].map(ranked).into_iter().find(|found| !found.is_empty());
    let Some(ranked) = &mut ranked else { return String::new() };
    ranked.truncate(3);
    let names: Vec<_> = ranked.iter().map(|&(_, candidate)| candidate).collect();
    format!(" (did you mean {}?)", names.join(", "))
}

/// What [`nearest`] says, or, where no known name is like it, `lead` and some of them.
pub fn nearest_or_some(name: &str, known: &[&str], lead: &str) -> String {
    let near = nearest(name, known);
    if !near.is_empty() || known.is_empty() {
        return near;
    }
    format!("{lead} {}", known[..known.len().min(3)].join(", "))
}

/// No name is longer.
const LONGEST: usize = 100;

/// How like a name is to one of the words of another, or to its words in another order, or with two letters swapped.
fn by_parts(name: &str, other: &str) -> f64 {
    let words = |text: &str| {
        let mut words: Vec<String> = text.split([' ', '_', '-']).map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    let others = words(other);
    let longer = name.chars().count().max(other.chars().count()) as f64;
    let letters = 1.0 - strsim::osa_distance(name, other) as f64 / longer / 2.0;
    let swapped = if letters > 0.8 { letters } else { 0.0 };
    let whole = strsim::jaro_winkler(&words(name).join("_"), &others.join("_"));
    let word = others.iter().filter(|word| word.len() > 2).map(|word| strsim::jaro_winkler(name, word));
    word.filter(|&likeness| likeness > 0.9).fold(whole.max(swapped), f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_found_by_letters_by_words_and_by_their_order() {
        let known = ["Red", "Pygmy Zmyg", "hand_target", "The Scab"];
        for (name, near) in [
            ("Rde", "Red"),
            ("zmyg", "Pygmy Zmyg"),
            ("target_hand", "hand_target"),
            ("hand-target", "hand_target"),
            ("scab", "The Scab"),
        ] {
            assert_eq!(nearest(name, &known), format!(" (did you mean {near}?)"), "{name}");
        }
        for far in ["", "x", "3/0", "qqq", &"Red".repeat(1_000_000)] {
            assert_eq!(nearest(far, &known), "");
        }
    }

    #[test]
    fn names_that_are_like_none_are_told_what_such_names_are() {
        const DECK: Key = Key {
            name: "deck",
            values: Values::Names { min: 1, max: 9, of: "names of cards" },
            default: "",
            meaning: "",
        };
        let known = ["Caution", "Map", "Greed", "Luck"];
        let refusal = |text: &str| {
            let settings = Settings::default().with("deck", text);
            let find = |name: &str| known.iter().position(|&card| card == name);
            settings.names(&DECK, &known, find).unwrap_err().to_string()
        };
        assert_eq!(
            refusal("Map,3/0"),
            "deck = \"Map,3/0\": legal is 1 to 9 names of cards; \"3/0\" is none of them, which are such as Caution, Map, Greed"
        );
        assert!(refusal("Gred").ends_with("is none of them (did you mean Greed?)"));
    }
}
