// Neither the hands of a position of Zone Stalker nor the pools of what a seat knows can be read from outside.
use roadside_env::games::zone_stalker::{ZoneKnowledge, ZoneState};

fn cheat(state: &ZoneState<2>, knowledge: &ZoneKnowledge<2>) {
    let _ = state.stalkers;
    let _ = state.deck;
    let _ = knowledge.public;
    let _ = knowledge.unseen;
}

fn main() {}
