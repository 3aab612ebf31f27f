//! A view cannot be written out whole.
use roadside_env::{View, games::kuhn::Kuhn};

fn cheat(view: &View<'_, Kuhn>) -> String {
    serde_json::to_string(view).unwrap()
}

fn main() {}
