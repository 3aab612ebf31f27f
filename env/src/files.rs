//! Files that are there whole or not at all.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// How the name of a file begins that is not whole yet.
const PREFIX: &str = ".roadside-";
/// How it ends.
const SUFFIX: &str = ".partial";

/// Writes a file whole: under another name in its folder first, which then takes the place of what was there. If that
/// fails, `path` is as it was before.
///
/// # Errors
/// What the system says.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = new_partial(folder_of(path))?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// A new file in `folder` that is removed unless it is made to stay.
///
/// # Errors
/// What the system says.
pub fn new_partial(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    // Made by hand: what the crate makes itself, nobody else may read.
    builder.make_in(folder, |path| File::create_new(path))
}

/// Whether a file of this name is one that was not finished, as somebody who was killed leaves it.
pub fn is_partial(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// The folder that a path lies in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_there_whole_and_nothing_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, b"old").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(write_whole(&folder.path().join("none/file"), b"new").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_was_not_finished_is_known_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let partial = new_partial(folder.path()).unwrap();
        let name = partial.path().file_name().unwrap().to_str().unwrap();
        assert!(is_partial(name) && !is_partial("file") && !is_partial(".roadside-file"));
    }
}
