//! Zone Stalker: every ruling, every card, exact probabilities, and what must not change in silence.

#[path = "../common/mod.rs"]
mod common;
mod kit;

mod characters;
mod ending;
mod horizon;
mod knowledge;
mod observation;
mod presets;
mod probabilities;
mod record;
mod refusals;
mod rolls;
mod table;
mod trading;
mod turn;
