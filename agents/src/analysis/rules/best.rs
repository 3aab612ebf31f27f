//! The best of many players, by successive halving.

use serde::Serialize;

use super::{Estimate, RulesError};

/// How many play the last games.
const FINALISTS: usize = 4;
/// The fewest games that tell players apart at a seat, and as what part of all games they begin.
const FEWEST: u64 = 8;
const BEGIN: u64 = 16;
/// The last games are none of those before.
const FINAL: u64 = 1 << 40;

/// The best simple stopping rule that was tried.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BestRule {
    /// Its name.
    pub player: String,
    /// What it gets at each seat in turn, with strong players at the others.
    pub value: Estimate,
    /// How many were tried.
    pub tried: usize,
    /// The others that played the last games, the better ones first.
    pub others: Vec<OtherRule>,
}

/// Another rule that came far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OtherRule {
    /// Its name.
    pub player: String,
    /// What it gets.
    pub value: Estimate,
    /// By how much that is less than the best, by the same games.
    pub behind: Estimate,
}

/// How many games at each seat a round has, of `count` players.
struct Round {
    players: usize,
    games: u64,
}

/// The rounds before the last games.
fn rounds(mut players: usize, games: u64, seats: u64) -> Vec<Round> {
    let most = (games / seats).max(1);
    let mut each = (most / BEGIN).max(FEWEST).min(most);
    let mut rounds = Vec::new();
    while players > FINALISTS {
        rounds.push(Round { players, games: each });
        players = players.div_ceil(2).max(FINALISTS);
        each = (each * 2).min(most);
    }
    rounds
}

/// How many games are played to find the best of so many players.
pub(super) fn planned(players: usize, games: u64, seats: u64) -> u64 {
    let mut before = 0;
    let halving: u64 = rounds(players, games, seats)
        .into_iter()
        .map(|round| {
            let new = round.games - before;
            before = round.games;
            round.players as u64 * new * seats
        })
        .sum();
    halving + players.min(FINALISTS) as u64 * (games / seats).max(1) * seats
}

/// The best of `names`. `play` gives what a player gets, in the mean over the seats, in each game from a number on, as many
/// as said.
pub(super) fn best(
    names: Vec<String>,
    games: u64,
    seats: u64,
    play: impl Fn(&str, (u64, u64)) -> Result<Vec<f64>, RulesError>,
) -> Result<Option<BestRule>, RulesError> {
    let tried = names.len();
    let mut left: Vec<(String, f64)> = names.into_iter().map(|name| (name, 0.0)).collect();
    let mut before = 0;
    for round in rounds(tried, games, seats) {
        for (name, sum) in &mut left {
            *sum += play(name, (before, round.games - before))?.iter().sum::<f64>();
        }
        before = round.games;
        // Equally good ones stay in the order of the list.
        left.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        left.truncate(round.players.div_ceil(2).max(FINALISTS));
    }
    let last = |(name, _): (String, f64)| {
        let values = play(&name, (FINAL, (games / seats).max(1)))?;
        Ok((name, values))
    };
    let mut finals = left.into_iter().map(last).collect::<Result<Vec<_>, RulesError>>()?;
    finals.sort_by(|(_, a), (_, b)| b.iter().sum::<f64>().total_cmp(&a.iter().sum::<f64>()));
    let Some(((player, values), others)) = finals.split_first() else { return Ok(None) };
    let others = others.iter().filter_map(|(player, other)| {
        let value = Estimate::of(other.iter().copied())?;
        Some(OtherRule { player: player.clone(), value, behind: Estimate::of_pairs(values, other)? })
    });
    let others = others.collect();
    Ok(Estimate::of(values.iter().copied()).map(|value| BestRule {
        player: player.clone(),
        value,
        tried,
        others,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[allow(clippy::unnecessary_wraps)] // as games that are played
    /// Player k gets k in each game, with some noise that is the same for all.
    fn play(name: &str, (first, count): (u64, u64)) -> Result<Vec<f64>, RulesError> {
        let worth: f64 = name.parse().unwrap();
        Ok((first..first + count).map(|game| worth + (game % 7) as f64).collect())
    }

    #[test]
    fn the_best_of_many_is_found() {
        let names = (0..33).map(|k| (k * 5 % 33).to_string()).collect();
        let best = best(names, 320, 2, play).unwrap().unwrap();
        assert_eq!((best.player.as_str(), best.tried), ("32", 33));
        let others: Vec<&str> = best.others.iter().map(|other| other.player.as_str()).collect();
        assert_eq!(others, ["31", "30", "29"]);
        assert!(best.others.iter().all(|other| other.behind.stderr == 0.0 && other.behind.mean > 0.0));
    }

    #[test]
    fn few_play_the_last_games_at_once_and_none_is_none() {
        assert_eq!(best(vec!["3".into()], 20, 2, play).unwrap().unwrap().player, "3");
        assert_eq!(best(Vec::new(), 20, 2, play).unwrap(), None);
        assert_eq!(planned(0, 20, 2), 0);
        assert_eq!(planned(1, 20, 2), 20);
    }

    #[test]
    fn each_round_has_half_the_players_and_twice_the_games() {
        let rounds: Vec<(usize, u64)> =
            rounds(20, 640, 2).iter().map(|round| (round.players, round.games)).collect();
        assert_eq!(rounds, [(20, 20), (10, 40), (5, 80)]);
    }
}
