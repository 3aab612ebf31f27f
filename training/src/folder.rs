//! The folder of a run.
//!
//! ```text
//! recipe.toml        what is trained, as it was given
//! state/             all that is needed to go on: state.json names the other files
//! rows/              the replay window, one file for each table
//! weights/           checkpoints of the present and of some past rounds
//! best/              the checkpoint that no later one beat
//! logs/              for TensorBoard
//! report.md          what was reached, with pictures
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use roadside_env::files::{is_partial, new_partial, write_whole};
use thiserror::Error;

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// A file of a run could not be read or written.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct FileError {
    path: PathBuf,
    #[source]
    error: io::Error,
}

impl Folder {
    /// The run's folder at `path`, made if there is none; that files can be written there is tried.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let folder = Self { path: path.to_owned() };
        for name in ["state", "rows", "weights", "logs"] {
            let path = folder.path(name);
            fs::create_dir_all(&path).map_err(|error| FileError { path, error })?;
        }
        new_partial(path).map(drop).map_err(|error| FileError { path: path.to_owned(), error })?;
        Ok(folder)
    }

    /// The path of a file or a folder in it.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn read(&self, name: impl AsRef<Path>) -> Result<Vec<u8>, FileError> {
        let path = self.path(name);
        fs::read(&path).map_err(|error| FileError { path, error })
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn write(&self, name: impl AsRef<Path>, bytes: &[u8]) -> Result<(), FileError> {
        let path = self.path(name);
        write_whole(&path, bytes).map_err(|error| FileError { path, error })
    }

    /// The names of what lies in one of its folders, in rising order; files that were not finished are removed.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn names(&self, name: &str) -> Result<Vec<String>, FileError> {
        let path = self.path(name);
        let list = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in fs::read_dir(&path)? {
                let entry = entry?;
                let Ok(name) = entry.file_name().into_string() else { continue };
                if is_partial(&name) {
                    fs::remove_file(entry.path())?;
                } else {
                    names.push(name);
                }
            }
            names.sort();
            Ok(names)
        };
        list().map_err(|error| FileError { path, error })
    }

    /// Removes a file or a folder, if it is there.
    ///
    /// # Errors
    /// [`FileError`].
    pub fn remove(&self, name: impl AsRef<Path>) -> Result<(), FileError> {
        let path = self.path(name);
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        match removed {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError { path, error }),
            _ => Ok(()),
        }
    }
}
