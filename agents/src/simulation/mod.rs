//! Many games between named players, summed up.

mod figure;
mod report;
mod totals;
mod worker;

use thiserror::Error;

use roadside_env::{Game, IllegalAction, Stop};

use crate::{Lineup, LineupError, Playable};

pub use figure::Figure;
pub(crate) use figure::Sample;
pub use report::{GroupReport, Report, SeatReport};
use worker::Run;

/// What is simulated, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The number of games, at least 1.
    pub games: u64,
    /// The seed. Game i is episode i of it.
    pub seed: u64,
    /// The number of threads, 1 to [`MAX_THREADS`](Options::MAX_THREADS); `None`: one per core, as far as
    /// the rows allow. Without the feature `threads` all games run on the caller's.
    pub threads: Option<usize>,
    /// How many games each thread plays side by side, 1 to [`MAX_ROWS`](Options::MAX_ROWS), and by all threads
    /// together at most [`MAX_SIDE_BY_SIDE`](Options::MAX_SIDE_BY_SIDE).
    pub rows: usize,
}

impl Options {
    /// The most threads.
    pub const MAX_THREADS: usize = 1024;
    /// The most games that a thread plays side by side.
    pub const MAX_ROWS: usize = 65_536;
    /// The most games that all threads together play side by side; they have to fit into the memory.
    pub const MAX_SIDE_BY_SIDE: usize = 1 << 20;

    fn check(&self) -> Result<(), SimulateError> {
        require("games", self.games, u64::MAX)?;
        require("rows", self.rows as u64, Self::MAX_ROWS as u64)?;
        require("threads", self.threads.unwrap_or(1) as u64, Self::MAX_THREADS as u64)?;
        match self.threads {
            Some(threads) if threads * self.rows > Self::MAX_SIDE_BY_SIDE => {
                Err(SimulateError::SideBySide { threads, rows: self.rows })
            }
            _ => Ok(()),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self { games: 1000, seed: 0, threads: None, rows: 1 }
    }
}

/// A simulation was refused, or could not go on.
#[derive(Debug, Error)]
pub enum SimulateError {
    /// An option is out of its range.
    #[error("{name} = {found}: legal is a whole number from 1{}", up_to(*most))]
    Option {
        /// Which one.
        name: &'static str,
        /// What was given.
        found: u64,
        /// The most that is legal.
        most: u64,
    },
    /// There are too many games side by side.
    #[error("threads = {threads} times rows = {rows} are {} games side by side: legal are at most {}",
        threads * rows, Options::MAX_SIDE_BY_SIDE)]
    SideBySide {
        /// How many threads were asked for.
        threads: usize,
        /// How many rows.
        rows: usize,
    },
    /// The players are refused.
    #[error(transparent)]
    Lineup(#[from] LineupError),
    /// A player did what it may not.
    #[error("player {player} broke the rules: {error}")]
    Illegal {
        /// Which one.
        player: String,
        /// What it did.
        error: IllegalAction,
    },
    /// It was stopped before the first game began.
    #[error("stopped before the first game was over")]
    Stopped,
    /// The system gives no thread.
    #[error("no thread can be started: {0}")]
    Thread(std::io::Error),
}

fn require(name: &'static str, found: u64, most: u64) -> Result<(), SimulateError> {
    if (1..=most).contains(&found) { Ok(()) } else { Err(SimulateError::Option { name, found, most }) }
}

fn up_to(most: u64) -> String {
    if most == u64::MAX { String::new() } else { format!(" to {most}") }
}

/// Plays games of `game` between the players called `names`, who are dealt to the seats in turn.
///
/// Game i of a seed is played with the chance of its episode i, and the player at a seat draws from the
/// stream of that seat and episode. So the same games come out, and the same figures to the last bit, whatever
/// the number of threads and rows.
///
/// `watch` hears the number of games that are over, rising. Once `stop` is wished for soon no new game is
/// begun; those under way are played to their ends, as leaving them out would favour short ones. Once it is wished
/// for now they are dropped, and with them all that came after the first of them.
///
/// # Errors
/// [`SimulateError`] for options out of their ranges and players that are refused; later where a player breaks
/// the rules, where a thread is refused, or if it is stopped before the first game.
pub fn simulate<G: Playable>(
    game: &G,
    names: &[impl AsRef<str>],
    options: &Options,
    watch: &(impl Fn(u64) + Sync),
    stop: &Stop,
) -> Result<Report, SimulateError> {
    simulate_with(game, || Lineup::new(names, game.facts().seats), options, watch, stop)
}

