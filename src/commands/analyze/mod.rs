//! `roadside analyze`: what can be worked out about a game.

mod flip;
mod flip_text;
mod folder;
mod pictures;
mod review;
mod rules;
mod stopping;

use std::io::Write;

use crate::failure::Failure;

/// What is told when somebody presses Ctrl-C.
const DROPPED: &str = "dropping the work; Ctrl-C again leaves at once";

/// Work out when to stop, what rules do, and what decisions are worth
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    Flip(Box<flip::Args>),
    Stopping(stopping::Args),
    Rules(rules::Args),
    Review(review::Args),
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.question {
        Question::Flip(args) => flip::run(args, out),
        Question::Stopping(args) => stopping::run(args, out),
        Question::Rules(args) => rules::run(args, out),
        Question::Review(args) => review::run(args, out),
    }
}

/// A report as one JSON object.
fn json(report: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string(report).map_err(|error| Failure::Failed(error.to_string()))
}
