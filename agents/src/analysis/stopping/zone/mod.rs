//! Maps of Zone Stalker: flip or stop.

mod map;
mod plan;
mod sampling;

use roadside_env::Stop;
use roadside_env::games::zone_stalker::ZoneStalker;

use super::StoppingError;
use super::quantity::{AxisRequest, Quantity};
pub use map::{Decision, Moves, RoundsMap, ZoneAxis, ZoneCell, ZoneMap};
use plan::Plan;

/// What is drawn, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneMapOptions {
    /// The columns.
    pub x: AxisRequest,
    /// The rows.
    pub y: AxisRequest,
    /// Where all cells begin: a position line in which the active seat chooses; what it cannot see is drawn anew for
    /// each sample. `None`: the beginning of a game, dealt anew for each sample.
    pub position: Option<String>,
    /// What else is set in all cells.
    pub set: Vec<(String, i32)>,
    /// Whether a card has been flipped this turn; `None`: as in the position, and at a beginning it has. With quiet
    /// turns before it has not.
    pub flipped: Option<bool>,
    /// The players that play on, dealt to the seats.
    pub players: Vec<String>,
    /// How often each choice is tried in each cell, from 2 to [`MAX_SAMPLES`](Self::MAX_SAMPLES).
    pub samples: u64,
    /// The seed.
    pub seed: u64,
    /// The number of threads; `None`: one per core.
    pub threads: Option<usize>,
    /// The values of `stalemate_rounds` for which there is a map each, 1 to 10; empty for 2, 3 and 5 with opponents,
    /// and alone for the game's own. The game's own is always among them.
    pub rounds: Vec<u8>,
}

impl ZoneMapOptions {
    /// The most samples.
    pub const MAX_SAMPLES: u64 = 1_000_000;
}

impl Default for ZoneMapOptions {
    fn default() -> Self {
        Self {
            x: AxisRequest::of(Quantity::Quiet),
            y: AxisRequest::of(Quantity::Lead),
            position: None,
            set: Vec::new(),
            flipped: None,
            players: vec!["veteran:4:15".to_owned()],
            samples: 1000,
            seed: 0,
            threads: None,
            rounds: Vec::new(),
        }
    }
}

/// Draws the maps. `watch` hears how many cells are done, rising; `stop` ends it early.
///
/// The same game, options and seed give the same report on any number of threads.
///
/// # Errors
/// [`StoppingError`] for axes, positions, players and options that are refused, or if it was stopped.
pub fn zone_map<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    options: &ZoneMapOptions,
    watch: &(impl Fn(u64) + Sync),
    stop: &Stop,
) -> Result<ZoneMap, StoppingError> {
    let plan = Plan::new(game, options)?;
    let cells = plan.fill(watch, stop)?;
    plan.report(&cells)
}

/// How many cells the maps of these options have, each drawn for all numbers of rounds at once.
///
/// # Errors
/// As [`zone_map`], for axes and options.
pub fn zone_map_cells<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    options: &ZoneMapOptions,
) -> Result<u64, StoppingError> {
    let plan = Plan::new(game, options)?;
    Ok((plan.x.values.len() * plan.y.values.len()) as u64)
}

#[cfg(test)]
mod tests {
    use roadside_env::games::zone_stalker::Move;
    use roadside_env::{Game as _, Sampled, Settings, State as _};

    use super::*;
    use crate::analysis::Estimate;

    fn game(settings: &[(&str, i64)]) -> ZoneStalker<2> {
        let settings = settings.iter().fold(Settings::default(), |all, &(key, value)| all.with(key, value));
        ZoneStalker::from_settings(&settings).unwrap()
    }

    fn options(x: &str, y: &str) -> ZoneMapOptions {
        ZoneMapOptions {
            x: x.parse().unwrap(),
            y: y.parse().unwrap(),
            samples: 40,
            seed: 3,
            ..ZoneMapOptions::default()
        }
    }

    fn draw(game: &ZoneStalker<2>, options: &ZoneMapOptions) -> Result<ZoneMap, StoppingError> {
        zone_map(game, options, &|_| {}, &Stop::default())
    }

