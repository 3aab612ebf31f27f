//! A folder that results go into, whole or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use roadside_env::files::{new_partial, write_whole};
use roadside_pictures::png;

use crate::failure::Failure;

/// How much larger a PNG file is than the drawing says.
const ZOOM: f32 = 2.0;

/// Where files go. Each is written under another name first, and then takes the place of what was there.
pub struct Folder {
    path: PathBuf,
    written: Vec<String>,
}

impl Folder {
    /// The folder at `path`, which is made with the first file if there is none. That files can be written there, or in
    /// the folder that it will lie in, is tried now, so that nobody waits for what is lost in the end.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let folder = Self { path: path.to_owned(), written: Vec::new() };
        let here = Path::new(".");
        let there = path.ancestors().find(|above| above.symlink_metadata().is_ok()).unwrap_or(here);
        new_partial(there).map(drop).map_err(|error| folder.refuse("", &error))?;
        Ok(folder)
    }

    /// Writes a file.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let written = fs::create_dir_all(&self.path).and_then(|()| write_whole(&self.path.join(name), bytes));
        written.map_err(|error| self.refuse(name, &error))?;
        self.written.push(name.to_owned());
        Ok(())
    }

    /// Writes a drawing, as `NAME.svg` and as `NAME.png`.
    pub fn draw(&mut self, name: &str, svg: &str) -> Result<(), Failure> {
        let pixels = png(svg, ZOOM)?;
        self.write(&format!("{name}.svg"), svg.as_bytes())?;
        self.write(&format!("{name}.png"), &pixels)
    }

    /// The files, in one line.
    pub fn in_words(&self) -> String {
        format!("{}: {}", self.path.display(), self.written.join(", "))
    }

    fn refuse(&self, name: &str, error: &io::Error) -> Failure {
        Failure::Failed(format!("{}: {error}", self.path.join(name).display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_appear_whole_and_nothing_else_stays() {
        let parent = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(&parent.path().join("a/b")).unwrap();
        folder.write("x.csv", b"old").unwrap();
        folder.write("x.csv", b"new").unwrap();
        folder.draw("y", r#"<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>"#).unwrap();
        let found = fs::read_dir(parent.path().join("a/b")).unwrap();
        let mut names: Vec<_> = found.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["x.csv", "y.png", "y.svg"]);
        assert_eq!(fs::read(parent.path().join("a/b/x.csv")).unwrap(), b"new");
        assert!(folder.in_words().ends_with("b: x.csv, x.csv, y.svg, y.png"));
    }

    #[test]
    fn nothing_is_made_before_there_is_something_to_write() {
        let parent = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(&parent.path().join("a/b")).unwrap();
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 0);
        folder.write("x.csv", b"x").unwrap();
        assert!(parent.path().join("a/b/x.csv").is_file());
    }

    #[test]
    fn what_is_no_folder_is_refused_by_name() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("file");
        fs::write(&path, "kept").unwrap();
        let refusal = format!("{:?}", Folder::open(&path).err());
        assert!(refusal.contains("file"), "{refusal}");
        assert!(Folder::open(&path.join("below")).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"kept");
    }
}
