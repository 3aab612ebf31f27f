//! A view does not turn into the position.
use roadside_env::{View, games::kuhn::Kuhn, games::kuhn::KuhnState};

fn by_into(view: View<'_, Kuhn>) -> KuhnState {
    view.into()
}

fn by_reference(view: View<'_, Kuhn>) -> KuhnState {
    *AsRef::<KuhnState>::as_ref(&view)
}

fn by_borrow(view: View<'_, Kuhn>) -> KuhnState {
    *std::borrow::Borrow::<KuhnState>::borrow(&view)
}

fn main() {}
