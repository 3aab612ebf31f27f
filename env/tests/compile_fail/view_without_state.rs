//! A view is made of a position, not of another view or of what is known.
use roadside_env::{View, games::kuhn::Kuhn};

fn from_view(view: View<'_, Kuhn>) -> View<'_, Kuhn> {
    View::new(view.game(), &view, 1 - view.seat())
}

fn from_knowledge(view: View<'_, Kuhn>) -> View<'_, Kuhn> {
    View::new(view.game(), &view.knowledge(), 1 - view.seat())
}

fn main() {}
