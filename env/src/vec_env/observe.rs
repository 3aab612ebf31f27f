//! In which numbers observations are written.

use crate::{Game, View};

/// A number that the observations of `G` can be written in.
pub trait Observe<G: Game>: Copy + Default + Send + 'static {
    /// Writes what the viewing seat sees into `out`, of the length
    /// [`Facts::observation_len`](crate::Facts::observation_len).
    fn observe(view: &View<'_, G>, out: &mut [Self]);
}

/// The numbers as [`Game::observation_spec`] describes them.
impl<G: Game> Observe<G> for f32 {
    fn observe(view: &View<'_, G>, out: &mut [Self]) {
        view.observe(out);
    }
}
