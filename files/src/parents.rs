//! The folders of many paths.

use cap_std::fs::Dir;

use crate::Error;
use crate::folder::{Entry, Folder, entry, name, parent, read_in};

/// Opens the folders of many paths; the folder of neighbouring paths is opened once.
#[derive(Debug)]
pub struct Parents<'f> {
    folder: &'f Folder,
    /// The last folder, by its path.
    last: Option<(String, Dir)>,
}

impl<'f> Parents<'f> {
    pub(crate) const fn new(folder: &'f Folder) -> Self {
        let last = None;
        Self { folder, last }
    }

    /// Returns the bytes of a file: see [`Folder::read`].
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not a file.
    pub fn read(&mut self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let shown = self.folder.path(path);
        match self.find(path)? {
            Some(dir) => read_in(dir, name(path), &shown),
            None => Ok(None),
        }
    }

    /// Returns what is at a path: see [`Folder::entry`].
    pub(crate) fn entry(&mut self, path: &str) -> Result<Entry, Error> {
        let shown = self.folder.path(path);
        match self.find(path)? {
            Some(dir) => entry(dir, name(path)).map_err(Error::io(&shown)),
            None => Ok(Entry::Nothing),
        }
    }

    /// Returns the folder that contains a path; `None` if it is missing.
    fn find(&mut self, path: &str) -> Result<Option<&Dir>, Error> {
        self.last = match self.known(path) {
            None => {
                let dir = self.folder.parent_of(path)?;
                dir.map(|dir| (parent(path).to_owned(), dir))
            }
            known => known,
        };
        Ok(self.last.as_ref().map(|(_, dir)| dir))
    }

    /// Returns the folder that contains a path, which is created if it is missing.
    pub(crate) fn create(&mut self, path: &str) -> Result<&Dir, Error> {
        let last = match self.known(path) {
            None => (parent(path).to_owned(), self.folder.create_parent_of(path)?),
            Some(known) => known,
        };
        Ok(&self.last.insert(last).1)
    }

    /// Takes the last folder if it contains the path.
    fn known(&mut self, path: &str) -> Option<(String, Dir)> {
        let last = self.last.take();
        last.filter(|(last, _)| last == parent(path))
    }
}
