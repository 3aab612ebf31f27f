//! The roll/hold surface of Pig, exact (Neller and Presser 2004, "Optimal play of the dice game Pig").

use roadside_env::games::pig::{HOLD, Pig, PigState, ROLL};
use roadside_env::{Game, PositionError, Stop};
use serde::Serialize;

use super::{StoppingError, require_each_once};
use crate::solver::{Objective, Solution, SolveError, SolveOptions, Watch, solve};

/// What is drawn, and how.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PigMapOptions {
    /// For which points of the opponents there are sections of all turn totals; empty for four of them.
    pub sections: Vec<u16>,
    /// The bytes that the solver may take; `None`: [`SolveOptions::MEMORY`].
    pub memory: Option<usize>,
    /// The number of threads that solve; `None`: one per core.
    pub threads: Option<usize>,
}

/// When to hold, for every score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PigMap {
    /// The game.
    pub game: &'static str,
    /// How many seats play.
    pub players: usize,
    /// The points that win.
    pub target: u16,
    /// The faces of the die.
    pub die: u8,
    /// Always true.
    pub exact: bool,
    /// The probability that the seat that begins wins.
    pub first_wins: f64,
    /// How many positions were solved.
    pub states: u64,
    /// The least turn total at which to hold: `hold_at[theirs][own]`, for points from 0 to the target - 1 that the seat
    /// to act has banked, and that each opponent has; `None` for points that nobody can have.
    pub hold_at: Vec<Vec<Option<u16>>>,
    /// The scores (theirs, own) at which it is right to roll again with some larger turn total.
    pub rolls_again: Vec<(u16, u16)>,
    /// Sections through the body that the surface encloses.
    pub sections: Vec<PigSection>,
}

/// What rolling is worth more than holding, for all turn totals at one score of the opponents.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PigSection {
    /// The points of each opponent.
    pub theirs: u16,
    /// The probability of winning by rolling less that by holding: `roll_less_hold[turn][own]`; `None` where that
    /// cannot be.
    pub roll_less_hold: Vec<Vec<Option<f64>>>,
}

/// Solves the game and reads off when to hold. `watch` hears how many rows of scores are done, of the target; `stop` ends
/// it early.
///
/// # Errors
/// [`StoppingError`] for sections beyond the target, a game that is too large, or if it was stopped.
pub fn pig_map(
    game: &Pig,
    options: &PigMapOptions,
    watch: &(impl Fn(u64) + Sync),
    stop: &Stop,
) -> Result<PigMap, StoppingError> {
    let target = game.target();
    let sections = sections(options, target)?;
    let solution = solved(game, options, stop)?;
    let mut map = PigMap {
        game: Pig::NAME,
        players: game.facts().seats,
        target,
        die: game.die(),
        exact: true,
        first_wins: solution.value(0),
        states: solution.states(),
        hold_at: Vec::new(),
        rolls_again: Vec::new(),
        sections: Vec::new(),
    };
    for theirs in 0..target {
        if stop.is_soon() {
            return Err(StoppingError::Stopped);
        }
        let gains =
            (0..target).map(|own| gains(game, &solution, own, theirs)).collect::<Result<Vec<_>, _>>()?;
        map.hold_at.push(gains.iter().map(|gains| hold_at(gains)).collect());
        let again =
            gains.iter().zip(0..).filter(|(gains, _)| rolls_again(gains)).map(|(_, own)| (theirs, own));
        map.rolls_again.extend(again);
        if sections.contains(&theirs) {
            map.sections.push(section(theirs, &gains, target));
        }
        watch(u64::from(theirs) + 1);
    }
    Ok(map)
}

/// Four scores from 0 to near the target, or those that were asked for.
fn sections(options: &PigMapOptions, target: u16) -> Result<Vec<u16>, StoppingError> {
    if let Some(&beyond) = options.sections.iter().find(|&&points| points >= target) {
        let most = u64::from(target) - 1;
        return Err(StoppingError::Option { name: "at", found: beyond.into(), least: 0, most });
    }
    require_each_once("at", &options.sections)?;
    if !options.sections.is_empty() {
        return Ok(options.sections.clone());
    }
    Ok([0, 3, 6, 9].map(|tenths| (u32::from(target) * tenths / 10) as u16).to_vec())
}

fn solved(game: &Pig, options: &PigMapOptions, stop: &Stop) -> Result<Solution<Pig>, StoppingError> {
    let memory = options.memory.unwrap_or(SolveOptions::<PigState>::MEMORY);
    let solve_options = SolveOptions {
        objective: Objective::Win,
        memory,
        threads: options.threads,
        ..SolveOptions::default()
    };
    solve(game, &solve_options, &Watch { show: &|_| {}, stop }).map_err(|error| match error {
        SolveError::Stopped { .. } => StoppingError::Stopped,
        error => StoppingError::Unsolved(format!(
            "{error}; smaller are fewer seats (--players) and a lower target (--config target=...)"
        )),
    })
}

/// What rolling is worth more than holding, by turn total from 0; `None` where there is no such position.
fn gains(
    game: &Pig,
    solution: &Solution<Pig>,
    own: u16,
    theirs: u16,
) -> Result<Vec<Option<f64>>, StoppingError> {
    (0..=game.target() - own).map(|turn| gain(game, solution, own, theirs, turn)).collect()
}

