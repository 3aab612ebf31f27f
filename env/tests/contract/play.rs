//! Actions, rewards and observations.

use std::collections::HashSet;
use std::sync::Arc;

use bytemuck::{Zeroable, bytes_of, bytes_of_mut};
use roadside_env::chance::{MAX_TALLIES, Tallied};
use roadside_env::{
    Action, Actions, Game, IllegalAction, Play, Sampled, State, Statistic, Stream, Utility, View,
};

use crate::common::random_action;
use crate::sampling::{MAX_DECISIONS, PLAYS, positions, walk};

pub(crate) fn labels_are_unique_and_without_spaces<G: Game>(game: &G) {
    let labels = game.action_labels();
    assert_eq!(labels.len(), game.facts().actions);
    assert_eq!(labels.iter().collect::<HashSet<_>>().len(), labels.len());
    for (index, label) in labels.iter().enumerate() {
        let action = Action(index as u16);
        assert!(!label.is_empty() && !label.contains(char::is_whitespace));
        assert_eq!(game.action_from_string(label), Some(action));
        assert_eq!(game.action_to_string(action), label);
    }
    assert_eq!(game.action_from_string("no such action"), None);
    for topic in G::TOPICS {
        let labels = game.chance_labels(*topic);
        assert_eq!(labels.iter().collect::<HashSet<_>>().len(), labels.len());
        assert!(labels.iter().all(|label| !label.is_empty() && !label.contains(char::is_whitespace)));
    }
}

pub(crate) fn legal_lists_are_rising_choices_and_equal_the_mask<G: Game>(game: &G) {
    positions(game, |state| {
        let legal: Vec<Action> = state.legal_actions(game).iter().collect();
        assert!(legal.is_sorted_by(|a, b| a < b));
        assert!(legal.iter().all(|action| action.index() < game.facts().actions));
        assert_eq!(legal.len() >= 2, !state.is_terminal());
        assert_eq!(legal.is_empty(), state.is_terminal());
        for seat in 0..game.facts().seats {
            let mut mask = vec![false; game.facts().actions];
            View::new(game, state, seat).write_mask(&mut mask);
            let to_act = state.current_player() == Some(seat);
            for (index, flag) in mask.into_iter().enumerate() {
                assert_eq!(flag, !to_act || legal.contains(&Action(index as u16)));
            }
        }
    });
}

pub(crate) fn rewards_add_up_to_returns_within_the_facts<G: Game>(game: &G) {
    let game = Arc::new(game.clone());
    let facts = game.facts();
    let mut constant = None;
    for number in 0..PLAYS {
        let mut rng = Stream::for_player(7, number, 0);
        let mut play = Play::new(Arc::clone(&game), Sampled::new(7, number));
        let mut sums = play.returns();
        let mut decisions = 0;
        while !play.is_terminal() && decisions < MAX_DECISIONS {
            let before = play.state().clone();
            play.apply_action(random_action(&*game, play.state(), &mut rng)).unwrap();
            decisions += 1;
            for (sum, reward) in sums.iter_mut().zip(play.rewards()) {
                *sum += reward;
            }
            require_finality(&*game, &before, play.state());
        }
        assert!(facts.max_game_length.is_none_or(|longest| decisions <= longest as usize));
        let returns = play.returns();
        for (sum, total) in sums.iter().zip(&returns) {
            assert!((sum - total).abs() < 1e-9);
            assert!((facts.min_utility - 1e-9..=facts.max_utility + 1e-9).contains(total));
        }
        if play.is_terminal() {
            require_utility(facts.utility, &returns, &mut constant);
            require_standings(&*game, play.state());
            require_shares(&*game, play.state());
            require_points(&*game, play.state());
        }
    }
}

/// What is done stays done.
fn require_finality<G: Game>(game: &G, before: &G::State, after: &G::State) {
    for seat in 0..game.facts().seats {
        if before.is_done(game, seat) {
            assert!(after.is_done(game, seat));
            assert_eq!(before.player_return(game, seat).to_bits(), after.player_return(game, seat).to_bits());
            assert_ne!(after.current_player(), Some(seat));
        }
        assert!(after.is_done(game, seat) || !after.is_terminal());
    }
}

fn require_utility(utility: Utility, returns: &[f64], constant: &mut Option<f64>) {
    let sum: f64 = returns.iter().sum();
    match utility {
        Utility::ZeroSum => assert!(sum.abs() < 1e-9),
        Utility::ConstantSum => assert!((sum - *constant.get_or_insert(sum)).abs() < 1e-9),
        Utility::Identical => assert!(returns.iter().all(|one| one.to_bits() == returns[0].to_bits())),
        Utility::GeneralSum => {}
    }
}

/// Where shares of the win are paid, they are found in what is paid.
fn require_shares<G: Game>(game: &G, state: &G::State) {
    let facts = game.facts();
    for seat in (0..facts.seats).filter(|_| game.pays_win_shares()) {
        let share = state.standing(game, seat).win_share.unwrap();
        let paid = facts.min_utility + share * (facts.max_utility - facts.min_utility);
        assert!((state.player_return(game, seat) - paid).abs() < 1e-9);
    }
}

/// Where points are paid, they are found in what is paid.
fn require_points<G: Game>(game: &G, state: &G::State) {
    let Some(point) = game.point_in_utility() else { return };
    for seat in 0..game.facts().seats {
        let paid = state.standing(game, seat).score.unwrap() * point;
        assert!((state.player_return(game, seat) - paid).abs() < 1e-9);
    }
}

