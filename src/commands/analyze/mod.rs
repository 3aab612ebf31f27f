//! `roadside analyze`: what can be worked out about a game.

mod flip;
mod flip_text;

use std::io::Write;

use crate::failure::Failure;

/// Work out what a decision is worth
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    Flip(Box<flip::Args>),
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.question {
        Question::Flip(args) => flip::run(args, out),
    }
}
