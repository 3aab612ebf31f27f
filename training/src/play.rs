//! The tables of a round, played on some threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use roadside_agents::selfplay::{Learner, Rows, SelfPlayError, SelfPlayOptions, play_any_table};
use roadside_env::Stop;

use crate::folder::Folder;
use crate::recipe::Recipe;
use crate::train::TrainError;

/// A round that is to be played.
pub struct Round<'a> {
    pub recipe: &'a Recipe,
    pub options: SelfPlayOptions,
    pub learner: Learner<'a>,
    pub seed: u64,
    pub number: u64,
    pub threads: usize,
}

/// The file of a table of a round.
pub fn table_file(round: u64, table: u64) -> String {
    format!("{round:06}-{table:04}.safetensors")
}

/// Whether a file of rows is of a table that the run played itself, by its name.
pub fn is_own(name: &str) -> bool {
    let table = name.strip_suffix(".safetensors").and_then(|name| name.split_once('-'));
    table.is_some_and(|(round, table)| round.parse::<u64>().is_ok() && table.parse::<u64>().is_ok())
}

impl Round<'_> {
    /// Plays all tables whose files are not there yet, each into a file of its own, and returns all in their order, with
    /// their files. What comes out does not depend on the number of threads.
    ///
    /// # Errors
    /// [`TrainError`], the first that is met.
    pub fn play(&self, folder: &Folder, stop: &Stop) -> Result<Vec<(String, Rows)>, TrainError> {
        let tables = self.recipe.rounds.tables;
        let (next, failure) = (AtomicU64::new(0), Mutex::new(None));
        let played: Mutex<Vec<(u64, Rows)>> = Mutex::default();
        let work = || {
            while let table = next.fetch_add(1, Ordering::Relaxed)
                && table < tables
            {
                match self.table(folder, table, stop) {
                    Ok(rows) => played.lock().expect("nobody panics with it").push((table, rows)),
                    Err(error) => {
                        next.store(tables, Ordering::Relaxed);
                        failure.lock().expect("nobody panics with it").get_or_insert(error);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(work);
            }
            work();
        });
        if let Some(error) = failure.into_inner().expect("nobody panics with it") {
            return Err(error);
        }
        let mut played = played.into_inner().expect("nobody panics with it");
        played.sort_unstable_by_key(|&(table, _)| table);
        Ok(played.into_iter().map(|(table, rows)| (table_file(self.number, table), rows)).collect())
    }

    fn table(&self, folder: &Folder, table: u64, stop: &Stop) -> Result<Rows, TrainError> {
        let file = format!("rows/{}", table_file(self.number, table));
        // What was played by the same weights before the run was ended is the same.
        if let Ok(bytes) = folder.read(&file)
            && let Ok(rows) = Rows::from_safetensors(&bytes)
            && rows.header.weights == self.learner.weights
        {
            return Ok(rows);
        }
        let number = self.number * self.recipe.rounds.tables + table;
        let place = (self.seed, number);
        let rows = play_any_table(&self.recipe.game, self.learner, &self.options, place, stop);
        let rows = rows.map_err(|error| match error {
            SelfPlayError::Stopped => TrainError::Stopped,
            other => other.into(),
        })?;
        folder.write(&file, &rows.to_safetensors())?;
        Ok(rows)
    }
}
