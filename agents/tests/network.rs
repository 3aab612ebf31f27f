//! Networks as players, and checkpoints as files.

use std::fs;
use std::path::Path;

use roadside_agents::network::{
    CARD_FILE, CARD_VERSION, Card, Checkpoint, Choice, File, Fit, Network, Shape, Training,
};
use roadside_agents::{Options, Playable, make, simulate};
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Actions as _, Game, Sampled, Settings, State as _, Stop, Stream, View};

/// A network with weights drawn at random.
fn network<G: Game>(game: &G) -> Network {
    let shape = Shape::of(game, 16, 2);
    let mut random = Stream::for_learning(1, 0);
    let mut draw =
        |len: usize| (0..len).map(|_| (random.word() >> 40) as f32 / 2_f32.powi(26) - 0.125).collect();
    let parameters = shape
        .layers()
        .into_iter()
        .flat_map(|layer| [draw(layer.inputs * layer.outputs), draw(layer.outputs)]);
    Network::from_parameters(shape, parameters.collect::<Vec<_>>()).unwrap()
}

fn card<G: Game>(network: &Network) -> Card {
    Card {
        card_version: CARD_VERSION,
        name: "mine".to_owned(),
        program: "0.0.0".to_owned(),
        date: "2000-01-01".to_owned(),
        fit: Fit::of::<G>(),
        shape: *network.shape(),
        weights: File::default(),
        choice: Choice::Best,
        training: Training::default(),
        marks: Vec::new(),
    }
}

fn usual<G: Game>() -> G {
    G::from_settings(&Settings::default()).unwrap()
}

/// Writes a checkpoint for `G` into `folder`.
fn write<G: Game>(folder: &Path) -> Card {
    let network = network(&usual::<G>());
    card::<G>(&network).write(&network, folder).unwrap()
}

fn refusal<G: Playable>(name: &str) -> String {
    make::<G>(name).err().unwrap_or_else(|| panic!("{name} is refused")).to_string()
}

#[test]
fn a_checkpoint_that_was_written_is_the_one_that_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let written = write::<Pig>(folder.path());
    let read = Checkpoint::read(folder.path()).unwrap();
    assert_eq!(read.card, written);
    assert_eq!(*read.network, network(&usual::<Pig>()));
    // Again, over what is there.
    assert_eq!(write::<Pig>(folder.path()), written);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_folder_is_a_player_alone_and_at_the_head_of_a_search() {
    let folder = tempfile::tempdir().unwrap();
    write::<ZoneStalker<2>>(folder.path());
    let path = folder.path().display().to_string();
    let game: ZoneStalker<2> = usual();
    let forms = ["", "@choice=sampled", "+search:8", "+search:8@root=puct", "+search:4@c=70@trees=2"];
    for name in forms.map(|behind| format!("{path}{behind}")) {
        assert_eq!(make::<ZoneStalker<2>>(&name).unwrap().name(), name);
        let play = |threads| {
            let options = Options { games: 4, seed: 3, threads: Some(threads), ..Options::default() };
            simulate(&game, &[&*name, "cautious:4"], &options, &|_| {}, &Stop::default()).unwrap()
        };
        assert_eq!(play(1), play(3), "{name}");
    }
    assert_eq!(make::<ZoneStalker<2>>(&format!("{path}@choice=best")).unwrap().name(), path);
}

#[test]
fn a_policy_is_one_over_what_is_legal() {
    let folder = tempfile::tempdir().unwrap();
    write::<ZoneStalker<6>>(folder.path());
    let path = folder.path().display().to_string();
    let mut sampled = make::<ZoneStalker<6>>(&format!("{path}@choice=sampled")).unwrap();
    let mut best = make::<ZoneStalker<6>>(&path).unwrap();
    for players in 1..=6 {
        let settings = Settings::default().with("players", players);
        let game = ZoneStalker::<6>::from_settings(&settings).unwrap();
        let (mut chance, mut random) = (Sampled::new(players, 0), Stream::for_player(players, 0, 0));
        let mut state = game.new_initial_state(&mut chance);
        while let Some(seat) = state.current_player() {
            let view = View::new(&game, &state, seat);
            let policy = sampled.policy(&view).unwrap();
            assert_eq!(policy.len(), view.legal_actions().len());
            assert!(
                policy.iter().all(|&(action, share)| view.legal_actions().contains(action) && share > 0.0)
            );
            assert!((policy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
            let most = policy.iter().max_by(|one, other| one.1.total_cmp(&other.1)).unwrap();
            assert_eq!(best.act(&view, &mut random), most.0);
            let action = sampled.act(&view, &mut random);
            state.apply(&game, action, &mut chance).unwrap();
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_with_the_fields_that_differ() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let mut other = write::<Pig>(folder.path());
    let refused = refusal::<Kuhn>(&path);
    for field in ["game is pig, needed is kuhn", "layout of observations is", "list of actions is"] {
        assert!(refused.contains(field), "{refused}");
    }
    other.fit.rules_version = 7;
    other.write(&network(&usual::<Pig>()), folder.path()).unwrap();
    assert_eq!(
        refusal::<Pig>(&path),
        format!("player \"{path}\": the checkpoint \"mine\" does not fit: rules_version is 7, needed is 1")
    );
}

#[test]
fn damaged_checkpoints_are_refused_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().display().to_string();
    let card_path = folder.path().join(CARD_FILE);
    assert!(refusal::<Pig>(&path).contains(&format!("{}: ", card_path.display())));
    let card = write::<Pig>(folder.path());
    let weights = folder.path().join(&card.weights.name);
    let whole = fs::read(&weights).unwrap();
    fs::write(&weights, &whole[..whole.len() / 2]).unwrap();
    let refused = refusal::<Pig>(&path);
    assert!(refused.contains("its SHA-256 is") && refused.contains(&card.weights.name), "{refused}");
    let json = fs::read_to_string(&card_path).unwrap();
    for (text, words) in [
        (String::new(), "not the card of a checkpoint"),
        ("{}".to_owned(), "missing field"),
        (json[..json.len() / 2].to_owned(), "not the card of a checkpoint"),
        (
            json.replace("\"card_version\": 1", "\"card_version\": 9"),
            "the card's version is 9; this program reads 1",
        ),
        (json.replace("\"shape\"", "\"shap\""), "unknown field `shap`"),
    ] {
        fs::write(&card_path, text).unwrap();
        assert!(refusal::<Pig>(&path).contains(words), "{}", refusal::<Pig>(&path));
    }
    fs::remove_file(&weights).unwrap();
    fs::write(&card_path, json).unwrap();
    assert!(refusal::<Pig>(&path).contains(&weights.display().to_string()));
}

#[test]
fn what_may_not_follow_a_checkpoint_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    write::<Pig>(folder.path());
    let path = folder.path().display().to_string();
    for (behind, words) in [
        ("+solver", "behind \"+\" a checkpoint has search:n, not \"solver\""),
        ("+search:0", "n = \"0\": legal is a whole number from 1 to 1000000"),
        ("+search:8@rollout=random", "player search has no option \"rollout\""),
        ("@choice=worst", "choice = \"worst\": legal is"),
        ("@chioce=best", "player network has no option \"chioce\" (did you mean choice?)"),
    ] {
        let refused = refusal::<Pig>(&format!("{path}{behind}"));
        assert!(refused.contains(words), "{refused}");
    }
    assert!(refusal::<Pig>("pigs").starts_with("unknown player \"pigs\""));
}
