//! The inputs that the fuzzer keeps, through the very same functions.

use std::path::Path;

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

/// Every kept input of `target` is handled well, and some are not just refused.
fn replay(target: &str, handle: fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut taken = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        println!("{}", path.display()); // shown where it fails
        taken += usize::from(handle(&std::fs::read(&path).unwrap()));
    }
    assert!(
        taken > 0,
        "every input of {target} is refused; write new ones with the example `seeds` of fuzz/"
    );
}

#[test]
fn actions_are_refused_or_lead_to_whole_positions() {
    replay("actions", fuzz::actions);
}

#[test]
fn configurations_are_refused_or_whole() {
    replay("configurations", fuzz::configurations);
}

#[test]
fn positions_are_refused_or_played_on() {
    replay("positions", fuzz::positions);
}

#[test]
fn replays_are_refused_or_lead_to_the_same_end() {
    replay("replays", fuzz::replays);
}

#[test]
fn rows_are_the_same_on_any_threads_and_show_what_they_must() {
    replay("rows", fuzz::rows);
}
