//! `roadside completions`.

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory as _, ValueHint};
use clap_complete::Shell;

use roadside_env::games::AnyGame;

use crate::args::Cli;
use crate::failure::Failure;

/// Print the completions of this program for a shell
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  roadside completions bash > ~/.local/share/bash-completion/completions/roadside"
)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    // Into memory first: the generator would panic at a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut hinted(Cli::command()), "roadside", &mut script);
    Ok(out.write_all(&script)?)
}

/// The command with what its values may be, for shells alone: the errors for wrong words tell more than clap's.
fn hinted(command: Command) -> Command {
    command.mut_args(hint).mut_subcommands(hinted)
}

fn hint(arg: Arg) -> Arg {
    let words = match arg.get_id().as_str() {
        "game" | "name" => AnyGame::names(),
        "objective" => vec!["utility", "win", "score"],
        "flipped" if arg.get_action().takes_values() => vec!["yes", "no"],
        _ => Vec::new(),
    };
    let names_files = arg.get_value_hint() != ValueHint::Unknown;
    match arg {
        arg if !words.is_empty() => arg.value_parser(PossibleValuesParser::new(words)),
        arg if names_files || !arg.get_action().takes_values() => arg,
        arg => arg.value_hint(ValueHint::Other),
    }
}
