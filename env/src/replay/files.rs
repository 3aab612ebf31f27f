//! Replays at a path.

use std::fs::{self, Metadata};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{Replay, ReplayError};
use crate::files::{folder_of, new_partial};

impl Replay {
    /// Reads the replay at `path`.
    ///
    /// # Errors
    /// [`ReplayError`] where there is none, or it is refused.
    pub fn load(path: &Path) -> Result<Self, ReplayError> {
        let text = fs::read_to_string(path).map_err(|error| file_error(path, error))?;
        text.parse().map_err(|reason| ReplayError::Refused { path: named(path), reason: Box::new(reason) })
    }

    /// Writes the replay to `path`: to a temporary file in the same folder first, which then takes the place of
    /// what was there. A link is followed.
    ///
    /// # Errors
    /// [`ReplayError::Target`] where something other than a regular file is, [`ReplayError::File`] where the
    /// system refuses; then `path` is as it was before.
    pub fn save(&self, path: &Path) -> Result<(), ReplayError> {
        let target = target(path)?;
        temporary_beside(&target)
            .and_then(|mut file| {
                file.write_all(self.to_string().as_bytes())?;
                file.persist(&target)?;
                Ok(())
            })
            .map_err(|error| file_error(path, error))
    }

    /// Checks that a replay can be saved at `path`, and changes nothing there: so that nobody plays a game that
    /// is lost in the end.
    ///
    /// # Errors
    /// Those of [`save`](Replay::save), as far as they can be foreseen.
    pub fn require_savable(path: &Path) -> Result<(), ReplayError> {
        temporary_beside(&target(path)?).map(drop).map_err(|error| file_error(path, error))
    }
}

/// Where a replay for `path` goes: to the file itself, not to a link that leads there.
fn target(path: &Path) -> Result<PathBuf, ReplayError> {
    let refuse = |found| ReplayError::Target { path: named(path), found };
    match path.canonicalize() {
        Ok(target) => {
            let metadata = target.metadata().map_err(|error| file_error(path, error))?;
            unfit(&metadata).map_or(Ok(target), |found| Err(refuse(found)))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(file_error(path, error)),
        Err(_) if path.is_symlink() => Err(refuse("a link that leads nowhere")),
        Err(_) => {
            let folder = folder_of(path);
            let real = folder.canonicalize().map_err(|error| file_error(folder, error))?;
            Ok(real.join(path.file_name().unwrap_or_default()))
        }
    }
}

/// Why a replay may not take the place of what is there.
fn unfit(metadata: &Metadata) -> Option<&'static str> {
    if metadata.is_dir() {
        Some("a folder")
    } else if !metadata.is_file() {
        Some("a device, a pipe or a socket")
    } else if metadata.permissions().readonly() {
        Some("a read-only file")
    } else {
        None
    }
}

/// A new file in the folder of `target` and with its permissions, which is removed unless it is made to stay.
fn temporary_beside(target: &Path) -> io::Result<NamedTempFile> {
    let file = new_partial(folder_of(target))?;
    match target.metadata() {
        Ok(metadata) => file.as_file().set_permissions(metadata.permissions())?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    Ok(file)
}

fn file_error(path: &Path, error: io::Error) -> ReplayError {
    ReplayError::File { path: named(path), error }
}

fn named(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use tempfile::{TempDir, tempdir};

    use super::*;

    const TEXT: &str = "roadside-replay 1\ngame pig\nrules 1\nsettings {}\nsetup\nend unfinished\n";

    fn save(path: &Path) -> Result<(), ReplayError> {
        let checked = Replay::require_savable(path);
        let saved = TEXT.parse::<Replay>().unwrap().save(path);
        assert_eq!(checked.is_ok(), saved.is_ok(), "{saved:?} is foreseen");
        saved
    }

    fn refusal(path: &Path) -> String {
        save(path).unwrap_err().to_string()
    }

    /// The names in a folder, sorted.
    fn names(folder: &TempDir) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_replay_takes_the_place_of_a_file_and_touches_no_other() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("x");
        for other in ["x", "x.partial"] {
            fs::write(folder.path().join(other), "mine").unwrap();
        }
        Replay::require_savable(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "the check changes nothing");
        save(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), TEXT);
        assert_eq!(fs::read_to_string(folder.path().join("x.partial")).unwrap(), "mine");
        assert_eq!(names(&folder), ["x", "x.partial"]);
    }

    #[test]
    fn what_is_no_regular_file_is_refused_and_stays() {
        let folder = tempdir().unwrap();
        assert!(refusal(folder.path()).ends_with("saved as a regular file, but a folder is there"));
        let read_only = folder.path().join("read-only");
        fs::write(&read_only, "mine").unwrap();
        let mut permissions = read_only.metadata().unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&read_only, permissions).unwrap();
        assert!(refusal(&read_only).contains("a read-only file is there"));
        assert!(refusal(&folder.path().join("none/x")).contains("none: "));
        assert!(refusal(&read_only.join("x")).contains("read-only/x: "));
        assert_eq!(names(&folder), ["read-only"], "nothing is left behind");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_and_stays() {
        use std::os::unix::fs::FileTypeExt as _;

        let folder = tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(refusal(&pipe).contains("a device, a pipe or a socket is there"));
        assert!(pipe.metadata().unwrap().file_type().is_fifo());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let (folder, elsewhere) = (tempdir().unwrap(), tempdir().unwrap());
        let (link, file) = (folder.path().join("link"), elsewhere.path().join("file"));
        symlink(&file, &link).unwrap();
        assert!(refusal(&link).contains("a link that leads nowhere is there"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        save(&link).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), TEXT);
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!((names(&folder), names(&elsewhere)), (vec!["link".into()], vec!["file".into()]));
    }

    #[test]
    fn what_is_refused_in_a_file_names_it() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("x");
        for (text, why) in [("roadside", "not a replay"), ("roadside-replay 1\n", "the replay is cut")] {
            fs::write(&path, text).unwrap();
            let error = Replay::load(&path).unwrap_err().to_string();
            assert!(error.starts_with(&path.display().to_string()) && error.contains(why), "{error}");
        }
        fs::write(&path, "\u{feff}".to_owned() + TEXT).unwrap();
        assert_eq!(Replay::load(&path).unwrap().to_string(), TEXT, "a byte order mark is skipped");
    }
}
