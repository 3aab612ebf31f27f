//! The cards, held against the lists as the rulebook prints them.

use roadside_env::games::zone_stalker::{Event, Face, Note, Site, ZoneCard};
use roadside_env::{Game, Sampled, View};

use crate::common::load;
use crate::kit::{Table, at};

const STALKER_DECK: &str = include_str!("rulebook_stalker_deck.txt");
const ZONE_DECK: &str = include_str!("rulebook_zone_deck.txt");

#[test]
fn the_stalker_cards_are_those_of_the_rulebook() {
    assert_eq!(STALKER_DECK.lines().count(), 56);
    for line in STALKER_DECK.lines() {
        let [note, detect, avoid, name] = line.rsplitn(4, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        // A deck of this card alone: its kind is all that can be drawn.
        let game: Table = load(&["players=1", "hand_target=1", &format!("stalker_deck={name}")]);
        let state = game.new_initial_state(&mut Sampled::new(0, 0));
        let hand = View::new(&game, &state, 0).hand();
        let kind =
            roadside_env::games::zone_stalker::Kind::all().find(|kind| hand.of(kind.index()) == 1).unwrap();
        let printed = match kind.note() {
            Some(Note::Martyr) => "Martyr",
            Some(Note::Retry) => "Retry",
            Some(Note::Aid) => "Aid",
            None => "-",
        };
        assert_eq!([kind.avoid().to_string(), kind.detect().to_string()], [avoid, detect], "{name}");
        assert_eq!(printed, note, "{name}");
    }
}

#[test]
fn the_zone_cards_are_those_of_the_rulebook() {
    let scene = at(&["players=1"], "", &["3/0,2/1"]);
    let cards: Vec<(&ZoneCard, u8)> = scene.view(0).zone_cards().collect();
    assert_eq!(cards.len(), ZONE_DECK.lines().count());
    assert_eq!(cards.iter().map(|(_, copies)| copies).sum::<u8>(), 97);
    for line in ZONE_DECK.lines() {
        let (card, copies) =
            cards.iter().find(|(card, _)| line.starts_with(&format!("{} ", card.name))).expect(line);
        let printed = line.strip_prefix(card.name).unwrap().trim();
        assert_eq!(as_printed(card, *copies), printed, "{line}");
    }
}

/// The type, danger, points and notes as the rulebook prints them.
fn as_printed(card: &ZoneCard, copies: u8) -> String {
    let or_dash = |notes: String| if notes.is_empty() { "-".to_owned() } else { notes };
    match card.face {
        Face::Location(site) => {
            let notes = match site {
                Site::Plain => "-",
                Site::Safe => "Safe",
                Site::Dangerous => "Dangerous",
                Site::Rich => "Rich",
                Site::RichDangerous => "Rich & Dangerous",
            };
            format!("L - - {notes}")
        }
        Face::Hazard(hazard) => {
            let notes = [
                (hazard.rolls == 2, "Double"),
                (hazard.rolls == 3, "Triple"),
                (hazard.cripple, "Cripple"),
                (hazard.stun, "Stun"),
                (hazard.harmless, "Harmless"),
            ];
            let notes: Vec<_> = notes.iter().filter(|(has, _)| *has).map(|(_, note)| *note).collect();
            format!("H {} - {}", hazard.danger, or_dash(notes.join(" ")))
        }
        Face::Event(Event::LostSwag) => "E - - Lost Swag".to_owned(),
        Face::Event(Event::LostTurn) => "E - - Lost Turn".to_owned(),
        Face::Event(Event::StateApproved) => "E - - State Approved".to_owned(),
        Face::Artifact(artifact) => {
            assert_eq!(artifact.healing, card.name == "Bracelet");
            let copies = if copies > 1 { format!("{copies} Copies") } else { String::new() };
            let notes = if artifact.illegal { "Illegal".to_owned() } else { copies };
            format!("A - {} {}", artifact.points, or_dash(notes))
        }
    }
}

#[test]
fn aid_draws_a_card_when_it_is_played_before_the_roll() {
    for card in ["Burning_Fluff", "Empty"] {
        let scene = at(&[], &format!("phase=play card={card}"), &["3/0,1/1-aid", "3/0"]);
        assert_eq!(scene.act("play:1/1-aid", "draw:0/3 die:10").hand(0), "3/0,0/3", "{card}");
    }
    // The Retry that it draws can be used for that very roll.
    let scene = at(&[], "phase=play card=Burning_Fluff", &["3/0,1/1-aid", "3/0"]);
    assert_eq!(scene.act("play:1/1-aid", "draw:1/1-retry die:1").legal(), "retry accept");
}

#[test]
fn illegal_costs_the_finder_the_next_turn_even_if_the_card_is_lost_again() {
    let found = at(&["hand_target=1"], "phase=play card=Jelly_Container", &["3/0*3,0/3", "3/0"]);
    let found = found.act("play:0/3", "die:4");
    assert_eq!((found.swag(0).as_str(), found.to_miss(0)), ("Jelly_Container", 1));
    let lost = found.act("flip", "flip:Devils_Heat die:1 die:5 swag:Jelly_Container");
    assert_eq!((lost.swag(0).as_str(), lost.to_miss(0)), ("-", 1));
    // Not found, it costs nothing.
    let scene = at(&["hand_target=1"], "phase=play card=Jelly_Container", &["3/0*3,0/3", "3/0"]);
    assert_eq!(scene.act("play:0/3", "die:3").to_miss(0), 0);
}
