//! Writes positions of Zone Stalker between turns, with how the game ended from there: what the estimate is fitted to.
//!
//! `zone_stalker_positions SEATS GAMES SEED PLAYER[,PLAYER...] OPENER...`: the first turns, 0 to 30 of them, are played
//! by openers, drawn for each seat; players, drawn likewise, play to the end. Each position is a row of little-endian f32:
//! per seat its features, whether it lives, and its share of the win.

use std::error::Error;
use std::io::{BufWriter, Write};

use roadside_agents::make;
use roadside_agents::zone_stalker::features;
use roadside_env::chance::{Boundary, Pausing};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Agent, Game, Sampled, Settings, State, Stream, View};

const SEATS: usize = 6;
type Player = Box<dyn Agent<ZoneStalker<SEATS>>>;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seats, games, seed, players, openers @ ..] = arguments.as_slice() else {
        return Err("usage: zone_stalker_positions SEATS GAMES SEED PLAYER[,PLAYER...] OPENER...".into());
    };
    let game = ZoneStalker::<SEATS>::from_settings(&Settings::default().with("players", seats.as_str()))?;
    let mut players = players.split(',').map(make).collect::<Result<Vec<Player>, _>>()?;
    let mut openers = openers.iter().map(|name| make(name)).collect::<Result<Vec<Player>, _>>()?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for number in 0..games.parse()? {
        play(&game, seed.parse()?, number, &mut players, &mut openers, &mut out)?;
    }
    Ok(out.flush()?)
}

fn play(
    game: &ZoneStalker<SEATS>,
    seed: u64,
    number: u64,
    players: &mut [Player],
    openers: &mut [Player],
    out: &mut impl Write,
) -> Result<(), Box<dyn Error>> {
    let mut random = Stream::new(seed, number, 1 << 50);
    let seats = game.seats();
    let mut deal = |among: usize| (0..seats).map(|_| random.below(among as u32) as usize).collect::<Vec<_>>();
    let (dealt, dealt_last) = (deal(openers.len()), deal(players.len()));
    let mut opening = random.below(31);
    let mut chance = Pausing(Sampled::new(seed, number));
    let mut state = game.new_initial_state(&mut chance);
    let mut rows = Vec::new();
    loop {
        if state.boundary() == Some(Boundary::Turn) {
            if opening == 0 {
                rows.push(state);
            }
            opening = opening.saturating_sub(1);
        }
        if state.boundary().is_some() {
            state.resume(game, &mut chance);
            continue;
        }
        let Some(seat) = state.current_player() else { break };
        let view = View::new(game, &state, seat);
        let action = if opening > 0 {
            openers[dealt[seat]].act(&view, &mut random)
        } else {
            players[dealt_last[seat]].act(&view, &mut random)
        };
        state.apply(game, action, &mut chance)?;
    }
    for row in rows {
        for seat in 0..seats {
            let alive = View::new(game, &row, 0).is_alive(seat);
            let share = state.standing(game, seat).win_share.unwrap_or(0.0);
            let numbers = features(game, &row, seat);
            for number in numbers.into_iter().chain([f32::from(u8::from(alive)), share as f32]) {
                out.write_all(&number.to_le_bytes())?;
            }
        }
    }
    Ok(())
}
