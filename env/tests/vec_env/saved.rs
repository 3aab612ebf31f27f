//! Rows that were saved and brought back.

use std::sync::Arc;

use roadside_env::games::AnyGame;
use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::{Pig, ROLL};
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::vec_env::{Autoreset, Batch, Seeds, VecEnvError, VecOptions};
use roadside_env::{
    Action, Agent, Game, LearnerSeat, Play, RestoreError, Sampled, Settings, Stream, VecEnv, with_game,
};
use serde_json::Value;

use crate::{Panics, begun, choose_any, choosers, game, learner_rows, options, unforgiving};

const MODES: [Autoreset; 3] = [Autoreset::NextStep, Autoreset::SameStep, Autoreset::Disabled];
const ROWS: usize = 5;

/// Whose seats are the caller's.
type Kind = Option<LearnerSeat>;

fn rows<G: Game>(game: &Arc<G>, rows: usize, kind: Kind, options: VecOptions) -> VecEnv<G> {
    match kind {
        None => VecEnv::all_seats(Arc::clone(game), rows, options).unwrap(),
        Some(learner) => learner_rows(game, rows, learner, options),
    }
}

fn require_same<G: Game>(one: &VecEnv<G>, other: &VecEnv<G>) {
    for row in 0..one.shape().rows {
        assert_eq!((one.info(row), one.ended(row)), (other.info(row), other.ended(row)));
        assert_eq!((one.state(row), one.view(row)), (other.state(row), other.view(row)));
        assert_eq!(one.legal_actions(row), other.legal_actions(row));
    }
}

/// Plays both on side by side, with a reset of some rows on the way.
fn require_same_course<G: Game>(
    [one, other]: [&mut VecEnv<G>; 2],
    batch: &mut Batch<f32>,
    choosers: &mut [Stream],
    steps: usize,
) {
    let mut twin = batch.clone();
    for step in 0..steps {
        if step == steps / 2 {
            let mask = [true, false, true, false, true];
            one.reset(Seeds::Continue, Some(&mask), &mut batch.buffers()).unwrap();
            other.reset(Seeds::Continue, Some(&mask), &mut twin.buffers()).unwrap();
        }
        let actions = choose_any(batch, choosers);
        one.step(&actions, &mut batch.buffers()).unwrap();
        other.step(&actions, &mut twin.buffers()).unwrap();
        assert_eq!(*batch, twin);
        require_same(one, other);
    }
}

/// Saves at several moments; the saved rows and those of another number of threads then go on alike.
fn goes_on<G: Game>(pairs: &[&str], kind: Kind, max_steps: Option<u32>, between: usize) {
    let game = game::<G>(pairs);
    for autoreset in MODES {
        let on_threads = |threads| VecOptions { threads: Some(threads), ..unforgiving(autoreset, max_steps) };
        // The seeds wrap, and are greater than what floats tell apart.
        let (mut env, mut batch) = begun(rows(&game, ROWS, kind, on_threads(2)), u64::MAX - 2);
        let mut choosers = choosers(ROWS);
        for threads in 1..=ROWS {
            let text = env.save();
            // What they were before leaves no trace.
            let (mut restored, _) = begun(rows(&game, ROWS, kind, on_threads(threads)), 77);
            restored.restore(&text).unwrap();
            assert_eq!(restored.save(), text);
            require_same(&env, &restored);
            require_same_course([&mut env, &mut restored], &mut batch, &mut choosers, between);
        }
        assert!((0..ROWS).any(|row| env.ended(row).is_some()));
    }
}

#[test]
fn restored_rows_go_on_as_the_saved_ones() {
    for kind in [None, Some(LearnerSeat::Fixed(1)), Some(LearnerSeat::Random)] {
        goes_on::<Pig>(&["target=12"], kind, Some(9), 60);
        goes_on::<Kuhn>(&[], kind, None, 30);
        goes_on::<Expedition>(&["players=3", "team=on"], kind, None, 45);
        goes_on::<ZoneStalker<2>>(&["players=2"], kind, None, 60);
        goes_on::<ZoneStalker<6>>(&["players=4", "utility=points"], kind, Some(30), 50);
    }
}

