//! Ctrl-C.

use crate::failure::Failure;

/// Has `heard` called, on a thread of its own, whenever somebody presses Ctrl-C.
pub fn at_ctrl_c(heard: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(heard).map_err(|error| Failure::Failed(format!("Ctrl-C cannot be heard: {error}")))
}
