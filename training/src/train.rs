//! The loop: a round is played while the one before is learned from.

use std::collections::BTreeMap;
use std::time::Instant;

use roadside_agents::PlayerError;
use roadside_agents::network::{
    Card, Checkpoint, CheckpointError, Fit, Network, Shape, Training, WeightsError,
};
use roadside_agents::selfplay::{Learner as Plays, Rows, RowsError, SelfPlayError};
use roadside_env::games::{AnyGame, LoadError};
use roadside_env::{Settings, Stop, Stream, with_game};
use tch::Device;
use thiserror::Error;

use crate::folder::{FileError, Folder};
use crate::learner::{LearnError, Learner};
use crate::logs::Logs;
use crate::measure::{Measure, MeasureError};
use crate::model::Model;
use crate::play::{Round, is_own};
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::state::{State, StateError};
use crate::window::Window;

/// When to end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// After so many steps of the learner, all runs together.
    pub steps: Option<u64>,
    /// After so many hours of this run.
    pub hours: Option<f64>,
}

/// Training cannot go on.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The run cannot be gone on with.
    #[error(transparent)]
    State(#[from] StateError),
    /// The game or its settings are refused.
    #[error(transparent)]
    Game(#[from] LoadError),
    /// Self-play is refused.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Learning cannot go on.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A player is refused.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A checkpoint could not be measured.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// Rows cannot be read.
    #[error("rows/{name}: {error}")]
    Rows {
        /// The file.
        name: String,
        /// What is wrong.
        error: RowsError,
    },
    /// The logs cannot be written.
    #[error("logs: {0}")]
    Logs(#[from] std::io::Error),
    /// The state is of another network than the recipe has.
    #[error("state/{name}: not the tensors of a network of {shape:?}")]
    Misfit {
        /// The file.
        name: String,
        /// The shape by the recipe.
        shape: Shape,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

impl From<WeightsError> for TrainError {
    fn from(error: WeightsError) -> Self {
        LearnError::from(error).into()
    }
}

/// A run under way.
pub struct Run {
    folder: Folder,
    recipe: Recipe,
    recipe_text: String,
    state: State,
    learner: Learner,
    window: Window,
    /// Files of rows that have left the window and are to be removed.
    gone: Vec<String>,
    logs: Logs,
    threads: usize,
    /// What the clock said before this process.
    hours_before: f64,
    started: Instant,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It reached its limit.
    AtLimit,
    /// Somebody wanted it to.
    Stopped,
}

/// The shape of a network of this recipe.
///
/// # Errors
/// [`LoadError`] for a game that does not exist.
pub fn shape_of(recipe: &Recipe) -> Result<Shape, LoadError> {
    let game = AnyGame::load(&recipe.game, &Settings::default())?;
    let size = recipe.network;
    Ok(with_game!(&game, game => Shape::of(game, size.width, size.blocks)))
}

impl Run {
    /// Begins a run in an empty folder, with random weights or those of `from`.
    ///
    /// # Errors
    /// [`TrainError`].
    pub fn begin(
        folder: Folder,
        (recipe, recipe_text): (Recipe, String),
        from: Option<&Network>,
        (seed, threads, device): (u64, usize, Device),
    ) -> Result<Self, TrainError> {
        let shape = shape_of(&recipe)?;
        let model = match from {
            Some(network) => Model::from_network(network, device),
            None => Model::new(shape, &mut Stream::for_learning(seed, 0), device),
        };
        let learner = Learner::new(model, recipe.learner.clone(), seed, device);
        folder.write("recipe.toml", recipe_text.as_bytes())?;
        let state = State { seed, ..State::default() };
        let (window, logs) = (Window::new(recipe.learner.window), Logs::open(&folder, &state.logs)?);
        let started = Instant::now();
        let mut run = Self {
            folder,
            recipe,
            recipe_text,
            state,
            learner,
            window,
            gone: Vec::new(),
            logs,
            threads,
            hours_before: 0.0,
            started,
        };
        run.publish()?;
        Ok(run)
    }

    /// Goes on with the run in `folder`.
    ///
    /// # Errors
    /// [`TrainError`].
    pub fn resume(
        folder: Folder,
        (recipe, recipe_text): (Recipe, String),
        (threads, device): (usize, Device),
    ) -> Result<Self, TrainError> {
        let (state, numbers) = State::load(&folder)?;
        let shape = shape_of(&recipe)?;
        let how = (recipe.learner.clone(), state.seed, device);
        let learner = Learner::restored(shape, &numbers, state.steps, how)
            .ok_or_else(|| TrainError::Misfit { name: state.learner.clone(), shape })?;
        let mut window = Window::new(recipe.learner.window);
        for name in &state.window {
            // A window may be lost, and is filled again.
            if folder.path("rows").join(name).exists() {
                window.push(name.clone(), read_rows(&folder, name)?);
            }
        }
        let logs = Logs::open(&folder, &state.logs)?;
        let (hours_before, started) = (state.hours, Instant::now());
        let gone = Vec::new();
        Ok(Self {
            folder,
            recipe,
            recipe_text,
            state,
            learner,
            window,
            gone,
            logs,
            threads,
            hours_before,
            started,
        })
    }

    /// Plays and learns until a limit is reached or `stop` is wished for; what was reached is saved in any case.
    ///
    /// # Errors
    /// [`TrainError`]; the run can be gone on with from where it was saved last.
    pub fn go_on(&mut self, limits: Limits, progress: &Progress, stop: &Stop) -> Result<Ended, TrainError> {
        if self.window.is_empty() {
            let State { round, .. } = self.state;
            match play_round(&self.folder, &self.recipe, &self.state, round, self.threads, stop) {
                Err(TrainError::Stopped) => return self.end(Ended::Stopped),
                played => self.take(played?)?,
            }
            self.save()?;
        }
        loop {
            let began = (Instant::now(), self.state.rows, self.state.games);
            let steps = self.steps_of_round();
            let last = limits.steps.map_or(steps, |most| steps.min(most));
            let (learned, played) = self.learn_and_play(last, limits, progress, stop);
            let ended = learned?;
            if let Some(ended) = ended.or((self.state.steps < steps).then_some(Ended::AtLimit)) {
                return self.end(ended);
            }
            match played {
                Err(TrainError::Stopped) => return self.end(Ended::Stopped),
                played => self.take(played?)?,
            }
            self.state.round += 1;
            self.publish()?;
            self.log(began, progress)?;
            self.save()?;
            if self.is_over(limits) {
                return self.end(Ended::AtLimit);
            }
        }
    }

    /// After so many steps all rows there are have been learned from as often as the recipe says.
    fn steps_of_round(&self) -> u64 {
        let options = &self.recipe.learner;
        (self.state.rows as f64 * options.passes / options.batch as f64) as u64
    }

    fn is_over(&self, limits: Limits) -> bool {
        limits.steps.is_some_and(|steps| self.state.steps >= steps)
            || limits.hours.is_some_and(|hours| self.started.elapsed().as_secs_f64() >= hours * 3600.0)
    }

    /// Makes the steps up to `last` while the next round is played.
    #[allow(clippy::type_complexity)] // what both came to
    fn learn_and_play(
        &mut self,
        last: u64,
        limits: Limits,
        progress: &Progress,
        stop: &Stop,
    ) -> (Result<Option<Ended>, TrainError>, Result<Vec<(String, Rows)>, TrainError>) {
        let end_play = Stop::default();
        let (folder, recipe, state) = (self.folder.clone(), self.recipe.clone(), self.state.clone());
        let threads = self.threads;
        std::thread::scope(|scope| {
            let play =
                scope.spawn(|| play_round(&folder, &recipe, &state, state.round + 1, threads, &end_play));
            let learned = self.learn(last, limits, progress, stop);
            if !matches!(learned, Ok(None)) {
                end_play.now();
            }
            while !play.is_finished() {
                if stop.is_soon() {
                    end_play.now();
                }
                std::thread::sleep(std::time::Duration::from_millis(20));
            }
            let played = play.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (learned, played)
        })
    }

    fn learn(
        &mut self,
        last: u64,
        limits: Limits,
        progress: &Progress,
        stop: &Stop,
    ) -> Result<Option<Ended>, TrainError> {
        while self.learner.steps() < last {
            if stop.is_soon() {
                return Ok(Some(Ended::Stopped));
            }
            let losses = self.learner.step(&self.window)?;
            self.state.losses.0 += losses;
            self.state.losses.1 += 1;
            self.state.steps = self.learner.steps();
            progress.step(&self.state, &losses);
            let is_late = |hours: f64| self.started.elapsed().as_secs_f64() >= hours * 3600.0;
            if limits.hours.is_some_and(is_late) {
                return Ok(Some(Ended::AtLimit));
            }
        }
        Ok(None)
    }

    /// Puts what was played into the window, and what others have put into its folder.
    fn take(&mut self, mut played: Vec<(String, Rows)>) -> Result<(), TrainError> {
        for name in self.folder.names("rows")?.into_iter().filter(|name| !is_own(name)) {
            if self.window.names().all(|known| known != name) && !self.gone.contains(&name) {
                let rows = read_rows(&self.folder, &name)?;
                played.push((name, rows));
            }
        }
        for (name, rows) in played {
            self.state.rows += rows.len() as u64;
            self.state.games += rows.header.games;
            self.gone.append(&mut self.window.push(name, rows));
        }
        Ok(())
    }

    /// Writes the checkpoint that plays next.
    fn publish(&mut self) -> Result<(), TrainError> {
        let network = self.learner.network()?;
        self.state.player = format!("weights/{:06}", self.state.round);
        self.card()?.write(&network, &self.folder.path(&self.state.player))?;
        let kept = |round: u64| round.is_multiple_of(self.recipe.rounds.keep) || round + 3 > self.state.round;
        for name in self.folder.names("weights")? {
            if name.parse().is_ok_and(|round| !kept(round)) {
                self.folder.remove(format!("weights/{name}"))?;
            }
        }
        Ok(())
    }

    fn card(&self) -> Result<Card, TrainError> {
        let game = AnyGame::load(&self.recipe.game, &Settings::default())?;
        Ok(Card {
            card_version: roadside_agents::network::CARD_VERSION,
            name: self.recipe.game.clone(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            date: crate::date::today(),
            fit: with_game!(&game, game => fit_of(game)),
            shape: shape_of(&self.recipe)?,
            weights: roadside_agents::network::File::default(),
            choice: roadside_agents::network::Choice::default(),
            training: Training {
                steps: self.state.steps,
                rows: self.state.rows,
                games: self.state.games,
                hours: self.state.hours,
                seed: self.state.seed,
                recipe: self.recipe_text.clone(),
                command: std::env::args().skip(1).collect::<Vec<_>>().join(" "),
            },
            marks: Vec::new(),
        })
    }

    /// Logs the round that is over, and measures the network if it is time.
    fn log(&mut self, began: (Instant, u64, u64), progress: &Progress) -> Result<(), TrainError> {
        let (began, rows, games) = began;
        let seconds = began.elapsed().as_secs_f64();
        let (losses, steps) = std::mem::take(&mut self.state.losses);
        let mut told: BTreeMap<String, f64> =
            losses.means(steps).into_iter().map(|(name, mean)| (name.to_owned(), mean)).collect();
        told.extend(
            [
                ("speed/rows", (self.state.rows - rows) as f64 / seconds),
                ("speed/games", (self.state.games - games) as f64 / seconds),
                ("speed/steps", steps as f64 / seconds),
                ("rows", self.state.rows as f64),
                ("window", self.window.len() as f64),
                ("rate", self.learner.rate()),
            ]
            .map(|(name, number)| (name.to_owned(), number)),
        );
        self.state.hours = self.hours();
        if self.state.round.is_multiple_of(self.recipe.measure.every.max(1)) {
            let measure = Measure { recipe: &self.recipe, folder: &self.folder, threads: self.threads };
            let measured = measure.round(&mut self.state)?;
            told.extend(measured.figures.clone());
            self.state.measured.push(measured);
        }
        progress.round(&self.state, &told);
        self.logs.scalars(self.state.steps, &told)?;
        Ok(())
    }

    fn hours(&self) -> f64 {
        self.hours_before + self.started.elapsed().as_secs_f64() / 3600.0
    }

    fn save(&mut self) -> Result<(), TrainError> {
        self.state.hours = self.hours();
        self.state.steps = self.learner.steps();
        self.state.window = self.window.names().map(str::to_owned).collect();
        self.state.logs = self.logs.lengths()?;
        self.state.save(&self.folder, &self.learner.numbers())?;
        // Not before: who goes on from the state before needs them.
        for name in self.gone.drain(..) {
            self.folder.remove(format!("rows/{name}"))?;
        }
        Ok(())
    }

    fn end(&mut self, ended: Ended) -> Result<Ended, TrainError> {
        self.save()?;
        Ok(ended)
    }

    /// Where it stands.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// Has the checkpoint that plays next in `state` play the round of this number.
fn play_round(
    folder: &Folder,
    recipe: &Recipe,
    state: &State,
    number: u64,
    threads: usize,
    stop: &Stop,
) -> Result<Vec<(String, Rows)>, TrainError> {
    let player = Checkpoint::read(&folder.path(&state.player))?;
    let learner = Plays { network: &player.network, weights: &player.card.weights.sha256 };
    let options = crate::recipe::selfplay_of_round(recipe, folder, state.round)?;
    Round { recipe, options, learner, seed: state.seed, number, threads }.play(folder, stop)
}

/// Reads the rows of a file.
fn read_rows(folder: &Folder, name: &str) -> Result<Rows, TrainError> {
    let bytes = folder.read(format!("rows/{name}"))?;
    Rows::from_safetensors(&bytes).map_err(|error| TrainError::Rows { name: name.to_owned(), error })
}

fn fit_of<G: roadside_env::Game>(_: &G) -> Fit {
    Fit::of::<G>()
}