#[test]
fn rows_that_wait_for_a_reset_wait_again() {
    let kuhn = game::<Kuhn>(&[]);
    let rows = || rows(&kuhn, ROWS, None, options(Autoreset::NextStep, None));
    let (mut env, mut restored) = (rows(), rows());
    let mut batch = Batch::<f32>::new(*env.shape());
    restored.restore(&env.save()).unwrap();
    assert_eq!(restored.save(), rows().save());
    env.reset(Seeds::First(9), Some(&[true, true, false, true, true]), &mut batch.buffers()).unwrap();
    restored.restore(&env.save()).unwrap();
    let mut twin = batch.clone();
    let refused = env.step(&[Action(0); ROWS], &mut batch.buffers()).unwrap_err();
    assert_eq!(refused.to_string(), "row 2: the episode has ended, or none has begun: call reset first");
    assert_eq!(restored.step(&[Action(0); ROWS], &mut twin.buffers()), Err(refused));
    env.reset(Seeds::Continue, None, &mut batch.buffers()).unwrap();
    restored.reset(Seeds::Continue, None, &mut twin.buffers()).unwrap();
    assert_eq!(batch, twin);
    require_same(&env, &restored);
}

#[test]
fn rows_of_any_game_are_saved_too() {
    let any = AnyGame::load("kuhn", &Settings::default()).unwrap();
    let make = || any.clone().all_seats(3, VecOptions::default()).unwrap();
    let (mut env, mut restored) = (make(), make());
    let mut batch = Batch::<u8>::new(*env.shape());
    env.reset(Seeds::First(5), None, &mut batch.buffers().into()).unwrap();
    restored.restore(&env.save()).unwrap();
    assert_eq!((restored.save(), restored.info(2)), (env.save(), env.info(2)));
    assert!(matches!(restored.restore("{}"), Err(VecEnvError::Restore(RestoreError::Form(_)))));
    with_game!(&any, game => {
        let mut plain = VecEnv::all_seats(Arc::new(game.clone()), 3, VecOptions::default()).unwrap();
        plain.restore(&env.save()).unwrap();
        assert_eq!(plain.save(), env.save());
    });
}

/// Rows whose first game has just been terminated, and whose second one was cut off.
fn ended(max_steps: u32) -> String {
    let options =
        VecOptions { autoreset: Autoreset::Disabled, ..unforgiving(Autoreset::Disabled, Some(max_steps)) };
    let (mut env, mut batch) = begun(rows(&game::<Kuhn>(&[]), 2, None, options), 3);
    env.step(&[Action(1), Action(0)], &mut batch.buffers()).unwrap();
    env.step(&[Action(0), Action(1)], &mut batch.buffers()).unwrap();
    assert_eq!((batch.terminated(0), batch.truncated(1)), (true, true));
    env.save()
}

#[test]
fn a_row_that_has_ended_goes_on_as_the_options_say() {
    for autoreset in MODES {
        let mut env = rows(&game::<Kuhn>(&[]), 2, None, options(autoreset, None));
        let mut batch = Batch::<f32>::new(*env.shape());
        env.restore(&ended(2)).unwrap();
        assert_eq!(env.ended(1).unwrap().length, 2);
        env.step(&[Action(77); 2], &mut batch.buffers()).unwrap(); // ignored
        let stays = autoreset == Autoreset::Disabled;
        assert_eq!((batch.terminated(0), batch.truncated(1)), (stays, stays));
        assert_eq!(batch.rewards(0), [0.0; 2]);
        assert_eq!(env.info(0).unwrap().episode, u64::from(!stays));
        assert_eq!(batch.observation(1), env.view(1).unwrap().observation());
    }
}

