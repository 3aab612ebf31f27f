//! Maps of Zone Stalker: flip or stop.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use roadside_env::games::zone_stalker::{Move, Phase, ZoneStalker};
use roadside_env::{
    Actions as _, Game, Knowledge as _, PositionError, Sampled, State as _, Stop, Stream, View,
};
use serde::Serialize;

use super::StoppingError;
use super::quantity::{AxisRequest, Quantity};
use super::scene::{Deck, Draw, Scene};
use crate::analysis::{Estimate, Playouts};
use crate::parallel::{spread, thread_count};
use crate::simulation::Sample;

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

/// Maps of the value of flipping less that of stopping.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneMap {
    /// The game.
    pub game: &'static str,
    /// How many seats play.
    pub players: usize,
    /// What the numbers are: `win_share`, the share of the win, or alone at the table `score`, Swag Points, dead = 0.
    pub value: &'static str,
    /// Always false: the values hold for this continuation only.
    pub exact: bool,
    /// What the values are, in words.
    pub meaning: String,
    /// Who plays on, by seat.
    pub continuation: Vec<String>,
    /// How often each choice was tried in each cell.
    pub samples: u64,
    /// The seed.
    pub seed: u64,
    /// The position that all cells begin from; `None` for beginnings of games.
    pub position: Option<String>,
    /// What else was set in all cells.
    pub set: Vec<(Quantity, i32)>,
    /// Whether a card had been flipped this turn, where that can be.
    pub flipped: bool,
    /// The columns.
    pub x: ZoneAxis,
    /// The rows.
    pub y: ZoneAxis,
    /// The number of quiet rounds of the game itself.
    pub stalemate_rounds: u8,
    /// One map for each number of quiet rounds that ends the game, rising.
    pub maps: Vec<RoundsMap>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneAxis {
    /// What it counts.
    pub name: Quantity,
    /// That in words, with the unit.
    pub label: &'static str,
    /// The numbers, rising.
    pub values: Vec<i32>,
}

/// The map for one number of quiet rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundsMap {
    /// How many rounds without a flip end the game (R21).
    pub stalemate_rounds: u8,
    /// The cells, row by row from the first y: `cells[y][x]`.
    pub cells: Vec<Vec<ZoneCell>>,
    /// How it differs from the map of the game itself; `None` for that one.
    pub moves: Option<Moves>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ZoneCell {
    /// The number of the column's quantity.
    pub x: i32,
    /// The number of the row's quantity.
    pub y: i32,
    /// What is better: `flip`, `stop`, `undecided` where 0 lies within the interval, or `impossible`.
    pub decision: Decision,
    /// The value of flipping.
    pub flip: Option<Estimate>,
    /// The value of stopping.
    pub stop: Option<Estimate>,
    /// Flipping less stopping, by pairs of playouts with the same chance.
    pub difference: Option<Estimate>,
}

/// What is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// To flip.
    Flip,
    /// To stop.
    Stop,
    /// That is not certain.
    Undecided,
    /// There is no such position.
    Impossible,
}

impl Decision {
    /// The word of the report.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Flip => "flip",
            Self::Stop => "stop",
            Self::Undecided => "undecided",
            Self::Impossible => "impossible",
        }
    }
}

impl ZoneCell {
    /// Whether stopping looks better, decided or not.
    pub fn leans_to_stop(&self) -> bool {
        self.difference.is_some_and(|difference| difference.mean <= 0.0)
    }
}

/// How a map differs from that of the game itself, over the cells that can be in both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moves {
    /// How many cells are compared.
    pub cells: usize,
    /// How many lean to the other choice.
    pub changed: usize,
    /// Of these how many are decided on both maps.
    pub changed_and_decided: usize,
    /// How many change their decision, from or to undecided included.
    pub decision_changed: usize,
    /// In how many cells the value of flipping less stopping is certainly another.
    pub shifted: usize,
    /// The mean over the cells of by how much that value is greater.
    pub mean_shift: f64,
    /// All that in words.
    pub words: String,
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

/// What is drawn, checked.
struct Plan<'a, const SEATS: usize> {
    options: &'a ZoneMapOptions,
    /// The game itself and with other numbers of quiet rounds, rising.
    games: Vec<ZoneStalker<SEATS>>,
    own: usize,
    deck: Deck,
    base: Option<<ZoneStalker<SEATS> as Game>::State>,
    x: ZoneAxis,
    y: ZoneAxis,
    set: Vec<(Quantity, i32)>,
    continuation: Vec<String>,
}