    #[test]
    fn the_same_map_comes_out_on_any_number_of_threads() {
        let game = game(&[]);
        let with = |threads| {
            let options = ZoneMapOptions { threads: Some(threads), ..options("hand=2,6", "lead=-5,0,10") };
            draw(&game, &options).unwrap()
        };
        let expected = with(1);
        assert_eq!(with(2), expected);
        assert_eq!(with(7), expected);
        assert_ne!(
            draw(&game, &ZoneMapOptions { seed: 4, ..options("hand=2,6", "lead=-5,0,10") }).unwrap(),
            expected
        );
    }

    #[test]
    fn a_map_has_a_cell_for_each_pair_and_one_map_for_each_number_of_rounds() {
        let map = draw(&game(&[]), &options("hand=1..3", "lead=0,4")).unwrap();
        let rounds: Vec<u8> = map.maps.iter().map(|map| map.stalemate_rounds).collect();
        assert_eq!((rounds, map.stalemate_rounds), (vec![2, 3, 5], 3));
        for one in &map.maps {
            assert_eq!(one.moves.is_none(), one.stalemate_rounds == 3);
            let places: Vec<(i32, i32)> = one.cells.iter().flatten().map(|cell| (cell.x, cell.y)).collect();
            assert_eq!(places, [(1, 0), (2, 0), (3, 0), (1, 4), (2, 4), (3, 4)]);
            for cell in one.cells.iter().flatten() {
                let (flip, stop, difference) =
                    (cell.flip.unwrap(), cell.stop.unwrap(), cell.difference.unwrap());
                assert!((0.0..=1.0).contains(&flip.mean) && (0.0..=1.0).contains(&stop.mean));
                assert!((flip.mean - stop.mean - difference.mean).abs() < 1e-12);
            }
        }
    }

    /// Pitfall: of many cells without any difference one in twenty looks decided by its own interval.
    #[test]
    fn cells_are_decided_all_together() {
        let map = draw(&game(&[]), &options("hand=1..10", "lead=-20..20:2")).unwrap();
        let cells: Vec<&ZoneCell> = map.maps.iter().flat_map(|map| map.cells.iter().flatten()).collect();
        let by_its_own = cells.iter().filter(|cell| cell.difference.unwrap().is_decided()).count();
        let decided = cells.iter().filter(|cell| cell.decision != Decision::Undecided);
        assert!(decided.clone().all(|cell| cell.difference.unwrap().is_decided()));
        assert!(by_its_own > 0 && decided.count() < by_its_own, "{by_its_own}");
    }

    #[test]
    fn with_a_lead_at_the_last_turn_stopping_wins() {
        // One more quiet turn ends the game, and the lead wins it.
        let options = ZoneMapOptions {
            set: vec![("quiet".to_owned(), 3)],
            rounds: vec![2],
            ..options("hand=1", "lead=-3,20")
        };
        let map = draw(&game(&[("stalemate_rounds", 2)]), &options).unwrap();
        let [behind, ahead] = [0, 1].map(|row| map.maps[0].cells[row][0].clone());
        assert_eq!(ahead.stop, Some(Estimate::exact(1.0)));
        assert_eq!(behind.stop, Some(Estimate::exact(0.0)));
        assert_eq!(behind.decision, Decision::Flip);
        assert_eq!((map.flipped, map.maps.len()), (true, 1));
    }

    #[test]
    fn alone_stopping_for_good_is_worth_the_score() {
        let options =
            ZoneMapOptions { players: vec!["skip".to_owned()], ..options("score=0,12,30", "hand=4") };
        let map = draw(&game(&[("players", 1)]), &options).unwrap();
        assert_eq!((map.value, map.maps.len()), ("score", 1));
        for (cell, score) in map.maps[0].cells[0].iter().zip([0.0, 12.0, 30.0]) {
            assert_eq!(cell.stop, Some(Estimate::exact(score)));
        }
    }

