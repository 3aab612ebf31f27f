//! Ratings on one line.

use super::linear::Square;
use super::tallies::Tallies;

/// Elo points for each unit of the logarithm of odds: 400 points are odds of 10 to 1.
pub(super) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The most steps towards the maximum; a handful is enough, unless somebody hardly ever wins.
const MAX_STEPS: usize = 200;

/// Strengths in logarithms of odds, their mean 0, by maximum likelihood in the model of Bradley and Terry (1952): one
/// player of strength a wins against one of strength b with the odds exp(a - b). Among several others of one kind
/// each of them has its own chance (Luce 1959): the odds are exp(a - b) by their number.
///
/// It is there only if [`Tallies::are_connected`].
pub(super) fn strengths(tallies: &Tallies) -> Vec<f64> {
    let mut strengths = vec![0.0; tallies.players()];
    let mut best = likelihood(tallies, &strengths);
    for _ in 0..MAX_STEPS {
        let (gradient, curvature) = derivatives(tallies, &strengths);
        let Some(step) = curvature.solve(gradient) else { break };
        let mut length = 1.0;
        let found = loop {
            let tried: Vec<f64> =
                strengths.iter().zip(&step).map(|(old, step)| old + length * step).collect();
            let likelihood = likelihood(tallies, &tried);
            if likelihood >= best {
                break Some((tried, likelihood));
            }
            length /= 2.0;
            if length < 1e-6 {
                break None;
            }
        };
        let Some((tried, likelihood)) = found else { break };
        (strengths, best) = (tried, likelihood);
        if step.iter().all(|step| step.abs() < 1e-11) {
            break;
        }
    }
    let mean = strengths.iter().sum::<f64>() / strengths.len() as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// The logarithm of the one's odds.
fn odds(tallies: &Tallies, strengths: &[f64], (one, other): (usize, usize)) -> f64 {
    strengths[one] - strengths[other] - tallies.others().ln()
}

fn likelihood(tallies: &Tallies, strengths: &[f64]) -> f64 {
    let of_pair = |(pair, won, lost)| {
        let odds = odds(tallies, strengths, pair);
        // ln(1 / (1 + exp(-odds))), without overflow.
        let log_chance = |odds: f64| odds.min(0.0) - (-odds.abs()).exp().ln_1p();
        won * log_chance(odds) + lost * log_chance(-odds)
    };
    tallies.iter().map(of_pair).sum()
}

/// The gradient of the likelihood, and its curvature downwards. As only differences of strengths count, the curvature
/// is 0 along equal ones; there something is added, which changes no step, as the gradient adds up to 0.
fn derivatives(tallies: &Tallies, strengths: &[f64]) -> (Vec<f64>, Square) {
    let players = tallies.players();
    let (mut gradient, mut curvature) = (vec![0.0; players], Square::zero(players));
    let mut most = 0.0_f64;
    for ((one, other), won, lost) in tallies.iter() {
        let chance = 1.0 / (1.0 + (-odds(tallies, strengths, (one, other))).exp());
        let beyond = won - (won + lost) * chance;
        let bend = (won + lost) * chance * (1.0 - chance);
        gradient[one] += beyond;
        gradient[other] -= beyond;
        *curvature.at(one, one) += bend;
        *curvature.at(other, other) += bend;
        *curvature.at(one, other) -= bend;
        *curvature.at(other, one) -= bend;
        most = most.max(bend);
    }
    for row in 0..players {
        for column in 0..players {
            *curvature.at(row, column) += most;
        }
    }
    (gradient, curvature)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(seats: usize, table: &[((usize, usize), f64, f64)]) -> Vec<f64> {
        strengths(&Tallies::new(3, seats, table.iter().copied()))
    }

    fn close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }

    #[test]
    fn games_that_fit_the_model_give_its_strengths() {
        let true_strengths = [0.7, 0.1, -0.8];
        for seats in [2, 4] {
            let chance = |one: usize, other: usize| {
                let weight = |player: usize| f64::exp(true_strengths[player]);
                weight(one) / (weight(one) + (seats - 1) as f64 * weight(other))
            };
            let pairs = [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)];
            let table = pairs.map(|pair| {
                let chance = chance(pair.0, pair.1);
                (pair, 250.0 * chance, 250.0 * (1.0 - chance))
            });
            close(&rated(seats, &table), &true_strengths);
        }
    }

    #[test]
    fn two_players_are_as_far_apart_as_their_odds() {
        let tallies = Tallies::new(2, 2, [((0, 1), 750.0, 250.0)]);
        let half = 3.0_f64.ln() / 2.0;
        close(&strengths(&tallies), &[half, -half]);
        assert!((ELO * 2.0 * half - 190.848_501_9).abs() < 1e-6);
    }

    #[test]
    fn a_chain_has_the_sum_of_its_odds() {
        // Without a game between the ends the odds multiply.
        let found = rated(2, &[((0, 1), 60.0, 40.0), ((1, 2), 30.0, 10.0)]);
        assert!((found[0] - found[2] - (1.5_f64 * 3.0).ln()).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn a_circle_leaves_all_alike() {
        let circle = [((0, 1), 70.0, 30.0), ((1, 2), 70.0, 30.0), ((0, 2), 30.0, 70.0)];
        close(&rated(2, &circle), &[0.0; 3]);
    }

    #[test]
    fn hardly_any_loss_is_no_hindrance() {
        let found = rated(2, &[((0, 1), 1e6, 1e-3), ((1, 2), 1e6, 1e-3), ((0, 2), 1e6, 1e-9)]);
        // At the maximum each player has as much as the model expects.
        let (gradient, _) = derivatives(
            &Tallies::new(3, 2, [((0, 1), 1e6, 1e-3), ((1, 2), 1e6, 1e-3), ((0, 2), 1e6, 1e-9)]),
            &found,
        );
        assert!(gradient.iter().all(|part| part.abs() < 1e-6), "{found:?} {gradient:?}");
    }
}