#[test]
fn an_episode_that_is_too_long_here_is_cut_off_in_its_next_step() {
    let pig = game::<Pig>(&["target=1000"]);
    let (mut env, mut batch) = begun(rows(&pig, 1, None, options(Autoreset::Disabled, None)), 1);
    for _ in 0..5 {
        env.step(&[ROLL], &mut batch.buffers()).unwrap();
    }
    let mut shorter = rows(&pig, 1, None, options(Autoreset::Disabled, Some(3)));
    shorter.restore(&env.save()).unwrap();
    shorter.step(&[ROLL], &mut batch.buffers()).unwrap();
    assert!(batch.truncated(0));
    assert_eq!(shorter.ended(0).unwrap().length, 6);
}

#[test]
fn rows_of_a_call_that_panicked_are_saved_as_new() {
    let make = || {
        let panics = || Ok::<Vec<Box<dyn Agent<Pig>>>, VecEnvError>(vec![Box::new(Panics)]);
        let options = options(Autoreset::NextStep, None);
        VecEnv::learner(game::<Pig>(&["target=6"]), 2, LearnerSeat::Fixed(0), panics, options).unwrap()
    };
    let (mut env, mut batch) = begun(make(), 5);
    let begun = env.save();
    let played = std::panic::AssertUnwindSafe(|| while env.step(&[ROLL; 2], &mut batch.buffers()).is_ok() {});
    assert!(std::panic::catch_unwind(played).is_err());
    assert_eq!(env.save(), make().save());
    env.restore(&begun).unwrap();
    assert_eq!((env.save(), env.info(0).unwrap().seed), (begun, 5));
}

/// Why `text` is refused by rows that stay as they are.
fn refusal<G: Game>(env: &mut VecEnv<G>, text: &str) -> String {
    let before = env.save();
    let VecEnvError::Restore(error) = env.restore(text).unwrap_err() else { panic!("refused otherwise") };
    assert_eq!(env.save(), before);
    error.to_string()
}

#[test]
fn rows_of_other_kinds_are_refused_with_both_sides_named() {
    let (pig, options) = (game::<Pig>(&["target=12"]), options(Autoreset::NextStep, None));
    let (mut env, _) = begun(rows(&pig, 2, None, options), 1);
    let text = env.save();
    let kuhn = rows(&game::<Kuhn>(&[]), 2, None, options).save();
    assert_eq!(refusal(&mut env, &kuhn), "the saved game is \"kuhn\", not \"pig\"");
    let three = rows(&pig, 3, None, options).save();
    assert_eq!(refusal(&mut env, &three), "the number of rows = 3: it must be 2");
    let other = refusal(&mut env, &rows(&game::<Pig>(&["target=13"]), 2, None, options).save());
    assert!(other.contains("\"target\":13") && other.contains("\"target\":12"), "{other}");
    let [all, one, random] = [None, Some(LearnerSeat::Fixed(1)), Some(LearnerSeat::Random)]
        .map(|kind| begun(rows(&pig, 2, kind, options), 1).0.save());
    let expected = "here is rows of which all seats are the caller's";
    assert_eq!(refusal(&mut env, &one), format!("saved was rows of which seat 1 learns; {expected}"));
    assert_eq!(
        refusal(&mut env, &random),
        format!("saved was rows of which a random seat learns; {expected}")
    );
    let (mut learner, _) = begun(rows(&pig, 2, Some(LearnerSeat::Fixed(1)), options), 1);
    assert!(refusal(&mut learner, &all).ends_with("here is rows of which seat 1 learns"));
    assert!(refusal(&mut learner, &random).contains("random seat"));
    let play = Play::new(Arc::clone(&pig), Sampled::new(1, 0)).save();
    assert_eq!(refusal(&mut env, &play), format!("saved was a play; {expected}"));
    let stranger = one.replace("uniform", "stranger");
    assert_eq!(refusal(&mut learner, &stranger), "saved were rows against stranger; here are uniform");
    let rules = text.replace("\"rules_version\":", "\"rules_version\":9");
    assert!(refusal(&mut env, &rules).starts_with("what was saved was played by version 9"));
    let form = text.replace("\"version\":1", "\"version\":2");
    assert!(refusal(&mut env, &form).ends_with("form is version 2; this program reads version 1"));
    for cut in 0..text.len() {
        assert!(refusal(&mut env, &text[..cut]).starts_with("the saved text cannot be read: "));
    }
}

