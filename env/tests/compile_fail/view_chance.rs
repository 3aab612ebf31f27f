//! No view leads to a generator or to the play.
use roadside_env::{View, games::kuhn::Kuhn};

fn field(view: &View<'_, Kuhn>) {
    let _ = &view.chance;
}

fn driver(view: &View<'_, Kuhn>) {
    let _ = view.chance_mut();
}

fn action(view: &mut View<'_, Kuhn>) {
    let _ = view.apply_action(roadside_env::Action(0));
}

fn main() {}
