//! What is known does not turn into the position.
use roadside_env::games::kuhn::{KuhnKnowledge, KuhnState};

fn by_into(knowledge: KuhnKnowledge) -> KuhnState {
    knowledge.into()
}

fn by_reference(knowledge: KuhnKnowledge) -> KuhnState {
    *AsRef::<KuhnState>::as_ref(&knowledge)
}

fn by_pointer(knowledge: KuhnKnowledge) -> KuhnState {
    *knowledge
}

fn main() {}
