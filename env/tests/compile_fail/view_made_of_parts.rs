//! A view cannot be turned to another seat.
use roadside_env::{View, games::kuhn::Kuhn};

fn cheat<'a>(view: View<'a, Kuhn>) -> View<'a, Kuhn> {
    View { seat: 1 - view.seat(), ..view }
}

fn main() {}
