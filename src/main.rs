//! The command line of Roadside.

mod args;
mod commands;
mod dialogue;
mod failure;
mod interrupt;
mod session;
mod table;
mod teller;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

use args::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Colours reach a terminal only; pipes and NO_COLOR get plain text.
    let mut out = anstream::stdout().lock();
    match cli.command.run(&mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
