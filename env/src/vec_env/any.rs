//! Rows of any game, for callers that learn only at run time which.

use super::{Buffers, Ended, RowInfo, Seeds, Shape, VecEnv, VecEnvError, VecOptions};
use crate::{Action, Actions, Facts, Game, ObservationSpec};

/// Arrays for observations of either element.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum AnyBuffers<'a> {
    /// Numbers as the [`ObservationSpec`] scales them.
    F32(Buffers<'a, f32>),
    /// Whole numbers.
    U8(Buffers<'a, u8>),
}

impl<'a> From<Buffers<'a, f32>> for AnyBuffers<'a> {
    fn from(buffers: Buffers<'a, f32>) -> Self {
        Self::F32(buffers)
    }
}

impl<'a> From<Buffers<'a, u8>> for AnyBuffers<'a> {
    fn from(buffers: Buffers<'a, u8>) -> Self {
        Self::U8(buffers)
    }
}

/// A [`VecEnv`] of whatever game: those of its methods that need no type of the game.
///
/// ```
/// use roadside_env::Settings;
/// use roadside_env::games::AnyGame;
/// use roadside_env::vec_env::{Batch, Seeds, VecOptions};
///
/// let game = AnyGame::load("zone_stalker", &Settings::default().with("players", 3))?;
/// let mut rows = game.all_seats(8, VecOptions::default())?;
/// let mut batch = Batch::<u8>::new(*rows.shape());
/// rows.reset(Seeds::First(1), None, &mut batch.buffers().into())?;
/// assert!(rows.observation_spec().most() <= 255);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyVecEnv: Send {
    /// See [`VecEnv::shape`].
    fn shape(&self) -> &Shape;
    /// See [`VecEnv::options`].
    fn options(&self) -> &VecOptions;
    /// See [`Game::facts`].
    fn facts(&self) -> &Facts;
    /// See [`Game::observation_spec`].
    fn observation_spec(&self) -> &ObservationSpec;
    /// See [`Game::action_labels`].
    fn action_labels(&self) -> &[String];
    /// See [`VecEnv::reset`].
    fn reset(
        &mut self,
        seeds: Seeds<'_>,
        mask: Option<&[bool]>,
        out: &mut AnyBuffers<'_>,
    ) -> Result<(), VecEnvError>;
    /// See [`VecEnv::step`].
    fn step(&mut self, actions: &[Action], out: &mut AnyBuffers<'_>) -> Result<(), VecEnvError>;
    /// See [`VecEnv::show`].
    fn show(&mut self, out: &mut AnyBuffers<'_>) -> Result<(), VecEnvError>;
    /// What [`VecEnv::legal_actions`] holds, in rising order.
    fn legal_actions(&self, row: usize) -> Vec<Action>;
    /// See [`VecEnv::info`].
    fn info(&self, row: usize) -> Option<RowInfo>;
    /// See [`VecEnv::ended`].
    fn ended(&self, row: usize) -> Option<Ended<'_>>;
    /// See [`VecEnv::save`].
    fn save(&self) -> String;
    /// See [`VecEnv::restore`].
    fn restore(&mut self, text: &str) -> Result<(), VecEnvError>;
}

impl<G: Game> AnyVecEnv for VecEnv<G> {
    fn shape(&self) -> &Shape {
        self.shape()
    }

    fn options(&self) -> &VecOptions {
        self.options()
    }

    fn facts(&self) -> &Facts {
        self.game().facts()
    }

    fn observation_spec(&self) -> &ObservationSpec {
        self.game().observation_spec()
    }

    fn action_labels(&self) -> &[String] {
        self.game().action_labels()
    }

    fn reset(
        &mut self,
        seeds: Seeds<'_>,
        mask: Option<&[bool]>,
        out: &mut AnyBuffers<'_>,
    ) -> Result<(), VecEnvError> {
        match out {
            AnyBuffers::F32(out) => self.reset(seeds, mask, out),
            AnyBuffers::U8(out) => self.reset(seeds, mask, out),
        }
    }

    fn step(&mut self, actions: &[Action], out: &mut AnyBuffers<'_>) -> Result<(), VecEnvError> {
        match out {
            AnyBuffers::F32(out) => self.step(actions, out),
            AnyBuffers::U8(out) => self.step(actions, out),
        }
    }

    fn show(&mut self, out: &mut AnyBuffers<'_>) -> Result<(), VecEnvError> {
        match out {
            AnyBuffers::F32(out) => self.show(out),
            AnyBuffers::U8(out) => self.show(out),
        }
    }

    fn legal_actions(&self, row: usize) -> Vec<Action> {
        self.legal_actions(row).iter().collect()
    }

    fn info(&self, row: usize) -> Option<RowInfo> {
        self.info(row)
    }

    fn ended(&self, row: usize) -> Option<Ended<'_>> {
        self.ended(row)
    }

    fn save(&self) -> String {
        self.save()
    }

    fn restore(&mut self, text: &str) -> Result<(), VecEnvError> {
        self.restore(text)
    }
}
