//! What is sure to be done, alone at the table: for solvers that look to the end of the game.
//!
//! A skip costs nothing as long as another may follow (R21): who neither discards nor draws has the same cards in his next
//! turn, and whatever he would do now he can do then, at no more injuries. So the first card of a turn need not be flipped
//! before the last turn in which a skip would end the game, and until then injuries heal.

use super::cards::Character;
use super::state::{Phase, Turn, ZoneState};
use super::{ZoneStalker, legal};
use crate::Counts;

/// Goes on to where something is to be decided; whether it did.
pub(super) fn foresee<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &mut ZoneState<SEATS>) -> bool {
    if game.seats() != 1 {
        return false;
    }
    let stops = state.phase == Phase::Choose && should_stop(game, state);
    if stops {
        stop(state);
        state.legal = legal::actions(game, state).set();
    }
    let ends = state.phase == Phase::EndDiscard && draws_all(game, state);
    if ends {
        end_turn(state);
    }
    heal(game, state) || stops || ends
}

/// Whether all cards come to hand in the next turn, so that nothing need be discarded before.
fn draws_all<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &ZoneState<SEATS>) -> bool {
    let stalker = state.active();
    let cards = [stalker.hand(), state.deck, state.discard];
    let all: u8 = cards.into_iter().map(Counts::total).sum();
    all <= game.cards_wanted(stalker.character)
}

/// Ends the turn in its End Phase; another follows.
fn end_turn<const SEATS: usize>(state: &mut ZoneState<SEATS>) {
    state.quiet += u8::from(!state.turn.flipped);
    state.turn = Turn::default();
    state.phase = Phase::TurnStart;
    state.legal = Default::default();
}

/// Whether stopping is sure to be as good as flipping, as the next turn can begin with the same cards in hand and no more
/// injuries, in which all that can be done now can be done as well.
fn should_stop<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &ZoneState<SEATS>) -> bool {
    let (stalker, turn) = (state.active(), &state.turn);
    let wanted = game.cards_wanted(stalker.character);
    let draws_nothing = stalker.hand().total() >= wanted || state.deck.is_empty() && state.discard.is_empty();
    let hindu = stalker.character == Character::Hindu; // draws in any case
    // A bonus that comes by itself might make a roll succeed that had better failed; others need not be used.
    let comes_by_itself =
        matches!(stalker.character, Character::Nose | Character::PygmyZmyg | Character::Cactus);
    let same_rolls =
        (turn.site.avoid(), turn.site.detect()) == (0, 0) && !(comes_by_itself && turn.ability_used);
    let may_wait = turn.flipped || state.quiet + 1 < game.config().stalemate_rounds;
    // Only who heals has fewer injuries then.
    let no_worse = !heals(state) || fewer_injuries_are_better(game, state);
    may_wait && draws_nothing && stalker.has_hand() && !hindu && same_rolls && no_worse
}

/// Whether the active Stalker would recover from an injury if he stopped now.
fn heals<const SEATS: usize>(state: &ZoneState<SEATS>) -> bool {
    let stalker = state.active();
    let entitled = !state.turn.flipped || stalker.character == Character::Scab;
    entitled && stalker.injuries > stalker.permanent
}

/// Who has fewer injuries can do what he would do with more. It is not so sure where a death has its good sides.
fn fewer_injuries_are_better<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &ZoneState<SEATS>,
) -> bool {
    let stalker = state.active();
    let may_be_spared = stalker.character == Character::Hamster && !stalker.spared;
    !may_be_spared && !game.config().inheritance
}

/// Stops, up to the End Phase.
fn stop<const SEATS: usize>(state: &mut ZoneState<SEATS>) {
    let healed = if heals(state) { 1 + u8::from(state.active().swag.heals()) } else { 0 };
    let stalker = &mut state.stalkers[0];
    stalker.injuries -= healed.min(stalker.injuries - stalker.permanent);
    state.turn = Turn { flipped: state.turn.flipped, ..Turn::default() };
    state.phase = Phase::EndDiscard;
}

/// Takes away the injuries that are healed before anything is flipped again; whether there were any.
fn heal<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &mut ZoneState<SEATS>) -> bool {
    let turns = match state.phase {
        Phase::EndDiscard if state.turn.flipped => 0,
        Phase::EndDiscard => state.quiet + 1,
        Phase::TurnStart => state.quiet,
        _ => return false,
    };
    let skips = (game.config().stalemate_rounds - 1).saturating_sub(turns);
    let stalker = state.active();
    let healed = skips * (1 + u8::from(stalker.swag.heals()));
    let healing = stalker.injuries - stalker.permanent;
    let hindu = stalker.character == Character::Hindu;
    if healing == 0 || healed < healing || hindu || !fewer_injuries_are_better(game, state) {
        return false;
    }
    state.stalkers[0].injuries -= healing;
    true
}