/// What came of one cell: for each number of rounds the two values and their difference, and the shift of the
/// difference against the game itself; or why it cannot be.
type Filled = Vec<Result<Samples, String>>;

#[derive(Clone, Copy, Default)]
struct Samples {
    flip: Sample,
    stop: Sample,
    difference: Sample,
    shift: Sample,
}

impl<'a, const SEATS: usize> Plan<'a, SEATS> {
    fn new(game: &ZoneStalker<SEATS>, options: &'a ZoneMapOptions) -> Result<Self, StoppingError> {
        require("samples", options.samples, 2, ZoneMapOptions::MAX_SAMPLES)?;
        require("threads", options.threads.unwrap_or(1) as u64, 1, crate::Options::MAX_THREADS as u64)?;
        let seats = game.facts().seats;
        let games = variants(game, &options.rounds)?;
        // As many quiet turns as the longest of the games may have.
        let longest = games.last().unwrap_or(game);
        let [x, y] = [&options.x, &options.y].map(|request| axis(longest, request));
        let (x, y) = (x?, y?);
        let set = options.set.iter();
        let set: Vec<(Quantity, i32)> = set
            .map(|(name, value)| Ok((Quantity::named(name, seats)?, *value)))
            .collect::<Result<_, StoppingError>>()?;
        require_once(x.name, y.name, &set)?;
        let own_rounds = game.config().stalemate_rounds;
        let own = games.iter().position(|other| other.config().stalemate_rounds == own_rounds).unwrap_or(0);
        let base = options.position.as_deref().map(|line| game.parse_position(line)).transpose()?;
        let deck = Deck::new(game);
        if let Some(state) = &base {
            let chooses = |seat| View::new(game, state, seat).phase() == Phase::Choose;
            if !state.current_player().is_some_and(chooses) {
                return Err(StoppingError::NoChoice);
            }
        }
        let continuation = Playouts::new(game, &options.players, options.seed)?.names();
        Ok(Self { options, games, own, deck, base, x, y, set, continuation })
    }

    fn game(&self) -> &ZoneStalker<SEATS> {
        &self.games[self.own]
    }