#[test]
fn rows_that_cannot_be_are_refused_by_name() {
    let (kuhn, mut options) = (game::<Kuhn>(&[]), options(Autoreset::Disabled, Some(2)));
    let mut env = rows(&kuhn, 2, None, options);
    let text = ended(2);
    let mut with = |at: &str, value: Value| {
        let mut json: Value = serde_json::from_str(&text).unwrap();
        *json.pointer_mut(at).unwrap() = value;
        refusal(&mut env, &json.to_string())
    };
    assert_eq!(with("/rows/1/play/seat", 2.into()), "row 1: seat = 2: it must be from 0 to 1");
    assert_eq!(with("/rows/1/play/seat", 1.into()), "row 1: seat = 1: it must be 0");
    let said = "row 0: phase = truncated: it must be terminated";
    assert_eq!(with("/rows/0/play/phase", "truncated".into()), said);
    let said = "row 0: phase = playing: it must be terminated, as the game is over";
    assert_eq!(with("/rows/0/play/phase", "playing".into()), said);
    let said = "row 1: phase = truncated: it must be playing, as the last end is not that of this episode";
    assert_eq!(with("/rows/1/play/steps", 7.into()), said);
    assert_eq!(with("/rows/1/ended", Value::Null), said);
    assert_eq!(
        with("/rows/0/ended/seat", u64::MAX.into()),
        format!("row 0: seat = {}: it must be from 0 to 1", u64::MAX)
    );
    assert_eq!(with("/rows/0/ended/length", 0.into()), "row 0: length = 0: it must be at least 1");
    assert_eq!(with("/rows/0/ended/illegal", 2.into()), "row 0: illegal = 2: it must be from 0 to 1");
    assert_eq!(
        with("/rows/0/ended/returns", vec![0; 3].into()),
        "row 0: the number of returns = 3: it must be 2"
    );
    let stream = serde_json::to_value([Stream::for_player(1, 0, 0)]).unwrap();
    assert_eq!(with("/rows/1/play/streams", stream), "row 1: the number of streams = 1: it must be 0");
    let json: Value = serde_json::from_str(&text).unwrap();
    let card = &json["rows"][0]["play"]["state"]["cards"][0];
    let cards = with("/rows/0/play/state/cards", vec![card.clone(); 2].into());
    assert!(cards.starts_with("row 0: position: "), "{cards}");

    options.max_steps = None;
    let (mut env, _) = begun(rows(&kuhn, 2, Some(LearnerSeat::Fixed(0)), options), 1);
    let text = env.save();
    let other_seat = text.replacen("\"seat\":0", "\"seat\":1", 1);
    assert_eq!(refusal(&mut env, &other_seat), "row 0: seat = 1: it must be 0");
}

/// What numbers are changed to.
fn absurd(random: &mut Stream) -> Value {
    let numbers = [0, 1, 2, 255, 256, u64::from(u32::MAX), 1 << 40, u64::MAX - 1, u64::MAX];
    match random.below(16) {
        0 => Value::Null,
        1 => (-1).into(),
        2 => 1e308.into(),
        3 => true.into(),
        4 => "terminated".into(),
        5 => Value::Array(Vec::new()),
        6 => vec![0; 40].into(),
        _ => numbers[random.below(numbers.len() as u32) as usize].into(),
    }
}

/// Changes one value of the tree, at the bottom of a random way down.
fn change(value: &mut Value, random: &mut Stream) {
    let stop = random.below(12) == 0;
    match value {
        Value::Array(items) if !items.is_empty() && !stop => {
            let place = random.below(items.len() as u32) as usize;
            match random.below(20) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                _ => change(&mut items[place], random),
            }
        }
        Value::Object(fields) if !fields.is_empty() && !stop => {
            let place = random.below(fields.len() as u32) as usize;
            let (key, field) = fields.iter_mut().nth(place).unwrap();
            if random.below(40) == 0 {
                let key = key.clone();
                fields.remove(&key);
            } else {
                change(field, random);
            }
        }
        Value::Number(number) if random.below(3) == 0 => {
            let number = number.as_u64().unwrap_or(1);
            *value = number.wrapping_add([1, u64::MAX][random.below(2) as usize]).into();
        }
        Value::String(word) if random.below(2) == 0 => {
            ["playing", "terminated", "truncated"][random.below(3) as usize].clone_into(word);
        }
        _ => *value = absurd(random),
    }
}

