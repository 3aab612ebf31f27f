//! The table at which a thread plays matches.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

use roadside_env::chance::Recorded;
use roadside_env::{Action, Agent, Chance, Replay, Sampled, Seat, State, Stop, Stream, View};

use super::luck::Luck;
use super::schedule::{Pair, Schedule};
use super::{ArenaError, Culprit, Options};
use crate::{Playable, PlayerError};

/// Makes the player with this place among the names.
pub(super) type MakePlayer<'a, G> = &'a (dyn Fn(usize) -> Result<Box<dyn Agent<G>>, PlayerError> + Sync);

/// A finished match, as it stands in the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Match {
    /// The number of the deal: its chance is that of this episode of the seed.
    pub(super) deal: u64,
    /// Who sat once at the table.
    pub(super) one: String,
    /// Who had all other seats.
    pub(super) other: String,
    /// The games; in game i the one had seat i.
    pub(super) games: Vec<Game>,
}

/// A finished game, by seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Game {
    /// The shares of the win.
    pub(super) win_shares: Vec<f64>,
    /// What they got, in utility.
    pub(super) returns: Vec<f64>,
    /// What the game counts, in its own unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) scores: Option<Vec<f64>>,
    /// How lucky they were, in utility.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) luck: Option<Vec<f64>>,
    /// How many decisions there were.
    pub(super) decisions: u64,
}

/// A table with its players: one of each name for each seat, made when it is first needed, so that none ever sees two
/// hands.
pub(super) struct Table<'a, G: Playable> {
    game: &'a G,
    schedule: &'a Schedule,
    options: &'a Options,
    make: MakePlayer<'a, G>,
    stop: &'a Stop,
    players: Vec<Vec<Option<Box<dyn Agent<G>>>>>,
    luck: Option<Luck<G>>,
}

/// One game of a match.
#[derive(Clone, Copy)]
struct Seating {
    deal: u64,
    pair: Pair,
    /// The seat of the one.
    of_one: Seat,
}

impl<'a, G: Playable> Table<'a, G> {
    pub(super) fn new(
        game: &'a G,
        schedule: &'a Schedule,
        options: &'a Options,
        make: MakePlayer<'a, G>,
        stop: &'a Stop,
    ) -> Result<Self, PlayerError> {
        let seats = schedule.seats;
        let empty = || (0..seats).map(|_| None).collect();
        let luck = (options.luck_paths > 0).then(|| Luck::new(options.luck_paths, seats));
        Ok(Self {
            game,
            schedule,
            options,
            make,
            stop,
            players: schedule.names.iter().map(|_| empty()).collect(),
            luck: luck.transpose()?,
        })
    }

    /// Plays the match with this number; `None` if `stops` before it is over.
    pub(super) fn play(
        &mut self,
        number: u64,
        stops: &impl Fn() -> bool,
    ) -> Result<Option<Match>, ArenaError> {
        let (deal, pair) = self.schedule.of(number);
        let mut games = Vec::with_capacity(self.schedule.seats);
        for of_one in 0..self.schedule.seats {
            match self.play_seating(Seating { deal, pair, of_one }, stops)? {
                Some(game) => games.push(game),
                None => return Ok(None),
            }
        }
        let name = |player: usize| self.schedule.names[player].clone();
        Ok(Some(Match { deal, one: name(pair.one), other: name(pair.other), games }))
    }

    fn play_seating(
        &mut self,
        seating: Seating,
        stops: &impl Fn() -> bool,
    ) -> Result<Option<Game>, ArenaError> {
        let chance = Sampled::new(self.options.seed, seating.deal);
        if self.options.keeps_replays() {
            return self.play_recorded(seating, Recorded::new(chance, None), stops);
        }
        self.play_game(seating, chance, stops, |_, _, _| {})
    }

