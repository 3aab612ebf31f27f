//! Round numbers along an axis.

/// About `wanted` round numbers from `least` to `most`, with how many digits behind the point they need.
pub(crate) fn ticks(least: f64, most: f64, wanted: usize) -> (Vec<f64>, usize) {
    let span = most - least;
    if span.is_nan() || span <= 0.0 {
        return (vec![least], 2);
    }
    let rough = span / wanted.max(1) as f64;
    let power = 10_f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 2.5, 5.0, 10.0].map(|step| step * power);
    let step = steps.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(rough);
    let digits = (0..8).find(|&digits| whole(step * 10_f64.powi(digits))).unwrap_or(8) as usize;
    let first = (least / step - 1e-9).ceil() as i64;
    let last = (most / step + 1e-9).floor() as i64;
    ((first..=last).map(|count| count as f64 * step).collect(), digits)
}

fn whole(value: f64) -> bool {
    (value - value.round()).abs() < 1e-6
}

/// A number with so many digits, with a true minus sign.
pub(crate) fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let is_zero = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    match text.strip_prefix('-') {
        Some(rest) if is_zero => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// As [`number`], with a plus before what is above 0.
pub(crate) fn signed(value: f64, digits: usize) -> String {
    let text = number(value, digits);
    let is_zero = !text.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    if value > 0.0 && !is_zero { format!("+{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(0.0, 100.0, 5), (vec![0.0, 20.0, 40.0, 60.0, 80.0, 100.0], 0));
        let (found, digits) = ticks(-0.12, 0.12, 4);
        assert_eq!(digits, 1);
        assert!(found.iter().all(|tick| (-0.12..=0.12).contains(tick)), "{found:?}");
        assert_eq!(ticks(0.0, 0.5, 2), (vec![0.0, 0.25, 0.5], 2));
        assert_eq!(ticks(3.0, 3.0, 4).0, [3.0]);
    }

    #[test]
    fn numbers_have_true_signs() {
        assert_eq!(number(-2.0, 1), "−2.0");
        assert_eq!(number(-0.001, 1), "0.0");
        assert_eq!(signed(0.25, 2), "+0.25");
        assert_eq!(signed(0.0, 2), "0.00");
        assert_eq!(signed(0.001, 2), "0.00");
    }
}