    /// All cells, row by row.
    fn fill(&self, watch: &(impl Fn(u64) + Sync), stop: &Stop) -> Result<Vec<Filled>, StoppingError> {
        let count = self.x.values.len() * self.y.values.len();
        let filled: Mutex<Vec<Option<Filled>>> = Mutex::new(vec![None; count]);
        let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
        let failure = Mutex::new(None);
        let workers = (0..thread_count(self.options.threads).min(count))
            .map(|_| self.playouts(stop))
            .collect::<Result<Vec<_>, _>>()?;
        let work = |mut playouts: Vec<Playouts<'_, ZoneStalker<SEATS>>>| loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count || stop.is_soon() {
                return;
            }
            match self.fill_cell(at, &mut playouts, stop) {
                Ok(cell) => lock(&filled)[at] = Some(cell),
                Err(error) => {
                    next.store(count, Ordering::Relaxed);
                    lock(&failure).get_or_insert(error);
                    return;
                }
            }
            watch(done.fetch_add(1, Ordering::Relaxed) + 1);
        };
        spread(workers, work).map_err(|error| StoppingError::Thread(error.to_string()))?;
        if let Some(error) = lock(&failure).take() {
            return Err(error);
        }
        let filled = std::mem::take(&mut *lock(&filled));
        filled.into_iter().collect::<Option<Vec<_>>>().ok_or(StoppingError::Stopped)
    }

    fn playouts(&self, stop: &Stop) -> Result<Vec<Playouts<'_, ZoneStalker<SEATS>>>, StoppingError> {
        let new = |game| Ok(Playouts::new(game, &self.options.players, self.options.seed)?.heeding(stop));
        self.games.iter().map(new).collect()
    }

    fn fill_cell(
        &self,
        at: usize,
        playouts: &mut [Playouts<'_, ZoneStalker<SEATS>>],
        stop: &Stop,
    ) -> Result<Filled, StoppingError> {
        let mut filled: Filled = vec![Ok(Samples::default()); self.games.len()];
        for sample in 0..self.options.samples {
            if stop.is_soon() {
                return Err(StoppingError::Stopped);
            }
            let line = match self.line(at, sample) {
                Ok(line) => line,
                // What cannot be in one sample is not shown in the others.
                Err(why) => return Ok(vec![Err(why); self.games.len()]),
            };
            let values = (0..self.games.len())
                .map(|place| self.try_both(place, &line, &mut playouts[place], sample))
                .collect::<Result<Vec<_>, _>>()?;
            let own = values[self.own].as_ref().ok().map(|(flip, stop)| flip - stop);
            for (cell, value) in filled.iter_mut().zip(values) {
                match (cell.as_mut(), value) {
                    (Ok(samples), Ok(value)) => samples.add(value, own),
                    (Ok(_), Err(why)) => *cell = Err(why),
                    (Err(_), _) => {}
                }
            }
        }
        Ok(filled)
    }

    /// The position line of a cell in a sample.
    fn line(&self, at: usize, sample: u64) -> Result<String, String> {
        let (x, y) = (at % self.x.values.len(), at / self.x.values.len());
        let draw = Draw { seed: self.options.seed, sample };
        let (game, seats) = (self.game(), self.game().facts().seats);
        let state = match &self.base {
            None => game.new_initial_state(&mut Sampled::new(draw.seed, sample)),
            Some(state) => self.redrawn(state, draw)?,
        };
        let mut scene = Scene::read(&self.deck, &state.position(game), seats)
            .ok_or_else(|| "nobody chooses there between flip and stop".to_owned())?;
        let all = self.set.iter().copied();
        let all: Vec<(Quantity, i32)> =
            all.chain([(self.x.name, self.x.values[x]), (self.y.name, self.y.values[y])]).collect();
        let value = |wanted| all.iter().find(|(quantity, _)| *quantity == wanted).map(|&(_, value)| value);
        // Swag comes out of the Zone deck and hands out of the Stalker deck, before what is left is counted.
        for wanted in Quantity::ALL {
            match (wanted, value(wanted)) {
                (_, None) | (Quantity::Cards | Quantity::Hazards, _) => {}
                (_, Some(value)) => scene.set(&self.deck, wanted, value, draw)?,
            }
        }
        let flipped = self.options.flipped.or(self.base.is_none().then_some(true));
        if let Some(flipped) = flipped {
            scene.set_flipped(&self.deck, flipped, draw);
        }
        match (value(Quantity::Cards), value(Quantity::Hazards)) {
            (Some(cards), Some(hazards)) => {
                scene.set_cards_and_hazards(&self.deck, (cards, hazards), draw)?;
            }
            (Some(cards), None) => scene.set(&self.deck, Quantity::Cards, cards, draw)?,
            (None, Some(hazards)) => scene.set(&self.deck, Quantity::Hazards, hazards, draw)?,
            (None, None) => {}
        }
        Ok(scene.line(&self.deck))
    }

    /// The position with what the active seat cannot see drawn anew.
    fn redrawn(
        &self,
        state: &<ZoneStalker<SEATS> as Game>::State,
        draw: Draw,
    ) -> Result<<ZoneStalker<SEATS> as Game>::State, String> {
        let game = self.game();
        let seat = state.current_player().ok_or_else(|| "the game is over".to_owned())?;
        let mut stream = Stream::new(draw.seed, draw.sample, 1 << 37);
        state.knowledge(game, seat).determinize(game, &mut stream).map_err(|error| error.to_string())
    }

    /// What flipping and stopping come to; or why the position cannot be.
    fn try_both(
        &self,
        place: usize,
        line: &str,
        playouts: &mut Playouts<'_, ZoneStalker<SEATS>>,
        sample: u64,
    ) -> Result<Result<(f64, f64), String>, StoppingError> {
        let game = &self.games[place];
        let state = match game.parse_position(line) {
            Ok(state) => state,
            Err(PositionError::Impossible(why)) => return Ok(Err(why)),
            Err(error) => return Err(error.into()),
        };
        let Some(seat) = state.current_player() else { return Ok(Err("the game is over".to_owned())) };
        let legal = View::new(game, &state, seat).legal_actions();
        let choices = [Move::Flip, Move::Stop].map(Move::action);
        if !choices.iter().all(|&choice| legal.contains(choice)) {
            return Ok(Err("there is no choice between flip and stop".to_owned()));
        }
        let mut values = [0.0; 2];
        for (value, choice) in values.iter_mut().zip(choices) {
            let end = playouts.play(state, choice, sample)?;
            let standing = end.standing(game, seat);
            *value = if game.facts().seats == 1 { standing.score } else { standing.win_share }.unwrap_or(0.0);
        }
        Ok(Ok((values[0], values[1])))
    }

    fn report(self, filled: &[Filled]) -> Result<ZoneMap, StoppingError> {
        let width = self.x.values.len();
        let place = |at: usize| (self.x.values[at % width], self.y.values[at / width]);
        let reasons = filled.iter().map(|cell| cell[self.own].as_ref().err());
        if let Some(Some(why)) = reasons.clone().find(Option::is_some)
            && reasons.clone().all(|reason| reason.is_some())
        {
            return Err(StoppingError::Nowhere(why.clone()));
        }
        let cells_of = |game: usize| -> Vec<Vec<ZoneCell>> {
            let cells =
                filled.iter().enumerate().map(|(at, cell)| zone_cell(place(at), cell[game].as_ref().ok()));
            cells.collect::<Vec<_>>().chunks(width).map(<[ZoneCell]>::to_vec).collect()
        };
        let own = cells_of(self.own);
        let maps = self.games.iter().enumerate().map(|(game, rules)| {
            let cells = cells_of(game);
            let shifts: Vec<Option<Estimate>> =
                filled.iter().map(|cell| Some(cell[game].as_ref().ok()?.shift.figure()?.into())).collect();
            let stalemate_rounds = rules.config().stalemate_rounds;
            let compared = (stalemate_rounds, self.game().config().stalemate_rounds);
            let moves = (game != self.own).then(|| moves(&cells, &own, &shifts, compared));
            RoundsMap { stalemate_rounds, cells, moves }
        });
        let maps = maps.collect();
        let alone = self.game().facts().seats == 1;
        Ok(ZoneMap {
            game: ZoneStalker::<SEATS>::NAME,
            players: self.game().facts().seats,
            value: if alone { "score" } else { "win_share" },
            exact: false,
            meaning: meaning(alone, &self.continuation),
            samples: self.options.samples,
            seed: self.options.seed,
            position: self.base.map(|state| state.position(&self.games[self.own])),
            set: self.set,
            flipped: self.options.flipped.unwrap_or(true),
            x: self.x,
            y: self.y,
            stalemate_rounds: self.games[self.own].config().stalemate_rounds,
            continuation: self.continuation,
            maps,
        })
    }
}

