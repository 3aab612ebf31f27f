//! What the laboratory has to know of a game.

use roadside_env::Game;
use roadside_env::Settings;
use roadside_env::games::expedition::Expedition;
use roadside_env::games::kuhn::Kuhn;
use roadside_env::games::pig::Pig;
use roadside_env::games::zone_stalker::ZoneStalker;

use super::{RulesError, deck};
use crate::Playable;
use crate::analysis::stopping::zone_cards;

/// A game whose rules can be varied. Without more words its keys can, and there are no simple rules to try.
pub trait Laboratory: Playable {
    /// The player that is taken for strong, and the one that is taken for weak, where no others are named.
    fn skilled() -> (&'static str, &'static str) {
        (Self::default_opponent(), "random")
    }

    /// The names of simple stopping rules.
    fn candidates(&self) -> Vec<String> {
        Vec::new()
    }

    /// What can be varied beside the keys of the game.
    fn more_parameters() -> &'static [&'static str] {
        &[]
    }

    /// The settings with one of [`more_parameters`](Self::more_parameters) at this value.
    ///
    /// # Errors
    /// [`RulesError`] for values out of range.
    fn varied(&self, _parameter: &str, _value: &str) -> Result<Settings, RulesError> {
        Ok(self.settings())
    }
}

impl Laboratory for Kuhn {}
impl Laboratory for Expedition {}

impl Laboratory for Pig {
    /// Each turn total up to 40, as far as the target lets it matter.
    fn candidates(&self) -> Vec<String> {
        (1..=self.target().min(40)).map(|k| format!("hold:{k}")).collect()
    }
}

const HAZARDS: &str = "hazards";
const MOST_HAZARDS: u32 = 90;

impl<const SEATS: usize> Laboratory for ZoneStalker<SEATS> {
    fn skilled() -> (&'static str, &'static str) {
        ("veteran:4:15", "random")
    }

    /// Hands and leads in steps; alone there is no lead.
    fn candidates(&self) -> Vec<String> {
        let cautious = (1..=10).map(|hand| format!("cautious:{hand}"));
        let leads: &[u32] = if self.seats() == 1 { &[200] } else { &[5, 10, 15, 20, 30, 60] };
        let veterans = [1, 2, 3, 4, 5, 6, 8]
            .into_iter()
            .flat_map(|hand| leads.iter().map(move |lead| format!("veteran:{hand}:{lead}")));
        cautious.chain(veterans).collect()
    }

    /// `hazards`: the share of Hazards in the Zone deck, in percent.
    fn more_parameters() -> &'static [&'static str] {
        &[HAZARDS]
    }

    fn varied(&self, _parameter: &str, value: &str) -> Result<Settings, RulesError> {
        let percent = value.parse().ok().filter(|percent| *percent <= MOST_HAZARDS);
        let refused =
            || RulesError::Share { name: HAZARDS, found: value.to_owned(), least: 0, most: MOST_HAZARDS };
        let names = deck::with_hazards(&zone_cards(self), percent.ok_or_else(refused)?);
        Ok(self.settings().with("zone_deck", names))
    }
}