fn gain(
    game: &Pig,
    solution: &Solution<Pig>,
    own: u16,
    theirs: u16,
    turn: u16,
) -> Result<Option<f64>, StoppingError> {
    let others = format!(",{theirs}").repeat(game.facts().seats - 1);
    let state = match game.parse_position(&format!("banked={own}{others} turn={turn} act=0")) {
        Ok(state) => state,
        Err(PositionError::Impossible(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let values = match solution.action_values(&state) {
        Ok(values) => values,
        Err(SolveError::Unknown) => return Ok(None),
        Err(error) => return Err(StoppingError::Unsolved(error.to_string())),
    };
    let of = |wanted| values.iter().find(|(action, _)| *action == wanted).map(|&(_, value)| value);
    Ok(of(ROLL).zip(of(HOLD)).map(|(roll, hold)| roll - hold))
}

/// By how much rolling has to be better than what the solver may be wrong by.
const LEAST_GAIN: f64 = 1e-11;

/// The least turn total at which to hold.
fn hold_at(gains: &[Option<f64>]) -> Option<u16> {
    let holds = gains.iter().position(|gain| gain.is_some_and(|gain| gain <= LEAST_GAIN));
    holds.map(|turn| turn as u16)
}

/// Whether it is right to roll with a turn total beyond that.
fn rolls_again(gains: &[Option<f64>]) -> bool {
    let from = hold_at(gains).map_or(gains.len(), usize::from);
    gains[from..].iter().flatten().any(|&gain| gain > LEAST_GAIN)
}

fn section(theirs: u16, gains: &[Vec<Option<f64>>], target: u16) -> PigSection {
    let turns = 0..=usize::from(target);
    let row = |turn: usize| gains.iter().map(|gains| gains.get(turn).copied().flatten()).collect();
    PigSection { theirs, roll_less_hold: turns.map(row).collect() }
}

#[cfg(test)]
mod tests {
    use roadside_env::Settings;

    use super::*;

    fn pig(target: u16, seats: usize) -> Pig {
        Pig::from_settings(&Settings::default().with("target", target).with("players", seats)).unwrap()
    }

    fn map(game: &Pig, options: &PigMapOptions) -> Result<PigMap, StoppingError> {
        pig_map(game, options, &|_| {}, &Stop::default())
    }

    #[test]
    fn who_needs_one_roll_holds_at_what_wins() {
        let map = map(&pig(10, 2), &PigMapOptions::default()).unwrap();
        assert!((map.first_wins - 0.709_42).abs() < 1e-5);
        // Eight points are banked: any roll but a 1 wins, and holding nothing does not.
        assert_eq!(map.hold_at[0][8], Some(2));
        // An opponent who is sure to win next time leaves nothing to hold for but the win.
        assert_eq!(map.hold_at[9][..1], [Some(10)]);
        assert!(map.hold_at.iter().all(|row| row[1].is_none()), "nobody has 1 point");
    }

    #[test]
    fn sections_agree_with_the_surface() {
        let map =
            map(&pig(20, 2), &PigMapOptions { sections: vec![4, 12], ..PigMapOptions::default() }).unwrap();
        assert_eq!(map.sections.iter().map(|section| section.theirs).collect::<Vec<_>>(), [4, 12]);
        for section in &map.sections {
            for own in [0, 5, 13] {
                let hold_at = map.hold_at[usize::from(section.theirs)][own].unwrap();
                for turn in 0..hold_at {
                    let gain = section.roll_less_hold[usize::from(turn)][own];
                    assert!(gain.is_none_or(|gain| gain > 0.0), "{own} {turn}");
                }
                assert!(section.roll_less_hold[usize::from(hold_at)][own].unwrap() <= 1e-11);
                assert!(section.roll_less_hold[20 - own + 1..].iter().all(|row| row[own].is_none()));
            }
        }
    }

    #[test]
    fn three_seats_are_solved_where_they_fit() {
        let map = map(&pig(10, 3), &PigMapOptions::default()).unwrap();
        assert!(map.first_wins > 1.0 / 3.0 && map.players == 3);
        let memory = PigMapOptions { memory: Some(10_000), ..PigMapOptions::default() };
        let refusal = super::pig_map(&pig(20, 3), &memory, &|_| {}, &Stop::default()).unwrap_err();
        assert!(refusal.to_string().contains("a lower target"), "{refusal}");
    }

    #[test]
    fn sections_beyond_the_target_and_stops_are_refused() {
        let beyond = PigMapOptions { sections: vec![10], ..PigMapOptions::default() };
        assert_eq!(
            map(&pig(10, 2), &beyond).unwrap_err().to_string(),
            "at = 10: legal is a whole number from 0 to 9"
        );
        let double = PigMapOptions { sections: vec![4, 2, 4], ..PigMapOptions::default() };
        assert_eq!(
            map(&pig(10, 2), &double).unwrap_err().to_string(),
            "at = 4 is given twice; give each number once"
        );
        let stop = Stop::default();
        stop.now();
        let stopped = pig_map(&pig(10, 2), &PigMapOptions::default(), &|_| {}, &stop);
        assert_eq!(stopped.unwrap_err(), StoppingError::Stopped);
    }
}
