//! Replays of an arena's games.

#[cfg(not(feature = "files"))]
use roadside_env::Replay;
#[cfg(feature = "files")]
use roadside_env::{Replay, Seat};

use super::schedule::Pair;
use super::{ArenaError, Options};

#[cfg(feature = "files")]
impl Options {
    pub(super) fn keeps_replays(&self) -> bool {
        self.replays.is_some()
    }

    /// Makes the folder.
    pub(super) fn prepare_replays(&self) -> Result<(), ArenaError> {
        self.replays.as_deref().map_or(Ok(()), |folder| {
            std::fs::create_dir_all(folder)
                .map_err(|error| ArenaError::Folder { path: folder.display().to_string(), error })
        })
    }

    /// Saves the replay of a game, under a name that says which it is.
    pub(super) fn keep_replay(
        &self,
        replay: &Replay,
        deal: u64,
        pair: Pair,
        seat: Seat,
    ) -> Result<(), ArenaError> {
        let Some(folder) = &self.replays else { return Ok(()) };
        let Pair { one, other } = pair;
        let name = format!("deal{deal}-player{one}-at{seat}-others{other}.replay");
        Ok(replay.save(&folder.join(name))?)
    }
}

#[cfg(not(feature = "files"))]
#[allow(clippy::unused_self, clippy::unnecessary_wraps)] // the signatures are those with files
impl Options {
    pub(super) fn keeps_replays(&self) -> bool {
        false
    }

    pub(super) fn prepare_replays(&self) -> Result<(), ArenaError> {
        Ok(())
    }

    pub(super) fn keep_replay(&self, _: &Replay, _: u64, _: Pair, _: usize) -> Result<(), ArenaError> {
        Ok(())
    }
}