impl Samples {
    fn add(&mut self, (flip, stop): (f64, f64), own: Option<f64>) {
        self.flip.add(flip);
        self.stop.add(stop);
        self.difference.add(flip - stop);
        if let Some(own) = own {
            self.shift.add(flip - stop - own);
        }
    }
}

fn zone_cell((x, y): (i32, i32), samples: Option<&Samples>) -> ZoneCell {
    let estimate =
        |of: fn(&Samples) -> &Sample| samples.and_then(|samples| Some(of(samples).figure()?.into()));
    let difference: Option<Estimate> = estimate(|samples| &samples.difference);
    let decision = match difference {
        None => Decision::Impossible,
        Some(difference) if !difference.is_decided() => Decision::Undecided,
        Some(difference) if difference.mean > 0.0 => Decision::Flip,
        Some(_) => Decision::Stop,
    };
    ZoneCell {
        x,
        y,
        decision,
        flip: estimate(|samples| &samples.flip),
        stop: estimate(|samples| &samples.stop),
        difference,
    }
}

fn moves(
    cells: &[Vec<ZoneCell>],
    own: &[Vec<ZoneCell>],
    shifts: &[Option<Estimate>],
    (rounds, own_rounds): (u8, u8),
) -> Moves {
    let pairs = cells.iter().flatten().zip(own.iter().flatten()).zip(shifts);
    let pairs: Vec<_> = pairs
        .filter(|((cell, own), _)| cell.difference.is_some() && own.difference.is_some())
        .map(|((cell, own), shift)| (cell, own, *shift))
        .collect();
    let decided = |cell: &ZoneCell| matches!(cell.decision, Decision::Flip | Decision::Stop);
    let changed = pairs.iter().filter(|(cell, own, _)| cell.leans_to_stop() != own.leans_to_stop());
    let changed_and_decided = changed.clone().filter(|(cell, own, _)| decided(cell) && decided(own)).count();
    let changed = changed.count();
    let decision_changed = pairs.iter().filter(|(cell, own, _)| cell.decision != own.decision).count();
    let shifted = pairs.iter().filter(|(.., shift)| shift.is_some_and(|shift| shift.is_decided())).count();
    let sum: f64 = pairs.iter().filter_map(|(.., shift)| Some(shift.as_ref()?.mean)).sum();
    let (compared, mean_shift) = (pairs.len(), sum / pairs.len().max(1) as f64);
    let words = format!(
        "with {rounds} quiet rounds in place of {own_rounds}: {decision_changed} of {compared} cells change their decision, from or to \
         undecided included; {changed} lean to the other choice, {changed_and_decided} of them decided on both maps; flipping less stopping certainly differs in {shifted}, and is {} by {:.4} \
         in the mean of all cells",
        if mean_shift < 0.0 { "less" } else { "more" },
        mean_shift.abs()
    );
    Moves { cells: compared, changed, changed_and_decided, decision_changed, shifted, mean_shift, words }
}

