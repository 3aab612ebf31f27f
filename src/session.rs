//! A game at the prompt: played, told and written down.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use roadside_env::chance::Recorded;
use roadside_env::{Action, Agent, Game, IllegalAction, Play, Replay, Sampled, Seat, Stream, View};

use crate::failure::Failure;
use crate::interrupt::at_ctrl_c;

/// A game under way. It is the first game that a simulation with the same seed plays.
pub struct Session<G: Game> {
    play: Play<G, Recorded<Sampled>>,
    streams: Vec<Stream>,
    record: Arc<Record>,
}

/// What was played so far, and where it is to be saved. Ctrl-C saves it from a thread of its own.
struct Record {
    replay: Mutex<Replay>,
    path: Option<PathBuf>,
}

impl<G: Game> Session<G> {
    /// Sets the game up. What happens is told as `listener` hears it (`None`: everything). It is to be saved at
    /// `path`, which is checked now; Ctrl-C does so and ends the program.
    pub fn new(
        game: Arc<G>,
        seed: u64,
        players: Vec<String>,
        listener: Option<Seat>,
        path: Option<&Path>,
    ) -> Result<Self, Failure> {
        path.map_or(Ok(()), Replay::require_savable)?;
        let streams = (0..game.facts().seats).map(|seat| Stream::for_player(seed, 0, seat)).collect();
        let mut play = Play::new(game, Recorded::new(Sampled::new(seed, 0), listener));
        let setup = play.chance_mut().take_events();
        let replay = Mutex::new(Replay::new(&**play.game(), Some(seed), players, &setup));
        let record = Arc::new(Record { replay, path: path.map(Path::to_owned) });
        record.save_at_ctrl_c()?;
        Ok(Self { play, streams, record })
    }

    pub fn state(&self) -> &G::State {
        self.play.state()
    }

    /// What the seat that is to act sees; `None` when the game is over.
    pub fn view_to_act(&self) -> Option<View<'_, G>> {
        self.play.view_to_act()
    }

    /// What `player` does at `seat`, which is to act.
    pub fn ask(&mut self, seat: Seat, player: &mut dyn Agent<G>) -> Action {
        player.act(&self.play.view(seat), &mut self.streams[seat])
    }

    /// Carries out the `action` of `seat`, which is to act, and writes it down.
    pub fn act(&mut self, seat: Seat, action: Action) -> Result<(), IllegalAction> {
        self.play.apply_action(action)?;
        let events = self.play.chance_mut().take_events();
        let mut replay = self.record.replay();
        replay.push(&**self.play.game(), seat, action, &events);
        replay.returns = self.play.is_terminal().then(|| self.play.returns());
        Ok(())
    }

    /// What was told since the last call.
    pub fn take_lines(&mut self) -> Vec<String> {
        self.play.chance_mut().take_lines()
    }

    /// Saves what was played, if that was asked for, finished or not and however it was `told`. That it cannot
    /// be saved weighs more than that it could not be told.
    pub fn finish(self, told: Result<(), Failure>) -> Result<(), Failure> {
        self.record.save()?;
        told
    }
}

impl Record {
    fn replay(&self) -> MutexGuard<'_, Replay> {
        self.replay.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn save(&self) -> Result<(), Failure> {
        Ok(self.path.as_deref().map_or(Ok(()), |path| self.replay().save(path))?)
    }

    fn save_at_ctrl_c(self: &Arc<Self>) -> Result<(), Failure> {
        let record = Arc::clone(self);
        at_ctrl_c(move || {
            let failure = record.save().err().unwrap_or_else(|| Failure::Interrupted(record.farewell()));
            std::process::exit(failure.report().into());
        })
    }

    fn farewell(&self) -> String {
        let saved =
            self.path.as_ref().map(|path| format!("; the game so far is saved in {}", path.display()));
        "interrupted".to_owned() + &saved.unwrap_or_default()
    }
}
