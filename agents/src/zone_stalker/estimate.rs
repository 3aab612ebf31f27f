//! What a position is worth at a glance, for searches that cannot look further.

use roadside_env::games::zone_stalker::{Note, Payment, ZoneStalker, ZoneState};
use roadside_env::{Seat, View};

mod weights;

use super::situation::held;
use weights::{HIDDEN, INPUT, OUTPUT};

/// How many numbers describe a seat.
pub const FEATURES: usize = 42;
/// Units between the numbers and the estimate.
const UNITS: usize = 16;
/// The points that a utility of 1 stands for.
const FULL_POINTS: f64 = 200.0;

/// What all see, gathered once for all seats.
struct Table {
    seats: usize,
    living: f32,
    /// Of the living: points, injuries that can still be taken, hand size, turns to miss.
    stalkers: [[f32; 4]; 6],
    alive: [bool; 6],
    active: Seat,
    /// Quiet turns until the game ends, and how many make it end.
    quiet_left: f32,
    quiet_most: f32,
    zone: f32,
}

impl Table {
    fn of<const SEATS: usize>(game: &ZoneStalker<SEATS>, state: &ZoneState<SEATS>) -> Self {
        let view = View::new(game, state, 0);
        let seats = game.seats();
        let (mut stalkers, mut alive, mut living) = ([[0.0; 4]; 6], [false; 6], 0_u8);
        for seat in 0..seats {
            alive[seat] = view.is_alive(seat);
            living += u8::from(alive[seat]);
            let margin = view.fatal_injuries(seat).saturating_sub(view.injuries(seat));
            let counts = [margin, view.hand_size(seat), view.turns_to_miss(seat)].map(f32::from);
            stalkers[seat] = [view.score(seat) as f32, counts[0], counts[1], counts[2]];
        }
        let most = game.config().stalemate_rounds * living;
        Self {
            seats,
            living: living.into(),
            stalkers,
            alive,
            active: view.active_seat(),
            quiet_left: most.saturating_sub(view.quiet_turns()).into(),
            quiet_most: most.max(1).into(),
            zone: view.zone_deck_size().into(),
        }
    }

    /// The living opponent of `seat` with the most points.
    fn rival(&self, seat: Seat) -> Option<&[f32; 4]> {
        let others = (0..self.seats).filter(|&other| other != seat && self.alive[other]);
        others.map(|other| &self.stalkers[other]).max_by(|one, other| one[0].total_cmp(&other[0]))
    }

    fn describe<const SEATS: usize>(&self, view: &View<'_, ZoneStalker<SEATS>>, out: &mut [f32; FEATURES]) {
        let seat = view.seat();
        let [points, margin, hand_size, to_miss] = self.stalkers[seat];
        let rival = self.rival(seat).copied().unwrap_or_default();
        let lead = points - rival[0];
        let hand = view.hand();
        let (mut avoid, mut detect, mut martyrs, mut retries) = (0, 0, 0, 0);
        for kind in held(hand) {
            let count = hand.of(kind.index());
            avoid += kind.avoid() * count;
            detect += kind.detect() * count;
            martyrs += if kind.note() == Some(Note::Martyr) { count } else { 0 };
            retries += if kind.note() == Some(Note::Retry) { count } else { 0 };
        }
        let order = (seat + self.seats - self.active) % self.seats;
        let flag = |holds: bool| if holds { 1.0 } else { 0.0 };
        *out = [0.0; FEATURES];
        let numbers = [
            points / 20.0,
            (lead / 10.0).clamp(-4.0, 4.0),
            (lead / 5.0).clamp(-1.0, 1.0),
            flag(lead > 0.0) - flag(lead < 0.0),
            flag(margin <= 1.0),
            flag(is_two(margin)),
            f32::from(view.permanent_injuries(seat)) / 2.0,
            to_miss / 2.0,
            hand_size / 10.0,
            f32::from(avoid) / 20.0,
            f32::from(detect) / 20.0,
            f32::from(martyrs),
            f32::from(retries),
            order as f32 / (self.seats.max(2) - 1) as f32,
            self.quiet_left / self.quiet_most,
            flag(self.quiet_left <= 1.0),
            flag(is_two(self.quiet_left)),
            self.zone / 97.0,
            flag(self.zone < 12.0) * (1.0 - self.zone / 12.0),
            (self.living - 1.0) / 5.0,
            flag(is_two(self.living)),
            flag(rival[1] <= 1.0),
            flag(is_two(rival[1])),
            rival[2] / 10.0,
            rival[3] / 2.0,
            flag(view.is_spared(seat)),
            1.0,
        ];
        out[..numbers.len()].copy_from_slice(&numbers);
        out[numbers.len() + view.character(seat) as usize] = 1.0;
    }
}

/// Whether a whole number is 2.
fn is_two(number: f32) -> bool {
    (number - 2.0).abs() < 0.5
}

/// The numbers that describe how `seat` stands in `state`: what the estimate looks at.
pub fn features<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &ZoneState<SEATS>,
    seat: Seat,
) -> [f32; FEATURES] {
    let mut out = [0.0; FEATURES];
    Table::of(game, state).describe(&View::new(game, state, seat), &mut out);
    out
}

/// How well a seat described so stands: the logit of its share of the win, up to what all have in common.
fn strength(numbers: &[f32; FEATURES]) -> f32 {
    let mut units = HIDDEN;
    for (number, weights) in numbers.iter().zip(&INPUT).filter(|&(&number, _)| number != 0.0) {
        for (unit, weight) in units.iter_mut().zip(weights) {
            *unit += number * weight;
        }
    }
    units.iter().zip(&OUTPUT).map(|(unit, weight)| unit.max(0.0) * weight).sum()
}

/// Writes what each seat may expect to get in the end.
pub(super) fn estimates<const SEATS: usize>(
    game: &ZoneStalker<SEATS>,
    state: &ZoneState<SEATS>,
    all: &mut [f64],
) {
    let view = View::new(game, state, 0);
    let points = |seat| f64::from(view.score(seat));
    if game.seats() == 1 {
        all[0] = match game.config().utility {
            // Alone nothing but the own flips can kill.
            Payment::Win => f64::from(u8::from(view.is_alive(0))),
            Payment::Share | Payment::Points => points(0) / FULL_POINTS,
        };
        return;
    }
    if game.config().utility == Payment::Points {
        let total: f64 = (0..all.len()).map(points).sum();
        let others = (all.len() - 1) as f64;
        for (seat, value) in all.iter_mut().enumerate() {
            *value = (points(seat) - (total - points(seat)) / others) / FULL_POINTS;
        }
        return;
    }
    let table = Table::of(game, state);
    let mut numbers = [0.0; FEATURES];
    for (seat, share) in all.iter_mut().enumerate() {
        *share = 0.0;
        if table.alive[seat] {
            table.describe(&View::new(game, state, seat), &mut numbers);
            *share = f64::from(strength(&numbers)).exp();
        }
    }
    let total: f64 = all.iter().sum();
    let least = if game.config().utility == Payment::Win { 0.0 } else { -1.0 / (all.len() - 1) as f64 };
    for share in all {
        // Where all are dead nobody has a share.
        let part = if total > 0.0 { *share / total } else { 0.0 };
        *share = least + (1.0 - least) * part;
    }
}
