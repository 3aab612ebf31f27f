//! `--save`: a game is saved however it is left.

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use crate::program::{command, new_file, succeed};

/// The replay at `path`, which tells of a game that was left before its end.
fn require_unfinished(path: &std::path::Path) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.ends_with("end unfinished\n"), "{text}");
    assert!(succeed(&format!("replay {}", path.display())).contains("left unfinished"));
}

#[test]
fn a_game_that_nobody_reads_is_saved() {
    for verb in ["watch", "play"] {
        let path = new_file(&format!("unread-{verb}.replay"));
        let line = format!("{verb} --game pig --save {}", path.display());
        let (reader, unread) = std::io::pipe().unwrap();
        drop(reader);
        let child = command(&line.split(' ').collect::<Vec<_>>()).stdout(unread).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), vec![]), "{line}");
        require_unfinished(&path);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_told_is_saved() {
    for verb in ["watch", "play"] {
        let path = new_file(&format!("untold-{verb}.replay"));
        let line = format!("{verb} --game pig --save {}", path.display());
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = command(&line.split(' ').collect::<Vec<_>>()).stdout(full).status().unwrap();
        assert_eq!(status.code(), Some(1), "{line}");
        require_unfinished(&path);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_whose_input_fails_is_saved() {
    let path = new_file("deaf.replay");
    let line = format!("play --game pig --save {}", path.display());
    let folder = std::fs::File::open(".").unwrap();
    let child = command(&line.split(' ').collect::<Vec<_>>()).stdin(folder).spawn().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: standard input: "));
    require_unfinished(&path);
}

/// The folder can go while the game is on, and then nothing is as it was asked for.
#[test]
fn a_game_that_cannot_be_saved_is_a_failure() {
    let folder = new_file("going");
    std::fs::create_dir_all(&folder).unwrap();
    let line = format!("play --game pig --save {}/game", folder.display());
    let mut child = command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
    wait_for_prompt(&mut child);
    std::fs::remove_dir(&folder).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("going"));
}

#[test]
fn ctrl_c_saves_a_game_that_waits_for_an_answer() {
    let path = new_file("interrupted-play.replay");
    let line = format!("play --game pig --seed 1 --save {}", path.display());
    let mut child = command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    wait_for_prompt(&mut child);
    input.write_all(b"roll\n").unwrap();
    wait_for_prompt(&mut child);
    leave(child, "play");
    require_unfinished(&path);
    assert!(std::fs::read_to_string(&path).unwrap().contains("0 roll"));
}

#[test]
fn ctrl_c_saves_a_game_that_is_watched() {
    let path = new_file("interrupted-watch.replay");
    let line = format!("watch --game pig --delay 3600 --save {}", path.display());
    let mut child = command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
    child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap(); // the game has begun
    leave(child, "watch");
    require_unfinished(&path);
}

#[test]
fn ctrl_c_without_save_ends_plainly() {
    let mut child = command(&["play", "--game", "pig"]).stdin(Stdio::piped()).spawn().unwrap();
    let _input = child.stdin.take();
    wait_for_prompt(&mut child);
    crate::program::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), err.as_str()), (Some(130), "error: interrupted\n"));
}

/// Reads what the program tells until it asks.
fn wait_for_prompt(child: &mut std::process::Child) {
    let out = child.stdout.as_mut().unwrap();
    let mut last = [0; 2];
    while &last != b"> " {
        last[0] = last[1];
        out.read_exact(&mut last[1..]).unwrap();
    }
}

/// Presses Ctrl-C, which saves the game of `verb`.
fn leave(child: std::process::Child, verb: &str) {
    crate::program::interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{err}");
    let saved = "error: interrupted; the game so far is saved in ";
    assert!(err.starts_with(saved) && err.ends_with(&format!("interrupted-{verb}.replay\n")), "{err}");
}
