//! What stands twice in a list.

/// The first of `all` that stands before as well.
pub(crate) fn first_double<T: PartialEq>(all: &[T]) -> Option<&T> {
    all.iter().enumerate().find(|&(at, one)| all[..at].contains(one)).map(|(_, one)| one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_that_comes_again_is_found() {
        assert_eq!(first_double(&[3, 1, 2, 1, 3]), Some(&1));
        assert_eq!(first_double(&[3, 1, 2]), None);
        assert_eq!(first_double::<u8>(&[]), None);
    }
}