/// Rows take a changed text or stay as they are, and can always be played on. How many were taken.
fn takes_any_text<G: Game>(pairs: &[&str], kind: Kind, options: VecOptions, tries: u64) -> u64 {
    let game = game::<G>(pairs);
    let (mut env, mut batch) = begun(rows(&game, ROWS, kind, options), 1);
    let mut choosers = choosers(ROWS);
    let mut texts = Vec::new();
    for _ in 0..40 {
        texts.push(env.save());
        let actions = choose_any(&batch, &mut choosers);
        env.step(&actions, &mut batch.buffers()).unwrap();
    }
    let mut taken = 0;
    for number in 0..tries {
        let mut random = Stream::for_player(8, number, 0);
        let mut json: Value = serde_json::from_str(&texts[(number % 40) as usize]).unwrap();
        let changes = 1 + random.below(2);
        (0..changes).for_each(|_| change(json.pointer_mut("/rows").unwrap(), &mut random));
        let before = env.save();
        match env.restore(&json.to_string()) {
            Ok(()) => taken += 1,
            Err(error) => assert!(!error.to_string().is_empty() && env.save() == before),
        }
        play_on(&mut env, &mut random);
    }
    taken
}

/// Steps and resets, without a panic; all that is legal is taken.
fn play_on<G: Game>(env: &mut VecEnv<G>, random: &mut Stream) {
    let mut batch = Batch::<f32>::new(*env.shape());
    for _ in 0..6 {
        let choose =
            |row| roadside_env::Actions::choose(&env.legal_actions(row), random).unwrap_or(Action(9));
        let actions: Vec<_> = (0..ROWS).map(choose).collect();
        let waits = (0..ROWS).any(|row| env.info(row).is_none());
        assert_eq!(env.step(&actions, &mut batch.buffers()).is_err(), waits);
    }
    env.reset(Seeds::Continue, Some(&[true, false, false, true, false]), &mut batch.buffers()).unwrap();
    assert!((0..ROWS).all(|row| env.ended(row).is_none_or(|ended| ended.seat < env.shape().seats)));
}

#[test]
fn any_text_is_refused_or_can_be_played_on() {
    let mut taken = 0;
    for kind in [None, Some(LearnerSeat::Random), Some(LearnerSeat::Fixed(1))] {
        for autoreset in MODES {
            let options = unforgiving(autoreset, Some(12));
            taken += takes_any_text::<Pig>(&["target=12", "players=3"], kind, options, 600);
            taken += takes_any_text::<Kuhn>(&[], kind, options, 600);
            taken += takes_any_text::<Expedition>(&["players=3"], kind, options, 300);
            taken += takes_any_text::<ZoneStalker<2>>(&["players=2"], kind, options, 300);
        }
    }
    assert!((1_000..16_000).contains(&taken), "{taken} of 16200 were taken");
}

#[test]
fn any_letters_are_refused_or_can_be_played_on() {
    let options = unforgiving(Autoreset::NextStep, Some(12));
    let (mut env, _) = begun(rows(&game::<Kuhn>(&[]), ROWS, Some(LearnerSeat::Random), options), 1);
    let text = env.save();
    for number in 0..3_000 {
        let mut random = Stream::for_player(9, number, 0);
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let place = random.below(bytes.len() as u32) as usize;
            bytes[place] = b"0123456789-.e{}[],:\"nul "[random.below(24) as usize];
        }
        if env.restore(&String::from_utf8(bytes).unwrap()).is_err() {
            env.restore(&text).unwrap();
        }
        play_on(&mut env, &mut random);
    }
}
