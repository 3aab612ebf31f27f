//! What is found out about one decision.

use roadside_env::{Action, Actions as _, Knowledge as _, Seat, State, Stop, Stream, View};

use super::ReviewError;
use super::judge::{Bench, Judge};
use crate::Playable;
use crate::analysis::{Estimate, Playouts};
use crate::search::{ActionReport, Compared, Rollouts, Search};
use crate::solver::{Objective, Solution};

/// What was found out about one decision.
pub(super) struct Verdict {
    pub(super) best: Action,
    pub(super) loss: Estimate,
    /// How likely chance makes such a loss of none.
    pub(super) p_value: f64,
    pub(super) luck: Option<f64>,
    /// The best first.
    pub(super) values: Vec<(Action, Option<Estimate>)>,
}

/// What the better looking of two actions and the other one are worth, and what it is worth more.
struct Measured {
    values: [Estimate; 2],
    loss: Estimate,
    p_value: f64,
}

impl Measured {
    /// By what came of both, one by one in the same worlds.
    fn of_pairs([best, played]: [&[f64]; 2]) -> Option<Self> {
        let value = |row: &[f64]| Estimate::of(row.iter().copied());
        let loss = Estimate::of_pairs(best, played)?;
        Some(Self { values: [value(best)?, value(played)?], loss, p_value: loss.p_value() })
    }

    /// The same by trees that grew: a loss is none as long as it would vanish if what was played came to gain as much again
    /// by its tree as either action did. That far a tree may be behind best play.
    fn of_trees([best, played]: &[Compared; 2]) -> Option<Self> {
        let found = Self::of_pairs([&best.grown, &played.grown])?;
        let mean = |row: &[f64]| Estimate::of(row.iter().copied());
        let twice: Vec<f64> = played.grown.iter().map(|value| 2.0 * value).collect();
        let left_by_own = Estimate::of_pairs(&best.grown, &twice)?.less(&mean(&played.bare)?.times(-1.0));
        let left_by_best = mean(&best.bare)?.less(&mean(&played.grown)?);
        let doubt = |left: Estimate| if left.mean > 0.0 { left.p_value() } else { 1.0 };
        let p_value = found.p_value.max(doubt(left_by_own)).max(doubt(left_by_best));
        Some(Self { p_value, ..found })
    }
}

impl Verdict {
    /// By estimates, of which the one of `best` looked highest. It may owe that to luck, so where it was not `played` the
    /// two are measured anew: then it counts for nothing that it was chosen, and may turn out the worse one.
    fn measured(
        mut values: Vec<(Action, Option<Estimate>)>,
        best: Action,
        played: Action,
        measure: impl FnOnce([Action; 2]) -> Result<Measured, ReviewError>,
    ) -> Result<Self, ReviewError> {
        let (mut loss, mut p_value) = (Estimate::exact(0.0), 1.0);
        if best != played {
            let found = measure([best, played])?;
            (loss, p_value) = (found.loss, found.p_value);
            for (action, value) in &mut values {
                let anew = [best, played].iter().position(|known| known == action);
                *value = anew.map_or(*value, |at| Some(found.values[at]));
            }
        }
        values.sort_by(|(_, a), (_, b)| mean(*b).total_cmp(&mean(*a)));
        Ok(Self { best, loss, p_value, luck: None, values })
    }
}

/// Streams beyond those of games and of maps.
pub(super) const SEARCHES: u64 = 1 << 38;
const REDRAWS: u64 = 1 << 39;
const MEASURES: u64 = 1 << 41;

pub(super) fn by_solution<G: Playable>(
    solution: &Solution<G>,
    before: &G::State,
    action: Action,
    after: &G::State,
    seat: Seat,
) -> Result<Verdict, ReviewError> {
    let mut values = solution.action_values(before).map_err(ReviewError::Unsolved)?;
    values.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let of = |wanted| values.iter().find(|(known, _)| *known == wanted).map_or(0.0, |&(_, value)| value);
    let (best, most) = values.first().map_or((action, 0.0), |&best| best);
    // What the solver may be wrong by is no loss.
    let loss = Some(most - of(action)).filter(|&loss| loss > 1e-9).unwrap_or(0.0);
    let reached = solution.value_at(after, seat).map_err(ReviewError::Unsolved)?;
    Ok(Verdict {
        best: if loss > 0.0 { best } else { action },
        loss: Estimate::exact(loss),
        p_value: if loss > 0.0 { 0.0 } else { 1.0 },
        luck: Some(reached - of(action)),
        values: values.iter().map(|&(action, value)| (action, Some(Estimate::exact(value)))).collect(),
    })
}

