//! A folder and its contents.

use std::ffi::OsStr;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata, OpenOptions};

use crate::{Error, Kind, Parents};

/// An open folder.
#[derive(Debug)]
pub struct Folder {
    dir: Dir,
    path: PathBuf,
}

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// Nothing.
    Nothing,
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Anything else, described for people.
    Other(&'static str),
}

impl Folder {
    /// Opens a folder in another one; `None` if it is missing. `named` is its path for people.
    pub(crate) fn open(parent: &Path, name: &OsStr, named: &Path) -> Result<Option<Self>, Error> {
        let above = match Dir::open_ambient_dir(parent, ambient_authority()) {
            Ok(above) => above,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::io(parent)(error)),
        };
        match entry(&above, Path::new(name)).map_err(Error::io(named))? {
            Entry::Nothing => Ok(None),
            Entry::Folder => {
                let dir = above.open_dir_nofollow(name).map_err(Error::io(named))?;
                let path = named.to_path_buf();
                Ok(Some(Self { dir, path }))
            }
            Entry::File => Err(Error::new(named, Kind::InTheWay("a file"))),
            Entry::Other(what) => Err(Error::new(named, Kind::InTheWay(what))),
        }
    }

    /// Returns a path below the folder, for messages.
    #[must_use]
    pub fn path(&self, below: &str) -> PathBuf {
        self.path.join(below)
    }

    /// Returns what is at a path below the folder.
    ///
    /// # Errors
    /// Returns an error if a symbolic link or a file is in place of a folder on the path.
    pub fn entry(&self, path: &str) -> Result<Entry, Error> {
        self.parents().entry(path)
    }

    /// Returns the bytes of a file below the folder; `None` if it is missing.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not a file.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        self.parents().read(path)
    }

    /// Returns a reader of many files below the folder.
    #[must_use]
    pub const fn parents(&self) -> Parents<'_> {
        Parents::new(self)
    }

    /// Returns the names in the folder.
    pub(crate) fn names(&self) -> Result<Vec<String>, Error> {
        let all = self.dir.entries().map_err(Error::io(&self.path))?;
        let names = all.filter_map(|one| one.ok()?.file_name().into_string().ok());
        Ok(names.collect())
    }

    pub(crate) const fn dir(&self) -> &Dir {
        &self.dir
    }

    /// Returns the folder that contains a path; `None` if it is missing.
    pub(crate) fn parent_of(&self, path: &str) -> Result<Option<Dir>, Error> {
        let mut dir = self.dir.try_clone().map_err(Error::io(&self.path))?;
        let mut at = PathBuf::new();
        for part in parts(path) {
            at.push(part);
            let shown = self.path.join(&at);
            match entry(&dir, Path::new(part)).map_err(Error::io(&shown))? {
                Entry::Nothing => return Ok(None),
                Entry::Folder => dir = dir.open_dir_nofollow(part).map_err(Error::io(&shown))?,
                Entry::File => return Err(Error::new(shown, Kind::InTheWay("a file"))),
                Entry::Other(what) => return Err(Error::new(shown, Kind::InTheWay(what))),
            }
        }
        Ok(Some(dir))
    }

    /// Returns the folder that contains a path, which is created if it is missing.
    pub(crate) fn create_parent_of(&self, path: &str) -> Result<Dir, Error> {
        let mut dir = self.dir.try_clone().map_err(Error::io(&self.path))?;
        let mut shown = self.path.clone();
        for part in parts(path) {
            shown.push(part);
            if entry(&dir, Path::new(part)).map_err(Error::io(&shown))? == Entry::Nothing {
                dir.create_dir(part).map_err(Error::io(&shown))?;
            }
            dir = dir.open_dir_nofollow(part).map_err(Error::io(&shown))?;
        }
        Ok(dir)
    }

    /// Removes empty folders; others stay.
    pub(crate) fn remove_empty(&self, folders: &[String]) {
        for folder in folders.iter().rev() {
            if let Ok(Some(dir)) = self.parent_of(folder) {
                let _ = dir.remove_dir(name(folder));
            }
        }
    }
}

/// Returns the names of the folders on a path.
fn parts(path: &str) -> impl Iterator<Item = &str> {
    parent(path).split('/').filter(|part| !part.is_empty())
}

/// Returns the path of the folder that contains a path.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// Returns the last name of a path.
pub(crate) fn name(path: &str) -> &Path {
    Path::new(path.rsplit('/').next().unwrap_or(path))
}

pub(crate) fn entry(dir: &Dir, name: &Path) -> std::io::Result<Entry> {
    match dir.symlink_metadata(name) {
        Ok(found) => Ok(kind(&found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Entry::Nothing),
        Err(error) => Err(error),
    }
}

fn kind(found: &Metadata) -> Entry {
    let kind = found.file_type();
    if kind.is_file() {
        Entry::File
    } else if kind.is_dir() {
        Entry::Folder
    } else if kind.is_symlink() {
        Entry::Other("a link")
    } else {
        Entry::Other("a device, a pipe or a socket")
    }
}

pub(crate) fn read_in(dir: &Dir, name: &Path, shown: &Path) -> Result<Option<Vec<u8>>, Error> {
    match entry(dir, name).map_err(Error::io(shown))? {
        Entry::Nothing => return Ok(None),
        Entry::File => {}
        Entry::Folder => return Err(Error::new(shown, Kind::InTheWay("a folder"))),
        Entry::Other(what) => return Err(Error::new(shown, Kind::InTheWay(what))),
    }
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No);
    let mut bytes = Vec::new();
    let mut file = dir.open_with(name, &options).map_err(Error::io(shown))?;
    file.read_to_end(&mut bytes).map_err(Error::io(shown))?;
    Ok(Some(bytes))
}

/// Writes a new file.
pub(crate) fn write_new(dir: &Dir, name: &Path, text: &[u8], shown: &Path) -> Result<(), Error> {
    let mut options = OpenOptions::new();
    options
        .write(true)
        .create_new(true)
        .follow(FollowSymlinks::No);
    let mut file = dir.open_with(name, &options).map_err(Error::io(shown))?;
    let written = file.write_all(text);
    if written.is_err() {
        // The first failure is reported.
        let _ = dir.remove_file(name);
    }
    written.map_err(Error::io(shown))
}
