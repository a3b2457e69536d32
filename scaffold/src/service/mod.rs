//! A complete server crate: `main.rs`, a file for each tag, and a test that starts it.
//!
//! A new crate responds 501 to every operation. From then on it belongs to its user: another run
//! adds methods for new operations and files for new tags, and changes nothing else.

mod completion;
mod credential;
mod error;
mod manifest;
mod module;
mod new;
mod request;

use std::path::{Path, PathBuf};

use files::{Change, Folder, Place};
use generator::Config;
use spec::Api;

pub use self::error::Error;
use crate::{Naming, Stubs, Updated};

/// What a server crate is created from.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The description.
    pub api: &'a Api,
    /// The names of the packages.
    pub config: &'a Config,
    /// The traits of the generated server.
    pub stubs: &'a Stubs,
    /// How files name the server crate.
    pub naming: &'a Naming,
    /// The folder of the generated server crate.
    pub server: &'a Path,
    /// The input files, whose folders are not allowed for output.
    pub inputs: &'a [&'a Path],
}

/// A file that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// Its path in the crate.
    pub path: String,
    /// Its new text.
    pub text: String,
    /// Whether it does not exist yet.
    pub is_new: bool,
}

/// The planned changes of a folder.
#[derive(Debug)]
pub struct Plan {
    place: Place,
    /// The files that change.
    pub writes: Vec<Write>,
    /// The files that implement traits, by their path in the crate, after
    /// [`update`](crate::update).
    pub implementations: Vec<(String, Updated)>,
    /// Notes about what the user must do.
    pub notes: Vec<String>,
}

impl Plan {
    /// Plans a crate in a folder that is empty or missing, or the completion of one from an earlier
    /// run.
    ///
    /// # Errors
    /// Returns an error if the folder contains something else, or its files cannot be read.
    pub fn new(folder: &Path, input: &Input<'_>) -> Result<Self, Error> {
        let place = Place::new(folder, input.inputs)?;
        match place.open()? {
            Some(opened) if !is_empty(folder)? => completion::plan(place, &opened, folder, input),
            _ => new::plan(place, folder, input),
        }
    }

    /// Writes the files atomically.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written; all files are then unchanged.
    pub fn apply(&self) -> Result<(), Error> {
        if self.writes.is_empty() {
            return Ok(());
        }
        let (folder, created) = self.place.create()?;
        let changes: Vec<_> = self.writes.iter().map(Write::change).collect();
        let written = self.commit(&folder, &changes);
        if written.is_err() {
            Place::remove_empty(&created);
        }
        written
    }

    fn commit(&self, folder: &Folder, changes: &[Change<'_>]) -> Result<(), Error> {
        folder.recover()?;
        Ok(folder.commit(changes)?)
    }
}

impl Write {
    fn change(&self) -> Change<'_> {
        if self.is_new {
            Change::Create(&self.path, &self.text)
        } else {
            Change::Replace(&self.path, &self.text)
        }
    }
}

/// Returns whether a folder contains only hidden files, such as those of Git.
fn is_empty(folder: &Path) -> Result<bool, Error> {
    let entries = std::fs::read_dir(folder).map_err(Error::io(folder))?;
    for entry in entries {
        let name = entry.map_err(Error::io(folder))?.file_name();
        if !name.to_string_lossy().starts_with('.') {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the path from one folder to another.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let resolved = |path: &Path| {
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        let there = absolute.ancestors().find(|one| one.exists());
        let rest = there.and_then(|there| absolute.strip_prefix(there).ok());
        let real = there.and_then(|there| there.canonicalize().ok());
        real.zip(rest)
            .map_or_else(|| absolute.clone(), |(real, rest)| real.join(rest))
    };
    let (from, to) = (resolved(from), resolved(to));
    let shared = from.components().zip(to.components());
    let shared = shared.take_while(|(one, other)| one == other).count();
    if shared == 0 {
        return to;
    }
    let up = from.components().skip(shared).map(|_| "..");
    up.map(PathBuf::from)
        .chain(
            to.components()
                .skip(shared)
                .map(|part| PathBuf::from(part.as_os_str())),
        )
        .collect()
}
