//! Ctrl-C.

use std::io::Write as _;
use std::time::Duration;

use roadside_env::Stop;

use crate::failure::{Failure, INTERRUPTED};

/// After Ctrl-C what is under way has this long to come to its end.
const GRACE: Duration = Duration::from_secs(1);

/// Has `heard` called, on a thread of its own, whenever somebody presses Ctrl-C.
pub fn at_ctrl_c(heard: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(heard).map_err(|error| Failure::Failed(format!("Ctrl-C cannot be heard: {error}")))
}

/// What the first Ctrl-C wishes for, as it is `told` on standard error; the second ends the program.
pub fn stop_at_ctrl_c(told: &'static str) -> Result<Stop, Failure> {
    let stop = Stop::default();
    let wish = stop.clone();
    let mut pressed = false;
    at_ctrl_c(move || {
        if std::mem::replace(&mut pressed, true) {
            std::process::exit(INTERRUPTED.into());
        }
        wish.soon();
        let _ = writeln!(std::io::stderr(), "{told}");
        std::thread::sleep(GRACE);
        wish.now();
    })?;
    Ok(stop)
}
