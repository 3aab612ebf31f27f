//! Ctrl-C.

use std::io::Write as _;

use roadside_env::Stop;

use crate::failure::{Failure, INTERRUPTED};

/// Has `heard` called, on a thread of its own, whenever somebody presses Ctrl-C.
pub fn at_ctrl_c(heard: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(heard).map_err(|error| Failure::Failed(format!("Ctrl-C cannot be heard: {error}")))
}

/// Has work dropped at the first Ctrl-C, and ends the program at the second.
pub fn drop_at_ctrl_c() -> Result<Stop, Failure> {
    let stop = Stop::default();
    let wish = stop.clone();
    let mut pressed = false;
    at_ctrl_c(move || {
        if std::mem::replace(&mut pressed, true) {
            std::process::exit(INTERRUPTED.into());
        }
        wish.now();
        let _ = writeln!(std::io::stderr(), "dropping the work; Ctrl-C again leaves at once");
    })?;
    Ok(stop)
}
