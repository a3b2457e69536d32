//! The output folder and the files in it.
//!
//! `MANIFEST` lists the generated files, each with a hash. Files that are not listed are left
//! alone, and files with another hash were edited. [`files`] changes the disk: all changes are made
//! or none, and symbolic links are not followed.

mod diff;
mod manifest;
mod plan;

use std::path::Path;

use files::Place;

pub use self::diff::unified;
pub(crate) use self::manifest::LINE;
pub use self::manifest::MANIFEST;
pub use self::plan::{Change, Changes};
use crate::FileTree;

/// A folder for generated files.
#[derive(Debug)]
pub struct Output {
    place: Place,
}

/// What to do with generated files that were edited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edited {
    /// Keep them, and write nothing.
    Keep,
    /// Overwrite them.
    Overwrite,
}

/// An error returned when files cannot be written.
#[derive(Debug)]
pub enum OutputError {
    /// A file or folder cannot be read or written.
    Files(files::Error),
    /// Generated files were edited.
    Edited(Vec<String>),
    /// The list of files is damaged, at this line.
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
    /// Checks the folder without writing anything. The folders of `inputs`, from which code is
    /// generated, are not allowed.
    ///
    /// # Errors
    /// Returns an error if the folder is not for output: see [`Place::new`].
    pub fn new(folder: &Path, inputs: &[&Path]) -> Result<Self, OutputError> {
        let place = Place::new(folder, inputs)?;
        Ok(Self { place })
    }

    /// Returns the changes that writing `tree` would make. Previously generated files below
    /// `folders` that are not in the tree are removed; other files are left alone.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read, or unrelated files are in the way.
    pub fn changes<'t>(
        &self,
        tree: &'t FileTree,
        folders: &[&str],
    ) -> Result<Changes<'t>, OutputError> {
        plan::compare(tree, self.place.open()?.as_ref(), folders)
    }

    /// Writes the changes atomically. Does nothing if there are no changes.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or was edited. The old files are then
    /// unchanged.
    pub fn apply(&self, changes: &Changes<'_>, edited: Edited) -> Result<(), OutputError> {
        if edited == Edited::Keep && !changes.edited.is_empty() {
            return Err(OutputError::Edited(
                changes.edited.iter().cloned().collect(),
            ));
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

    /// Rolls back the changes of a run that was killed.
    ///
    /// # Errors
    /// Returns an error if another run is in progress.
    pub fn recover(&self) -> Result<(), OutputError> {
        match self.place.open()? {
            Some(folder) => Ok(folder.recover()?),
            None => Ok(()),
        }
    }
}

/// Returns the changes that writing `tree` to `folder` would make: see [`Output::changes`].
///
/// # Errors
/// The same as for [`Output::changes`].
pub fn changes<'t>(
    tree: &'t FileTree,
    folder: &Path,
    folders: &[&str],
) -> Result<Changes<'t>, OutputError> {
    Output::new(folder, &[])?.changes(tree, folders)
}

/// Writes the changes, also over edited files: see [`Output::apply`].
///
/// # Errors
/// The same as for [`Output::apply`].
pub fn apply(changes: &Changes<'_>, folder: &Path) -> Result<(), OutputError> {
    let output = Output::new(folder, &[])?;
    output.recover()?;
    output.apply(changes, Edited::Overwrite)
}
