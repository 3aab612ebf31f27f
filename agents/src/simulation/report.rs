//! The result of a simulation.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::Figure;

/// The figures of a simulation. What a game does not have is `None` or missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The game's name.
    pub game: &'static str,
    /// The number of seats.
    pub players: usize,
    /// The number of games, from the first of the seed on.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// The decisions of all games together.
    pub steps: u64,
    /// By seat.
    pub seats: Vec<SeatReport>,
    /// What happens so many times a game, by name; the last are the decisions.
    pub per_game: Vec<(&'static str, Figure)>,
    /// What happens so many times for each time that something else does, by name; `None` if that never
    /// happened.
    pub rates: Vec<(&'static str, Option<Figure>)>,
    /// What the groups are, in one word, such as `character`.
    pub grouped_by: Option<&'static str>,
    /// By group, in the order of the alphabet.
    pub groups: Vec<GroupReport>,
}

/// The figures of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatReport {
    /// The player's name.
    pub agent: String,
    /// The share of the win, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_share: Option<Figure>,
    /// What the game counts, in its unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Figure>,
    /// How often it died, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_rate: Option<Figure>,
}

/// The figures of a group of seats, such as those of one character.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupReport {
    /// What they have in common.
    #[serde(skip)]
    pub name: &'static str,
    /// The number of seats in all games.
    pub appearances: u64,
    /// The share of the win, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_share: Option<Figure>,
    /// How often they died, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub death_rate: Option<Figure>,
}

impl Report {
    /// The report as one JSON object. `seconds` is the time it took, measured by the caller; it and the steps
    /// per second are all that differs between two runs. What a game does not have is left out, and so is a rate
    /// if nothing happened that it is counted for.
    pub fn to_json(&self, seconds: f64) -> Value {
        let mut json = Map::new();
        let mut put = |key: &str, value: Value| json.insert(key.to_owned(), value);
        put("game", json!(self.game));
        put("players", json!(self.players));
        put("games", json!(self.games));
        put("seed", json!(self.seed));
        put("seconds", json!(seconds));
        put("steps_per_second", json!(self.steps_per_second(seconds)));
        put("seats", json!(self.seats));
        for (name, figure) in &self.per_game {
            put(name, json!(figure));
        }
        for (name, figure) in &self.rates {
            if let Some(figure) = figure {
                put(name, json!(figure));
            }
        }
        if let Some(grouped_by) = self.grouped_by {
            let groups = self.groups.iter().map(|group| (group.name.to_owned(), json!(group)));
            put(&format!("by_{grouped_by}"), Value::Object(groups.collect()));
        }
        Value::Object(json)
    }

    /// Decisions per second; 0 if no time has passed.
    pub fn steps_per_second(&self, seconds: f64) -> f64 {
        if seconds > 0.0 { self.steps as f64 / seconds } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_the_keys_of_its_form_in_order() {
        let half = Figure { mean: 0.5, stderr: 0.25 };
        let figure = Some(half);
        let seat =
            SeatReport { agent: "cautious:4".into(), win_share: figure, score: figure, death_rate: figure };
        let red = GroupReport { name: "Red", appearances: 3, win_share: figure, death_rate: figure };
        let report = Report {
            game: "zone_stalker",
            players: 1,
            games: 3,
            seed: 1,
            steps: 30,
            seats: vec![seat],
            per_game: vec![("turns", half), ("decisions", half)],
            rates: vec![("hazard_fail_rate", figure), ("artifact_find_rate", None)],
            grouped_by: Some("character"),
            groups: vec![red],
        };
        let number = r#"{"mean":0.5,"stderr":0.25}"#;
        let expected = [
            r#"{"game":"zone_stalker","players":1,"games":3,"seed":1,"seconds":2.0,"steps_per_second":15.0,"#,
            r#""seats":[{"agent":"cautious:4","win_share":N,"score":N,"death_rate":N}],"turns":N,"decisions":N,"#,
            r#""hazard_fail_rate":N,"by_character":{"Red":{"appearances":3,"win_share":N,"death_rate":N}}}"#,
        ];
        assert_eq!(report.to_json(2.0).to_string(), expected.concat().replace('N', number));
    }
}
