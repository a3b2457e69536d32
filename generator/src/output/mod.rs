//! The one place that touches the disk.
//!
//! A tree is written beside the old one, unchanged files shared with it, and then takes its
//! place in a single step: whoever is killed, at whatever moment, leaves one of the two whole.

mod diff;
mod manifest;
mod plan;
mod swap;

use std::io;
use std::path::{Path, PathBuf};

pub use self::diff::unified;
pub use self::manifest::MANIFEST;
pub use self::plan::{Change, Changes};
use crate::FileTree;

/// Why files could not be written.
#[derive(Debug)]
pub struct OutputError {
    path: PathBuf,
    kind: OutputErrorKind,
}

#[derive(Debug)]
enum OutputErrorKind {
    Io(io::Error),
    NotOurs,
}

impl OutputError {
    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_path_buf();
        move |error| Self {
            path: path.clone(),
            kind: OutputErrorKind::Io(error),
        }
    }

    fn not_ours(path: PathBuf) -> Self {
        let kind = OutputErrorKind::NotOurs;
        Self { path, kind }
    }
}

impl std::fmt::Display for OutputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = self.path.display();
        match &self.kind {
            OutputErrorKind::Io(error) => write!(f, "{path}: {error}"),
            OutputErrorKind::NotOurs => write!(
                f,
                "{path} exists, and was not made by this command; \
                 remove it, or name another folder with --out"
            ),
        }
    }
}

impl std::error::Error for OutputError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            OutputErrorKind::Io(error) => Some(error),
            OutputErrorKind::NotOurs => None,
        }
    }
}

/// What writing `tree` to `folder` would change. Of files made earlier, those below `folders`
/// that are not in the tree any more are removed; others are left alone.
///
/// # Errors
/// When the folder cannot be read, or holds files of somebody else at our paths.
pub fn changes(tree: &FileTree, folder: &Path, folders: &[&str]) -> Result<Changes, OutputError> {
    plan::compare(tree, folder, folders)
}

/// Writes the changes, all or none of them. Nothing is touched where there are none.
///
/// # Errors
/// When a file cannot be written; the old files are then as they were.
pub fn apply(changes: &Changes, folder: &Path) -> Result<(), OutputError> {
    swap::recover(folder)?;
    if changes.is_empty() {
        return Ok(());
    }
    swap::replace(changes, folder)
}
