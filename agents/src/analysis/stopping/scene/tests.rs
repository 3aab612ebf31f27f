use roadside_env::{Settings, State as _};

use super::*;

const DRAW: Draw = Draw { seed: 4, sample: 9 };

fn game() -> ZoneStalker<2> {
    ZoneStalker::from_settings(&Settings::default()).unwrap()
}

fn scene(game: &ZoneStalker<2>, deck: &Deck) -> Scene {
    let state = game.new_initial_state(&mut Sampled::new(1, 0));
    Scene::read(deck, &state.position(game), 2).unwrap()
}

fn made(change: impl Fn(&mut Scene, &Deck) -> Result<(), Reason>) -> Result<String, String> {
    let game = game();
    let deck = Deck::new(&game);
    let mut scene = scene(&game, &deck);
    change(&mut scene, &deck)?;
    let line = scene.line(&deck);
    let state = game.parse_position(&line).map_err(|error| error.to_string())?;
    assert_eq!(state.position(&game), line);
    Ok(line)
}

#[test]
fn a_line_that_is_not_changed_stays_as_it_is() {
    let game = game();
    let deck = Deck::new(&game);
    for episode in 0..20 {
        let state = game.new_initial_state(&mut Sampled::new(1, episode));
        let line = state.position(&game);
        let expected = line.replace("phase=hindu:2", "phase=choose");
        assert_eq!(Scene::read(&deck, &line, 2).unwrap().line(&deck), expected);
    }
}

#[test]
fn quantities_are_as_they_were_set() {
    let game = game();
    let deck = Deck::new(&game);
    let set = |all: &[(Quantity, i32)]| {
        let line = made(|scene, deck| {
            all.iter().try_for_each(|&(quantity, value)| scene.set(deck, quantity, value, DRAW))
        });
        game.parse_position(&line.unwrap()).unwrap()
    };
    let state = set(&[
        (Quantity::Hand, 13),
        (Quantity::Injuries, 2),
        (Quantity::Lead, 17),
        (Quantity::TheirHand, 3),
        (Quantity::TheirInjuries, 1),
        (Quantity::Cards, 40),
    ]);
    let view = View::new(&game, &state, 0);
    assert_eq!((view.hand_size(0), view.hand_size(1), view.zone_deck_size()), (13, 3, 40));
    assert_eq!((view.injuries(0), view.injuries(1), view.score(0), view.score(1)), (2, 1, 17, 0));
    let state = set(&[(Quantity::Lead, -8), (Quantity::Quiet, 4), (Quantity::Hazards, 6)]);
    let view = View::new(&game, &state, 0);
    assert_eq!((view.score(0), view.score(1), view.quiet_turns()), (0, 8, 4));
    let hazards = view.zone_cards().filter(|(card, _)| matches!(card.face, Face::Hazard(_)));
    assert_eq!(hazards.map(|(_, count)| count).sum::<u8>(), 6);
    assert_eq!(deck.cards.iter().map(|(_, card)| card.copies).sum::<u8>(), 97);
}

#[test]
fn smaller_hands_and_decks_lie_within_larger_ones() {
    let game = game();
    let deck = Deck::new(&game);
    let with = |quantity, value| {
        let mut scene = scene(&game, &deck);
        scene.set(&deck, quantity, value, DRAW).unwrap();
        scene
    };
    let all = |scene: &Scene| {
        let cards = scene.seats[0].cards;
        std::array::from_fn::<u8, KINDS, _>(|kind| cards.iter().map(|pile| pile[kind]).sum())
    };
    for size in 1..14 {
        let (small, large) = (with(Quantity::Hand, size), with(Quantity::Hand, size + 1));
        assert!(all(&small).iter().zip(all(&large)).all(|(&few, more)| few <= more), "{size}");
        let (small, large) = (with(Quantity::Cards, 6 * size), with(Quantity::Cards, 6 * size + 6));
        assert!(small.zone.iter().zip(&large.zone).all(|(few, more)| few <= more), "{size}");
    }
}

#[test]
fn cards_and_hazards_can_both_be_set() {
    let game = game();
    let line = made(|scene, deck| scene.set_cards_and_hazards(deck, (30, 10), DRAW)).unwrap();
    let state = game.parse_position(&line).unwrap();
    let view = View::new(&game, &state, 0);
    let hazards = view.zone_cards().filter(|(card, _)| matches!(card.face, Face::Hazard(_)));
    assert_eq!((view.zone_deck_size(), hazards.map(|(_, count)| count).sum::<u8>()), (30, 10));
    let refusal = made(|scene, deck| scene.set_cards_and_hazards(deck, (5, 10), DRAW)).unwrap_err();
    assert_eq!(refusal, "5 cards are left, so not 10 Hazards; legal are at most as many");
}

#[test]
fn what_cannot_be_says_why() {
    let refusal = |quantity, value| made(|scene, deck| scene.set(deck, quantity, value, DRAW)).unwrap_err();
    assert_eq!(refusal(Quantity::Hand, 57), "a hand of 57 cards: the deck has no more; legal is at most 56");
    assert_eq!(
        refusal(Quantity::Cards, 98),
        "98 cards in the Zone deck: legal is at most 97, as many are left"
    );
    assert_eq!(refusal(Quantity::Hand, -1), "hand = -1: legal is 1 and more");
    assert_eq!(refusal(Quantity::TheirHand, -1), "their_hand = -1: legal is 0 and more");
    // All artifacts of the deck, and those without the ones that the best opponent is to have.
    let words = refusal(Quantity::Score, 900);
    let all = words.strip_prefix("no artifacts that are left are worth 900 Swag Points; legal is 0 to ");
    let all = all.and_then(|rest| rest.strip_suffix(", as they add up")).unwrap();
    assert_eq!(
        refusal(Quantity::Lead, -900),
        format!("a lead of -900 Swag Points: legal is -{all} to {all}")
    );
    let most = all.parse().unwrap();
    assert!(made(|scene, deck| scene.set(deck, Quantity::Lead, most, DRAW)).is_ok());
    assert!(refusal(Quantity::Injuries, 4).contains("4 injuries"));
    assert!(refusal(Quantity::Quiet, 6).contains("quiet turns"));
}

#[test]
fn sums_are_exact_and_prefer_what_stands_in_front() {
    assert_eq!(exact_sum(&[5, 3, 2], 5), Some(vec![0]));
    assert_eq!(exact_sum(&[4, 3, 2], 5), Some(vec![1, 2]));
    assert_eq!(exact_sum(&[4, 2], 5), None);
    assert_eq!(exact_sum(&[4, 2], 0), Some(vec![]));
}

#[test]
fn a_flip_takes_a_card_off_a_whole_deck() {
    let line = made(|scene, deck| {
        scene.set_flipped(deck, true, DRAW);
        Ok(())
    });
    let line = line.unwrap();
    assert!(line.contains("flags=f ") && !line.contains("gone=- "), "{line}");
}
