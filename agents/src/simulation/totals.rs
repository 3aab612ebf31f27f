//! What is added up over games.

use std::collections::BTreeMap;

use roadside_env::chance::MAX_TALLIES;
use roadside_env::{Game, Standing, Statistic};

use super::figure::{Ratio, Sample};
use super::report::{GroupReport, Report, SeatReport};
use crate::parallel::InOrder;

/// What is kept of a finished game.
pub(super) struct Record {
    pub(super) game: u64,
    pub(super) decisions: u32,
    pub(super) tallies: [u32; MAX_TALLIES],
    pub(super) seats: Vec<SeatRecord>,
}

/// How a seat of a finished game stood.
#[derive(Clone, Copy, Default)]
pub(super) struct SeatRecord {
    pub(super) group: Option<&'static str>,
    pub(super) standing: Standing,
}

/// Sums over games. The order in which games are added counts for the last digits.
pub(super) struct Totals {
    games: u64,
    decisions: Ratio,
    statistics: Vec<(Statistic, Ratio)>,
    seats: Vec<Standings>,
    groups: BTreeMap<&'static str, Standings>,
}

/// Sums over the standings of a seat or a group.
#[derive(Clone, Default)]
struct Standings {
    count: u64,
    win_share: Sample,
    score: Sample,
    death_rate: Sample,
}

impl Totals {
    fn new<G: Game>(game: &G) -> Self {
        Self {
            games: 0,
            decisions: Ratio::default(),
            statistics: G::STATISTICS.iter().map(|&statistic| (statistic, Ratio::default())).collect(),
            seats: vec![Standings::default(); game.facts().seats],
            groups: BTreeMap::new(),
        }
    }

    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.decisions.add(record.decisions, 1);
        for (statistic, ratio) in &mut self.statistics {
            match *statistic {
                Statistic::PerGame { tally, .. } => ratio.add(record.tallies[tally], 1),
                Statistic::Rate { tally, per, .. } => ratio.add(record.tallies[tally], record.tallies[per]),
            }
        }
        for (seat, sums) in record.seats.iter().zip(&mut self.seats) {
            sums.add(&seat.standing);
            if let Some(group) = seat.group {
                self.groups.entry(group).or_default().add(&seat.standing);
            }
        }
    }

    /// `None` without any game.
    pub(super) fn report<G: Game>(&self, game: &G, names: Vec<String>, seed: u64) -> Option<Report> {
        let statistics = self.statistics.iter().map(|(statistic, ratio)| (*statistic, ratio.figure()));
        let (mut per_game, mut rates) = (Vec::new(), Vec::new());
        for (statistic, figure) in statistics {
            match statistic {
                Statistic::PerGame { name, .. } => per_game.push((name, figure)),
                Statistic::Rate { name, .. } => rates.push((name, figure)),
            }
        }
        per_game.push(("decisions", self.decisions.figure()));
        (self.games > 0).then(|| Report {
            game: G::NAME,
            players: game.facts().seats,
            games: self.games,
            seed,
            steps: self.decisions.total(),
            seats: self.seats.iter().zip(names).map(|(sums, agent)| sums.seat_report(agent)).collect(),
            per_game: per_game.into_iter().filter_map(|(name, figure)| Some((name, figure?))).collect(),
            rates,
            grouped_by: G::GROUPS,
            groups: self.groups.iter().map(|(&name, sums)| sums.group_report(name)).collect(),
        })
    }
}

impl Standings {
    fn add(&mut self, standing: &Standing) {
        self.count += 1;
        standing.win_share.inspect(|&share| self.win_share.add(share));
        standing.score.inspect(|&score| self.score.add(score));
        standing.dead.inspect(|&dead| self.death_rate.add(f64::from(u8::from(dead))));
    }

    fn seat_report(&self, agent: String) -> SeatReport {
        SeatReport {
            agent,
            win_share: self.win_share.figure(),
            score: self.score.figure(),
            death_rate: self.death_rate.figure(),
        }
    }

    fn group_report(&self, name: &'static str) -> GroupReport {
        GroupReport {
            name,
            appearances: self.count,
            win_share: self.win_share.figure(),
            death_rate: self.death_rate.figure(),
        }
    }
}

/// Adds games in the order of their numbers, in whatever order they end.
pub(super) struct Ordered {
    totals: Totals,
    order: InOrder<Record>,
}

impl Ordered {
    pub(super) fn new<G: Game>(game: &G) -> Self {
        Self { totals: Totals::new(game), order: InOrder::from(0) }
    }

    /// Takes a finished game, and tells `watch` of each game that it could add.
    pub(super) fn take(&mut self, record: Record, watch: &impl Fn(u64)) {
        self.order.put(record.game, record);
        while let Some(next) = self.order.next() {
            self.totals.add(&next);
            watch(self.totals.games);
        }
    }

    /// The sums over the first games, as far as they are over without a gap.
    pub(super) fn into_totals(self) -> Totals {
        self.totals
    }
}
