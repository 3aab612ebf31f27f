//! Equilibria of small games against what is published of them, and against calculations of another kind.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use roadside_agents::Random;
use roadside_agents::equilibrium::{
    Asking, Equilibrium, EquilibriumError, EquilibriumOptions, EquilibriumPlayer, Profile, Progress, Tree,
    TreeOptions, equilibrium, nash_conv,
};
use roadside_agents::solver::Objective;
use roadside_env::chance::{Enumerated, enumerate};
use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Action, Actions as _, Agent, Game, Seat, Settings, State, Stop, Stream, View};

const ANY: TreeOptions = TreeOptions { objective: Objective::Utility, memory: 1 << 30 };

fn load<G: Game>(settings: &[&str]) -> G {
    G::from_settings(&Settings::from_pairs(settings.iter().copied()).unwrap()).unwrap()
}

fn kuhn() -> Kuhn {
    load(&[])
}

fn tree<G: Game>(game: &G) -> Tree<G> {
    Tree::new(game, &ANY, &|_| {}, &Stop::default()).unwrap()
}

fn solve<G: Game>(game: &G) -> Equilibrium<G> {
    equilibrium(game, &EquilibriumOptions::default(), &|_| {}, &Stop::default()).unwrap()
}

fn conv_of<G: Game>(tree: &Tree<G>, player: &mut dyn Agent<G>) -> roadside_agents::equilibrium::NashConv {
    tree.nash_conv_of(&mut [player], &Asking::default(), &|_| {}, &Stop::default()).unwrap()
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found}, not {expected}");
}

/// A player that has a table of what it does, by what it remembers: for each line of kuhn the chance of a bet.
#[derive(Clone)]
struct Bets(BTreeMap<String, f64>);

impl Bets {
    fn drawn(seed: u64) -> Self {
        let mut random = Stream::for_actions(seed);
        let lines = ["", " p", " b", " pb"]
            .into_iter()
            .flat_map(|moves| ["J", "Q", "K"].map(|card| format!("{card}{moves}")));
        Self(lines.map(|line| (line, f64::from(random.below(1001)) / 1000.0)).collect())
    }
}

impl Agent<Kuhn> for Bets {
    fn name(&self) -> String {
        "bets".to_owned()
    }

    fn act(&mut self, view: &View<'_, Kuhn>, rng: &mut Stream) -> Action {
        let bet = self.0[&view.information_state().unwrap()];
        Action(u16::from(f64::from(rng.below(1 << 30)) < bet * f64::from(1 << 30)))
    }

    fn policy(&mut self, view: &View<'_, Kuhn>) -> Option<Vec<(Action, f64)>> {
        let bet = self.0[&view.information_state().unwrap()];
        Some(vec![(Action(0), 1.0 - bet), (Action(1), bet)])
    }
}

/// A player whose choices are a secret.
struct Silent<T>(T);

impl<G: Game, T: Agent<G>> Agent<G> for Silent<T> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn act(&mut self, view: &View<'_, G>, rng: &mut Stream) -> Action {
        self.0.act(view, rng)
    }
}

/// What the seats get from `state` on: every play by itself, with nothing that comes together.
fn worth<G: Game>(game: &G, state: &G::State, players: &mut [&mut dyn Agent<G>]) -> Vec<f64> {
    let Some(seat) = state.current_player() else { return state.returns(game) };
    let policy = players[seat].policy(&View::new(game, state, seat)).unwrap();
    let mut worth = vec![0.0; players.len()];
    for (action, share) in policy.into_iter().filter(|&(_, share)| share > 0.0) {
        let mut chance = Enumerated::default();
        loop {
            let mut next = state.clone();
            next.apply_legal(game, action, &mut chance);
            let likely = share * chance.probability();
            for (sum, value) in worth.iter_mut().zip(self::worth(game, &next, players)) {
                *sum += likely * value;
            }
            if !chance.next_path() {
                break;
            }
        }
    }
    worth
}

fn opening_worth<G: Game>(game: &G, players: &mut [&mut dyn Agent<G>]) -> Vec<f64> {
    let mut worth = vec![0.0; players.len()];
    for opening in enumerate(1 << 20, |chance| game.new_initial_state(chance)).unwrap() {
        for (sum, value) in worth.iter_mut().zip(self::worth(game, &opening.result, players)) {
            *sum += opening.probability * value;
        }
    }
    worth
}

