//! Runs the binary.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

/// How a run ended and what it wrote.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The binary, not yet started, with its streams in pipes.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_roadside"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it with `input` to read.
pub fn run_with_input(args: &[&str], input: &[u8]) -> Run {
    let mut child = command(args).spawn().unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Run {
        code: output.status.code().expect("it ended by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs it with nothing to read.
pub fn run(args: &[&str]) -> Run {
    run_with_input(args, b"")
}

/// Presses Ctrl-C.
#[cfg(unix)]
pub fn interrupt(child: &std::process::Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

/// Runs a line of arguments that succeeds, and returns what it writes.
pub fn succeed(line: &str) -> String {
    let Run { code, out, err } = run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!((code, err.as_str()), (0, ""), "roadside {line}");
    out
}

/// The JSON that a line of arguments writes.
pub fn json(line: &str) -> Value {
    serde_json::from_str(&succeed(line)).unwrap()
}

/// All games, as the program describes them: a new one is tested without further ado.
pub fn games() -> Vec<Value> {
    json("games --json").as_array().unwrap().clone()
}

/// The names of all games.
pub fn game_names() -> Vec<String> {
    games().iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect()
}

/// A path for a file of the test `name`, where no file is.
pub fn new_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
