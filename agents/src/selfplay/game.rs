//! A game of self-play under way.

use roadside_env::{Action, Actions as _, Agent, Game, Sampled, Seat, State, Stream, View};

use super::rows::CERTAIN;
use super::{Rows, SelfPlayError, SelfPlayOptions};
use crate::Playable;
use crate::network::SCORE_UNIT;
use crate::policy;
use crate::search::{Budget, Leaf, Question, RootRule, SearchOptions, Worker};

type KnowledgeOf<G> = <<G as Game>::State as State>::Knowledge;

/// Who takes a seat.
pub(super) enum Sitter {
    /// The one who learns.
    Learner,
    /// The opponent of this number.
    Opponent(usize),
}

/// A game under way, with the search of its present decision.
pub(super) struct GameUnderWay<G: Game> {
    pub(super) number: u64,
    state: G::State,
    chance: Sampled,
    streams: Vec<Stream>,
    sitters: Vec<Sitter>,
    worker: Worker<G>,
    asked: Option<Asked<G>>,
    /// The decisions so far, each with the seat that made it; what came of them is not known yet.
    decisions: Rows,
    seats: Vec<Seat>,
}

/// The decision that is being searched.
struct Asked<G: Game> {
    seat: Seat,
    knowledge: KnowledgeOf<G>,
    legal: <G::State as State>::Actions,
    searched: bool,
}

impl<G: Game> Asked<G> {
    fn question<'a>(&'a self, game: &'a G) -> Question<'a, G> {
        Question { game, seat: self.seat, knowledge: &self.knowledge, legal: self.legal }
    }
}

impl<G: Playable> GameUnderWay<G> {
    /// Sets up the game of this number of a seed.
    pub(super) fn new(game: &G, seed: u64, number: u64, sitters: Vec<Sitter>, empty: &Rows) -> Self {
        let mut chance = Sampled::new(seed, number);
        let state = game.new_initial_state(&mut chance);
        let streams = (0..game.facts().seats).map(|seat| Stream::for_player(seed, number, seat)).collect();
        let (worker, decisions) = (Worker::new(), empty.clone());
        Self { number, state, chance, streams, sitters, worker, asked: None, decisions, seats: Vec::new() }
    }

    /// Plays on until positions wait to be valued; whether any do. If not, the game is over.
    pub(super) fn play_on(
        &mut self,
        game: &G,
        options: &SelfPlayOptions,
        opponents: &mut [Box<dyn Agent<G>>],
    ) -> Result<bool, SelfPlayError> {
        loop {
            if let Some(asked) = &self.asked {
                if self.is_waiting(game, asked.searched) {
                    return Ok(true);
                }
                self.decide(game, options);
                continue;
            }
            let Some(seat) = self.state.current_player() else { return Ok(false) };
            match self.sitters[seat] {
                Sitter::Learner => self.ask(game, seat, options),
                Sitter::Opponent(number) => self.answer(game, seat, &mut *opponents[number])?,
            }
        }
    }

    /// Whether positions of the search wait to be valued, after more were sent out if need be.
    fn is_waiting(&mut self, game: &G, searched: bool) -> bool {
        let Self { asked: Some(asked), worker, .. } = self else { return false };
        if !worker.waiting().is_empty() {
            return true;
        }
        // A decision that is not searched needs its root alone.
        searched && worker.send_out(&asked.question(game), 1, false).is_ok_and(|waiting| waiting > 0)
    }

    /// Begins the search of a decision of `seat`.
    fn ask(&mut self, game: &G, seat: Seat, options: &SelfPlayOptions) {
        let random = &mut self.streams[seat];
        let searched = policy::pick(&[options.searched, 1.0 - options.searched], random) == 0;
        let (knowledge, legal) = (self.state.knowledge(game, seat), self.state.legal_actions(game));
        let asked = Asked { seat, knowledge, legal, searched };
        let search = SearchOptions {
            root: RootRule::Gumbel {
                considered: options.considered,
                drawn: true,
                sharpness: (options.sharpness * 100.0) as u32,
            },
            exploration: options.exploration,
            ..SearchOptions::default()
        };
        let spend = (Budget::Simulations(options.simulations), Stream::keyed(random.word()));
        let begun = self.worker.begin(&asked.question(game), &search, spend, false);
        debug_assert!(begun.is_ok(), "a seat that is to act can be asked");
        self.asked = Some(asked);
    }

