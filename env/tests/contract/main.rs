//! One battery of checks that every game must pass. A new configuration is one line below.

#[path = "../common/mod.rs"]
mod common;

mod chance;
mod drawings;
mod hidden;
mod play;
mod replays;
mod sampling;
mod saved;
mod settings;
mod texts;

/// Runs every check for each configuration.
macro_rules! battery {
    ($($name:ident: $game:ident, $settings:expr;)*) => {
        $(mod $name {
            use super::$game;

            fn game() -> $game {
                crate::common::load(&$settings)
            }

            crate::battery! { @checks
                play: labels_are_unique_and_without_spaces,
                play: legal_lists_are_rising_choices_and_equal_the_mask,
                play: rewards_add_up_to_returns_within_the_facts,
                play: refused_actions_move_nothing,
                play: the_same_seed_gives_the_same_play,
                play: statistics_count_what_happens,
                play: observations_keep_to_their_layout,
                play: observations_leave_nothing_of_others,
                hidden: redraws_change_nothing_that_the_seat_knows,
                hidden: equal_knowledge_is_equal_sight,
                hidden: views_print_what_is_known,
                play: a_play_moved_to_a_position_got_what_the_action_brought,
                chance: outcomes_add_up_to_one,
                chance: samples_fit_the_exact_shares,
                chance: pauses_change_no_probability,
                drawings: drawings_are_whole_and_keep_their_size,
                drawings: drawings_show_what_is_known_and_nothing_else,
                chance: explicit_paths_add_up_to_the_exact_shares,
                chance: recorded_events_lead_to_the_same_in_single_outcomes,
                texts: positions_come_back_equal,
                texts: any_line_is_refused_or_a_position,
                texts: any_json_is_refused_or_checked,
                replays: replays_lead_to_the_same_end,
                replays: cut_replays_are_refused,
                replays: changed_replays_never_panic,
                saved: saved_plays_go_on,
                saved: plays_of_others_are_refused,
                saved: changed_saved_plays_never_panic,
                settings: settings_come_back_equal,
                settings: wrong_settings_are_named,
            }
        })*
    };
    (@checks $($group:ident: $check:ident,)*) => {
        $(#[test]
        fn $check() {
            crate::$group::$check(&game());
        })*
    };
}
pub(crate) use battery;

mod games {
    use roadside_env::games::{expedition::Expedition, kuhn::Kuhn, pig::Pig, zone_stalker::ZoneStalker};

    type ZoneDuel = ZoneStalker<2>;
    type ZoneTable = ZoneStalker<6>;

    crate::battery! {
        pig_2: Pig, ["players=2", "target=12"];
        pig_3: Pig, ["players=3", "target=15", "die=4"];
        pig_10: Pig, ["players=10", "target=6", "die=2"];
        kuhn: Kuhn, [];
        expedition_1: Expedition, ["players=1"];
        expedition_2: Expedition, ["players=2"];
        expedition_3: Expedition, ["players=3", "rounds=10"];
        expedition_6: Expedition, ["players=6"];
        expedition_team: Expedition, ["players=3", "team=on"];
        zone_1: ZoneDuel, ["players=1"];
        zone_reduced: ZoneDuel, ["preset=reduced-1"];
        zone_drawn: ZoneDuel, ["preset=test-1"];
        zone_2: ZoneDuel, ["players=2"];
        zone_points: ZoneDuel, ["players=2", "utility=points", "random_seats=on"];
        zone_meddling: ZoneDuel, ["players=2", "retry_scope=any", "trade_offers=1"];
        zone_3: ZoneTable, ["players=3", "random_seats=on"];
        zone_heirs: ZoneTable, ["players=3", "inheritance=on", "retry_scope=any", "utility=win"];
        zone_6: ZoneTable, ["players=6"];
    }
}
