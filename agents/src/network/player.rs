//! Players whose choices a network makes, alone or at the head of a search.

use std::sync::Arc;

use roadside_env::games::{AnyGame, LoadError};
use roadside_env::{Action, Actions as _, Agent, Key, Settings, Stop, Stream, Values, View, with_game};

use super::card::Choice;
use super::{Checkpoint, Network, NetworkEvaluator, Questions, shipped};
use crate::playable::Form;
use crate::policy;
use crate::search::{GUIDED, Guided, Search};
use crate::{Playable, PlayerError};

/// The option of a network alone that says how it chooses.
pub(crate) const CHOICE: Key = Key {
    name: "choice",
    values: Values::OneOf(&["best", "sampled"]),
    default: "by the checkpoint",
    meaning: "whether it does what looks best, or draws by its policy",
};

/// How many positions a guided search has valued at once.
const BATCH: usize = 8;

/// What may stand behind the name of a network that plays alone.
const ALONE: Form = Form { name: "network", parameters: &[], options: &[CHOICE] };

/// The names of the checkpoints that ship for `G`.
pub(crate) fn names<G: Playable>() -> impl Iterator<Item = &'static str> {
    shipped::SHIPPED.iter().filter(|shipped| shipped.game == G::NAME).map(|shipped| shipped.name)
}

/// The network of the checkpoint called `name`, of the game of that name.
///
/// # Errors
/// [`PlayerError`] for a game or a checkpoint that there is not, or one that cannot be used.
pub fn named(game: &str, name: &str) -> Result<Arc<Network>, PlayerError> {
    let unknown = || PlayerError::Checkpoint {
        name: name.to_owned(),
        error: "there is no such checkpoint; give a name that ships, or a folder with a / in it".to_owned(),
    };
    let refused =
        |error: LoadError| PlayerError::Checkpoint { name: name.to_owned(), error: error.to_string() };
    let game = AnyGame::load(game, &Settings::default()).map_err(refused)?;
    let found = with_game!(&game, game => checkpoint_for(game, name));
    Ok(found.ok_or_else(unknown)??.network)
}

fn checkpoint_for<G: Playable>(_: &G, name: &str) -> Option<Result<Checkpoint, PlayerError>> {
    checkpoint::<G>(name)
}

/// The player that `name` means, such as `zone_stalker`, `zone_stalker+search:64` or `runs/mine@choice=sampled`; `None`
/// where it is no checkpoint's.
///
/// # Errors
/// [`PlayerError`] for a checkpoint that cannot be used, and for what may not follow its name.
pub(crate) fn player<G: Playable>(name: &str) -> Option<Result<Box<dyn Agent<G>>, PlayerError>> {
    let (head, behind) = name.split_at(name.find(['+', '@']).unwrap_or(name.len()));
    Some(checkpoint::<G>(head)?.and_then(|checkpoint| make(head, behind, checkpoint)))
}

fn make<G: Playable>(
    head: &str,
    behind: &str,
    checkpoint: Checkpoint,
) -> Result<Box<dyn Agent<G>>, PlayerError> {
    let Checkpoint { card, network } = checkpoint;
    if let Some(search) = behind.strip_prefix('+') {
        if search.split([':', '@']).next() != Some(GUIDED.name) {
            let (name, found, usage) = (head.to_owned(), search.to_owned(), GUIDED.usage());
            return Err(PlayerError::Guided { name, found, usage });
        }
        let guided = Guided::read(search)?;
        return Ok(Box::new(GuidedPlayer::new(format!("{head}+{}", guided.name), &network, &guided)));
    }
    let choice = match ALONE.read(behind)?.choice(&CHOICE)? {
        Some(0) => Choice::Best,
        Some(_) => Choice::Sampled,
        None => card.choice,
    };
    let name = if choice == card.choice { head.to_owned() } else { head.to_owned() + behind };
    Ok(Box::new(NetworkPlayer::new(name, network, choice)))
}

