//! Errors repeat what was given, which may be anything.

/// The most letters that are shown.
const MOST: usize = 2000;
/// How many of them stand at the end, where errors say what would be right.
const END: usize = 700;

/// A message for people: where it is longer than a screen, without its middle.
///
/// ```
/// let told = roadside_env::shortened(format!("no player is called {}; name another", "x".repeat(1_000_000)));
/// assert!(told.len() < 2100 && told.ends_with("name another"));
/// ```
pub fn shortened(message: String) -> String {
    let letters = message.chars().count();
    if letters <= MOST {
        return message;
    }
    let begin: String = message.chars().take(MOST - END).collect();
    let end: String = message.chars().skip(letters - END).collect();
    format!("{begin}... ({} letters more) ...{end}", letters - MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_ones_stay_and_long_ones_lose_their_middle() {
        let message = "ж".repeat(MOST);
        assert_eq!(shortened(message.clone()), message);
        let long = shortened(format!("a{}b", "ж".repeat(MOST)));
        assert!(long.starts_with("aж") && long.ends_with("жb") && long.contains("... (2 letters more) ..."));
        assert_eq!(long.chars().filter(|&letter| letter == 'ж').count(), MOST - 2);
    }
}
