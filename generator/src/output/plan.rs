//! The changes to files.

use std::borrow::Cow;
use std::collections::BTreeSet;

use files::{Folder, hash, hashes};

use super::manifest::Files;
use super::{MANIFEST, OutputError, manifest};
use crate::FileTree;

/// One file that changes. Its text is that of the generated files: a copy of all of them would double
/// the memory of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change<'t> {
    /// A new file.
    Create {
        /// The path of the file.
        path: Cow<'t, str>,
        /// The new text of the file.
        text: Cow<'t, str>,
    },
    /// A file with another text.
    Update {
        /// The path of the file.
        path: Cow<'t, str>,
        /// The current text.
        old: String,
        /// The new text.
        text: Cow<'t, str>,
    },
    /// A file that is no longer generated.
    Remove {
        /// The path of the file.
        path: Cow<'t, str>,
    },
}

impl Change<'_> {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Create { path, .. } | Self::Update { path, .. } | Self::Remove { path } => path,
        }
    }
}

/// All files that change, and how many do not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes<'t> {
    /// The changed files, by path.
    pub list: Vec<Change<'t>>,
    /// How many files stay unchanged.
    pub unchanged: usize,
    /// The changed files that had been edited.
    pub edited: BTreeSet<String>,
}

impl Changes<'_> {
    /// Returns whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the changes in the order in which they are made. The list of files comes last, since
    /// it determines which files are generated.
    pub(super) fn in_order(&self) -> Vec<files::Change<'_>> {
        let (list, others): (Vec<_>, Vec<_>) = self
            .list
            .iter()
            .partition(|change| change.path() == MANIFEST);
        let all = others.into_iter().chain(list);
        all.map(|change| match change {
            Change::Create { path, text } => files::Change::Create(path, text),
            Change::Update { path, text, .. } => files::Change::Replace(path, text),
            Change::Remove { path } => files::Change::Remove(path),
        })
        .collect()
    }
}

/// Compares files with the folder, which is `None` if it does not exist yet.
pub(super) fn compare<'t>(
    tree: &'t FileTree,
    folder: Option<&Folder>,
    folders: &[&str],
) -> Result<Changes<'t>, OutputError> {
    let mut parents = folder.map(Folder::parents);
    let mut read = |path: &str| -> Result<Option<String>, OutputError> {
        let bytes = parents.as_mut().map(|parents| parents.read(path));
        Ok(bytes.transpose()?.flatten().map(text_of))
    };
    let listed = read(MANIFEST)?;
    let known = listed
        .as_deref()
        .map(manifest::parse)
        .transpose()?
        .unwrap_or_default();
    let ours = |path: &str| {
        let first = path.split('/').next().unwrap_or_default();
        folders.contains(&first)
    };
    let (paths, texts): (Vec<_>, Vec<_>) = tree.iter().unzip();
    let own = paths.into_iter().map(ToOwned::to_owned);
    let mut files: Files = own.zip(hashes(&texts).into_iter().map(Some)).collect();
    let others = known.iter().filter(|(path, _)| !ours(path));
    files.extend(others.map(|(path, hash)| (path.clone(), hash.clone())));
    let mut changes = Changes::default();
    for (path, text) in tree.iter() {
        let old = read(path)?;
        let is_listed = known.contains_key(path);
        if let (Some(old), Some(folder)) = (&old, folder)
            && !is_listed
            && old != text
        {
            return Err(not_ours(folder, path).into());
        }
        changes.compare(path.into(), old, text.into(), known.get(path));
    }
    for (path, hash) in known.iter().filter(|(path, _)| !files.contains_key(*path)) {
        if let Some(old) = read(path)? {
            changes.note_edit(path, &old, Some(hash));
            changes.list.push(Change::Remove {
                path: path.clone().into(),
            });
        }
    }
    let list = manifest::print(&files);
    changes.compare(MANIFEST.into(), listed, list.into(), None);
    changes
        .list
        .sort_by(|one, other| one.path().cmp(other.path()));
    Ok(changes)
}

impl<'t> Changes<'t> {
    /// Compares a file. `known` is the hash of the text that was last generated, if it was.
    fn compare(
        &mut self,
        path: Cow<'t, str>,
        old: Option<String>,
        text: Cow<'t, str>,
        known: Option<&Option<String>>,
    ) {
        match old {
            Some(old) if old == text => self.unchanged += 1,
            Some(old) => {
                self.note_edit(&path, &old, known);
                self.list.push(Change::Update { path, old, text });
            }
            None => self.list.push(Change::Create { path, text }),
        }
    }

    fn note_edit(&mut self, path: &str, old: &str, known: Option<&Option<String>>) {
        if let Some(Some(known)) = known
            && *known != hash(old.as_bytes())
        {
            self.edited.insert(path.to_owned());
        }
    }
}

fn not_ours(folder: &Folder, path: &str) -> files::Error {
    files::Error::not_ours(folder.path(path))
}

/// Returns what a file contains. Bytes that are no text make it differ from a generated file.
fn text_of(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes);
    text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