/// How likely the equilibrium bets at a position of kuhn.
fn bet(found: &Equilibrium<Kuhn>, position: &str) -> f64 {
    let game = found.tree().game();
    let state = game.parse_position(position).unwrap();
    let policy = found.policy(&View::new(game, &state, state.current_player().unwrap())).unwrap();
    policy.iter().find(|&&(action, _)| action == Action(1)).unwrap().1
}

#[test]
fn kuhn_is_worth_minus_one_eighteenth() {
    let found = solve(&kuhn());
    assert!(found.converged() && found.nash_conv() <= 1e-9, "{}", found.nash_conv());
    for (seat, value) in [(0, -1.0 / 18.0), (1, 1.0 / 18.0)] {
        assert_near(found.value(seat), value, 1e-9);
        assert!(found.lower(seat) <= found.value(seat) && found.value(seat) <= found.upper(seat));
    }
    assert_eq!([0, 1].map(|seat| found.tree().information_sets(seat)), [6, 6]);
    // Six deals; behind each, the opening, its two answers, and the answer to a pass and a bet.
    assert_eq!((found.tree().positions(), found.tree().leaves()), (24, 30));
}

/// Kuhn 1950: the first seat may bet a jack with any probability up to 1/3, and then bets a king three times as often
/// and calls with a queen 1/3 more often. The second seat has no choice.
#[test]
fn the_equilibrium_of_kuhn_is_one_of_the_family_that_is_known() {
    let found = solve(&kuhn());
    let jack = bet(&found, "cards=J,Q moves=-");
    assert!((-1e-4..=1.0 / 3.0 + 1e-4).contains(&jack), "{jack}");
    let expected = [
        ("cards=K,Q moves=-", 3.0 * jack),
        ("cards=Q,J moves=-", 0.0),
        ("cards=J,Q moves=pb", 0.0),
        ("cards=Q,K moves=pb", jack + 1.0 / 3.0),
        ("cards=K,Q moves=pb", 1.0),
        ("cards=Q,J moves=p", 1.0 / 3.0),
        ("cards=K,Q moves=p", 0.0),
        ("cards=Q,K moves=p", 1.0),
        ("cards=Q,J moves=b", 0.0),
        ("cards=K,Q moves=b", 1.0 / 3.0),
        ("cards=Q,K moves=b", 1.0),
    ];
    for (position, share) in expected {
        assert!(
            (bet(&found, position) - share).abs() < 1e-4,
            "{position}: {} not {share}",
            bet(&found, position)
        );
    }
}

#[test]
fn an_information_set_of_kuhn_is_all_that_is_remembered() {
    let found = solve(&kuhn());
    let game = found.tree().game();
    let mut states = Vec::new();
    let mut open: Vec<_> = enumerate(9, |chance| game.new_initial_state(chance))
        .unwrap()
        .into_iter()
        .map(|it| it.result)
        .collect();
    while let Some(state) = open.pop() {
        for action in state.legal_actions(game).iter() {
            let mut next = state;
            next.apply_legal(game, action, &mut Enumerated::default());
            open.push(next);
        }
        states.extend(state.current_player().map(|seat| (seat, state)));
    }
    for seat in [0, 1] {
        let known: HashSet<_> = states
            .iter()
            .filter(|&&(mover, _)| mover == seat)
            .map(|(_, state)| View::new(game, state, seat).information_state().unwrap())
            .collect();
        assert_eq!(known.len() as u64, found.tree().information_sets(seat));
        assert_eq!(known.len() as u64, found.tree().views(seat));
    }
}

#[test]
fn bounds_hold_from_the_first_iteration_and_close() {
    let tree = tree(&kuhn());
    let mut before = f64::INFINITY;
    for iterations in [1, 2, 5, 20, 100, 1000] {
        let options = EquilibriumOptions { iterations, tolerance: 1e-12, ..Default::default() };
        let found = Equilibrium::of(tree.clone(), &options, &|_| {}, &Stop::default()).unwrap();
        assert!(found.lower(0) <= -1.0 / 18.0 && -1.0 / 18.0 <= found.upper(0), "{iterations}");
        assert!(found.lower(1) <= 1.0 / 18.0 && 1.0 / 18.0 <= found.upper(1), "{iterations}");
        assert_near(found.tree().nash_conv(found.profile()).value, found.nash_conv(), 1e-12);
        assert!(found.nash_conv() < before && !found.converged(), "{iterations}");
        assert_eq!(found.iterations(), iterations);
        before = found.nash_conv();
    }
    assert!(before < 1e-6, "{before}");
}

