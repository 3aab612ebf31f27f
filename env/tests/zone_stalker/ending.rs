//! R4, R20, R27 and the utilities: how the game ends and what it is worth.

use roadside_env::State;

use crate::kit::{Scene, at, require_close};

/// The game with these seats, ended by the last quiet turn that it takes. Nobody is Culligan unless it is said.
fn ended(settings: &[&str], seats: &[&str]) -> Scene {
    let players = format!("players={}", seats.len());
    let settings: Vec<&str> =
        settings.iter().copied().chain([players.as_str(), "hand_target=1", "trade_offers=0"]).collect();
    let living = seats.iter().filter(|seat| !seat.contains("dead")).count();
    let who = ["as=Red", "as=Slimy", "as=Lucky", "as=Cactus", "as=The_Scab", "as=Pharaoh"];
    let seats: Vec<String> = seats.iter().zip(who).map(|(seat, who)| format!("{who} {seat}")).collect();
    let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
    let scene = at(&settings, &format!("phase=end-discard quiet={}", 3 * living - 1), &seats).act("done", "");
    assert!(scene.over());
    scene
}

fn require_returns(scene: &Scene, expected: &[f64]) {
    let found = scene.returns();
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).for_each(|(&found, &expected)| require_close(found, expected));
}

const THREE_ALIVE: &[&str] = &["3/0 Golden_Ball", "3/0 Empty", "3/0 Sponges"]; // 10, 2 and 4

#[test]
fn utility_share_pays_one_against_the_others_shares() {
    require_returns(&ended(&[], &["3/0 Empty", "3/0"]), &[1.0, -1.0]);
    require_returns(&ended(&[], THREE_ALIVE), &[1.0, -0.5, -0.5]);
    require_returns(
        &ended(&["utility=share"], &["3/0", "3/0 Empty", "3/0", "3/0"]),
        &[-1.0 / 3.0, 1.0, -1.0 / 3.0, -1.0 / 3.0],
    );
}

#[test]
fn r20_a_tie_is_a_shared_win() {
    require_returns(&ended(&[], &["3/0 Empty", "3/0 Empty"]), &[0.0, 0.0]);
    // k = 2 of n = 3: (1 - 1/2) / 2. Golden Ball and Wish Machine have 10 each.
    let two = ["3/0 Golden_Ball", "3/0 Wish_Machine", "3/0"];
    require_returns(&ended(&[], &two), &[0.25, 0.25, -0.5]);
    require_returns(&ended(&["utility=win"], &two), &[0.5, 0.5, 0.0]);
    assert_eq!(ended(&[], &two).state.standing(&ended(&[], &two).game, 1).win_share, Some(0.5));
    // k = 2 of n = 6: (1 - 1/5) / 2; k = 3 of 3: nothing.
    require_returns(
        &ended(&[], &["3/0", "3/0 Empty", "3/0 Black_Sprays", "3/0", "3/0", "3/0"]),
        &[-0.2, 0.4, 0.4, -0.2, -0.2, -0.2],
    );
    require_returns(&ended(&[], &["3/0", "3/0", "3/0"]), &[0.0, 0.0, 0.0]);
    // The dead share nothing.
    require_returns(&ended(&[], &["3/0", "3/0", "dead"]), &[0.25, 0.25, -0.5]);
}

#[test]
fn utility_win_pays_one() {
    require_returns(&ended(&["utility=win"], THREE_ALIVE), &[1.0, 0.0, 0.0]);
}

#[test]
fn utility_points_pays_the_lead_over_the_mean_of_the_others() {
    // 10 - (2 + 4)/2, 2 - (10 + 4)/2, 4 - (10 + 2)/2.
    require_returns(&ended(&["utility=points"], THREE_ALIVE), &[7.0 / 200.0, -5.0 / 200.0, -2.0 / 200.0]);
    // A dead seat counts as 0: 10 - (2 + 0)/2, 2 - (10 + 0)/2, 0 - (10 + 2)/2.
    let dead = ["3/0 Golden_Ball", "3/0 Empty", "dead"];
    require_returns(&ended(&["utility=points"], &dead), &[9.0 / 200.0, -3.0 / 200.0, -6.0 / 200.0]);
}

