//! What has to change on the disk.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::Path;

use super::{MANIFEST, OutputError, manifest};
use crate::FileTree;

/// One file that changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// A file that is not there yet.
    Create {
        /// Its path.
        path: String,
        /// Its text.
        text: String,
    },
    /// A file with another text.
    Update {
        /// Its path.
        path: String,
        /// The text it has.
        old: String,
        /// The text it gets.
        text: String,
    },
    /// A file that is not made any more.
    Remove {
        /// Its path.
        path: String,
    },
}

impl Change {
    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Create { path, .. } | Self::Update { path, .. } | Self::Remove { path } => path,
        }
    }
}

/// All files that change, and how many do not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// Those that change, by path.
    pub list: Vec<Change>,
    /// How many stay as they are.
    pub unchanged: usize,
}

impl Changes {
    /// Whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

pub(super) fn compare(
    tree: &FileTree,
    folder: &Path,
    folders: &[&str],
) -> Result<Changes, OutputError> {
    let listed = read(folder, MANIFEST)?;
    let known = listed.as_deref().map(manifest::parse).unwrap_or_default();
    let ours = |path: &str| {
        let first = path.split('/').next().unwrap_or_default();
        folders.contains(&first)
    };
    let mut files: BTreeSet<String> = tree.iter().map(|(path, _)| path.to_owned()).collect();
    let others = known.iter().filter(|path| !ours(path)).cloned();
    files.extend(others);
    let mut changes = Changes::default();
    for (path, text) in tree.iter() {
        let old = read(folder, path)?;
        if old.is_some() && !known.contains(path) && old.as_deref() != Some(text) {
            return Err(OutputError::not_ours(folder.join(path)));
        }
        changes.compare(path, old, text);
    }
    for path in known.iter().filter(|path| !files.contains(*path)) {
        if folder.join(path).is_file() {
            changes.list.push(Change::Remove { path: path.clone() });
        }
    }
    changes.compare(MANIFEST, listed, &manifest::print(&files));
    changes
        .list
        .sort_by(|one, other| one.path().cmp(other.path()));
    Ok(changes)
}

impl Changes {
    fn compare(&mut self, path: &str, old: Option<String>, text: &str) {
        let (path, text) = (path.to_owned(), text.to_owned());
        match old {
            Some(old) if old == text => self.unchanged += 1,
            Some(old) => self.list.push(Change::Update { path, old, text }),
            None => self.list.push(Change::Create { path, text }),
        }
    }
}

fn read(folder: &Path, path: &str) -> Result<Option<String>, OutputError> {
    let path = folder.join(path);
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(OutputError::io(&path)(error)),
    }
}
