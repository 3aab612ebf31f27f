//! What is known offers no field of the position.
use roadside_env::{games::expedition::ExpeditionKnowledge, games::kuhn::KuhnKnowledge};

fn cards(knowledge: &KuhnKnowledge) {
    let _ = knowledge.cards;
}

fn secrets(knowledge: &ExpeditionKnowledge) {
    let _ = knowledge.secrets;
}

fn main() {}
