//! What the active seat knows of its turn, in numbers: the ground of all sums over the next cards.

use std::hash::{Hash, Hasher};

use roadside_env::games::zone_stalker::{Character, Event, Face, Hazard, Kind, Note, Site, ZoneStalker};
use roadside_env::{Counts, View};

/// The most Swag Points that an artifact brings its owner: 10, and 1 for Culligan.
pub(super) const MOST_POINTS: usize = 11;
/// More effects than the cards can have: 5 Locations, 17 Hazards, 11 artifacts, 2 events.
const MAX_EFFECTS: usize = 40;

/// What a Zone card does within a turn to the one who flips it. Cards that do the same are summed together: a permanent
/// injury hurts like another, an Illegal artifact costs a later turn, and Lost Swag and Lost Turn strike others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    Location(Site),
    Hazard {
        danger: u8,
        blow: Blow,
    },
    /// An artifact that is worth so much to its owner.
    Artifact(u8),
    /// Draws a card.
    Approval,
    /// Nothing, to the one who flips it.
    Nothing,
}

/// What a Hazard does that was not avoided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Blow {
    /// Rolls on the Hazard Table.
    pub rolls: u8,
    /// Whether a random card is lost behind them.
    pub stun: bool,
    pub harmless: bool,
}

/// What does not change within a turn.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub character: Character,
    /// Injuries that kill.
    pub fatal: u8,
    /// Whether the first death is spared (R18).
    pub spared: bool,
    /// With inheritance (R19), the chance that the heir is Culligan; `None` if death is for good.
    pub heir_is_culligan: Option<f64>,
    /// What Culligan adds to each artifact.
    pub bonus: u8,
    /// The kinds that serve as a Martyr.
    martyrs: u8,
    pub effects: Vec<Effect>,
}

/// Zone cards by effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Zone {
    counts: [u8; MAX_EFFECTS],
    pub total: u8,
    /// Cards that cost a Stalker card: all but events.
    pub costly: u8,
    /// Cards that draw one.
    pub approvals: u8,
    pub artifacts: u8,
    /// What the artifacts are worth together.
    pub worth: u16,
}

/// Where a turn stands between two steps, as far as it matters to the active seat's Swag Points at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Situation {
    pub hand: Counts,
    /// What may be drawn, until the deck is empty.
    pub pool: Counts,
    /// The cards in the deck: as many as in the pool, or fewer where others hold some of these.
    pub deck: u8,
    pub discard: Counts,
    pub zone: Zone,
    /// Artifacts found this turn, by their worth.
    pub found: [u8; MOST_POINTS + 1],
    /// Swag Points.
    pub points: u16,
    /// Artifacts in the swag.
    pub artifacts: u8,
    pub injuries: u8,
    /// Whether what the Character can do once a turn is used up.
    pub used: bool,
    pub site: Site,
}

impl Hash for Situation {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.hand, self.pool).hash(hasher);
        let (eights, rest) = self.zone.counts.as_chunks::<8>();
        debug_assert!(rest.is_empty());
        for &counts in eights {
            hasher.write_u64(u64::from_le_bytes(counts));
        }
        // The discard pile follows from the rest, and of what was found eight values tell nearly all apart.
        let found: [u8; 8] =
            std::array::from_fn(|at| self.found[at + 1] ^ self.found.get(at + 9).copied().unwrap_or(0));
        hasher.write_u64(u64::from_le_bytes(found));
        let [low, high] = self.points.to_le_bytes();
        let Self { artifacts, injuries, deck, .. } = *self;
        let small = [low, high, artifacts, injuries, deck, self.used.into(), self.site as u8, 0];
        hasher.write_u64(u64::from_le_bytes(small));
    }
}