#[test]
fn the_same_bits_come_out_again() {
    let bits = |found: Equilibrium<Kuhn>| {
        let profile = format!("{:?}", found.profile());
        ([found.value(0), found.lower(0), found.upper(0)].map(f64::to_bits), found.iterations(), profile)
    };
    assert_eq!(bits(solve(&kuhn())), bits(solve(&kuhn())));
}

/// `OpenSpiel` tells the same of uniform play in its Kuhn poker.
#[test]
fn uniform_play_of_kuhn_loses_eleven_twelfths() {
    let tree = tree(&kuhn());
    let found = conv_of(&tree, &mut Random);
    assert_near(found.value, 11.0 / 12.0, 1e-12);
    assert_near(found.seats[0].value, 0.125, 1e-12);
    assert_near(found.seats[0].best_response, 0.5, 1e-12);
    assert_near(found.seats[1].best_response, 5.0 / 12.0, 1e-12);
    assert_eq!((found.sampling, found.views), (None, 12));
    assert_eq!(found.profile, Profile::uniform(&tree));
}

/// All 64 things that a seat of kuhn can plan, each played out against the other's strategy.
#[test]
fn a_best_response_is_the_best_of_all_plans() {
    let game = kuhn();
    let tree = tree(&game);
    for seed in 0..4 {
        let players = [Bets::drawn(seed), Bets::drawn(seed + 100)];
        let [mut first, mut second] = players.clone();
        let profile = tree
            .nash_conv_of(&mut [&mut first, &mut second], &Asking::default(), &|_| {}, &Stop::default())
            .unwrap()
            .profile;
        let values = opening_worth(&game, &mut [&mut first, &mut second]);
        for seat in [0, 1] {
            let lines: Vec<_> = players[seat].0.keys().filter(|line| is_asked(seat, line)).cloned().collect();
            assert_eq!(lines.len(), 6);
            let plans = (0..64_u32).map(|plan| {
                let bets =
                    lines.iter().enumerate().map(|(bit, line)| (line.clone(), f64::from(plan >> bit & 1)));
                let mut planned = Bets(bets.collect());
                let mut other = players[1 - seat].clone();
                let mut table: [&mut dyn Agent<Kuhn>; 2] = [&mut planned, &mut other];
                if seat == 1 {
                    table.swap(0, 1);
                }
                opening_worth(&game, &mut table)[seat]
            });
            let best = plans.fold(f64::NEG_INFINITY, f64::max);
            let response = tree.best_response(seat, &profile);
            assert_near(response.value, best, 1e-12);
            assert_near(tree.values(&response.profile)[seat], best, 1e-12);
            assert_near(tree.values(&profile)[seat], values[seat], 1e-12);
        }
    }
}

/// Whether `seat` is asked when it has this card behind these moves.
fn is_asked(seat: Seat, line: &str) -> bool {
    let moves = line.split(' ').nth(1).unwrap_or_default();
    moves.len().is_multiple_of(2) == (seat == 0)
}

#[test]
fn what_a_silent_player_does_is_found_by_asking() {
    let tree = tree(&kuhn());
    let exact = conv_of(&tree, &mut Bets::drawn(7));
    let found = conv_of(&tree, &mut Silent(Bets::drawn(7)));
    let sampling = found.sampling.unwrap();
    assert!(sampling.stderr > 0.0 && sampling.stderr < 0.05, "{sampling:?}");
    assert_near(found.value - sampling.bias, exact.value, 4.0 * sampling.stderr);
    assert_eq!(found, conv_of(&tree, &mut Silent(Bets::drawn(7))));
    // The more often it is asked, the nearer.
    let asking = Asking { asks: 10_000, ..Asking::default() };
    let near =
        tree.nash_conv_of(&mut [&mut Silent(Bets::drawn(7))], &asking, &|_| {}, &Stop::default()).unwrap();
    assert!(near.sampling.unwrap().stderr < sampling.stderr / 2.0);
    assert_near(near.value, exact.value, 4.0 * near.sampling.unwrap().stderr);
}

