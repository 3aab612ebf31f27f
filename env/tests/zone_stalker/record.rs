//! What must not change in silence: plays written out, and positions by depth.

use std::fmt::Write as _;

use roadside_env::chance::Recorded;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Actions, Game, Sampled, State, Stream};

use crate::common::{drawing, load, perft, playthrough, random_action};
use crate::kit::Table;

#[test]
fn positions_by_depth_are_as_counted() {
    // Positions, and the shares of plays that go on and that have just ended, in millionths.
    // At first 20 = 6! / (3! 3!) hands. Then each may stop, flip one of four cards that ask for a Stalker card, or
    // flip the Hoax, which strikes nobody: 20 x (1 + 4 + 1).
    assert_eq!(
        perft(&load::<ZoneStalker<2>>(&["preset=reduced-1"]), 5),
        [
            (20, 1_000_000, 0),
            (120, 1_000_000, 0),
            (1_042, 998_100, 1_900),
            (3_662, 997_709, 391),
            (9_604, 996_205, 1_504),
            (22_127, 995_242, 963),
        ]
    );
}

/// A whole play by random seats as it is told, with the position at the start of each decision of a Zone Phase.
fn told(game: &Table, seed: u64) -> String {
    let mut chance = Recorded::new(Sampled::new(seed, 0), None);
    let mut rng = Stream::for_player(seed, 0, 0);
    let mut state = game.new_initial_state(&mut chance);
    let mut text = format!("{}\n", serde_json::to_string(&game.settings()).unwrap());
    loop {
        for line in chance.take_lines() {
            let _ = writeln!(text, "> {line}");
        }
        let position = state.position(game);
        let Some(seat) = state.current_player() else {
            let _ = writeln!(text, "{position}\nreturns {:?}", state.returns(game));
            return text;
        };
        if position.contains("phase=choose") {
            let _ = writeln!(text, "{position}");
        }
        let legal = state.legal_actions(game);
        let legal: Vec<_> = legal.iter().map(|action| game.action_to_string(action)).collect();
        let action = random_action(game, &state, &mut rng);
        let _ = writeln!(text, "  seat {seat} of {}: {}", legal.join(" "), game.action_to_string(action));
        state.apply(game, action, &mut chance).unwrap();
    }
}

#[test]
fn the_first_decisions_are_as_recorded() {
    insta::assert_snapshot!(playthrough(&load::<ZoneStalker<2>>(&["players=2", "hand_target=3"]), 5, 8));
}

const SMALL_ZONE: &str = "zone_deck=Pylons,The Garage,Gardens,Meat Grinder,Explosion,Moulage,Blinding Noise,Patrol Bullets,\
    Hoax,Arrested,Institute Pass,Empty,Empty,Bracelet,Golden Ball,Jelly Container";

#[test]
fn a_play_with_two_seats_is_as_recorded() {
    insta::assert_snapshot!(told(&load(&["players=2", "hand_target=5", SMALL_ZONE]), 14));
}

#[test]
fn a_play_with_three_seats_is_as_recorded() {
    let settings = ["players=3", "hand_target=4", "retry_scope=any", "inheritance=on", SMALL_ZONE];
    insta::assert_snapshot!(told(&load(&settings), 21));
}

#[test]
fn a_drawing_is_as_recorded() {
    insta::assert_binary_snapshot!(".svg", drawing(&load::<ZoneStalker<2>>(&["players=2"]), 4, 61));
}
