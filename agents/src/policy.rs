//! Choosing by a policy: actions with their probabilities.

use roadside_env::{Action, Stream};

/// An action as likely as the policy says, by one word of `random`. The policy must not be empty.
pub(crate) fn choose(policy: &[(Action, f64)], random: &mut Stream) -> Action {
    let shares: Vec<f64> = policy.iter().map(|&(_, share)| share).collect();
    policy[pick(&shares, random)].0
}

/// Turns logits into shares that add up to 1.
pub(crate) fn softmax(logits: &mut [f64]) {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for logit in &mut *logits {
        *logit = (*logit - most).exp();
    }
    let sum: f64 = logits.iter().sum();
    for part in logits {
        *part /= sum;
    }
}

/// A place among shares that add up to 1, by one word of `random`.
pub(crate) fn pick(shares: &[f64], random: &mut Stream) -> usize {
    const UNIT: f64 = 1.0 / (1_u64 << 53) as f64;
    let mut left = (random.word() >> 11) as f64 * UNIT;
    let possible = shares.iter().enumerate().filter(|&(_, &share)| share > 0.0);
    let mut last = 0;
    for (place, share) in possible {
        last = place;
        if left < *share {
            break;
        }
        left -= share;
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_shares_however_large_the_logits() {
        for logits in [&[0.0; 4][..], &[1e4, -1e4, 9_999.0], &[-50.0], &[3.0e38, 0.0], &[-1e5, -1e5]] {
            let mut shares = logits.to_vec();
            softmax(&mut shares);
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{logits:?}: {shares:?}");
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "{logits:?}: {shares:?}");
        }
    }

    #[test]
    fn places_are_picked_as_often_as_their_shares_say() {
        let (shares, mut random) = ([0.0, 0.25, 0.0, 0.75, 0.0], Stream::for_actions(1));
        let mut counts = [0; 5];
        for _ in 0..10_000 {
            counts[pick(&shares, &mut random)] += 1;
        }
        assert_eq!((counts[0], counts[2], counts[4]), (0, 0, 0));
        assert!((2_300..2_700).contains(&counts[1]), "{counts:?}");
        // What rounding leaves of 1 falls to the last that can be.
        assert!((0..1000).all(|_| pick(&[1e-300, 0.0], &mut random) == 0));
    }
}
