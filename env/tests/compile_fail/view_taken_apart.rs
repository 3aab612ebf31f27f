//! A view cannot be taken apart by a pattern.
use roadside_env::{View, games::kuhn::Kuhn, games::kuhn::KuhnState};

fn cheat(view: View<'_, Kuhn>) -> KuhnState {
    let View { state, .. } = view;
    *state
}

fn main() {}
