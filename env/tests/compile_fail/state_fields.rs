//! A position's hidden part has no public field.
use roadside_env::{games::expedition::ExpeditionState, games::kuhn::KuhnState};

fn cards(state: &KuhnState) {
    let _ = state.cards;
}

fn secrets(state: &ExpeditionState) {
    let _ = state.secrets;
}

fn main() {}
