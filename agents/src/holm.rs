//! Many questions asked at once.

/// The p values as they count when so many questions are asked at once (Holm 1979): each is the chance, if no
/// difference were real, that one as clear would be found anywhere.
pub(crate) fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let (mut adjusted, mut least) = (vec![1.0; p_values.len()], 0.0_f64);
    for (rank, &place) in order.iter().enumerate() {
        least = least.max(p_values[place] * (p_values.len() - rank) as f64).min(1.0);
        adjusted[place] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holms_correction_is_that_of_the_paper() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
        assert_eq!(holm(&[0.9, 0.6]), [1.0, 1.0]);
    }
}
