//! `roadside play`, driven by a script of lines.

use crate::program::{Run, game_names, new_file, run_with_input, succeed};

fn play(line: &str, script: &[u8]) -> String {
    let Run { code, out, err } = run_with_input(&line.split(' ').collect::<Vec<_>>(), script);
    assert_eq!((code, err.as_str()), (0, ""), "roadside {line}");
    out
}

#[test]
fn an_action_is_taken_by_number_label_and_beginning() {
    let line = "play --game pig --opponents hold:5 --seed 1";
    let story = play(line, b"1\nhold\nquit\n");
    assert!(story.contains("seat 0: person"), "{story}");
    assert!(story.contains("1 roll  2 hold"), "what is legal is listed: {story}");
    // The same game, in other words.
    let result = |script| play(line, script).lines().filter(|line| line.starts_with("  Seat")).count();
    assert_eq!(result(b"roll\n2\nquit\n"), result(b"1\nhold\nquit\n"));
    assert_eq!(result(b"ro\r\n HOLD \r\nquit\r\n"), result(b"1\nhold\nquit\n"));
}

#[test]
fn nonsense_is_asked_about_again() {
    let story = play("play --game pig --seed 1", b"fly\n\n0\n3\n-1\n\xff\xfe\n?\n1\n");
    assert_eq!(story.matches("cannot be done here").count(), 4, "{story}");
    assert_eq!(story.matches("There is no ").count(), 2, "{story}");
    assert!(story.contains("shows the table"), "{story}");
    assert!(story.contains("Seat 0 rolls"), "{story}");
}

#[test]
fn the_end_of_input_ends_the_game_and_saves_it_unfinished() {
    for (name, script) in [("eof", &b"1"[..]), ("empty", b""), ("quit", b"1\nquit\n1\n")] {
        let path = new_file(&format!("play-{name}.replay"));
        let story = play(&format!("play --game pig --seed 1 --save {}", path.display()), script);
        assert!(story.contains("left unfinished"), "{story}");
        assert!(std::fs::read_to_string(&path).unwrap().ends_with("end unfinished\n"));
        assert!(succeed(&format!("replay {}", path.display())).contains("left unfinished"));
    }
}

#[test]
fn every_game_is_played_to_its_end_from_any_seat() {
    for game in game_names() {
        for seat in ["0", "random"] {
            let path = new_file(&format!("play-{game}-{seat}.replay"));
            let line = format!("play --game {game} --seat {seat} --seed 4 --save {}", path.display());
            let script = "1\n2\n".repeat(2000);
            let story = play(&line, script.as_bytes());
            assert!(story.contains("The game is over."), "{game}: {story}");
            assert!(succeed(&format!("replay {}", path.display())).contains("person"));
        }
    }
}

#[test]
fn opponents_are_dealt_to_the_other_seats_in_turn() {
    let story = play("play --game pig --players 5 --seat 1 --opponents hold:3,hold:4 --seed 1", b"");
    for words in ["seat 0: hold:3", "seat 1: person", "seat 2: hold:4", "seat 3: hold:3", "seat 4: hold:4"] {
        assert!(story.contains(words), "{words}: {story}");
    }
}

#[test]
fn without_a_seed_the_one_that_was_taken_is_told() {
    assert!(play("play --game pig", b"").starts_with("pig, 2 seats, seed "));
}