    /// Plays a game and saves its replay, before anybody hears of the game.
    fn play_recorded(
        &mut self,
        seating: Seating,
        chance: Recorded<Sampled>,
        stops: &impl Fn() -> bool,
    ) -> Result<Option<Game>, ArenaError> {
        let game = self.game;
        let name = |seat: Seat| self.schedule.names[seating.pair.at(seat, seating.of_one)].clone();
        let names: Vec<_> = (0..self.schedule.seats).map(name).collect();
        let mut replay = None;
        let played = self.play_game(seating, chance, stops, |acted, chance, state| {
            let events = chance.take_events();
            chance.take_lines();
            let replay = replay.get_or_insert_with(|| Replay::new(game, None, names.clone(), &events));
            if let Some((seat, action)) = acted {
                replay.push(game, seat, action, &events);
            }
            replay.returns = state.is_terminal().then(|| state.returns(game));
        })?;
        if let (Some(_), Some(replay)) = (&played, &replay) {
            self.options.keep_replay(replay, seating.deal, seating.pair, seating.of_one)?;
        }
        Ok(played)
    }

    /// Plays a game. `after` is shown each position with the action that led to it, first that of the set-up.
    fn play_game<C: Chance>(
        &mut self,
        seating: Seating,
        mut chance: C,
        stops: &impl Fn() -> bool,
        mut after: impl FnMut(Option<(Seat, Action)>, &mut C, &G::State),
    ) -> Result<Option<Game>, ArenaError> {
        let game = self.game;
        let seats = 0..self.schedule.seats;
        let mut streams: Vec<_> =
            seats.map(|seat| Stream::for_player(self.options.seed, seating.deal, seat)).collect();
        let mut state = game.new_initial_state(&mut chance);
        after(None, &mut chance, &state);
        if let Some(luck) = &mut self.luck {
            luck.clear();
        }
        let mut decisions = 0;
        while let Some(seat) = state.current_player() {
            let action = self.ask(seating, &View::new(game, &state, seat), &mut streams[seat])?;
            // What a player answers that was stopped is worth nothing.
            if stops() {
                return Ok(None);
            }
            decisions += 1;
            state
                .require_legal(game, action)
                .map_err(|error| ArenaError::Illegal { culprit: self.culprit(seating, seat), error })?;
            match &mut self.luck {
                Some(luck) => luck.apply(game, &mut state, action, &mut chance),
                None => state.apply_legal(game, action, &mut chance),
            }
            after(Some((seat, action)), &mut chance, &state);
        }
        Ok(Some(self.outcome(&state, decisions)))
    }

    fn ask(
        &mut self,
        seating: Seating,
        view: &View<'_, G>,
        stream: &mut Stream,
    ) -> Result<Action, ArenaError> {
        let seat = view.seat();
        let place = seating.pair.at(seat, seating.of_one);
        let chair = &mut self.players[place][seat];
        let player = match chair {
            Some(player) => player,
            None => {
                let mut player = (self.make)(place)?;
                player.heed(self.stop);
                chair.insert(player)
            }
        };
        catch_unwind(AssertUnwindSafe(|| player.act(view, stream))).map_err(|panic| ArenaError::Panicked {
            culprit: self.culprit(seating, seat),
            message: message_of(&*panic),
        })
    }

    fn culprit(&self, seating: Seating, seat: Seat) -> Culprit {
        let player = self.schedule.names[seating.pair.at(seat, seating.of_one)].clone();
        Culprit { player, game: G::NAME, seed: self.options.seed, deal: seating.deal, seat }
    }

    /// What is kept of a game that is over.
    fn outcome(&self, state: &G::State, decisions: u64) -> Game {
        let standings = (0..self.schedule.seats).map(|seat| state.standing(self.game, seat));
        let standings: Vec<_> = standings.collect();
        let returns = state.returns(self.game);
        let shares = standings.iter().map(|standing| standing.win_share);
        Game {
            win_shares: shares.collect::<Option<_>>().unwrap_or_else(|| shares_of_the_most(&returns)),
            returns,
            scores: standings.iter().map(|standing| standing.score).collect(),
            luck: self.luck.as_ref().map(|luck| luck.sums.clone()),
            decisions,
        }
    }
}

/// The shares of the win in a game that names no winner: whoever got the most wins.
fn shares_of_the_most(returns: &[f64]) -> Vec<f64> {
    let most = returns.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let wins = |gets: f64| gets >= most;
    let winners = returns.iter().filter(|&&gets| wins(gets)).count() as f64;
    returns.iter().map(|&gets| if wins(gets) { 1.0 / winners } else { 0.0 }).collect()
}

/// What a panic says.
fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}
