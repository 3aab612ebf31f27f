//! How well a checkpoint does: against others, against the best so far, and against exact solutions.

use std::collections::BTreeMap;

use roadside_agents::arena::{self, ArenaError};
use roadside_agents::network::{Checkpoint, CheckpointError, distance};
use roadside_agents::solver::{SolveError, SolveOptions, Watch, solve};
use roadside_env::games::{AnyGame, LoadError};
use roadside_env::{Settings, Stop, with_game};
use thiserror::Error;

use crate::folder::{FileError, Folder};
use crate::recipe::Recipe;
use crate::state::{Measured, State};

/// What is measured, and of which run.
pub struct Measure<'a> {
    pub recipe: &'a Recipe,
    pub folder: &'a Folder,
    pub threads: usize,
}

/// A checkpoint could not be measured.
#[derive(Debug, Error)]
pub enum MeasureError {
    /// It could not be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A file could not be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// Settings are refused.
    #[error("measure: {0}")]
    Game(#[from] LoadError),
    /// A match is refused.
    #[error("measure: {0}")]
    Arena(#[from] ArenaError),
    /// A set-up is not solved.
    #[error("measure.solved.{name}: {error}")]
    Solve {
        /// The set-up.
        name: String,
        /// What is wrong.
        error: SolveError,
    },
}

/// All measuring is done with the same games.
const SEED: u64 = 20_260;

impl Measure<'_> {
    /// Measures the checkpoint of the state's round; where it beats the best so far, it is that from now on.
    ///
    /// # Errors
    /// [`MeasureError`].
    pub fn round(&self, state: &mut State) -> Result<Measured, MeasureError> {
        let mut figures = BTreeMap::new();
        let path = self.folder.path(&state.player);
        let name = path.display().to_string();
        for &players in &self.recipe.measure.players {
            self.against_others(&name, players, &mut figures)?;
        }
        let checkpoint = Checkpoint::read(&path)?;
        for (set_up, settings) in &self.recipe.measure.solved {
            self.against_exact(set_up, settings, &checkpoint, &mut figures)?;
        }
        let share = match state.best {
            None => 1.0,
            Some(_) => self.against_best(&name)?,
        };
        figures.insert("gate/share".to_owned(), share);
        if share > 0.5 {
            checkpoint.card.write(&checkpoint.network, &self.folder.path("best"))?;
            state.best = Some(state.round);
        }
        let (round, steps, hours) = (state.round, state.steps, state.hours);
        Ok(Measured { round, steps, hours, figures })
    }

    fn options(&self, games: u64, gauntlet: bool) -> arena::Options {
        let (threads, luck_paths) = (Some(self.threads), 0);
        arena::Options { games, seed: SEED, threads, luck_paths, gauntlet, ..arena::Options::default() }
    }

    fn against_others(
        &self,
        name: &str,
        players: u64,
        figures: &mut BTreeMap<String, f64>,
    ) -> Result<(), MeasureError> {
        let options = &self.recipe.measure;
        if options.yardsticks.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> =
            [name].into_iter().chain(options.yardsticks.iter().map(String::as_str)).collect();
        let game = AnyGame::load(&self.recipe.game, &Settings::default().with("players", players))?;
        let rules = self.options(options.games, true);
        let report =
            with_game!(&game, game => arena::run(game, &names, &rules, &|_, _| {}, &Stop::default()))?;
        let shares: Vec<(&str, f64)> = report
            .pairs
            .iter()
            .filter(|pair| pair.agent == name)
            .map(|pair| (&*pair.against, pair.share.mean))
            .collect();
        for (against, share) in &shares {
            figures.insert(format!("share/{players}/{against}"), *share);
        }
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        figures.insert(format!("share/{players}"), sum / shares.len().max(1) as f64);
        Ok(())
    }

    fn against_best(&self, name: &str) -> Result<f64, MeasureError> {
        // By their policies: what looks best to both might be repeated for ever.
        let [name, best] = [name, &self.folder.path("best").display().to_string()]
            .map(|name| format!("{name}@choice=sampled"));
        let players = self.recipe.measure.players.first().copied().unwrap_or(2);
        let game = AnyGame::load(&self.recipe.game, &Settings::default().with("players", players))?;
        let rules = self.options(self.recipe.measure.gate, true);
        let names = [&name, &best];
        let report =
            with_game!(&game, game => arena::run(game, &names, &rules, &|_, _| {}, &Stop::default()))?;
        Ok(report.pairs.iter().find(|pair| pair.agent == name).map_or(0.0, |pair| pair.share.mean))
    }

    fn against_exact(
        &self,
        set_up: &str,
        settings: &Settings,
        checkpoint: &Checkpoint,
        figures: &mut BTreeMap<String, f64>,
    ) -> Result<(), MeasureError> {
        let games = self.recipe.measure.solved_games;
        let game = AnyGame::load(&self.recipe.game, settings)?;
        let found = with_game!(&game, game => {
            solve(game, &SolveOptions::default(), &Watch::default())
                .and_then(|solution| distance(game, &solution, &checkpoint.network, games, SEED))
        });
        let found = found.map_err(|error| MeasureError::Solve { name: set_up.to_owned(), error })?;
        let told = [
            ("loss", found.loss),
            ("loss_per_game", found.loss_per_game),
            ("wrong", found.wrong),
            ("value_error", found.value_error),
        ];
        figures.extend(told.map(|(name, number)| (format!("exact/{set_up}/{name}"), number)));
        Ok(())
    }
}
