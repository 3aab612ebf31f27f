//! What `TensorBoard` shows.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::time::{SystemTime, UNIX_EPOCH};

use protobuf::Message as _;
use tensorboard_proto::event::Event;
use tensorboard_rs::record_writer::RecordWriter;
use tensorboard_rs::summary::scalar;

use crate::folder::Folder;

/// The file of this process, and how long those of the others are.
pub struct Logs {
    name: String,
    file: File,
    others: BTreeMap<String, u64>,
}

impl Logs {
    /// Opens a new file for a run whose files so far are `known`, with their lengths: what was written behind, by a
    /// process that was killed, is cut off.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(folder: &Folder, known: &BTreeMap<String, u64>) -> io::Result<Self> {
        for name in folder.names("logs").map_err(io::Error::other)? {
            let path = folder.path("logs").join(&name);
            match known.get(&name) {
                Some(&length) => OpenOptions::new().write(true).open(path)?.set_len(length)?,
                None => std::fs::remove_file(path)?,
            }
        }
        let (seconds, process) = (since_epoch().as_secs(), std::process::id());
        let name = format!("events.out.tfevents.{seconds:010}.roadside.{process}.{}", known.len());
        let file = File::create_new(folder.path("logs").join(&name))?;
        let mut logs = Self { name, file, others: known.clone() };
        let mut first = Event::new();
        first.set_file_version("brain.Event:2".to_owned());
        logs.write(&[first])?;
        Ok(logs)
    }

    /// Writes numbers by their names, all of this step.
    ///
    /// # Errors
    /// What the system says.
    pub fn scalars(&mut self, step: u64, numbers: &BTreeMap<String, f64>) -> io::Result<()> {
        let event = |(name, &number): (&String, &f64)| {
            let mut event = Event::new();
            event.set_step(step as i64);
            event.set_summary(scalar(name, number as f32));
            event
        };
        self.write(&numbers.iter().map(event).collect::<Vec<_>>())
    }

    fn write(&mut self, events: &[Event]) -> io::Result<()> {
        let mut writer = RecordWriter::new(BufWriter::new(&self.file));
        for event in events {
            let mut event = event.clone();
            event.set_wall_time(since_epoch().as_secs_f64());
            writer.write(&event.write_to_bytes().map_err(io::Error::other)?)?;
        }
        writer.flush()
    }

    /// All files with their lengths as they are now.
    ///
    /// # Errors
    /// What the system says.
    pub fn lengths(&mut self) -> io::Result<BTreeMap<String, u64>> {
        self.file.flush()?;
        let mut all = self.others.clone();
        all.insert(self.name.clone(), self.file.metadata()?.len());
        Ok(all)
    }
}

fn since_epoch() -> std::time::Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
