//! A view tells nothing of another seat's cards, choices or knowledge.
use roadside_env::{State, View, games::expedition::Expedition, games::kuhn::Kuhn};

fn secrets(view: &View<'_, Expedition>) {
    let _ = view.secrets();
}

fn position(view: &View<'_, Kuhn>) -> String {
    view.position(view.game())
}

fn knowledge(view: &View<'_, Kuhn>) {
    let _ = view.knowledge(view.game(), 1);
}

fn main() {}