#[test]
fn the_player_of_an_equilibrium_plays_it() {
    let found = Arc::new(solve(&kuhn()));
    let exact = conv_of(found.tree(), &mut EquilibriumPlayer(found.clone()));
    assert!(exact.value <= 2e-9, "{}", exact.value);
    let sampled = conv_of(found.tree(), &mut Silent(EquilibriumPlayer(found.clone())));
    assert!(sampled.value < 0.1, "{}", sampled.value);
    // Against it nobody does better than at best.
    for seed in 0..4 {
        let mut player = Bets::drawn(seed);
        let profile = conv_of(found.tree(), &mut player).profile;
        for seat in [0, 1] {
            let mixed = profile.clone().with_seat(1 - seat, found.profile());
            assert!(found.tree().values(&mixed)[seat] <= found.upper(seat) + 1e-12);
        }
    }
}

/// The last round of an expedition for two: one find is left in the deck, and the first seat is 2 points behind.
const LAST_CARDS: &str = "round=2 removed=- path=1,2,3,4,5,5,7,7,9,11,11,13,14,15,mange,jelly,grinder,fluff lies=11 held=48 \
    banked=0,2 seats=in,in looks=- act=choose:0";
/// The same for three.
const FOR_THREE: &str = "round=2 removed=- path=1,2,3,4,5,5,7,7,9,11,11,13,14,15,mange,jelly,grinder,fluff,lamp lies=17 \
    held=30 banked=0,2,1 seats=in,in,in looks=- act=choose:0";

fn expedition(seats: usize) -> Expedition {
    load(&[&format!("players={seats}"), "rounds=2"])
}

fn rest(game: &Expedition, line: &str) -> Tree<Expedition> {
    let state = game.parse_position(line).unwrap();
    Tree::from_known_position(game, &state, &ANY, &|_| {}, &Stop::default()).unwrap()
}

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

fn openings<G: Game>(game: &G) -> Vec<(G::State, f64)> {
    let openings = enumerate(1 << 20, |chance| game.new_initial_state(chance)).unwrap();
    openings.into_iter().map(|opening| (opening.result, opening.probability)).collect()
}

