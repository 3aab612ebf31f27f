//! `roadside analyze`.

mod folder;
mod pictures;
mod review;
mod rules;
mod stopping;

use std::io::Write;

use clap::Subcommand;

use crate::failure::Failure;

/// When to stop, what rules do, and what decisions cost
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Stopping(stopping::Args),
    Rules(rules::Args),
    Review(review::Args),
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.what {
        What::Stopping(args) => stopping::run(args, out),
        What::Rules(args) => rules::run(args, out),
        What::Review(args) => review::run(args, out),
    }
}

/// A report as one JSON object.
fn json(report: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(report).map_err(|error| Failure::Failed(error.to_string()))
}
