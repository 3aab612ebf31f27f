//! Colours of numbers.

/// Words and lines.
pub(crate) const INK: &str = "#1f2933";
/// What matters less.
pub(crate) const FAINT: &str = "#5f6b76";
/// Lines behind the figures.
pub(crate) const GRID: &str = "#e3e6e8";
/// The ground.
pub(crate) const PAPER: &str = "#ffffff";

/// Colours of series, told apart by people who see few colours (Okabe and Ito 2008), the blue one first.
pub(crate) const SERIES: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#1f2933"];

type Rgb = [f64; 3];

/// From blue through white to orange, evenly in lightness on both sides: people of every kind of colour vision tell
/// the two sides apart.
const DIVERGING: [Rgb; 9] = [
    [8.0, 60.0, 114.0],
    [36.0, 104.0, 166.0],
    [92.0, 150.0, 200.0],
    [165.0, 200.0, 228.0],
    [248.0, 247.0, 244.0],
    [250.0, 205.0, 150.0],
    [239.0, 152.0, 68.0],
    [204.0, 98.0, 16.0],
    [138.0, 56.0, 4.0],
];

/// From dark violet to yellow, ever lighter: the colours of "viridis" (Smith and van der Walt 2015).
const SEQUENTIAL: [Rgb; 9] = [
    [68.0, 1.0, 84.0],
    [71.0, 44.0, 122.0],
    [59.0, 81.0, 139.0],
    [44.0, 113.0, 142.0],
    [33.0, 144.0, 141.0],
    [39.0, 173.0, 129.0],
    [92.0, 200.0, 99.0],
    [170.0, 220.0, 50.0],
    [253.0, 231.0, 37.0],
];

/// How numbers become colours.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Around 0: blue below it, white at it, orange above it.
    Diverging {
        /// The number of the strongest colours, above 0; what lies beyond has them too.
        limit: f64,
    },
    /// From the least to the most, ever lighter.
    Sequential {
        /// The number of the darkest colour.
        least: f64,
        /// The number of the lightest colour.
        most: f64,
    },
}

impl Scale {
    /// A scale around 0 on which nearly all of `values` lie: the largest hundredth may lie beyond.
    pub fn around_zero(values: impl IntoIterator<Item = f64>) -> Self {
        let mut sizes: Vec<f64> = values.into_iter().map(f64::abs).filter(|size| size.is_finite()).collect();
        sizes.sort_by(f64::total_cmp);
        let place = (sizes.len() as f64 * 0.99) as usize;
        let limit = sizes.get(place.min(sizes.len().saturating_sub(1))).copied().unwrap_or(1.0);
        Self::Diverging { limit: if limit > 0.0 { rounded_up(limit) } else { 1.0 } }
    }

    /// The least and the most number.
    pub(crate) fn range(&self) -> (f64, f64) {
        match *self {
            Self::Diverging { limit } => (-limit, limit),
            Self::Sequential { least, most } => (least, most),
        }
    }

    /// The colour of `value`.
    pub(crate) fn colour(&self, value: f64) -> String {
        let (least, most) = self.range();
        let place = if most > least { ((value - least) / (most - least)).clamp(0.0, 1.0) } else { 0.5 };
        let [r, g, b] = match self {
            Self::Diverging { .. } => between(&DIVERGING, place),
            Self::Sequential { .. } => between(&SEQUENTIAL, place),
        };
        hex([r, g, b])
    }
}

/// The next of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten.
fn rounded_up(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    steps.iter().map(|step| step * power).find(|&step| step >= value * 0.999_999).unwrap_or(value)
}

/// The colour at `place` of 0 to 1 on the way through `colours`.
fn between(colours: &[Rgb], place: f64) -> Rgb {
    let along = place * (colours.len() - 1) as f64;
    let at = (along as usize).min(colours.len() - 2);
    let part = along - at as f64;
    std::array::from_fn(|channel| colours[at][channel] * (1.0 - part) + colours[at + 1][channel] * part)
}

fn hex(colour: Rgb) -> String {
    let [r, g, b] = colour.map(|channel| channel.round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// `colour`, of the form `#rrggbb`, made darker (below 1) or as it is (1).
pub(crate) fn shaded(colour: &str, light: f64) -> String {
    let channel = |at: usize| {
        let number = colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        f64::from(number.unwrap_or(0)) * light
    };
    hex([channel(1), channel(3), channel(5)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_is_white_and_both_sides_grow_darker() {
        let scale = Scale::Diverging { limit: 2.0 };
        assert_eq!(scale.colour(0.0), "#f8f7f4");
        assert_eq!(scale.colour(-9.0), scale.colour(-2.0));
        assert_ne!(scale.colour(1.0), scale.colour(-1.0));
        let light = |value: f64| u32::from_str_radix(&scale.colour(value)[3..5], 16).unwrap();
        for step in 0..20 {
            let (near, far) = (f64::from(step) / 10.0, f64::from(step + 1) / 10.0);
            assert!(light(far) < light(near) && light(-far) < light(-near), "{near}");
        }
    }

    #[test]
    fn a_scale_around_zero_holds_its_values() {
        assert_eq!(Scale::around_zero([0.03, -0.11, 0.02]), Scale::Diverging { limit: 0.12 });
        assert_eq!(Scale::around_zero([]), Scale::Diverging { limit: 1.0 });
        assert_eq!(Scale::around_zero([0.0, f64::NAN]), Scale::Diverging { limit: 1.0 });
        assert_eq!(Scale::around_zero([-3.0]), Scale::Diverging { limit: 3.0 });
    }

    #[test]
    fn a_sequential_scale_runs_from_dark_to_light() {
        let scale = Scale::Sequential { least: 1.0, most: 3.0 };
        assert_eq!((scale.colour(1.0), scale.colour(3.0)), ("#440154".into(), "#fde725".into()));
        assert_eq!(Scale::Sequential { least: 1.0, most: 1.0 }.colour(1.0), "#21908d");
    }
}