/// As [`simulate`], between the players of a line-up, which may be of any kind. `lineup` makes one for each
/// thread; they must all be alike.
///
/// # Errors
/// As [`simulate`]; [`LineupError::Seats`] for a line-up of another number of players than the game has seats.
pub fn simulate_with<G: Game>(
    game: &G,
    lineup: impl Fn() -> Result<Lineup<G>, LineupError>,
    options: &Options,
    watch: &(impl Fn(u64) + Sync),
    stop: &Stop,
) -> Result<Report, SimulateError> {
    options.check()?;
    let run = Run::new(game, options, watch, stop);
    let mut lineups = (0..run.worker_count()).map(|_| lineup()).collect::<Result<Vec<_>, _>>()?;
    for lineup in &mut lineups {
        lineup.heed(stop);
    }
    let full_names = lineups.first().map_or(Vec::new(), Lineup::names);
    let (given, seats) = (full_names.len(), game.facts().seats);
    if given != seats {
        return Err(LineupError::Seats { given, seats }.into());
    }
    run.play(lineups);
    run.into_totals()?.report(game, full_names, options.seed).ok_or(SimulateError::Stopped)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use roadside_env::games::pig::Pig;
    use roadside_env::{Agent, Game, Play, Sampled, Settings, Stream};

    use super::*;
    use crate::pig::Hold;

    fn pig(seats: usize) -> Pig {
        Pig::from_settings(&Settings::default().with("players", seats).with("target", 30)).unwrap()
    }

    fn names(list: &str) -> Vec<&str> {
        list.split(',').collect()
    }

    fn run(game: &Pig, list: &str, options: &Options) -> Report {
        simulate(game, &names(list), options, &|_| {}, &Stop::default()).unwrap()
    }

    #[test]
    fn players_of_ones_own_play_as_those_with_names() {
        let (game, options) = (pig(2), Options { games: 50, seed: 3, ..Options::default() });
        let lineup = |seats| {
            let players = (0..seats).map(|_| Box::new(Hold(12)) as Box<dyn Agent<Pig>>);
            Ok(Lineup::from_players(players.collect()))
        };
        let with = |seats| simulate_with(&game, || lineup(seats), &options, &|_| {}, &Stop::default());
        assert_eq!(with(2).unwrap(), run(&game, "hold:12", &options));
        assert_eq!(with(3).unwrap_err().to_string(), "a line-up of 3 players for 2 seats; give 2");
    }

    #[test]
    fn threads_and_rows_change_nothing() {
        let game = pig(3);
        let with = |threads, rows| {
            run(&game, "hold:12,random", &Options { games: 300, seed: 5, threads: Some(threads), rows })
        };
        let expected = with(1, 1);
        for threads in [1, 2, 8] {
            for rows in [1, 7, 64, 1000] {
                assert_eq!(with(threads, rows), expected, "{threads} threads, {rows} rows");
            }
        }
    }

    #[test]
    fn a_simulated_game_is_the_one_that_is_played_alone() {
        let game = std::sync::Arc::new(pig(2));
        let mut lineup = Lineup::new(&names("hold:10,random"), 2).unwrap();
        let (mut wins, mut decisions) = (0, 0);
        for episode in 0..50 {
            let mut play = Play::new(game.clone(), Sampled::new(9, episode));
            let mut streams = [0, 1].map(|seat| Stream::for_player(9, episode, seat));
            while let Some(view) = play.view_to_act() {
                let seat = view.seat();
                let action = lineup.at(seat).act(&view, &mut streams[seat]);
                play.apply_action(action).unwrap();
                decisions += 1;
            }
            wins += usize::from(play.returns()[0] > 0.0);
        }
        let report = run(&game, "hold:10,random", &Options { games: 50, seed: 9, ..Options::default() });
        assert!((report.seats[0].win_share.unwrap().mean - wins as f64 / 50.0).abs() < 1e-12);
        assert_eq!(report.steps, decisions);
    }

    #[test]
    fn the_first_seat_of_a_race_to_two_wins_as_often_as_can_be_worked_out() {
        // The target 2 is reached by holding any roll but a 1: the first wins p = 5/6 + 1/6 (1 - p) = 6/7.
        let settings = Settings::default().with("target", 2);
        let game = Pig::from_settings(&settings).unwrap();
        let report = run(&game, "hold", &Options { games: 20_000, seed: 3, ..Options::default() });
        let win = report.seats[0].win_share.unwrap();
        assert!((win.mean - 6.0 / 7.0).abs() < 4.0 * win.stderr, "{win:?}");
        let exact = (6.0 / 7.0 * (1.0 / 7.0) / 20_000.0_f64).sqrt();
        assert!((win.stderr / exact - 1.0).abs() < 0.05, "{win:?}");
    }

    #[test]
    fn a_report_is_json_in_the_order_of_its_form_without_nan() {
        let report = run(&pig(2), "hold:12,random", &Options { games: 1, seed: 1, ..Options::default() });
        let json = report.to_json(0.0);
        let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "game",
            "players",
            "games",
            "seed",
            "seconds",
            "steps_per_second",
            "seats",
            "turns",
            "decisions",
        ];
        assert_eq!(keys, expected);
        assert_eq!(json["seats"][0]["agent"], "hold:12");
        assert_eq!(json["seats"][1]["score"]["stderr"], 0.0);
        assert!(json["seats"][0].get("death_rate").is_none());
        assert!(!json.to_string().contains("null"));
    }

    #[test]
    fn options_out_of_range_are_refused_by_name() {
        let refusal = |options: Options| {
            simulate(&pig(2), &names("random"), &options, &|_| {}, &Stop::default()).unwrap_err().to_string()
        };
        let good = Options::default();
        assert_eq!(
            refusal(Options { games: 0, ..good.clone() }),
            "games = 0: legal is a whole number from 1"
        );
        assert_eq!(
            refusal(Options { rows: 0, ..good.clone() }),
            "rows = 0: legal is a whole number from 1 to 65536"
        );
        assert_eq!(
            refusal(Options { threads: Some(0), ..good.clone() }),
            "threads = 0: legal is a whole number from 1 to 1024"
        );
        assert_eq!(
            refusal(Options { threads: Some(17), rows: 65_536, ..good }),
            "threads = 17 times rows = 65536 are 1114112 games side by side: legal are at most 1048576"
        );
    }

    #[test]
    fn stopped_it_reports_exactly_the_first_games() {
        let game = pig(2);
        let (stop, over) = (Stop::default(), AtomicU64::new(0));
        let watch = |games| {
            assert_eq!(over.fetch_add(1, Ordering::SeqCst) + 1, games, "every game is heard of, in order");
            if games >= 20 {
                stop.soon();
            }
        };
        let options = Options { games: 1_000_000, seed: 2, threads: Some(2), rows: 3 };
        let report = simulate(&game, &names("hold:12"), &options, &watch, &stop).unwrap();
        assert!((20..100).contains(&report.games), "{}", report.games);
        assert_eq!(report, run(&game, "hold:12", &Options { games: report.games, ..options.clone() }));
    }

    #[test]
    fn stopped_at_once_it_drops_what_came_after_the_first_game_that_was_left() {
        let (game, stop) = (pig(10), Stop::default());
        let options = Options { games: 1_000_000, seed: 2, threads: Some(2), rows: 100 };
        let watch = |games| {
            if games >= 20 {
                stop.now();
            }
        };
        let report = simulate(&game, &names("hold:12"), &options, &watch, &stop).unwrap();
        assert!((20..10_000).contains(&report.games), "{}", report.games);
        assert_eq!(report, run(&game, "hold:12", &Options { games: report.games, ..options.clone() }));

        let stopped = simulate(&game, &names("hold:12"), &options, &|_| {}, &stop);
        assert!(matches!(stopped, Err(SimulateError::Stopped)));
    }
}
