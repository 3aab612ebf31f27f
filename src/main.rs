//! The command line of Roadside.

mod args;
mod commands;
mod dialogue;
mod failure;
mod interrupt;
mod progress;
mod recording;
mod session;
mod table;
mod teller;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser as _;

use args::Cli;
use failure::Failure;
use roadside_env::shortened;

fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => run(&cli),
        Err(instead) => return print_instead(&instead),
    };
    result.map_or_else(|failure| failure.report().into(), |()| ExitCode::SUCCESS)
}

fn run(cli: &Cli) -> Result<(), Failure> {
    // Colours reach a terminal only; pipes and NO_COLOR get plain text.
    let mut out = anstream::stdout().lock();
    cli.command.run(&mut out)?;
    Ok(out.flush()?)
}

/// Prints what there is to say when no verb runs: help, the version, or what is wrong with the arguments.
fn print_instead(instead: &clap::Error) -> ExitCode {
    let told = instead.to_string();
    let shorter = shortened(told.clone());
    // Help is never short.
    let printed = if instead.use_stderr() && shorter != told {
        write!(anstream::stderr(), "{shorter}")
    } else {
        instead.print()
    };
    match printed {
        Err(error) if !instead.use_stderr() => Failure::from(error).report().into(),
        _ => (instead.exit_code() as u8).into(),
    }
}
