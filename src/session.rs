//! A game at the prompt: played, told and written down.

use std::path::Path;
use std::sync::Arc;

use roadside_env::chance::Recorded;
use roadside_env::{Action, Agent, Game, IllegalAction, Play, Replay, Sampled, Seat, Stream, View};

use crate::failure::Failure;

/// A game under way. It is the first game that a simulation with the same seed plays.
pub struct Session<G: Game> {
    play: Play<G, Recorded<Sampled>>,
    streams: Vec<Stream>,
    replay: Replay,
}

impl<G: Game> Session<G> {
    /// Sets the game up. What happens is told as `listener` hears it (`None`: everything).
    pub fn new(game: Arc<G>, seed: u64, players: Vec<String>, listener: Option<Seat>) -> Self {
        let seats = 0..game.facts().seats;
        let mut play = Play::new(game, Recorded::new(Sampled::new(seed, 0), listener));
        let setup = play.chance_mut().take_events();
        let replay = Replay::new(&**play.game(), Some(seed), players, &setup);
        Self { streams: seats.map(|seat| Stream::for_player(seed, 0, seat)).collect(), replay, play }
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
        self.replay.push(&**self.play.game(), seat, action, &events);
        Ok(())
    }

    /// What was told since the last call.
    pub fn take_lines(&mut self) -> Vec<String> {
        self.play.chance_mut().take_lines()
    }

    /// Writes down what was played, finished or not.
    pub fn save(mut self, path: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        self.replay.returns = self.play.is_terminal().then(|| self.play.returns());
        Ok(self.replay.save(path)?)
    }
}

/// Checks before a game begins that it can be saved at `path` when it ends.
pub fn require_folder(path: Option<&Path>) -> Result<(), Failure> {
    let folder = path.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(Failure::Failed(format!("{}: there is no such folder", folder.display())))
        }
        _ => Ok(()),
    }
}