/// By a search of all actions, and where another one than was played looks best, by one of those two alone.
pub(super) fn by_search<G: Playable>(
    bench: &Bench<'_, G>,
    search: &mut Search<G, Rollouts<G>>,
    simulations: u64,
    before: &G::State,
    (action, number): (Action, u64),
) -> Result<Verdict, ReviewError> {
    let view = View::new(bench.game, before, bench.options.seat);
    let stream = |of| Stream::new(bench.options.seed, number, of);
    let learns = search.learns_from_the_beginning(&view);
    let values_by = |search: &mut Search<G, Rollouts<G>>, of| {
        let report = search.run(&view, &mut stream(of)).map_err(|_| ReviewError::Stopped)?;
        let values = report.actions.iter().map(|found| (found.action, estimate(bench, found, learns)));
        Ok::<_, ReviewError>((report.chosen, values.collect::<Vec<_>>()))
    };
    let (chosen, values) = values_by(search, SEARCHES)?;
    // Where it learns from the beginning of the game, the choice is drawn from a mix.
    let best = if learns { highest(&values).unwrap_or(chosen) } else { chosen };
    Verdict::measured(values, best, action, |pair| {
        if learns {
            let (_, values) = values_by(search, MEASURES)?;
            let of = |wanted| values.iter().find(|(known, _)| *known == wanted).and_then(|&(_, value)| value);
            if let [Some(best), Some(played)] = pair.map(of) {
                let loss = best.less(&played);
                return Ok(Measured { values: [best, played], loss, p_value: loss.p_value() });
            }
        }
        let mut found = search
            .compare(&view, pair, simulations, &mut stream(MEASURES))
            .map_err(|_| ReviewError::Stopped)?;
        for row in found.iter_mut().flat_map(|found| [&mut found.bare, &mut found.grown]) {
            for value in row.iter_mut() {
                *value = bench.unit.count(*value);
            }
        }
        // A search that was not stopped has tried both.
        Measured::of_trees(&found).ok_or(ReviewError::Stopped)
    })
}

/// With fewer visits their spread says little.
const ENOUGH: u64 = 30;

/// What a search says of an action; `None` if it did not try it. The spread of few visits may be chance: then they are
/// taken to be spread as widely as the game allows, unless they are `learned` of plays that are not counted here.
fn estimate<G: Playable>(bench: &Bench<'_, G>, found: &ActionReport, learned: bool) -> Option<Estimate> {
    let (mean, facts) = (bench.unit.count(found.value?), bench.game.facts());
    let widest = (facts.max_utility - facts.min_utility) / 2.0 / (found.visits.max(1) as f64).sqrt();
    let known = found.stderr.filter(|_| learned || found.visits >= ENOUGH);
    let stderr = bench.unit.count_between(known.unwrap_or(widest));
    Some(match known {
        Some(_) if !learned => Estimate::of_few(mean, stderr, (found.visits - 1) as f64),
        _ => Estimate::new(mean, stderr),
    })
}

fn mean(value: Option<Estimate>) -> f64 {
    value.map_or(f64::NEG_INFINITY, |value| value.mean)
}

/// The action with the highest value, the first of equals.
fn highest(values: &[(Action, Option<Estimate>)]) -> Option<Action> {
    let all = values.iter().copied();
    all.reduce(|best, next| if mean(next.1) > mean(best.1) { next } else { best }).map(|(action, _)| action)
}

/// By playouts of all actions with the same hidden cards and chance, and where another one than was played looks best, by
/// as many new ones of those two.
pub(super) fn by_playouts<G: Playable>(
    bench: &Bench<'_, G>,
    playouts: &mut Playouts<'_, G>,
    samples: u64,
    before: &G::State,
    (action, number): (Action, u64),
    stop: &Stop,
) -> Result<Verdict, ReviewError> {
    let mut legal: Vec<Action> = before.legal_actions(bench.game).iter().collect();
    // Of equals, what was played is the best.
    legal.sort_by_key(|&known| known != action);
    let mut play = |actions: &[Action], round| {
        play_all(bench, playouts, samples, before, (actions, 2 * number + round), stop)
    };
    let rows = play(&legal, 0)?;
    let values = rows.iter().map(|row| Estimate::of(row.iter().copied()));
    let values: Vec<_> = legal.iter().copied().zip(values).collect();
    let best = highest(&values).unwrap_or(action);
    Verdict::measured(values, best, action, |pair| {
        let rows = play(&pair, 1)?;
        Measured::of_pairs([&rows[0], &rows[1]]).ok_or(ReviewError::Stopped)
    })
}

/// What the seat gets behind each of the `actions`, sample by sample.
fn play_all<G: Playable>(
    bench: &Bench<'_, G>,
    playouts: &mut Playouts<'_, G>,
    samples: u64,
    before: &G::State,
    (actions, round): (&[Action], u64),
    stop: &Stop,
) -> Result<Vec<Vec<f64>>, ReviewError> {
    let (game, seat) = (bench.game, bench.options.seat);
    let knowledge = before.knowledge(game, seat);
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); actions.len()];
    for sample in 0..samples {
        if stop.is_soon() {
            return Err(ReviewError::Stopped);
        }
        let which = round * Judge::MOST + sample;
        let mut stream = Stream::new(bench.options.seed, which, REDRAWS);
        let state = knowledge.determinize(game, &mut stream).map_err(|_| ReviewError::Stopped)?;
        for (row, &action) in rows.iter_mut().zip(actions) {
            let end = playouts.play(state.clone(), action, which)?;
            row.push(reached(bench, &end, seat));
        }
    }
    Ok(rows)
}

fn reached<G: Playable>(bench: &Bench<'_, G>, end: &G::State, seat: Seat) -> f64 {
    let standing = end.standing(bench.game, seat);
    let found = match bench.objective {
        Objective::Win => standing.win_share,
        Objective::Score => standing.score,
        Objective::Utility => Some(end.player_return(bench.game, seat)),
    };
    found.unwrap_or(0.0)
}
