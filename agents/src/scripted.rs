//! Players that follow a script.

use roadside_env::{Action, Game, View};

/// A player whose choice is a fixed function of what its seat sees.
pub(crate) trait Scripted<G: Game> {
    /// Its name in full.
    fn title(&self) -> String;

    /// What it chooses.
    fn decide(&self, view: &View<'_, G>) -> Action;
}

/// Makes scripted players agents: they draw nothing at random, and their choices are no secret.
macro_rules! scripted {
    ($player:ty: $game:ty $(, $($generic:tt)+)?) => {
        impl $(<$($generic)+>)? roadside_env::Agent<$game> for $player {
            fn name(&self) -> String {
                $crate::scripted::Scripted::<$game>::title(self)
            }

            fn act(
                &mut self,
                view: &roadside_env::View<'_, $game>,
                _rng: &mut roadside_env::Stream,
            ) -> roadside_env::Action {
                $crate::scripted::Scripted::decide(self, view)
            }

            fn policy(
                &mut self,
                view: &roadside_env::View<'_, $game>,
            ) -> Option<Vec<(roadside_env::Action, f64)>> {
                Some(vec![($crate::scripted::Scripted::decide(self, view), 1.0)])
            }
        }
    };
}

pub(crate) use scripted;
