//! Lists as they are written by hand, and as they stand in position lines.

use roadside_env::Counts;
use roadside_env::games::zone_stalker::Kind;

use super::ByHandError;

/// The names of a list with their numbers: `NAME`, `NAME x2` or `NAME*2`, with commas between.
pub(super) fn items(list: &str) -> Result<Vec<(&str, u8)>, ByHandError> {
    let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| item(part).ok_or_else(|| ByHandError::Item { found: part.to_owned() })).collect()
}

fn item(part: &str) -> Option<(&str, u8)> {
    let before = part.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = &part[before.len()..];
    let name = before.trim_end().strip_suffix(['x', 'X', '*']).filter(|_| !number.is_empty());
    let (name, count) = match name {
        Some(name) => (name.trim_end(), number.parse().ok().filter(|&count| count > 0)?),
        None => (part, 1),
    };
    (!name.is_empty()).then_some((name, count))
}

/// The kind with this label, or the only one whose label begins or ends so.
pub(super) fn find_kind(name: &str) -> Option<Kind> {
    let name = name.to_lowercase();
    let exact = Kind::all().find(|kind| kind.label() == name);
    let like = || Kind::all().filter(|kind| kind.label().starts_with(&name) || kind.label().ends_with(&name));
    exact.or_else(|| like().next().filter(|_| like().count() == 1))
}

/// A name with its number, as in position lines.
pub(super) fn entry(name: &str, count: u8) -> String {
    let name = name.replace(' ', "_");
    if count == 1 { name } else { format!("{name}*{count}") }
}

pub(super) fn or_dash(entries: &[String]) -> String {
    if entries.is_empty() { "-".to_owned() } else { entries.join(",") }
}

/// The numbers of all kinds, as in position lines.
pub(super) fn numbers(counts: Counts) -> String {
    <[u8; 8]>::from(counts).map(|count| count.to_string()).join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_behind_a_name() {
        let read = |list| items(list).unwrap();
        assert_eq!(read("3/0, 2/1,0/3x2 , 1/2 x 3"), [("3/0", 1), ("2/1", 1), ("0/3", 2), ("1/2", 3)]);
        assert_eq!(read("Meat Grinder,Empty*2,Empty X2"), [("Meat Grinder", 1), ("Empty", 2), ("Empty", 2)]);
        assert_eq!(read(""), []);
        for wrong in ["Empty x0", "Empty x999", "x2", "*3"] {
            assert_eq!(items(wrong), Err(ByHandError::Item { found: wrong.to_owned() }), "{wrong}");
        }
    }

    #[test]
    fn a_kind_is_known_by_what_only_it_has() {
        let label = |name| find_kind(name).map(Kind::label);
        for (name, kind) in
            [("3/0", "3/0"), ("2/0", "2/0-martyr"), ("retry", "1/1-retry"), ("AID", "1/1-aid")]
        {
            assert_eq!(label(name), Some(kind));
        }
        for name in ["1/1", "martyr", "4/0", "", "0"] {
            assert_eq!(label(name), None, "{name}");
        }
    }
}
