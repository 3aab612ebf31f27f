//! Set-ups by name.

use roadside_env::games::AnyGame;
use roadside_env::games::zone_stalker::ZoneStalker;
use roadside_env::{Game, Sampled, Settings, State, Stream, with_game};
use serde_json::{Value, json};

use crate::common::{load, random_action};
use crate::kit::Table;

/// What tells the set-ups apart.
fn set_up(preset: &str) -> Value {
    let settings = load::<ZoneStalker<2>>(&[&format!("preset={preset}")]).settings();
    let key = |key: &str| settings.get(key).unwrap().clone();
    assert_eq!((key("players"), key("utility"), key("preset")), (json!(1), json!("points"), json!("none")));
    json!([key("characters"), key("hand_target"), key("zone_deck"), key("stalker_deck")])
}

#[test]
fn drawn_set_ups_are_as_recorded() {
    // What was trained or reported on a number must stay what it was.
    for (preset, character, hand_target, zone_deck, stalker_deck) in [
        (
            "train-0",
            "The Maltese",
            3,
            "Paved Lot,White Whirlygigs,Beneficial Object,Dripping Green Stuff,Flying Boot,Earth Catches Fire,First Blind Quarter,Lobster Eyes,Light Pins",
            "Professionalism,Determination,Knowledge,Secrets,Reference Points,Reconnaissance",
        ),
        (
            "train-1",
            "Four Eyes",
            2,
            "Cemetery,Wriggling Magnet,Light Pins,Bracelet,Silvery Webs",
            "Do Not Panic,Caution,Rush In,Stalker Commandments,Supplies,Luck,Landmark,Discovery",
        ),
        (
            "train-4294967295",
            "Cactus",
            3,
            "Flying Boot,Blinding Noise,The Garage,Dick the Tramp,Something in the Fog,Lobster Eyes,Beneficial Object",
            "Examine,Quickness,Early Warning,Mistake,Reference Points,Luck,Supplies,Careful Observation",
        ),
        (
            "test-0",
            "Culligan",
            3,
            "Weird Shadow,Gardens,Full Empty,Quasibiological Mass,Shimmering Turbulence,Meat Grinder",
            "Intuition,Secrets,Xenology,Caution,Careful Observation,Rush In,Professionalism",
        ),
        (
            "test-1",
            "The Nose",
            3,
            "Border Guards,Locomotive,Silvery Webs,Arrested,Spitting Devils Cabbage,Metal Hoop,Rattling Napkins",
            "Quickness,Courage,Haste,Stalker Commandments,Sensitivity,Luck,Quick Wits",
        ),
        (
            "test-4294967295",
            "Lucky",
            2,
            "Unknown Mutagens,Psychic Repulsion,Ruins,Blue Panacea,Ore Mounds,Explosion,Full Empty,Something in the Fog",
            "Discovery,Rumors,Methodical,Knowledge,Careful Observation,Steady the Nerves,Landmark",
        ),
    ] {
        let names = |list: &str| list.split(',').map(Value::from).collect::<Value>();
        let expected = [names(character), json!(hand_target), names(zone_deck), names(stalker_deck)];
        assert_eq!(set_up(preset), json!(expected), "{preset}");
    }
}

#[test]
fn every_drawn_set_up_is_played_to_its_end() {
    for number in 0..2_000 {
        for split in ["train", "test"] {
            let game = load::<ZoneStalker<2>>(&[&format!("preset={split}-{number}")]);
            let mut chance = Sampled::new(number, 0);
            let mut rng = Stream::for_player(number, 0, 0);
            let mut state = game.new_initial_state(&mut chance);
            let mut decisions = 0;
            while !state.is_terminal() {
                let action = random_action(&game, &state, &mut rng);
                state.apply(&game, action, &mut chance).unwrap();
                decisions += 1;
            }
            assert!(decisions > 0, "{split}-{number} leaves nothing to decide");
            assert!(decisions <= game.facts().max_game_length.unwrap(), "{split}-{number}");
        }
    }
}

#[test]
fn a_preset_is_a_word_of_the_settings_whichever_way_they_come() {
    let pairs = Settings::from_pairs(["preset=test-17"]).unwrap();
    let json: Settings = serde_json::from_value(json!({"preset": "test-17"})).unwrap();
    assert_eq!(pairs, json);
    let game = AnyGame::load("zone_stalker", &json).unwrap();
    let settings = with_game!(&game, game => game.settings());
    assert_eq!(Table::from_settings(&json).unwrap().settings(), settings);
    // Written out it is the same set-up.
    assert_eq!(Table::from_settings(&settings).unwrap().settings(), settings);
    assert_ne!(set_up("test-17"), set_up("train-17"));
    assert!(Table::from_settings(&Settings::default().with("preset", "train-4294967295")).is_ok());
}

#[test]
fn other_keys_go_on_top_of_a_preset() {
    let plain = load::<Table>(&["preset=train-3"]).settings();
    let changed = load::<Table>(&["preset=train-3", "hand_target=7", "utility=win"]).settings();
    assert_eq!(changed, plain.with("hand_target", 7).with("utility", "win"));
}

#[test]
fn with_more_seats_the_characters_are_dealt_unless_they_are_named() {
    for preset in ["preset=reduced-1", "preset=train-3"] {
        let alone = load::<Table>(&[preset]).settings();
        let dealt = load::<Table>(&[preset, "players=3"]).settings();
        let expected =
            alone.clone().with("players", 3).with("characters", Value::Null).with("trade_offers", 2);
        assert_eq!(dealt, expected);
        let named = load::<Table>(&[preset, "players=2", "characters=Red,Lucky"]).settings();
        assert_eq!(named, alone.with("players", 2).with("characters", json!(["Red", "Lucky"])));
        let error =
            Table::from_settings(&Settings::from_pairs([preset, "players=2", "characters=Red"]).unwrap());
        assert!(error.unwrap_err().to_string().contains("these are 1 for 2 seats"));
    }
}

#[test]
fn the_duel_names_the_characters_of_two() {
    let duel = load::<Table>(&["preset=duel-1"]).settings();
    assert_eq!(load::<Table>(&["preset=duel-1", "players=2"]).settings(), duel);
    for (key, value) in [
        ("players", json!(2)),
        ("characters", json!(["Slimy", "Culligan"])),
        ("zone_deck", json!(["Death Lamp", "Silvery Webs"])),
        ("stalker_deck", json!(["Caution", "Quickness", "Greed", "Experience"])),
        ("hand_target", json!(1)),
        ("fatal_injuries", json!(1)),
        ("stalemate_rounds", json!(1)),
        ("retry_scope", json!("any")),
        ("utility", json!("share")),
    ] {
        assert_eq!(duel.get(key), Some(&value), "{key}");
    }
    let three = load::<Table>(&["preset=duel-1", "players=3"]).settings();
    assert_eq!(three, duel.with("players", 3).with("characters", Value::Null).with("trade_offers", 2));
}
