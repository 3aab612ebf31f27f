//! No path leads another crate from what a player is handed to the position or to a generator: each of these
//! programs must not compile, for the reason that stands beside it.

#[test]
fn players_cannot_reach_what_is_hidden() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
