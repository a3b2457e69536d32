//! Files in memory.

use std::collections::BTreeMap;

use crate::output::LINE;

/// Files by their path, with `/` between folders, relative to the output folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileTree {
    files: BTreeMap<String, String>,
}

impl FileTree {
    /// Adds a file.
    ///
    /// # Panics
    /// Panics if the path is not a plain relative one, or already exists. `names.rs` rules out both.
    pub fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        let path = path.into();
        let plain = path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != ".." && !part.contains('\\'));
        assert!(plain, "`{path}` is not a plain relative path");
        let taken = self.files.insert(path, text.into());
        assert!(taken.is_none(), "a file was made twice");
    }

    /// Adds the files of another tree below a folder.
    pub fn append(&mut self, folder: &str, other: Self) {
        for (path, text) in other.files {
            self.insert(format!("{folder}/{path}"), text);
        }
    }

    /// Adds the files of another tree.
    pub fn merge(&mut self, other: Self) {
        for (path, text) in other.files {
            self.insert(path, text);
        }
    }

    /// Returns all files, by path.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        let files = self.files.iter();
        files.map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// Returns the size of all files and of their lines in the list of files, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.iter().map(|(path, text)| size(path, text)).sum()
    }

    /// Returns the text of one file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }
}

/// Returns the size of a file and of its line in the list of files, in bytes.
pub(crate) const fn size(path: &str, text: &str) -> usize {
    path.len() + LINE + text.len()
}
