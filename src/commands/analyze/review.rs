use crate::failure::Failure;
#[derive(Debug, clap::Args)]
pub struct Args {}
pub fn run(_: &Args, _: &mut dyn std::io::Write) -> Result<(), Failure> {
    Ok(())
}
