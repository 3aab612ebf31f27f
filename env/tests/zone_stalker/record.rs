//! What must not change in silence: plays written out, and positions by depth.

use roadside_env::games::zone_stalker::ZoneStalker;

use crate::common::{load, perft, playthrough};
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
            (22_354, 995_242, 963),
        ]
    );
}

#[test]
fn playthrough_with_two_seats_is_as_recorded() {
    insta::assert_snapshot!(playthrough(&load::<ZoneStalker<2>>(&["players=2"]), 5, 12));
}

#[test]
fn playthrough_with_three_seats_is_as_recorded() {
    let settings = ["players=3", "retry_scope=any", "inheritance=on", "hand_target=4"];
    insta::assert_snapshot!(playthrough(&load::<Table>(&settings), 8, 12));
}
