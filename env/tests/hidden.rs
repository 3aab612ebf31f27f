//! Code that would reach what is hidden from a player does not compile.

use std::process::Command;

/// The compiler whose messages stand in the `.stderr` files.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn players_cannot_reach_what_is_hidden() {
    let version = Command::new("rustc").arg("--version").output().expect("rustc runs");
    let version = String::from_utf8_lossy(&version.stdout);
    if !version.starts_with(COMPILER) {
        // Another compiler refuses the same code in other words.
        println!("not checked: {} is at work, the messages are those of {COMPILER}", version.trim());
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}
