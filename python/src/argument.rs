//! Reading what callers hand over, with errors that name the argument and what is legal.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PySequence, PySet, PyString};
use roadside_agents::Options;
use roadside_env::{Action, Seat, Settings};
use serde_json::Value;

/// The most names in a list, more than any game or table has room for.
pub const NAMES: usize = 1024;

/// How `value` is told in an error, cut where it is long.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let Ok(text) = value.repr().and_then(|text| Ok(text.to_str()?.to_owned())) else {
        return "a value that cannot be shown".to_owned();
    };
    if text.chars().count() <= MOST { text } else { text.chars().take(MOST).chain("...".chars()).collect() }
}

/// The text that `value` holds.
pub fn text<'a>(name: &str, value: &'a Bound<'_, PyString>) -> PyResult<&'a str> {
    value.to_str().map_err(|error| {
        PyValueError::new_err(format!("{name} = {} is no text of Unicode: {error}", shown(value.as_any())))
    })
}

/// The items of `value`, which is or makes a list of at most `most` of `what`. It is believed no length: `range(2**60)`
/// has one too.
pub fn items<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    most: usize,
    what: &str,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let wrong_type = || {
        PyTypeError::new_err(format!(
            "{name} = {} is of type {}: give {what}",
            shown(value),
            type_name(value)
        ))
    };
    // They have no order that could be meant, or are meant otherwise.
    if value.cast::<PyDict>().is_ok() || value.cast::<PySet>().is_ok() || value.cast::<PyBytes>().is_ok() {
        return Err(wrong_type());
    }
    let iterator = value.try_iter().map_err(|_| wrong_type())?;
    let mut items = Vec::new();
    for item in iterator {
        if items.len() == most {
            return Err(PyValueError::new_err(format!(
                "{name} = {} has more than {most} items: give {what}",
                shown(value)
            )));
        }
        items.push(item?);
    }
    Ok(items)
}

/// The outcomes of chance, item by item, that lead to a node.
pub fn outcomes(value: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    const MOST: usize = 1 << 16;
    const WHAT: &str = "a list of whole numbers, the items that came";
    let outcomes = items("outcomes", value, MOST, WHAT)?;
    let outcomes = outcomes.iter().enumerate();
    outcomes
        .map(|(place, item)| Ok(whole(&format!("outcomes[{place}]"), item, 0, u64::from(u32::MAX))? as usize))
        .collect()
}

/// The name of `value`'s type.
pub fn type_name(value: &Bound<'_, PyAny>) -> String {
    value.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// The whole number from `least` to `most` that `value` is: an `int`, or whatever counts as one, such as NumPy's
/// integers and their arrays without dimensions.
pub fn whole(name: &str, value: &Bound<'_, PyAny>, least: u64, most: u64) -> PyResult<u64> {
    let refused = || {
        PyValueError::new_err(format!(
            "{name} = {}: legal is a whole number from {least} to {most}",
            shown(value)
        ))
    };
    match value.extract::<u64>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        Ok(_) => Err(refused()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Err(refused()),
        // What the number's own code raised.
        Err(error) if !error.is_instance_of::<PyTypeError>(value.py()) => Err(error),
        Err(_) => Err(PyTypeError::new_err(format!(
            "{name} = {} is of type {}: legal is a whole number from {least} to {most}",
            shown(value),
            type_name(value)
        ))),
    }
}

/// As [`whole`]; `None` where nothing is given.
pub fn whole_or_none(
    name: &str,
    value: Option<&Bound<'_, PyAny>>,
    least: u64,
    most: u64,
) -> PyResult<Option<u64>> {
    value.map(|value| whole(name, value, least, most)).transpose()
}

/// The seed.
pub fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole("seed", value, 0, u64::MAX)
}

/// The [`seed`]; 0 where nothing is given.
pub fn seed_or_0(value: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    value.map_or(Ok(0), seed)
}

/// The number of games, `least` to `most`; 1000 where nothing is given.
pub fn games(value: Option<&Bound<'_, PyAny>>, least: u64, most: u64) -> PyResult<u64> {
    Ok(whole_or_none("games", value, least, most)?.unwrap_or(1000))
}

/// The number of threads, 1 to 1024; `None` where nothing is given: one per core.
pub fn threads(value: Option<&Bound<'_, PyAny>>) -> PyResult<Option<usize>> {
    let threads = whole_or_none("threads", value, 1, Options::MAX_THREADS as u64)?;
    Ok(threads.map(|threads| threads as usize))
}

/// The seat of a table of `seats`.
pub fn seat(name: &str, value: &Bound<'_, PyAny>, seats: usize) -> PyResult<Seat> {
    Ok(whole(name, value, 0, seats as u64 - 1)? as Seat)
}

/// The action of a list of `actions`.
pub fn action(value: &Bound<'_, PyAny>, actions: usize) -> PyResult<Action> {
    Ok(Action(whole("action", value, 0, actions as u64 - 1)? as u16))
}

/// The settings of a game from keyword arguments.
pub fn settings(config: Option<&Bound<'_, PyDict>>) -> PyResult<Settings> {
    let mut settings = Settings::default();
    for (key, value) in config.into_iter().flatten() {
        let key = text("a setting's name", key.cast()?)?.to_owned();
        let value = setting(&key, &value)?;
        settings.set(&key, value);
    }
    Ok(settings)
}

fn setting(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(switch) = value.cast::<PyBool>() {
        return Ok(switch.is_true().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(self::text(key, text)?.into());
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.into());
    }
    if let Ok(names) = value.cast::<PySequence>() {
        let names = items(key, names, NAMES, "a list of str")?;
        let names: Result<Vec<_>, _> = names.iter().map(|name| name.cast::<PyString>()).collect();
        if let Ok(names) = names {
            let texts: PyResult<Vec<_>> = names.into_iter().map(|name| self::text(key, name)).collect();
            return Ok(texts?.into());
        }
    }
    Err(PyTypeError::new_err(format!(
        "{key} = {} is of type {}: a setting is an int, a str, a bool, None or a list of str",
        shown(value),
        type_name(value)
    )))
}

/// One of some words.
pub fn word<T: Copy>(name: &str, value: &str, known: &[(&str, T)]) -> PyResult<T> {
    known.iter().find(|(word, _)| *word == value).map(|&(_, meant)| meant).ok_or_else(|| {
        let words: Vec<_> = known.iter().map(|(word, _)| format!("\"{word}\"")).collect();
        PyValueError::new_err(format!("{name} = \"{value}\": legal is {}", words.join(" or ")))
    })
}
