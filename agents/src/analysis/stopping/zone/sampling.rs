//! How cells are filled: both choices are tried over and over.

use roadside_env::games::zone_stalker::{Move, ZoneStalker};
use roadside_env::{
    Actions as _, Game, Knowledge as _, PositionError, Sampled, State as _, Stop, Stream, View,
};

use super::plan::Plan;
use crate::analysis::stopping::StoppingError;
use crate::analysis::stopping::quantity::Quantity;
use crate::analysis::stopping::scene::{Draw, Reason, Scene};
use crate::analysis::{Playouts, gained};
use crate::parallel::{Unmade, make_each, thread_count};
use crate::simulation::Sample;

/// The streams of what is drawn anew, beyond those of games and scenes.
const REDRAWS: u64 = 1 << 37;

/// What came of one cell, for each number of rounds; or why it cannot be.
pub(super) type Filled = Vec<Result<Samples, Reason>>;

/// The values of both choices, sample by sample.
#[derive(Clone, Copy, Default)]
pub(super) struct Samples {
    pub(super) flip: Sample,
    pub(super) stop: Sample,
    /// Flipping less stopping.
    pub(super) difference: Sample,
    /// How much greater the difference is than in the game itself.
    pub(super) shift: Sample,
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

impl<const SEATS: usize> Plan<'_, SEATS> {
    /// All cells, row by row.
    pub(super) fn fill(
        &self,
        watch: &(impl Fn(u64) + Sync),
        stop: &Stop,
    ) -> Result<Vec<Filled>, StoppingError> {
        let count = self.x.values.len() * self.y.values.len();
        let workers = (0..thread_count(self.options.threads).min(count))
            .map(|_| self.playouts(stop))
            .collect::<Result<Vec<_>, _>>()?;
        let fill = |playouts: &mut Vec<_>, at| self.fill_cell(at, playouts, stop);
        make_each(count, workers, fill, watch, stop).map_err(|unmade| match unmade {
            Unmade::Failed(error) => error,
            Unmade::Stopped => StoppingError::Stopped,
            Unmade::Thread(error) => StoppingError::Thread(error.to_string()),
        })
    }

    /// Who plays on, for each game.
    fn playouts(&self, stop: &Stop) -> Result<Vec<Playouts<'_, ZoneStalker<SEATS>>>, StoppingError> {
        let new = |game| Ok(Playouts::new(game, &self.options.players, self.options.seed)?.heeding(stop));
        self.games.iter().map(new).collect()
    }

    /// Tries both choices over and over in one cell, in all games.
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
    fn line(&self, at: usize, sample: u64) -> Result<String, Reason> {
        let draw = Draw { seed: self.options.seed, sample };
        let (game, seats) = (self.game(), self.game().facts().seats);
        let state = match &self.base {
            None => game.new_initial_state(&mut Sampled::new(draw.seed, sample)),
            Some(state) => self.redrawn(state, draw)?,
        };
        let mut scene = Scene::read(&self.deck, &state.position(game), seats)
            .ok_or_else(|| "nobody chooses there between flip and stop".to_owned())?;
        self.arrange(&mut scene, at, draw)?;
        Ok(scene.line(&self.deck))
    }

    /// Sets in the scene what the cell is to have.
    fn arrange(&self, scene: &mut Scene, at: usize, draw: Draw) -> Result<(), Reason> {
        let (x, y) = (at % self.x.values.len(), at / self.x.values.len());
        let axes = [(self.x.name, self.x.values[x]), (self.y.name, self.y.values[y])];
        let value = |wanted| {
            let mut all = self.set.iter().chain(&axes);
            all.find(|(quantity, _)| *quantity == wanted).map(|&(_, value)| value)
        };
        // Swag comes out of the Zone deck and hands out of the Stalker deck, before what is left is counted.
        for wanted in Quantity::ALL {
            match (wanted, value(wanted)) {
                (_, None) | (Quantity::Cards | Quantity::Hazards, _) => {}
                (_, Some(value)) => scene.set(&self.deck, wanted, value, draw)?,
            }
        }
        if let Some(flipped) = self.options.flipped.or(self.base.is_none().then_some(true)) {
            scene.set_flipped(&self.deck, flipped, draw);
        }
        match (value(Quantity::Cards), value(Quantity::Hazards)) {
            (Some(cards), Some(hazards)) => scene.set_cards_and_hazards(&self.deck, (cards, hazards), draw),
            (Some(cards), None) => scene.set(&self.deck, Quantity::Cards, cards, draw),
            (None, Some(hazards)) => scene.set(&self.deck, Quantity::Hazards, hazards, draw),
            (None, None) => Ok(()),
        }
    }

    /// The position with what the active seat cannot see drawn anew.
    fn redrawn(
        &self,
        state: &<ZoneStalker<SEATS> as Game>::State,
        draw: Draw,
    ) -> Result<<ZoneStalker<SEATS> as Game>::State, Reason> {
        let game = self.game();
        let seat = state.current_player().ok_or_else(|| "the game is over".to_owned())?;
        let mut stream = Stream::new(draw.seed, draw.sample, REDRAWS);
        state.knowledge(game, seat).determinize(game, &mut stream).map_err(|error| error.to_string())
    }

    /// What flipping and stopping come to; or why the position cannot be.
    fn try_both(
        &self,
        place: usize,
        line: &str,
        playouts: &mut Playouts<'_, ZoneStalker<SEATS>>,
        sample: u64,
    ) -> Result<Result<(f64, f64), Reason>, StoppingError> {
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
            *value = gained(&end.standing(game, seat), game.facts().seats);
        }
        Ok(Ok((values[0], values[1])))
    }
}
