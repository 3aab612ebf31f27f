//! What the next flip may bring, and whether to dare it.

use roadside_env::games::zone_stalker::{Kind, Move, Phase, ZoneStalker};
use roadside_env::{Actions as _, Game as _, Seat, Stop, View};
use serde::Serialize;
use thiserror::Error;

use super::cards::{CardOutlook, SortOutlook, cards, site_name};
use super::decision::{Decision, Outset};
use super::greedy::{EQUAL, choose, values};
use super::outcomes::{Outcomes, Tally, Teller};
use super::resolution::{Outlook as _, Resolution, Value};
use super::turn::{Bounds, Foresight, Turn};

/// What to look at.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FlipOptions {
    /// What an injury costs in Swag Points, 0 to 1000, for the value of the next flip.
    pub injury_cost: f64,
    /// How far the turn's value looks ahead.
    pub foresight: Foresight,
}

impl Default for FlipOptions {
    /// An injury costs 3, as for the player `greedy`.
    fn default() -> Self {
        Self { injury_cost: 3.0, foresight: Foresight::default() }
    }
}

/// There is nothing to say of the next flip.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum FlipError {
    /// An injury costs less than nothing, more than 1000, or no number.
    #[error("an injury costs {found}; legal is a number from 0 to 1000")]
    InjuryCost {
        /// What was given.
        found: f64,
    },
    /// Not a decision of the seat whose turn it is.
    #[error(
        "seat {seat} is not to act in a turn of its own here; the flip is told for the active seat at a decision"
    )]
    NotToAct {
        /// Whose view was given.
        seat: Seat,
    },
    /// The Zone Phase is over.
    #[error(
        "the Zone Phase of this turn is over, so no card is flipped any more; take a position before \"stop\""
    )]
    PhaseOver,
}

/// An action, and what it is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveOutlook {
    /// Its label.
    pub action: String,
    /// The exact value of the next flip, as the player `greedy` sees it; `None` where it makes no difference to that.
    pub value: Option<f64>,
    /// Bounds of the mean of the Swag Points at the end of this turn, dead: 0.
    pub turn: Bounds,
    /// What may come of it before the next decision to stop or to flip; `None` before the first of a turn.
    pub outcomes: Option<Outcomes>,
}

/// What can be recommended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Advice {
    /// By the value of the next flip: the action of `greedy`.
    pub greedy: String,
    /// How much more that is worth than the best other action; `None` where the values tell nothing apart.
    pub greedy_by: Option<f64>,
    /// By the value of the turn: the action that is best for certain; `None` if the bounds leave it open.
    pub turn: Option<String>,
    /// How much more that is worth than the best other action, between bounds; 0 where it is one of several.
    pub turn_by: Option<Bounds>,
}

/// The value of flipping now, with so many flips summed in full.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Look {
    /// How many flips.
    pub depth: u8,
    /// Bounds of the turn's value after the best action that is not to stop.
    pub turn: Bounds,
    /// Whether the bounds are the value.
    pub exact: bool,
    /// Whether all of these flips were summed; if not, the bounds hold as well but could be closer.
    pub complete: bool,
}

/// A decision within a turn, looked through.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FlipReport {
    /// Who decides.
    pub seat: Seat,
    /// The Character.
    pub character: &'static str,
    /// Swag Points now, with Culligan's bonus.
    pub points: u32,
    /// Those of each seat.
    pub all_points: Vec<u32>,
    /// Injuries now.
    pub injuries: u8,
    /// Those of them that are permanent.
    pub permanent: u8,
    /// Injuries that kill.
    pub fatal: u8,
    /// The hand by kind.
    pub hand: Vec<(&'static str, u8)>,
    /// The effect of the last Location on the next card.
    pub site: &'static str,
    /// The Zone cards that are left.
    pub zone_cards: u8,
    /// The card that is being resolved.
    pub card: Option<&'static str>,
    /// What an injury costs in the value of the next flip.
    pub injury_cost: f64,
    /// What may be done, with what it is worth.
    pub moves: Vec<MoveOutlook>,
    /// The advice.
    pub advice: Advice,
    /// Sorts of cards that may be flipped; empty unless the decision is to stop or to flip.
    pub sorts: Vec<SortOutlook>,
    /// Cards that may be flipped; empty unless the decision is to stop or to flip.
    pub cards: Vec<CardOutlook>,
    /// How many flips the turn's value sums in full: of the furthest look that is complete, 0 if none is.
    pub depth: u8,
    /// The value of the turn, looked ahead ever further.
    pub looks: Vec<Look>,
}

/// Looks through a decision of the seat's own turn. What is said depends on what that seat knows and on nothing else, as
/// for [`turn_bounds`](super::turn_bounds).
///
/// # Errors
/// [`FlipError`] if the seat is not to act in a turn of its own, or its Zone Phase is over; for an injury that costs what
/// it cannot.
pub fn flip<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    options: &FlipOptions,
) -> Result<FlipReport, FlipError> {
    flip_until(view, options, &Stop::default())
}