/// Where there is a win, its shares add up to one, or nobody has won.
fn require_standings<G: Game>(game: &G, state: &G::State) {
    let shares = (0..game.facts().seats).filter_map(|seat| state.standing(game, seat).win_share);
    let sum: f64 = shares.sum();
    assert!(sum.abs() < 1e-9 || (sum - 1.0).abs() < 1e-9);
}

pub(crate) fn refused_actions_move_nothing<G: Game>(game: &G) {
    let actions = game.facts().actions as u16;
    positions(game, |state| {
        let mut chance = Sampled::new(3, 0);
        let mut tried = state.clone();
        let illegal = (0..actions + 2).chain([u16::MAX]).map(Action);
        for action in illegal.filter(|&action| !state.legal_actions(game).contains(action)) {
            let error = tried.apply(game, action, &mut chance).unwrap_err();
            match error {
                IllegalAction::GameOver => assert!(state.is_terminal()),
                IllegalAction::OutOfRange { .. } => assert!(action.0 >= actions),
                IllegalAction::NotLegal { seat, ref legal, .. } => {
                    assert_eq!(state.current_player(), Some(seat));
                    assert_eq!(legal.len(), state.legal_actions(game).len());
                }
            }
            assert!(!error.to_string().is_empty());
        }
        assert_eq!(&tried, state);
        assert_eq!(chance, Sampled::new(3, 0));
    });
}

pub(crate) fn the_same_seed_gives_the_same_play<G: Game>(game: &G) {
    let record = |play| {
        let mut seen = Vec::new();
        walk(game, play, |state, action| seen.push((state.clone(), action)));
        seen
    };
    for play in 0..5 {
        assert_eq!(record(play), record(play));
    }
    assert!((1..PLAYS).any(|play| record(play) != record(0)), "every play is the same");
}

pub(crate) fn observations_keep_to_their_layout<G: Game>(game: &G) {
    let spec = game.observation_spec();
    assert_eq!(spec.len(), game.facts().observation_len);
    assert_eq!(
        size_of::<<G::State as State>::Observation>(),
        spec.len() * size_of::<<G::State as State>::Number>()
    );
    assert_eq!(align_of::<<G::State as State>::Observation>(), align_of::<<G::State as State>::Number>());
    for slice in spec.slices() {
        assert!(
            slice.len == 1 || !slice.labels.is_empty(),
            "nobody can tell the numbers of {} apart",
            slice.name
        );
        let distinct: std::collections::HashSet<_> = slice.labels.iter().collect();
        assert_eq!(distinct.len(), slice.labels.len(), "{}: {:?}", slice.name, slice.labels);
    }
    assert!(spec.to_markdown().lines().count() == spec.slices().len() + 2);
    positions(game, |state| {
        for seat in 0..game.facts().seats {
            let mut observation = vec![f32::NAN; spec.len()];
            View::new(game, state, seat).observe(&mut observation);
            for slice in spec.slices() {
                for number in &observation[slice.range()] {
                    assert!((0.0..=slice.max()).contains(number), "{}: {number}", slice.name);
                }
            }
        }
    });
}

/// What a seat sees is written over what others saw: nothing of that may be left, but where there is always 0.
pub(crate) fn observations_leave_nothing_of_others<G: Game>(game: &G) {
    let written = game.observation_spec().present() * size_of::<<G::State as State>::Number>();
    positions(game, |state| {
        for seat in 0..game.facts().seats {
            let [clean, used] = [0, 255].map(|before| {
                let mut seen: <G::State as State>::Observation = Zeroable::zeroed();
                bytes_of_mut(&mut seen).fill(before);
                G::State::observe(&View::new(game, state, seat), &mut seen);
                seen
            });
            let [clean, used] = [&clean, &used].map(|seen| &bytes_of(seen)[..written]);
            assert_eq!(clean, used, "{}", state.position(game));
        }
    });
}

pub(crate) fn statistics_count_what_happens<G: Game>(game: &G) {
    let mut tallies = [0; MAX_TALLIES];
    for number in 0..PLAYS {
        let mut rng = Stream::for_player(7, number, 0);
        let mut play = Play::new(Arc::new(game.clone()), Tallied::new(Sampled::new(7, number)));
        while !play.is_terminal() {
            play.apply_action(random_action(game, play.state(), &mut rng)).unwrap();
        }
        for (sum, tally) in tallies.iter_mut().zip(play.chance_mut().tallies) {
            *sum += tally;
        }
    }
    for statistic in G::STATISTICS {
        let (Statistic::PerGame { name, tally } | Statistic::Rate { name, tally, .. }) = *statistic;
        assert!(tallies[tally] > 0, "{name} is never counted");
        if let Statistic::Rate { per, .. } = *statistic {
            assert!(tallies[per] > 0, "{name} has nothing that it is counted for");
        }
    }
}

pub(crate) fn a_play_moved_to_a_position_got_what_the_action_brought<G: Game>(game: &G) {
    let mut rng = Stream::for_player(8, 0, 0);
    let mut play = Play::new(Arc::new(game.clone()), Sampled::new(8, 0));
    for _ in 0..300 {
        if play.is_terminal() {
            break;
        }
        let action = random_action(game, play.state(), &mut rng);
        let mut next = play.clone();
        next.apply_action(action).unwrap();
        let moved = play.moved_to(next.state().clone());
        assert_eq!((moved.state(), moved.rewards()), (next.state(), next.rewards()));
        play = next;
    }
}
