//! Zone decks with another share of Hazards.

use roadside_env::games::zone_stalker::{Face, ZoneCard};

/// The names of as many cards as `cards` has, of which this share, in percent, are Hazards. Within the Hazards and within
/// the others the cards keep their proportions, to whole cards: those with the largest remainders are rounded up.
pub(super) fn with_hazards(cards: &[ZoneCard], percent: u32) -> Vec<&'static str> {
    let count = |cards: &[ZoneCard]| cards.iter().map(|card| u32::from(card.copies)).sum::<u32>();
    let (hazards, others): (Vec<ZoneCard>, Vec<ZoneCard>) =
        cards.iter().copied().partition(|card| matches!(card.face, Face::Hazard(_)));
    let whole = count(cards);
    let wanted = match (hazards.is_empty(), others.is_empty()) {
        (true, _) => 0,
        (_, true) => whole,
        _ => (whole * percent + 50) / 100,
    };
    let mut names = scaled(&hazards, wanted);
    names.extend(scaled(&others, whole - wanted));
    names
}

/// As near as can be in proportion, `wanted` cards in all.
fn scaled(cards: &[ZoneCard], wanted: u32) -> Vec<&'static str> {
    let whole: u32 = cards.iter().map(|card| u32::from(card.copies)).sum();
    let exact = |card: &ZoneCard| u32::from(card.copies) * wanted;
    let mut counts: Vec<u32> = cards.iter().map(|card| exact(card) / whole).collect();
    let mut by_rest: Vec<usize> = (0..cards.len()).collect();
    by_rest.sort_by_key(|&at| std::cmp::Reverse(exact(&cards[at]) % whole));
    let missing = wanted - counts.iter().sum::<u32>();
    by_rest.into_iter().take(missing as usize).for_each(|at| counts[at] += 1);
    cards
        .iter()
        .zip(counts)
        .flat_map(|(card, count)| std::iter::repeat_n(card.name, count as usize))
        .collect()
}

#[cfg(test)]
mod tests {
    use roadside_env::games::zone_stalker::ZoneStalker;
    use roadside_env::{Game, Settings};

    use super::*;
    use crate::analysis::stopping::zone_cards;

    #[test]
    fn a_deck_keeps_its_size_and_its_proportions() {
        let game = ZoneStalker::<2>::from_settings(&Settings::default()).unwrap();
        let cards = zone_cards(&game);
        let hazard =
            |name: &&str| cards.iter().any(|card| card.name == *name && matches!(card.face, Face::Hazard(_)));
        for percent in [0, 10, 25, 40, 77, 90] {
            let names = with_hazards(&cards, percent);
            let hazards = names.iter().filter(|name| hazard(name)).count();
            assert_eq!((names.len(), hazards), (97, (97 * percent as usize + 50) / 100), "{percent}");
        }
        let hazards: u32 =
            cards.iter().filter(|card| hazard(&card.name)).map(|card| u32::from(card.copies)).sum();
        // At the share that the deck has, it is the deck.
        let same = (0..=90).find(|percent| (97 * percent + 50) / 100 == hazards).unwrap();
        for card in &cards {
            let copies = with_hazards(&cards, same).iter().filter(|&&name| name == card.name).count();
            assert_eq!(copies, usize::from(card.copies), "{}", card.name);
        }
    }
}
