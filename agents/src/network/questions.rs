//! What a network is asked: what seats see, row by row.

use roadside_env::{Game, View};

use super::{Answers, Network, Scratch};

/// Views, gathered to be asked about at once: all of games with as many seats.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    inputs: Vec<f32>,
    rows: usize,
    scratch: Scratch,
}

impl Questions {
    /// One more: what this seat sees, behind what the settings say.
    ///
    /// # Panics
    /// With views of a game of more or fewer seats among them.
    pub fn push<G: Game>(&mut self, view: &View<'_, G>) {
        let (facts, present) = (view.game().facts(), view.game().observation_spec().present());
        self.inputs.extend_from_slice(&facts.conditions);
        let start = self.inputs.len();
        self.inputs.resize(start + facts.observation_len, 0.0);
        view.observe(&mut self.inputs[start..]);
        // Of seats that nobody takes all numbers are 0.
        self.inputs.truncate(start + present);
        self.rows += 1;
        assert!(
            self.inputs.len() == self.rows * (facts.conditions.len() + present),
            "views of different games"
        );
    }

    /// What `network` answers to all, in their order; then there are none again.
    pub fn ask(&mut self, network: &Network) -> Answers<'_> {
        let Self { inputs, rows, scratch } = self;
        let answers = network.ask(inputs, *rows, scratch);
        inputs.clear();
        *rows = 0;
        answers
    }
}
