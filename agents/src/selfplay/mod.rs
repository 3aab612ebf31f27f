//! Self-play: a network plays games against itself and others, and what its searches found is kept to learn from.
//!
//! Games are played at *tables*: some games with the same settings side by side, whose searches have their leaves valued
//! in one batch. A table is a fixed function of the weights, the options, the seed and its number, whatever else is
//! played at the same time. Searches are those of Danihelka et al. 2022 ("Policy improvement by planning with Gumbel"),
//! whose improved policy is what is to be learned. In some of the games other players take some of the seats: against
//! itself alone, a player may run in circles.

mod game;
mod options;
mod rows;

use roadside_env::games::AnyGame;
use roadside_env::{Agent, Seat, Stop, Stream};

use crate::network::{Fit, Network, Questions, Shape, ask_about, write_answer};
use crate::{Playable, make, policy};
use game::{GameUnderWay, Sitter};

pub use options::{SelfPlayError, SelfPlayOptions, Table};
pub use rows::{CERTAIN, ROWS_VERSION, Rows, RowsError, RowsHeader};

/// Who plays: a network and the hash of its weights.
#[derive(Clone, Copy, Debug)]
pub struct Learner<'a> {
    /// The network.
    pub network: &'a Network,
    /// The SHA-256 of its weights' file.
    pub weights: &'a str,
}

/// Plays all games of one table of `game` and returns the learner's decisions, game by game.
///
/// `number` is the table's own: each is set up otherwise, and its games are episodes of `seed` that no other table has.
///
/// # Errors
/// [`SelfPlayError`] for options out of range, opponents that are refused or break the rules, a network for other lists of
/// numbers or actions, and where it was stopped.
pub fn play_table<G: Playable>(
    game: &G,
    learner: Learner<'_>,
    options: &SelfPlayOptions,
    (seed, number): (u64, u64),
    stop: &Stop,
) -> Result<Rows, SelfPlayError> {
    options.check()?;
    let empty = empty_rows(game, learner, options, number)?;
    let mut opponents =
        options.opponents.iter().map(|name| make::<G>(name)).collect::<Result<Vec<_>, _>>()?;
    for opponent in &mut opponents {
        opponent.heed(stop);
    }
    // Its first words drew the settings.
    let mut random = Stream::keyed(Stream::for_self_play(seed, number).word());
    let mut seats = |league| draw_sitters(game.facts().seats, opponents.len(), league, &mut random);
    let first = number * options.games as u64;
    let mut playing: Vec<_> = (0..options.games as u64)
        .map(|place| GameUnderWay::new(game, seed, first + place, seats(options.league), &empty))
        .collect();
    let (mut over, mut questions) = (Vec::new(), Questions::default());
    while !playing.is_empty() {
        if stop.is_now() {
            return Err(SelfPlayError::Stopped);
        }
        play_on(game, options, &mut playing, &mut opponents, &mut over)?;
        value(game, learner.network, &mut playing, &mut questions);
    }
    over.sort_unstable_by_key(|&(number, _)| number);
    let mut rows = empty;
    for (_, game) in &mut over {
        rows.append(game);
    }
    Ok(rows)
}

/// Plays all games on until positions wait to be valued, and takes out those that are over.
fn play_on<G: Playable>(
    game: &G,
    options: &SelfPlayOptions,
    playing: &mut Vec<GameUnderWay<G>>,
    opponents: &mut [Box<dyn Agent<G>>],
    over: &mut Vec<(u64, Rows)>,
) -> Result<(), SelfPlayError> {
    let mut place = 0;
    while let Some(under_way) = playing.get_mut(place) {
        if under_way.play_on(game, options, opponents)? {
            place += 1;
        } else {
            let under_way = playing.remove(place);
            over.push((under_way.number, under_way.into_rows(game)));
        }
    }
    Ok(())
}

/// Has the network value all positions that wait, in one batch.
fn value<G: Playable>(
    game: &G,
    network: &Network,
    playing: &mut [GameUnderWay<G>],
    questions: &mut Questions,
) {
    for under_way in &mut *playing {
        for leaf in under_way.waiting() {
            ask_about(game, leaf, questions);
        }
    }
    let (answers, mut row) = (questions.ask(network), 0);
    for under_way in playing {
        for leaf in under_way.waiting() {
            write_answer(game, leaf, answers, row);
            row += 1;
        }
        under_way.land(game);
    }
}

/// Who sits where: the learner at all seats or, in a share of the games, opponents at some.
fn draw_sitters(seats: usize, opponents: usize, league: f64, random: &mut Stream) -> Vec<Sitter> {
    let is_league = policy::pick(&[league, 1.0 - league], random) == 0 && seats > 1 && opponents > 0;
    if !is_league {
        return (0..seats).map(|_| Sitter::Learner).collect();
    }
    let learner: Seat = random.below(seats as u32) as usize;
    let sitter = |seat| {
        // With two seats the other one is an opponent's; with more, each of the others may be.
        let is_opponent = seat != learner && (seats == 2 || random.below(4) > 0);
        if is_opponent { Sitter::Opponent(random.below(opponents as u32) as usize) } else { Sitter::Learner }
    };
    (0..seats).map(sitter).collect()
}

fn empty_rows<G: Playable>(
    game: &G,
    learner: Learner<'_>,
    options: &SelfPlayOptions,
    number: u64,
) -> Result<Rows, SelfPlayError> {
    let (facts, spec, shape) = (game.facts(), game.observation_spec(), learner.network.shape());
    if spec.most() > u16::from(u8::MAX) {
        return Err(SelfPlayError::TooLarge { most: spec.most() });
    }
    let needed = Shape::of(game, shape.width, shape.blocks);
    if needed != *shape {
        return Err(SelfPlayError::Shape {
            inputs: shape.inputs,
            actions: shape.actions,
            game: G::NAME,
            needed_inputs: needed.inputs,
            needed_actions: needed.actions,
        });
    }
    let mut scales = vec![0.0; spec.len()];
    spec.scale(&vec![1_u8; spec.len()], &mut scales);
    let header = RowsHeader {
        rows_version: ROWS_VERSION,
        fit: Fit::of::<G>(),
        settings: game.settings(),
        games: options.games as u64,
        weights: learner.weights.to_owned(),
        table: number,
        observed: spec.len(),
        actions: facts.actions,
        seats: shape.seats,
    };
    Ok(Rows::new(header, facts.conditions.clone(), scales))
}

/// Sets up and plays the table of this number of the game called `name`, as [`play_table`] does.
///
/// # Errors
/// [`SelfPlayError`], also for settings of a table that the game refuses.
pub fn play_any_table(
    name: &str,
    learner: Learner<'_>,
    options: &SelfPlayOptions,
    (seed, number): (u64, u64),
    stop: &Stop,
) -> Result<Rows, SelfPlayError> {
    options.check()?;
    let (place, settings) = options.draw(&mut Stream::for_self_play(seed, number));
    let game = AnyGame::load(name, &settings)
        .map_err(|error| SelfPlayError::Table { place, error: error.to_string() })?;
    roadside_env::with_game!(game, game => play_table(&game, learner, options, (seed, number), stop))
}