    #[test]
    fn what_cannot_be_is_marked_and_a_map_of_nothing_else_refused() {
        let map = draw(&game(&[]), &options("hand=3,60", "lead=0")).unwrap();
        let decisions: Vec<bool> =
            map.maps[0].cells[0].iter().map(|cell| cell.decision == Decision::Impossible).collect();
        assert_eq!(decisions, [false, true]);
        assert!(map.maps[0].cells[0][1].difference.is_none());
        assert_eq!(
            draw(&game(&[]), &options("hand=60", "lead=0")).unwrap_err().to_string(),
            "no cell of the map can be: a hand of 60 cards: the deck has no more; legal is at most 56"
        );
        let refusal = |x: &str, y: &str| draw(&game(&[]), &options(x, y)).unwrap_err().to_string();
        for (x, y, legal) in [
            ("hand=0", "lead=0", "hand = 0: legal is 1 and more"),
            ("hand=3", "injuries=9", "; injuries: legal is 0 to 2, with Gorilla 3"),
            ("hand=3", "their_injuries=9", "; their_injuries: legal is 0 to 2, with Gorilla 3"),
            ("hand=3", "quiet=90", "; quiet: legal is 0 to 5"),
            ("hand=3", "cards=0", "cards = 0: legal is 1 and more"),
            ("hand=3", "cards=900", "legal is at most 96, as many are left"),
            ("hand=3", "hazards=900", "legal is at most 31, as many are left"),
            ("hand=3", "score=900", "legal is 0 to "),
            ("hand=3", "lead=900", "a lead of 900 Swag Points: legal is -"),
        ] {
            assert!(refusal(x, y).contains(legal), "{x} {y}: {}", refusal(x, y));
        }
    }

    #[test]
    fn a_position_is_the_ground_of_all_cells() {
        let game = game(&[]);
        let state = game.new_initial_state(&mut Sampled::new(8, 3));
        let position = state.position(&game);
        let with = |position: String| ZoneMapOptions {
            position: Some(position),
            ..options("hand=3", "injuries=0,1")
        };
        let map = draw(&game, &with(position.clone())).unwrap();
        assert_eq!((map.position.as_deref(), map.flipped), (Some(position.as_str()), false));
        let said = ZoneMapOptions { flipped: Some(true), ..with(position.clone()) };
        assert!(draw(&game, &said).unwrap().flipped);
        assert!(matches!(draw(&game, &with("nonsense".to_owned())), Err(StoppingError::Position(_))));
        let mut later = state;
        while later.position(&game).contains("phase=choose") {
            later.apply_legal(&game, Move::Flip.action(), &mut Sampled::new(1, 2));
        }
        assert_eq!(draw(&game, &with(later.position(&game))).unwrap_err(), StoppingError::NoChoice);
    }

    #[test]
    fn options_that_do_not_fit_are_refused() {
        let game = game(&[]);
        let refusal = |options: ZoneMapOptions| draw(&game, &options).unwrap_err().to_string();
        assert_eq!(
            refusal(options("hand", "hand")),
            "hand is set twice; give each axis and each setting of the position once"
        );
        assert!(refusal(options("lead", "score")).contains("cannot both be set"));
        assert!(refusal(options("lead", "hnd")).contains("did you mean hand"));
        let set = vec![("injurys".to_owned(), 1)];
        assert!(refusal(ZoneMapOptions { set, ..options("hand", "lead") }).contains("did you mean injuries"));
        assert_eq!(
            refusal(ZoneMapOptions { samples: 1, ..options("hand", "lead") }),
            "samples = 1: legal is a whole number from 2 to 1000000"
        );
        assert_eq!(
            refusal(ZoneMapOptions { rounds: vec![11], ..options("hand", "lead") }),
            "rounds = 11: legal is a whole number from 1 to 10"
        );
        assert_eq!(
            refusal(ZoneMapOptions { rounds: vec![3, 2, 3], ..options("hand", "lead") }),
            "rounds = 3 is given twice; give each number once"
        );
        let players = vec!["vetran".to_owned()];
        assert!(
            refusal(ZoneMapOptions { players, ..options("hand", "lead") }).contains("did you mean veteran")
        );
        let stop = Stop::default();
        stop.now();
        let stopped = zone_map(&game, &options("hand", "lead"), &|_| {}, &stop);
        assert_eq!(stopped.unwrap_err(), StoppingError::Stopped);
    }
}