/// Holds the best responses to `player` against those of the other way.
fn require_best_responses<G: Game>(tree: &Tree<G>, openings: &[(G::State, f64)], player: &mut dyn Agent<G>) {
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

#[test]
fn best_responses_agree_with_those_found_decision_by_decision() {
    let game = kuhn();
    require_best_responses(&tree(&game), &openings(&game), &mut Random);
    require_best_responses(&tree(&game), &openings(&game), &mut Bets::drawn(3));
    for (seats, line) in [(2, LAST_CARDS), (3, FOR_THREE)] {
        let game = expedition(seats);
        let state = game.parse_position(line).unwrap();
        require_best_responses(&rest(&game, line), &[(state, 1.0)], &mut Random);
    }
}

/// Who is behind has to do what the other does not: leave alone, or stay alone and find the last.
#[test]
fn choices_made_at_the_same_time_are_mixed() {
    let game = expedition(2);
    let state = game.parse_position(LAST_CARDS).unwrap();
    let options = EquilibriumOptions { tolerance: 1e-4, ..Default::default() };
    let found = Equilibrium::of(rest(&game, LAST_CARDS), &options, &|_| {}, &Stop::default()).unwrap();
    let first = found.policy(&View::new(&game, &state, 0)).unwrap();
    assert!(first.iter().all(|&(_, share)| share > 0.01), "{first:?}");
    // The second seat is asked next and does not know what the first has chosen.
    let [stays, leaves] = ["stay", "leave"].map(|label| {
        let mut next = state;
        next.apply(&game, game.action_from_string(label).unwrap(), &mut Enumerated::default()).unwrap();
        found.policy(&View::new(&game, &next, 1)).unwrap()
    });
    assert_eq!(stays, leaves);
    // Both keep to what they see, and the bounds hold against it all the same.
    let found = Arc::new(found);
    let player = conv_of(found.tree(), &mut EquilibriumPlayer(found.clone()));
    assert!(player.value >= found.nash_conv() - 1e-12);
    require_best_responses(found.tree(), &[(state, 1.0)], &mut EquilibriumPlayer(found.clone()));
}

/// The numbers of the duels are held against `OpenSpiel` and a linear program in `tests/python`.
#[test]
fn the_duel_of_zone_stalker_is_worth_29_in_2400() {
    let found = Arc::new(solve(&load::<ZoneStalker<2>>(&["preset=duel-1"])));
    let tree = found.tree();
    assert_eq!([0, 1].map(|seat| tree.information_sets(seat)), [2854, 1640]);
    assert_eq!((tree.positions(), tree.leaves(), tree.decisions()), (4544, 7073, 9));
    assert_near(found.value(0), 29.0 / 2400.0, 1e-9);
    assert!(found.converged() && found.lower(0) <= 29.0 / 2400.0 && 29.0 / 2400.0 <= found.upper(0));
    assert_near(conv_of(tree, &mut Random).value, 0.336_118_75, 1e-9);
    // A shared win is half of one, so the utility is twice the share of the win, less 1.
    let win = EquilibriumOptions {
        tree: TreeOptions { objective: Objective::Win, ..ANY },
        ..EquilibriumOptions::default()
    };
    let wins = equilibrium(tree.game(), &win, &|_| {}, &Stop::default()).unwrap();
    assert_near(2.0 * wins.value(0) - 1.0, 29.0 / 2400.0, 1e-8);
    assert_near(wins.value(0) + wins.value(1), 1.0, 1e-12);
    // What a view forgets costs nothing here.
    let player = conv_of(tree, &mut EquilibriumPlayer(found.clone()));
    assert!(player.value < 2e-9 && tree.views(0) < tree.information_sets(0), "{}", player.value);
}

#[test]
fn the_smaller_duel_is_worth_61_in_4800() {
    let game = load::<ZoneStalker<2>>(&["preset=duel-1", "zone_deck=Death Lamp,Pylons"]);
    let tree = tree(&game);
    assert_eq!([0, 1].map(|seat| tree.information_sets(seat)), [466, 698]);
    let random = conv_of(&tree, &mut Random);
    assert_near(random.value, 0.375, 1e-12);
    assert_near(random.seats[0].best_response, 0.25, 1e-12);
    assert_near(random.seats[1].best_response, 0.125, 1e-12);
    let options = EquilibriumOptions { tolerance: 1e-6, ..Default::default() };
    let found = Equilibrium::of(tree, &options, &|_| {}, &Stop::default()).unwrap();
    assert_near(found.value(0), 61.0 / 4800.0, 1e-6);
    require_best_responses(found.tree(), &openings(&game), &mut Random);
    let found = Arc::new(found);
    require_best_responses(found.tree(), &openings(&game), &mut EquilibriumPlayer(found.clone()));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    fn refusal<G: Game>(settings: &[&str], options: &EquilibriumOptions) -> String {
        let game = load::<G>(settings);
        equilibrium(&game, options, &|_| {}, &Stop::default()).err().unwrap().to_string()
    }
    let options = EquilibriumOptions::default();
    assert_eq!(
        refusal::<Pig>(&[], &options),
        "a play of pig has no bounded length, so its tree has no end; solve it by its positions (`roadside solve`)"
    );
    assert_eq!(
        refusal::<Expedition>(&["players=3"], &options),
        "expedition for 3: an equilibrium is found for 2 seats only; best responses and NashConv are there for any number"
    );
    assert_eq!(
        refusal::<Expedition>(&["players=2", "team=on"], &options),
        "expedition: the seats' utility does not add up to a constant; an equilibrium is found where it does"
    );
    let small = EquilibriumOptions { tree: TreeOptions { memory: 10_000_000, ..ANY }, ..options };

    let score = EquilibriumOptions { tree: TreeOptions { objective: Objective::Score, ..ANY }, ..options };
    assert_eq!(
        refusal::<ZoneStalker<2>>(&["preset=duel-1"], &score),
        "zone_stalker: the seats' score does not add up to a constant; an equilibrium is found where it does"
    );
    // The whole game has too many openings already.
    for settings in [&["preset=duel-1", "stalemate_rounds=3"][..], &[]] {
        let text = refusal::<ZoneStalker<2>>(settings, &small);
        assert!(text.starts_with("the tree takes more than 10000000 bytes: "), "{text}");
        assert!(text.ends_with(" decisions deep; allow more memory, or take a smaller set-up"), "{text}");
    }
    for (tolerance, text) in [
        (0.0, "tolerance = 0: legal is a number above 0"),
        (f64::NAN, "tolerance = NaN: legal is a number above 0"),
        (f64::INFINITY, "tolerance = inf: legal is a number above 0"),
    ] {
        assert_eq!(refusal::<Kuhn>(&[], &EquilibriumOptions { tolerance, ..options }), text);
    }
    let none = EquilibriumOptions { iterations: 0, ..options };
    assert_eq!(refusal::<Kuhn>(&[], &none), "iterations = 0: legal is a whole number from 1");
}

#[test]
fn players_that_break_the_rules_are_refused() {
    struct Tells(Vec<(Action, f64)>);
    impl Agent<Kuhn> for Tells {
        fn name(&self) -> String {
            "tells".to_owned()
        }

        fn act(&mut self, _view: &View<'_, Kuhn>, _rng: &mut Stream) -> Action {
            Action(9)
        }

        fn policy(&mut self, _view: &View<'_, Kuhn>) -> Option<Vec<(Action, f64)>> {
            (!self.0.is_empty()).then(|| self.0.clone())
        }
    }
    let refusal = |told: &[(u16, f64)]| {
        let mut player = Tells(told.iter().map(|&(action, share)| (Action(action), share)).collect());
        let found = nash_conv(&kuhn(), &mut player, &Asking::default(), &|_| {}, &Stop::default());
        found.err().unwrap().to_string()
    };
    assert_eq!(
        refusal(&[]),
        "player tells broke the rules: action 9 does not exist; the list runs from 0 to 1"
    );
    assert_eq!(
        refusal(&[(2, 1.0)]),
        "player tells broke the rules: action 2 does not exist; the list runs from 0 to 1"
    );
    let sums = [(&[(0, 0.5)][..], "0.5"), (&[(0, 1.5), (1, -0.5)], "NaN"), (&[(0, f64::NAN)], "NaN")];
    for (told, sum) in sums {
        let text = format!("player tells tells probabilities of what it does that add up to {sum}, not to 1");
        assert_eq!(refusal(told), text);
    }
    let tree = tree(&kuhn());
    let with = |count: usize, asking: Asking| {
        let mut players = vec![Random; count];
        let mut table: Vec<_> = players.iter_mut().map(|player| player as &mut dyn Agent<Kuhn>).collect();
        tree.nash_conv_of(&mut table, &asking, &|_| {}, &Stop::default()).err().unwrap().to_string()
    };
    let good = Asking::default();
    assert_eq!(with(3, good), "3 players for 2 seats; give one for each seat, or one for all");
    let refused = "asks = 0: legal is a whole number from 1 to 1000000";
    assert_eq!(with(1, Asking { asks: 0, ..good }), refused);
    let refused = "resamples = 1: legal is a whole number from 2 to 10000";
    assert_eq!(with(1, Asking { resamples: 1, ..good }), refused);
}

#[test]
fn a_stop_ends_it_with_what_was_found() {
    let stopped = |error: Result<_, EquilibriumError>| error.err() == Some(EquilibriumError::Stopped);
    let options = EquilibriumOptions { tolerance: 1e-15, ..Default::default() };
    let stop = Stop::default();
    let soon = |progress| {
        if matches!(progress, Progress::Iterations(iterations, _) if iterations >= 10) {
            stop.soon();
        }
    };
    let found = equilibrium(&kuhn(), &options, &soon, &stop).unwrap();
    assert!((10..20).contains(&found.iterations()) && !found.converged());
    assert!(found.lower(0) <= -1.0 / 18.0 && -1.0 / 18.0 <= found.upper(0));
    let now = Stop::default();
    assert!(stopped(equilibrium(&kuhn(), &options, &|_| now.now(), &now).map(drop)));
    // While the tree grows there is nothing to tell.
    let duel = load::<ZoneStalker<2>>(&["preset=duel-1"]);
    let growing = Stop::default();
    assert!(stopped(Tree::new(&duel, &ANY, &|_| growing.soon(), &growing).map(drop)));
    let asked = Stop::default();
    let mut silent = Silent(Random);
    assert!(stopped(
        nash_conv(&kuhn(), &mut silent, &Asking::default(), &|_| asked.soon(), &asked).map(drop)
    ));
}
