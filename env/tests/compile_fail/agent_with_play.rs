//! A player is handed a view and a stream of its own, not a play.
use roadside_env::{Action, Agent, Play, Sampled, Stream, games::kuhn::Kuhn};

struct Cheat;

impl Agent<Kuhn> for Cheat {
    fn name(&self) -> String {
        "cheat".to_owned()
    }

    fn act(&mut self, play: &Play<Kuhn, Sampled>, _rng: &mut Stream) -> Action {
        play.legal_actions()[0]
    }
}

fn main() {}
