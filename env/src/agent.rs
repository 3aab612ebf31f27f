//! What a player is.

use crate::{Action, Game, Stop, Stream, View};

/// A player of `G`: from what its seat sees to what it does.
///
/// A player holds no state of a play, so one serves any number of seats and plays at once; what it draws at
/// random comes from the stream it is handed. The same view, stream and player give the same action.
pub trait Agent<G: Game>: Send {
    /// The name by which it can be asked for again.
    fn name(&self) -> String;

    /// Chooses one of the view's legal actions. It is asked only when there are at least two.
    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action;

    /// With what probability it chooses each action in this view, for players whose choices are no secret; actions that
    /// it never chooses may be left out. `None` for those that cannot tell.
    fn policy(&mut self, _view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        None
    }

    /// To be told before it plays where somebody may want to end it: once `stop` is wished for now, it answers soon,
    /// whatever its answer is worth. Only players that think for long need to listen.
    fn heed(&mut self, _stop: &Stop) {}

    /// Whether a choice may take long, so that callers do well to leave a way to end it.
    fn thinks(&self) -> bool {
        false
    }
}

impl<G: Game, T: Agent<G> + ?Sized> Agent<G> for Box<T> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        (**self).act(view, rng)
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        (**self).policy(view)
    }

    fn heed(&mut self, stop: &Stop) {
        (**self).heed(stop);
    }

    fn thinks(&self) -> bool {
        (**self).thinks()
    }
}