impl Rules {
    /// Those of the active seat, with the effects of the Zone cards that are left and of the one on the table.
    pub(super) fn new<const SEATS: usize>(view: &View<'_, ZoneStalker<SEATS>>) -> Self {
        let seat = view.active_seat();
        let character = view.character(seat);
        let mut left = 0;
        let mut culligans = 0;
        view.characters_left().for_each(|heir| {
            left += 1;
            culligans += i32::from(heir == Character::Culligan);
        });
        let inherits = view.game().config().inheritance && left > 0;
        let mut rules = Self {
            character,
            fatal: view.fatal_injuries(seat),
            spared: view.is_spared(seat),
            heir_is_culligan: inherits.then(|| f64::from(culligans) / f64::from(left)),
            bonus: u8::from(character == Character::Culligan),
            martyrs: martyrs(character),
            effects: Vec::new(),
        };
        let faces = view.zone_cards().map(|(card, _)| card.face).chain(view.card().map(|card| card.face));
        for effect in faces.map(|face| rules.effect(face)).collect::<Vec<_>>() {
            if !rules.effects.contains(&effect) {
                rules.effects.push(effect);
            }
        }
        rules
    }

    /// What a card with this face does.
    pub(super) fn effect(&self, face: Face) -> Effect {
        match face {
            Face::Location(site) => Effect::Location(site),
            Face::Hazard(hazard) => Effect::Hazard { danger: hazard.danger, blow: self.blow(hazard) },
            Face::Artifact(artifact) => Effect::Artifact(artifact.points + self.bonus),
            Face::Event(Event::StateApproved) => Effect::Approval,
            Face::Event(_) => Effect::Nothing,
        }
    }

    /// Slimy takes no Stun.
    pub(super) fn blow(&self, hazard: Hazard) -> Blow {
        let stun = hazard.stun && self.character != Character::Slimy;
        Blow { rolls: hazard.rolls, stun, harmless: hazard.harmless }
    }

    /// Where `effect` stands among the effects; it must be one of them.
    pub(super) fn place(&self, effect: Effect) -> usize {
        self.effects.iter().position(|&known| known == effect).unwrap_or_default()
    }

    /// The kinds of `hand` that serve as a Martyr.
    pub(super) fn martyrs(&self, hand: Counts) -> u8 {
        hand.kinds() & self.martyrs
    }

    /// Whether death is but a turn lost.
    pub(super) fn survives(&self) -> bool {
        self.character == Character::Hamster && !self.spared
    }

    pub(super) fn avoidance_bonus(&self, situation: &Situation) -> i8 {
        situation.site.avoid()
            + match self.character {
                Character::Red => 1,
                Character::PygmyZmyg if !situation.used => 4,
                Character::Cactus if !situation.used => 3,
                _ => 0,
            }
    }

    pub(super) fn detection_bonus(&self, situation: &Situation) -> i8 {
        situation.site.detect()
            + match self.character {
                Character::Maltese => 1,
                Character::Nose if !situation.used => 4,
                Character::Cactus if !situation.used => 3,
                _ => 0,
            }
    }

    /// Whether the bonus of a first roll is used up by one of this sort.
    pub(super) fn is_first(&self, avoidance: bool) -> bool {
        match self.character {
            Character::PygmyZmyg => avoidance,
            Character::Nose => !avoidance,
            Character::Cactus => true,
            _ => false,
        }
    }
}

/// The kinds that serve this Character as a Martyr (R15), a bit each.
fn martyrs(character: Character) -> u8 {
    let buzzard = character == Character::Buzzard;
    let serves = |kind: &Kind| {
        kind.note() == Some(Note::Martyr) || buzzard && (kind.avoid() == 0 || kind.detect() == 0)
    };
    Kind::all().filter(serves).fold(0, |bits, kind| bits | 1 << kind.index())
}

impl Zone {
    pub(super) const NONE: Self =
        Self { counts: [0; MAX_EFFECTS], total: 0, costly: 0, approvals: 0, artifacts: 0, worth: 0 };

    /// How many cards have the effect at this place.
    pub(super) fn of(&self, place: usize) -> u8 {
        self.counts[place]
    }

