//! `roadside play`.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use roadside_agents::{Lineup, Playable};
use roadside_env::{Seat, Stream, with_game};

use crate::args::{GameArgs, whole_number};
use crate::dialogue::Dialogue;
use crate::failure::Failure;
use crate::session::Session;
use crate::teller::Teller;

/// Play at the prompt against players
///
/// Answer with a number or an action; `?` helps, `quit` leaves.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  roadside play --game pig --players 2 --opponents hold:20 --save pig.replay"
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The players at the other seats, in turn; fewer than needed are dealt again
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    opponents: Vec<String>,
    /// Your seat, counted from 0, or `random`
    #[arg(long, default_value = "0", value_parser = seat_choice, allow_negative_numbers = true)]
    seat: SeatChoice,
    /// The seed [default: from the clock]
    #[arg(long, value_parser = whole_number(0, u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Save the game as a replay, also if it is left before its end
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    save: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug)]
enum SeatChoice {
    Fixed(Seat),
    Random,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let input = &mut std::io::stdin().lock();
    with_game!(args.game.load()?, game => play(&Arc::new(game), args, input, out))
}

fn play<G: Playable>(
    game: &Arc<G>,
    args: &Args,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let seed = args.seed.unwrap_or_else(seed_from_clock);
    let seats = game.facts().seats;
    let person = args.seat.of(seats, seed)?;
    let mut opponents = opponents::<G>(&args.opponents, seats - 1)?;
    let names = names(opponents.as_ref(), person);

    let save = args.save.as_deref();
    let mut session = Session::new(Arc::clone(game), seed, names.clone(), Some(person), save)?;
    let mut teller = Teller { viewer: Some(person), ..Teller::new(&**game, out) };
    let told = teller
        .opening(Some(seed), &names)
        .map_err(Failure::from)
        .and_then(|()| converse(&mut session, person, opponents.as_mut(), input, &mut teller))
        .and_then(|()| Ok(teller.ending(session.state(), &names)?));
    session.finish(told)
}

/// Asks the players, the person among them, until the game is over or the person leaves it.
fn converse<G: Playable>(
    session: &mut Session<G>,
    person: Seat,
    mut opponents: Option<&mut Lineup<G>>,
    input: &mut dyn BufRead,
    teller: &mut Teller<'_, G>,
) -> Result<(), Failure> {
    teller.hear(&session.take_lines())?;
    while let Some(view) = session.view_to_act() {
        let seat = view.seat();
        let action = match &mut opponents {
            Some(lineup) if seat != person => session.ask(seat, lineup.at(place(seat, person))),
            _ => match (Dialogue { input: &mut *input, out: &mut *teller.out }).ask(&view)? {
                Some(action) => action,
                None => return Ok(()),
            },
        };
        session.act(seat, action)?;
        teller.hear(&session.take_lines())?;
    }
    Ok(())
}

/// The players at the other seats, `random` if none is named; `None` where there are no other seats.
fn opponents<G: Playable>(named: &[String], seats: usize) -> Result<Option<Lineup<G>>, Failure> {
    match (named, seats) {
        ([], 0) => Ok(None),
        ([], _) => Ok(Some(Lineup::new(&["random"], seats)?)),
        _ => Ok(Some(Lineup::new(named, seats)?)),
    }
}

/// The place among the opponents of the one at `seat`.
fn place(seat: Seat, person: Seat) -> usize {
    if seat < person { seat } else { seat - 1 }
}

/// Who sits where.
fn names<G: Playable>(opponents: Option<&Lineup<G>>, person: Seat) -> Vec<String> {
    let mut names = opponents.map_or(Vec::new(), Lineup::names);
    names.insert(person, "person".to_owned());
    names
}

fn seed_from_clock() -> u64 {
    // A small number, so that it can be typed again. A clock before 1970 gives seed 0.
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64 % 1_000_000)
}

fn seat_choice(text: &str) -> Result<SeatChoice, String> {
    match text {
        "random" => Ok(SeatChoice::Random),
        _ => text.parse().map(SeatChoice::Fixed).map_err(|_| "legal is a seat from 0, or random".to_owned()),
    }
}

impl SeatChoice {
    fn of(self, seats: usize, seed: u64) -> Result<Seat, Failure> {
        match self {
            Self::Fixed(seat) if seat < seats => Ok(seat),
            Self::Fixed(seat) => {
                Err(Failure::wrong_use(format!("--seat {seat}: the seats are 0 to {}, or random", seats - 1)))
            }
            Self::Random => Ok(Stream::for_seating(seed, 0).below(seats as u32) as Seat),
        }
    }
}