/// The checkpoint that `head`, the first part of a player's name, means: one that ships for `G`, or a folder. `None` where
/// it is no name of a checkpoint.
///
/// # Errors
/// [`PlayerError::Checkpoint`] where it is one that cannot be used.
pub(crate) fn checkpoint<G: Playable>(head: &str) -> Option<Result<Checkpoint, PlayerError>> {
    let found = match shipped::find(G::NAME, head) {
        Some(shipped) => shipped.checkpoint(),
        None if is_path(head) => read(head),
        None => return None,
    };
    let found = found.and_then(|checkpoint| {
        checkpoint.card.require_fit::<G>()?;
        Ok(checkpoint)
    });
    Some(found.map_err(|error| PlayerError::Checkpoint { name: head.to_owned(), error: error.to_string() }))
}

/// A path has a separator, so that no name of a player is one.
fn is_path(head: &str) -> bool {
    head.contains(['/', '\\'])
}

#[cfg(feature = "files")]
fn read(folder: &str) -> Result<Checkpoint, super::CheckpointError> {
    Checkpoint::read(std::path::Path::new(folder))
}

#[cfg(not(feature = "files"))]
fn read(folder: &str) -> Result<Checkpoint, super::CheckpointError> {
    let error = std::io::Error::new(std::io::ErrorKind::Unsupported, "this build reads no files");
    Err(super::CheckpointError::File { path: folder.to_owned(), error })
}

/// Plays by what a network makes of what its seat sees.
#[derive(Debug)]
pub struct NetworkPlayer {
    name: String,
    network: Arc<Network>,
    choice: Choice,
    questions: Questions,
}

impl NetworkPlayer {
    /// Plays by `network` and is called `name`.
    pub fn new(name: String, network: Arc<Network>, choice: Choice) -> Self {
        Self { name, network, choice, questions: Questions::default() }
    }

    /// The legal actions of a view, each with its logit.
    fn logits<G: Playable>(&mut self, view: &View<'_, G>) -> Vec<(Action, f64)> {
        self.questions.push(view);
        let answers = self.questions.ask(&self.network);
        let logits = answers.logits(0);
        view.legal_actions().iter().map(|action| (action, f64::from(logits[action.index()]))).collect()
    }
}

/// The place of the greatest; of equal ones the first.
fn best(logits: &[(Action, f64)]) -> usize {
    (0..logits.len()).rev().max_by(|&one, &other| logits[one].1.total_cmp(&logits[other].1)).unwrap_or(0)
}

/// Logits as probabilities.
fn softmax(logits: &mut [(Action, f64)]) {
    let mut shares: Vec<f64> = logits.iter().map(|&(_, logit)| logit).collect();
    policy::softmax(&mut shares);
    logits.iter_mut().zip(shares).for_each(|((_, logit), share)| *logit = share);
}

impl<G: Playable> Agent<G> for NetworkPlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        let mut logits = self.logits(view);
        // Out of turn nothing is legal, and whatever is answered is refused.
        if logits.is_empty() {
            return Action(0);
        }
        match self.choice {
            Choice::Best => logits[best(&logits)].0,
            Choice::Sampled => {
                softmax(&mut logits);
                policy::choose(&logits, rng)
            }
        }
    }

    fn policy(&mut self, view: &View<'_, G>) -> Option<Vec<(Action, f64)>> {
        let mut logits = self.logits(view);
        match self.choice {
            Choice::Best if logits.is_empty() => {}
            Choice::Best => logits = vec![(logits[best(&logits)].0, 1.0)],
            Choice::Sampled => softmax(&mut logits),
        }
        Some(logits)
    }
}

/// Plays what a search finds whose leaves a network values.
pub(crate) struct GuidedPlayer<G: Playable> {
    name: String,
    search: Search<G, NetworkEvaluator>,
}

impl<G: Playable> GuidedPlayer<G> {
    pub(crate) fn new(name: String, network: &Arc<Network>, guided: &Guided) -> Self {
        let evaluators = (0..guided.trees).map(|_| NetworkEvaluator::new(Arc::clone(network), BATCH));
        Self { name, search: Search::new(evaluators.collect(), guided.options) }
    }
}

impl<G: Playable> Agent<G> for GuidedPlayer<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        // Out of turn nothing is legal, and whatever is answered is refused.
        self.search.choose(view, rng).unwrap_or(Action(0))
    }

    fn heed(&mut self, stop: &Stop) {
        self.search.heed(stop);
    }

    fn thinks(&self) -> bool {
        true
    }
}
