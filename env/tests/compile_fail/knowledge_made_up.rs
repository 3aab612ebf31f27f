//! Nobody can make up what is known, and have the position that fits it drawn.
use roadside_env::games::kuhn::{Card, KuhnKnowledge, Moves};

fn main() {
    let _ = KuhnKnowledge { seat: 0, own: Card::King, shown: None, moves: Moves::None };
}