    /// These cards without one of the effect at `place`.
    pub(super) fn without(&self, rules: &Rules, place: usize) -> Self {
        let mut zone = *self;
        zone.counts[place] -= 1;
        zone.total -= 1;
        match rules.effects[place] {
            Effect::Artifact(worth) => {
                zone.costly -= 1;
                zone.artifacts -= 1;
                zone.worth -= u16::from(worth);
            }
            Effect::Location(_) | Effect::Hazard { .. } => zone.costly -= 1,
            Effect::Approval => zone.approvals -= 1,
            Effect::Nothing => {}
        }
        zone
    }

    fn put(&mut self, rules: &Rules, effect: Effect, count: u8) {
        self.counts[rules.place(effect)] += count;
        self.total += count;
        match effect {
            Effect::Artifact(worth) => {
                self.costly += count;
                self.artifacts += count;
                self.worth += u16::from(worth) * u16::from(count);
            }
            Effect::Location(_) | Effect::Hazard { .. } => self.costly += count,
            Effect::Approval => self.approvals += count,
            Effect::Nothing => {}
        }
    }
}

impl Situation {
    /// The situation of the active seat, whose own view this is: all of it is known to that seat.
    pub(super) fn new<const SEATS: usize>(rules: &Rules, view: &View<'_, ZoneStalker<SEATS>>) -> Self {
        let seat = view.active_seat();
        let mut zone = Zone::NONE;
        for (card, count) in view.zone_cards() {
            zone.put(rules, rules.effect(card.face), count);
        }
        let mut found = [0; MOST_POINTS + 1];
        for (card, count) in view.found().cards() {
            if let Effect::Artifact(worth) = rules.effect(card.face) {
                found[usize::from(worth)] += count;
            }
        }
        Self {
            hand: view.hand(),
            pool: view.drawable_cards(),
            deck: view.stalker_deck_size(),
            discard: view.discard_pile(),
            zone,
            found,
            points: view.score(seat) as u16,
            artifacts: view.swag(seat).total() as u8,
            injuries: view.injuries(seat),
            used: view.is_ability_used(),
            site: view.site(),
        }
    }

    /// Whether a card can be flipped.
    pub(super) fn may_flip(&self) -> bool {
        !self.hand.is_empty() && self.zone.total > 0
    }

    /// A card of this kind goes to the discard pile.
    #[must_use]
    pub(super) fn without(&self, kind: usize) -> Self {
        let mut next = *self;
        next.hand.remove(kind);
        next.discard.add(kind);
        next
    }

    #[must_use]
    pub(super) fn without_hand(&self) -> Self {
        Self { discard: self.discard.plus(self.hand), hand: Counts::NONE, ..*self }
    }

    #[must_use]
    pub(super) fn with_find(&self, worth: u8) -> Self {
        let mut next = *self;
        next.found[usize::from(worth)] += 1;
        next.points += u16::from(worth);
        next.artifacts += 1;
        next
    }

    /// A find of this worth is lost again.
    #[must_use]
    pub(super) fn without_find(&self, worth: usize) -> Self {
        let mut next = *self;
        next.found[worth] -= 1;
        next.points -= worth as u16;
        next.artifacts -= 1;
        next
    }

    /// How many artifacts were found this turn.
    pub(super) fn finds(&self) -> u8 {
        self.found.iter().sum()
    }

    /// What may come of drawing a card, each with its share; the situation itself if there is none to draw (R5).
    pub(super) fn drawn(&self) -> impl Iterator<Item = (f64, Self)> {
        let mut before = *self;
        if before.deck == 0 && !before.discard.is_empty() {
            (before.pool, before.discard) = (before.discard, Counts::NONE);
            before.deck = before.pool.total();
        }
        let nothing = (before.deck == 0).then_some((1.0, before));
        let from = if before.deck == 0 { Counts::NONE } else { before.pool };
        let drawn = move |(kind, count): (usize, u8)| {
            let mut next = before;
            next.pool.remove(kind);
            next.hand.add(kind);
            next.deck -= 1;
            (f64::from(count) / f64::from(from.total()), next)
        };
        nothing.into_iter().chain(from.iter().map(drawn))
    }
}

/// The kinds in a hand.
pub(super) fn held(hand: Counts) -> impl Iterator<Item = Kind> {
    Kind::all().filter(move |kind| hand.of(kind.index()) > 0)
}