/// As [`flip`], but once `stop` is wished for now it looks no further ahead: the bounds hold as well but could be closer.
///
/// # Errors
/// As [`flip`].
pub fn flip_until<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    options: &FlipOptions,
    stop: &Stop,
) -> Result<FlipReport, FlipError> {
    if !(0.0..=1000.0).contains(&options.injury_cost) {
        return Err(FlipError::InjuryCost { found: options.injury_cost });
    }
    let outset = Outset::new(view).ok_or(FlipError::NotToAct { seat: view.seat() })?;
    if matches!(view.phase(), Phase::EndDiscard | Phase::Offer | Phase::Give { .. } | Phase::Get { .. }) {
        return Err(FlipError::PhaseOver);
    }
    if matches!(outset.decision, Decision::Other) {
        return Err(FlipError::NotToAct { seat: view.seat() });
    }
    let values = values(&outset, options.injury_cost);
    let (turn, looks) = looks(view, &outset, options.foresight, stop);
    let moves = moves(view, &outset, options.injury_cost, &values, &turn);
    let (sorts, cards) = match outset.decision {
        Decision::Choose => cards(view, &outset, options.injury_cost),
        _ => Default::default(),
    };
    let seat = view.seat();
    Ok(FlipReport {
        seat,
        character: view.character(seat).name(),
        points: view.score(seat),
        all_points: (0..view.game().seats()).map(|seat| view.score(seat)).collect(),
        injuries: view.injuries(seat),
        permanent: view.permanent_injuries(seat),
        fatal: view.fatal_injuries(seat),
        hand: Kind::all()
            .map(|kind| (kind.label(), view.hand().of(kind.index())))
            .filter(|held| held.1 > 0)
            .collect(),
        site: site_name(view.site()),
        zone_cards: view.zone_deck_size(),
        card: view.card().map(|card| card.name),
        injury_cost: options.injury_cost,
        advice: advice(view, &values, &turn),
        moves,
        sorts,
        cards,
        depth: looks.iter().filter(|look| look.complete).map(|look| look.depth).max().unwrap_or(0),
        looks,
    })
}

/// The turn's value of each move with the longest look, and what each look says.
fn looks<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    outset: &Outset,
    foresight: Foresight,
    stop: &Stop,
) -> (Vec<(Move, Bounds)>, Vec<Look>) {
    let mut turn = Turn::new(&outset.rules, foresight.situations).heeding(stop);
    let all = || view.legal_actions().iter().filter_map(Move::new).collect();
    let (mut moves, mut looks) = (Vec::<(Move, Bounds)>::new(), Vec::new());
    for depth in 1..=foresight.depth.max(1) {
        let next = turn.moves(outset, depth, all);
        // Each look is at least as good as the one before.
        moves = if moves.is_empty() {
            next
        } else {
            moves.iter().zip(next).map(|(old, new)| (old.0, old.1.and(new.1))).collect()
        };
        let going_on = moves.iter().filter(|(choice, _)| *choice != Move::Stop).map(|&(_, bounds)| bounds);
        let turn_value =
            going_on.reduce(Value::or).unwrap_or(Bounds::exactly(f64::from(outset.situation.points)));
        let (exact, complete) = (turn_value.is_exact(), turn.is_complete());
        looks.push(Look { depth, turn: turn_value, exact, complete });
        if exact || !complete {
            break;
        }
    }
    (moves, looks)
}

fn moves<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    outset: &Outset,
    injury_cost: f64,
    values: &[(Move, f64)],
    turn: &[(Move, Bounds)],
) -> Vec<MoveOutlook> {
    let (rules, situation) = (&outset.rules, &outset.situation);
    let mut tallies = Resolution::new(rules, Teller::new(situation, injury_cost));
    let told: Vec<(Move, Tally)> = match outset.decision {
        Decision::Choose if situation.may_flip() => {
            let stopped = tallies.outlook.after(rules, situation);
            vec![(Move::Flip, tallies.flip(situation)), (Move::Stop, stopped)]
        }
        Decision::Card(step) => tallies.moves(situation, step),
        _ => Vec::new(),
    };
    let fatal = usize::from(rules.fatal - situation.injuries.min(rules.fatal));
    let outlook = |&(choice, bounds): &(Move, Bounds)| MoveOutlook {
        action: view.game().action_to_string(choice.action()).to_owned(),
        value: values.iter().find(|(known, _)| *known == choice).map(|&(_, value)| value),
        turn: bounds,
        outcomes: told.iter().find(|(known, _)| *known == choice).map(|(_, tally)| tally.outcomes(fatal)),
    };
    turn.iter().map(outlook).collect()
}

fn advice<const SEATS: usize>(
    view: &View<'_, ZoneStalker<SEATS>>,
    values: &[(Move, f64)],
    turn: &[(Move, Bounds)],
) -> Advice {
    let label = |choice: Move| view.game().action_to_string(choice.action()).to_owned();
    let chosen = choose(view, values);
    let worth = |wanted: Move| values.iter().find(|(known, _)| *known == wanted).map(|&(_, value)| value);
    let other = values.iter().filter(|(known, _)| *known != chosen).map(|&(_, value)| value).reduce(f64::max);
    let greedy_by = worth(chosen).zip(other).map(|(worth, other)| worth - other);
    // Best for certain: no other can be worth more.
    let rival = |choice: Move| {
        let others = turn.iter().filter(|(known, _)| *known != choice).map(|&(_, bounds)| bounds);
        others.reduce(Value::or)
    };
    let certain = turn.iter().filter_map(|&(choice, bounds)| {
        let rival = rival(choice)?;
        let by = Bounds { lower: bounds.lower - rival.upper, upper: bounds.upper - rival.lower };
        (by.lower >= -EQUAL)
            .then_some((choice, Bounds { lower: by.lower.max(0.0), upper: by.upper.max(0.0) }))
    });
    let certain = certain.reduce(|first, next| if next.0 == chosen { next } else { first });
    Advice {
        greedy: label(chosen),
        greedy_by,
        turn: certain.map(|(choice, _)| label(choice)),
        turn_by: certain.map(|(_, by)| by),
    }
}
