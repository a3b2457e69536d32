//! What is generated, and the folder that it is written to.
//!
//! `MANIFEST` lists the files that were written, with a hash of each: those that it does not list
//! are of others and are left alone, and those that have another text were edited. [`files`]
//! touches the disk: all changes are made or none, and no link is followed.

mod diff;
mod manifest;
mod plan;

use std::path::Path;

use files::Place;

pub use self::diff::unified;
pub use self::manifest::MANIFEST;
pub use self::plan::{Change, Changes};
use crate::FileTree;

/// A folder that generated files are written to.
#[derive(Debug)]
pub struct Output {
    place: Place,
}

/// What to do with files that were edited after they had been generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edited {
    /// They stay, and nothing is written.
    Keep,
    /// They are overwritten.
    Overwrite,
}

/// An error returned when files cannot be written.
#[derive(Debug)]
pub enum OutputError {
    /// A file or folder cannot be read or written.
    Files(files::Error),
    /// Files were edited after they had been generated.
    Edited(Vec<String>),
    /// The list of files is damaged: the number of a line.
    Manifest(usize),
}

impl std::fmt::Display for OutputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 5;
        match self {
            Self::Files(error) => write!(f, "{error}"),
            Self::Edited(paths) => {
                let shown = paths.iter().take(SHOWN).map(String::as_str);
                let shown: Vec<&str> = shown.collect();
                let more = paths.len().saturating_sub(SHOWN);
                let more = if more > 0 {
                    format!(" and {more} more")
                } else {
                    String::new()
                };
                write!(
                    f,
                    "edited after they were generated: {}{more}; nothing was written: keep the \
                     edits elsewhere, or give --overwrite-edited",
                    shown.join(", ")
                )
            }
            Self::Manifest(line) => write!(
                f,
                "{MANIFEST}, line {line}, is not a path and its hash; nothing was written: restore \
                 the file, or remove it together with the files that it lists"
            ),
        }
    }
}

impl std::error::Error for OutputError {}

impl From<files::Error> for OutputError {
    fn from(error: files::Error) -> Self {
        Self::Files(error)
    }
}

impl Output {
    /// Looks at the folder, and writes nothing yet. `inputs` are what is read to generate: their
    /// folders are not for output.
    ///
    /// # Errors
    /// When the folder is not for output: see [`Place::new`].
    pub fn new(folder: &Path, inputs: &[&Path]) -> Result<Self, OutputError> {
        let place = Place::new(folder, inputs)?;
        Ok(Self { place })
    }

    /// Returns what writing `tree` would change. Of files made earlier, those below `folders` that
    /// are not in the tree any more are removed; others are left alone.
    ///
    /// # Errors
    /// When the folder cannot be read, or holds files of others at our paths.
    pub fn changes(&self, tree: &FileTree, folders: &[&str]) -> Result<Changes, OutputError> {
        plan::compare(tree, self.place.open()?.as_ref(), folders)
    }

    /// Writes the changes, all or none of them. Touches nothing if there are no changes.
    ///
    /// # Errors
    /// When a file cannot be written, or was edited; the old files are then as they were.
    pub fn apply(&self, changes: &Changes, edited: Edited) -> Result<(), OutputError> {
        if edited == Edited::Keep && !changes.edited.is_empty() {
            return Err(OutputError::Edited(changes.edited.clone()));
        }
        if changes.is_empty() {
            return Ok(());
        }
        let (folder, created) = self.place.create()?;
        let written = folder.commit(&changes.in_order());
        if written.is_err() {
            Place::remove_empty(&created);
        }
        Ok(written?)
    }

    /// Undoes what a run that was killed has begun, and removes what it has left.
    ///
    /// # Errors
    /// When another run continues there.
    pub fn recover(&self) -> Result<(), OutputError> {
        match self.place.open()? {
            Some(folder) => Ok(folder.recover()?),
            None => Ok(()),
        }
    }
}

/// Returns what writing `tree` to `folder` would change: see [`Output::changes`].
///
/// # Errors
/// See there.
pub fn changes(tree: &FileTree, folder: &Path, folders: &[&str]) -> Result<Changes, OutputError> {
    Output::new(folder, &[])?.changes(tree, folders)
}

/// Writes the changes, over edited files, too: see [`Output::apply`].
///
/// # Errors
/// See there.
pub fn apply(changes: &Changes, folder: &Path) -> Result<(), OutputError> {
    let output = Output::new(folder, &[])?;
    output.recover()?;
    output.apply(changes, Edited::Overwrite)
}
