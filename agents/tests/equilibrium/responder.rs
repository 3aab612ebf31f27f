//! Best responses in another way.

use std::collections::HashMap;

use roadside_agents::Random;
use roadside_agents::equilibrium::{Profile, Tree};
use roadside_env::chance::enumerate;
use roadside_env::{Action, Actions as _, Agent, Game, Seat, State, View};

use crate::kit::{assert_near, conv_of, worth};

/// A best response in another way: what a seat holds for possible, each with its weight, from one of its decisions to the
/// next. `others` tells what the other seats do.
struct Responder<'a, G: Game> {
    game: &'a G,
    seat: Seat,
    others: &'a mut dyn Agent<G>,
}

type Knowledge<G> = <<G as Game>::State as State>::Knowledge;
/// What is possible, by all that the seat has come to know since.
type Possible<G> = HashMap<Vec<Knowledge<G>>, Vec<(<G as Game>::State, f64)>>;

impl<G: Game> Responder<'_, G> {
    fn value(&mut self, openings: Vec<(G::State, f64)>) -> f64 {
        let mut possible = Possible::<G>::new();
        let mut value = 0.0;
        for (state, weight) in openings {
            let first = state.knowledge(self.game, self.seat);
            value += self.advance(state, weight, &mut vec![first], &mut possible);
        }
        value + self.of_all(possible)
    }

    fn of_all(&mut self, possible: Possible<G>) -> f64 {
        possible.into_iter().map(|(known, states)| self.decide(known.last().unwrap(), &states)).sum()
    }

    /// The most that can be had where these states are possible and the seat is to act.
    fn decide(&mut self, known: &Knowledge<G>, states: &[(G::State, f64)]) -> f64 {
        let legal: Vec<_> = states[0].0.legal_actions(self.game).iter().collect();
        let values = legal.into_iter().map(|action| {
            let mut possible = Possible::<G>::new();
            let mut value = 0.0;
            for (state, weight) in states {
                value += self.carry_out(state, *weight, action, &mut vec![known.clone()], &mut possible);
            }
            value + self.of_all(possible)
        });
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    fn carry_out(
        &mut self,
        state: &G::State,
        weight: f64,
        action: Action,
        known: &mut Vec<Knowledge<G>>,
        possible: &mut Possible<G>,
    ) -> f64 {
        let next = enumerate(1 << 20, |chance| {
            let mut next = state.clone();
            next.apply_legal(self.game, action, chance);
            next
        });
        let mut value = 0.0;
        for branch in next.unwrap() {
            let learnt = branch.result.knowledge(self.game, self.seat);
            let is_new = known.last() != Some(&learnt);
            if is_new {
                known.push(learnt);
            }
            value += self.advance(branch.result, weight * branch.probability, known, possible);
            known.truncate(known.len() - usize::from(is_new));
        }
        value
    }

    /// Plays on to the seat's next decision; returns what it gets where there is none.
    fn advance(
        &mut self,
        state: G::State,
        weight: f64,
        known: &mut Vec<Knowledge<G>>,
        possible: &mut Possible<G>,
    ) -> f64 {
        let Some(mover) = state.current_player() else {
            return weight * state.player_return(self.game, self.seat);
        };
        if mover == self.seat {
            possible.entry(known.clone()).or_default().push((state, weight));
            return 0.0;
        }
        let policy = self.others.policy(&View::new(self.game, &state, mover)).unwrap();
        let mut value = 0.0;
        for (action, share) in policy.into_iter().filter(|&(_, share)| share > 0.0) {
            value += self.carry_out(&state, weight * share, action, known, possible);
        }
        value
    }
}

/// Holds the best responses to `player` against those of the other way.
pub fn require_best_responses<G: Game>(
    tree: &Tree<G>,
    openings: &[(G::State, f64)],
    player: &mut dyn Agent<G>,
) {
    let found = conv_of(tree, player);
    for seat in 0..tree.seats() {
        let value = Responder { game: tree.game(), seat, others: player }.value(openings.to_vec());
        assert_near(found.seats[seat].best_response, value, 1e-9);
        assert_near(tree.best_response(seat, &found.profile).value, value, 1e-9);
    }
    let mut values = vec![0.0; tree.seats()];
    let mut players: Vec<_> = (0..tree.seats()).map(|_| Random).collect();
    let uniform = tree.values(&Profile::uniform(tree));
    for (state, weight) in openings {
        let mut table: Vec<&mut dyn Agent<G>> =
            players.iter_mut().map(|it| it as &mut dyn Agent<G>).collect();
        let worth = worth(tree.game(), state, &mut table);
        values.iter_mut().zip(worth).for_each(|(sum, value)| *sum += weight * value);
    }
    for (value, expected) in uniform.into_iter().zip(values) {
        assert_near(value, expected, 1e-9);
    }
}
