//! `roadside completions`.

use std::io::Write;

use clap::CommandFactory as _;
use clap_complete::Shell;

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
    clap_complete::generate(args.shell, &mut Cli::command(), "roadside", &mut script);
    Ok(out.write_all(&script)?)
}