#[test]
fn alone_the_points_count_or_for_win_the_life() {
    for (settings, worth) in [(&[][..], 0.06), (&["utility=points"], 0.06), (&["utility=win"], 1.0)] {
        require_returns(&ended(settings, &["3/0 Golden_Ball,Empty"]), &[worth]); // 12 / 200
        let mut settings = settings.to_vec();
        settings.extend(["players=1", "hand_target=1"]);
        let scene = at(&settings, "phase=play card=Devils_Heat", &["3/0,2/1 Golden_Ball,Empty"]);
        let scene = scene.act("play:3/0", "die:1 die:10");
        assert!(scene.over());
        require_returns(&scene, &[0.0]);
        assert_eq!(scene.state.standing(&scene.game, 0).dead, Some(true));
    }
}

#[test]
fn r04_alone_effects_on_opponents_do_nothing() {
    for card in ["Hoax", "Stolen", "Arrested", "Turn_Yourself_In"] {
        let scene = at(&["players=1"], "", &["3/0*5,2/1*5 Empty"]).act("flip", &format!("flip:{card}"));
        assert_eq!(
            (scene.swag(0).as_str(), scene.to_miss(0), scene.phase().as_str()),
            ("Empty", 0, "choose")
        );
    }
}

#[test]
fn r04_alone_the_game_ends_with_the_zone_by_death_or_in_a_stalemate() {
    let alone = ["players=1", "hand_target=1", "zone_deck=Empty,Gardens"];
    // Being the last one alive is no end.
    let scene = at(&alone, "phase=end-discard", &["3/0"]).act("done", "");
    assert!(!scene.over());
    let scene = at(&alone, "gone=Gardens", &["as=Red 0/3,1/2"])
        .play(&["flip with flip:Empty", "play:0/3 with die:4"]);
    assert_eq!(scene.phase(), "end-discard");
    assert!(scene.act("done", "").over());
    require_returns(&scene.act("done", ""), &[2.0 / 200.0]);
    assert!(!at(&alone, "phase=end-discard quiet=1", &["3/0"]).act("done", "").over());
    assert!(at(&alone, "phase=end-discard quiet=2", &["3/0"]).act("done", "").over());
}

#[test]
fn r04_alone_missed_turns_pass() {
    let scene = at(&["players=1", "hand_target=1"], "phase=end-discard", &["3/0 missed=2"]).act("done", "");
    assert_eq!((scene.to_miss(0), scene.phase().as_str(), scene.field("quiet").as_str()), (0, "choose", "1"));
}

#[test]
fn the_last_one_alive_wins_at_once_whatever_the_points() {
    let seats = ["3/0,2/1 Golden_Ball", "3/0", "dead"];
    let scene = at(&["players=3"], "phase=play card=Devils_Heat", &seats).act("play:3/0", "die:1 die:10");
    assert!(scene.over());
    require_returns(&scene, &[-0.5, 1.0, -0.5]);
}

#[test]
fn the_game_ends_when_a_turn_would_start_without_a_zone_card() {
    let settings = ["hand_target=1", "zone_deck=Gardens,Empty"];
    let scene = at(&settings, "phase=end-discard gone=Gardens", &["3/0 Empty", "3/0"]).act("done", "");
    assert!(scene.over());
    // Also a turn that would be missed: it does not start.
    let scene =
        at(&settings, "phase=end-discard gone=Gardens", &["3/0 Empty", "3/0 missed=1"]).act("done", "");
    assert_eq!((scene.over(), scene.to_miss(1)), (true, 1));
    let scene = at(&settings, "phase=end-discard", &["3/0 Empty", "3/0"]).act("done", "");
    assert!(!scene.over());
}

#[test]
fn the_dead_are_done_at_once_except_for_points() {
    for (utility, done, value) in [("share", true, -0.5), ("win", true, 0.0), ("points", false, 0.0)] {
        let settings = ["players=3", "hand_target=1", &format!("utility={utility}")];
        let scene = at(&settings, "", &["3/0 Golden_Ball", "3/0", "dead"]);
        assert_eq!(scene.state.is_done(&scene.game, 2), done, "{utility}");
        assert!(!scene.state.is_done(&scene.game, 0));
        require_returns(&scene, &[0.0, 0.0, value]);
    }
}

#[test]
fn r27_scores_during_play_are_those_of_an_end_now() {
    let scene = at(&["players=3"], "", &["as=Culligan 3/0 Empty,Golden_Ball", "3/0 Empty", "dead"]);
    // 2 + 10 and one for each of two; 2; nothing.
    assert_eq!([0, 1, 2].map(|seat| scene.view(1).score(seat)), [14, 2, 0]);
    assert_eq!(scene.state.standing(&scene.game, 0).score, Some(14.0));
}