fn meaning(alone: bool, continuation: &[String]) -> String {
    let names: BTreeSet<&String> = continuation.iter().collect();
    let names = names.into_iter().map(String::as_str).collect::<Vec<_>>().join(" and ");
    let value = if alone { "Swag Points at the end, dead = 0" } else { "share of the win" };
    format!(
        "{value}, estimated: hidden cards and chance are drawn anew for each sample, the same for both choices, and the rest is \
         played by {names}. These are values under that continuation, not under best play"
    )
}

fn axis<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    request: &AxisRequest,
) -> Result<ZoneAxis, StoppingError> {
    let quantity = Quantity::named(&request.name, game.facts().seats)?;
    let values = request.values.clone().unwrap_or_else(|| quantity.usual(game).values());
    Ok(ZoneAxis { name: quantity, label: quantity.label(), values })
}

fn require(name: &'static str, found: u64, least: u64, most: u64) -> Result<(), StoppingError> {
    let legal = (least..=most).contains(&found);
    if legal { Ok(()) } else { Err(StoppingError::Option { name, found, least, most }) }
}

/// Nothing is set twice, and a lead and a score not both.
fn require_once(x: Quantity, y: Quantity, set: &[(Quantity, i32)]) -> Result<(), StoppingError> {
    let all: Vec<Quantity> = [x, y].into_iter().chain(set.iter().map(|&(quantity, _)| quantity)).collect();
    let twice = all.iter().enumerate().find(|(at, quantity)| all[..*at].contains(quantity));
    if let Some((_, quantity)) = twice {
        return Err(StoppingError::Twice(quantity.name()));
    }
    let [lead, score] = [Quantity::Lead, Quantity::Score];
    if all.contains(&lead) && all.contains(&score) {
        return Err(StoppingError::Together(lead.name(), score.name()));
    }
    Ok(())
}

/// The game with each number of quiet rounds, rising.
fn variants<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    rounds: &[u8],
) -> Result<Vec<ZoneStalker<SEATS>>, StoppingError> {
    let mut all: BTreeSet<u8> = rounds.iter().copied().collect();
    all.insert(game.config().stalemate_rounds);
    if rounds.is_empty() && game.facts().seats > 1 {
        all.extend([2, 3, 5]);
    }
    let with = |rounds: u8| {
        let refused = StoppingError::Option { name: "rounds", found: rounds.into(), least: 1, most: 10 };
        ZoneStalker::from_settings(&game.settings().with("stalemate_rounds", rounds)).map_err(|_| refused)
    };
    all.into_iter().map(with).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use roadside_env::Settings;

    use super::*;

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
        assert!(!map.flipped || map.maps.len() == 1);
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
            "no cell of the map can be: a hand of 60 cards: the deck has no more"
        );
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
        assert_eq!(map.position.as_deref(), Some(position.as_str()));
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