    /// Has an opponent make the decision of `seat`.
    fn answer(&mut self, game: &G, seat: Seat, opponent: &mut dyn Agent<G>) -> Result<(), SelfPlayError> {
        let action = opponent.act(&View::new(game, &self.state, seat), &mut self.streams[seat]);
        let applied = self.state.apply(game, action, &mut self.chance);
        applied.map_err(|error| SelfPlayError::Illegal { player: opponent.name(), error: error.to_string() })
    }

    /// The positions that wait to be valued.
    pub(super) fn waiting(&mut self) -> &mut [Leaf<G>] {
        self.worker.waiting()
    }

    /// Has what was found out about them come back to the search.
    pub(super) fn land(&mut self, game: &G) {
        if let Some(asked) = &self.asked {
            self.worker.land(&asked.question(game));
        }
    }

    /// Makes the decision whose search is over, and notes it.
    fn decide(&mut self, game: &G, options: &SelfPlayOptions) {
        let Some(asked) = self.asked.take() else { return };
        let (shares, worth) = self.worker.improved(options.sharpness);
        let action = if asked.searched {
            self.worker.best()
        } else {
            policy::choose(&shares, &mut self.streams[asked.seat])
        };
        self.note(game, &asked, &shares, worth);
        self.state.apply_legal(game, action, &mut self.chance);
    }

    fn note(&mut self, game: &G, asked: &Asked<G>, shares: &[(Action, f64)], worth: f64) {
        let (rows, facts) = (&mut self.decisions, game.facts());
        let start = rows.observations.len();
        rows.observations.resize(start + facts.observation_len, 0);
        View::new(game, &self.state, asked.seat).observe_bytes(&mut rows.observations[start..]);
        let (legal, policy) = (rows.legal.len(), rows.policy.len());
        rows.legal.resize(legal + facts.actions, 0);
        asked.legal.iter().for_each(|action| rows.legal[legal + action.index()] = 1);
        rows.policy.resize(policy + facts.actions, 0);
        for &(action, share) in shares {
            rows.policy[policy + action.index()] = (share * f64::from(CERTAIN)).round() as u16;
        }
        rows.searched.push(asked.searched.into());
        rows.worth.push(unit(game, worth));
        self.seats.push(asked.seat);
    }

    /// The decisions of the game, which is over, with what came of them.
    pub(super) fn into_rows(self, game: &G) -> Rows {
        let Self { state, mut decisions, seats: deciders, .. } = self;
        let (present, told) = (game.facts().seats, decisions.header.seats);
        let from = |decider: Seat, place: usize| (place < present).then(|| (decider + place) % present);
        for decider in deciders {
            for place in 0..told {
                let seat = from(decider, place);
                let standing = seat.map(|seat| state.standing(game, seat)).unwrap_or_default();
                let outcome = seat.map(|seat| unit(game, state.player_return(game, seat)));
                let (score, dead) = (standing.score.map(|score| score as f32 / SCORE_UNIT), standing.dead);
                decisions.outcomes.push(outcome.unwrap_or(f32::NAN));
                decisions.scores.push(score.unwrap_or(f32::NAN));
                decisions.lives.push(dead.map_or(f32::NAN, |dead| f32::from(u8::from(!dead))));
            }
        }
        decisions
    }
}

/// A utility on the scale from 0 for the least to 1 for the most.
fn unit<G: Game>(game: &G, utility: f64) -> f32 {
    let facts = game.facts();
    let range = (facts.max_utility - facts.min_utility).max(f64::MIN_POSITIVE);
    ((utility - facts.min_utility) / range).clamp(0.0, 1.0) as f32
}
