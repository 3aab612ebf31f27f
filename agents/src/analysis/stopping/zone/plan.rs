//! What is drawn, checked, and how it is put together.

use std::collections::BTreeSet;

use roadside_env::games::zone_stalker::{Phase, ZoneStalker};
use roadside_env::{Game, State as _, View};

use super::ZoneMapOptions;
use super::map::{Moves, RoundsMap, ZoneAxis, ZoneCell, ZoneMap, meaning};
use super::sampling::Filled;
use crate::analysis::stopping::quantity::{AxisRequest, Quantity};
use crate::analysis::stopping::scene::Deck;
use crate::analysis::stopping::{StoppingError, require_each_once};
use crate::analysis::{CONFIDENCE, Estimate, Playouts, what_is_gained};
use crate::double::first_double;
use crate::holm::holm;
use crate::simulation::Sample;

/// What is drawn, checked.
pub(super) struct Plan<'a, const SEATS: usize> {
    pub(super) options: &'a ZoneMapOptions,
    /// The game itself and with other numbers of quiet rounds, rising.
    pub(super) games: Vec<ZoneStalker<SEATS>>,
    /// The place of the game itself among them.
    pub(super) own: usize,
    pub(super) deck: Deck,
    /// Where all cells begin; `None`: at beginnings of games.
    pub(super) base: Option<<ZoneStalker<SEATS> as Game>::State>,
    pub(super) x: ZoneAxis,
    pub(super) y: ZoneAxis,
    /// What is set in all cells.
    pub(super) set: Vec<(Quantity, i32)>,
    /// Who plays on, by seat.
    pub(super) continuation: Vec<String>,
}

impl<'a, const SEATS: usize> Plan<'a, SEATS> {
    pub(super) fn new(game: &ZoneStalker<SEATS>, options: &'a ZoneMapOptions) -> Result<Self, StoppingError> {
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

    /// The game itself.
    pub(super) fn game(&self) -> &ZoneStalker<SEATS> {
        &self.games[self.own]
    }

    /// Whether a card was flipped this turn, as was said, or as in the position, or at beginnings of games.
    fn flipped(&self) -> bool {
        let looked_at = self
            .base
            .as_ref()
            .and_then(|state| Some(View::new(self.game(), state, state.current_player()?).has_flipped()));
        self.options.flipped.or(looked_at).unwrap_or(true)
    }

    /// The numbers that the game allows, in words, of what is never one of them.
    fn limits(&self) -> String {
        let axes = [&self.x, &self.y].map(|axis| (axis.name, axis.values.clone()));
        let set = self.set.iter().map(|&(quantity, value)| (quantity, vec![value]));
        let limit = |(quantity, values): (Quantity, Vec<i32>)| {
            let (most, in_words) = quantity.most(self.game())?;
            let beyond = values.iter().all(|&value| value > most);
            beyond.then(|| format!("; {quantity}: legal is 0 to {in_words}"))
        };
        axes.into_iter().chain(set).filter_map(limit).collect()
    }

    /// What the cells come to, which are given row by row.
    pub(super) fn report(self, filled: &[Filled]) -> Result<ZoneMap, StoppingError> {
        let width = self.x.values.len();
        let place = |at: usize| (self.x.values[at % width], self.y.values[at / width]);
        let reasons = filled.iter().map(|cell| cell[self.own].as_ref().err());
        if let Some(Some(why)) = reasons.clone().find(Option::is_some)
            && reasons.clone().all(|reason| reason.is_some())
        {
            return Err(StoppingError::Nowhere(why.clone() + &self.limits()));
        }
        let cells_of = |game: usize| -> Vec<Vec<ZoneCell>> {
            let samples = || filled.iter().map(|cell| cell[game].as_ref().ok());
            let decided = decided(samples().map(|samples| Some(&samples?.difference)));
            let cell = |(at, (samples, decided))| ZoneCell::of(place(at), samples, decided);
            let cells: Vec<ZoneCell> = samples().zip(decided).enumerate().map(cell).collect();
            cells.chunks(width).map(<[ZoneCell]>::to_vec).collect()
        };
        let own = cells_of(self.own);
        let own_rounds = self.game().config().stalemate_rounds;
        let map = |(game, rules): (usize, &ZoneStalker<SEATS>)| {
            let (cells, stalemate_rounds) = (cells_of(game), rules.config().stalemate_rounds);
            let shifts = || filled.iter().map(|cell| Some(&cell[game].as_ref().ok()?.shift));
            let estimates = shifts().map(|shift| Estimate::of_differences(shift?));
            let shifts: Vec<(Option<Estimate>, bool)> = estimates.zip(decided(shifts())).collect();
            let moves = || Moves::between(&cells, &own, &shifts, (stalemate_rounds, own_rounds));
            let moves = (game != self.own).then(moves);
            RoundsMap { stalemate_rounds, cells, moves }
        };
        let maps = self.games.iter().enumerate().map(map).collect();
        let (seats, flipped) = (self.game().facts().seats, self.flipped());
        Ok(ZoneMap {
            game: ZoneStalker::<SEATS>::NAME,
            players: seats,
            value: what_is_gained(seats),
            exact: false,
            meaning: meaning(seats == 1, &self.continuation),
            samples: self.options.samples,
            seed: self.options.seed,
            position: self.base.as_ref().map(|state| state.position(self.game())),
            set: self.set,
            flipped,
            x: self.x,
            y: self.y,
            stalemate_rounds: own_rounds,
            continuation: self.continuation,
            maps,
        })
    }
}

/// Which means of differences are not 0, at 95 % for all of them together; nothing is known of what is missing.
fn decided<'a>(samples: impl Iterator<Item = Option<&'a Sample>>) -> Vec<bool> {
    let p_values: Vec<Option<f64>> =
        samples.map(|sample| Some(Estimate::of_differences(sample?)?.p_value())).collect();
    let known: Vec<f64> = p_values.iter().copied().flatten().collect();
    let mut corrected = holm(&known).into_iter();
    let certain = |p: Option<f64>| p.and_then(|_| corrected.next()).is_some_and(|p| p < 1.0 - CONFIDENCE);
    p_values.into_iter().map(certain).collect()
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
    if let Some(quantity) = first_double(&all) {
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
    require_each_once("rounds", rounds)?;
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
