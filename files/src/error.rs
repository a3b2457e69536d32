//! Errors of reading and writing files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error returned when files cannot be read or written.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    kind: Kind,
}

/// The kinds of error.
#[derive(Debug)]
pub enum Kind {
    /// The operating system refuses.
    Io(io::Error),
    /// Something else is in place of a file or folder: a symbolic link, a device, …
    InTheWay(&'static str),
    /// The place is not for output: a root, a home folder, a folder of inputs.
    Protected(&'static str),
    /// A file at the path was not written by this program.
    NotOurs,
    /// The run was interrupted; everything is unchanged.
    Interrupted,
    /// A folder of an earlier run contains other files.
    Leftover,
}

impl Error {
    pub(crate) fn new(path: impl Into<PathBuf>, kind: Kind) -> Self {
        Self {
            path: path.into(),
            kind,
        }
    }

    /// Returns the error for a file that was not written by this program.
    #[must_use]
    pub fn not_ours(path: PathBuf) -> Self {
        Self::new(path, Kind::NotOurs)
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::new(path, Kind::Io(error))
    }

    /// Returns the path of the file or folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the kind of error.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            Kind::Io(error) => write!(f, "{path}: {error}"),
            Kind::InTheWay(what) => write!(
                f,
                "{path} is {what}; nothing was written: remove it, or name another place"
            ),
            Kind::Protected(what) => write!(
                f,
                "{path} is {what}; nothing was written: name a folder that is only for the output"
            ),
            Kind::NotOurs => write!(
                f,
                "{path} exists, and was not made by this command; nothing was written: move it, or \
                 name another place"
            ),
            Kind::Interrupted => write!(f, "{path}: interrupted; all files are as they were"),
            Kind::Leftover => write!(
                f,
                "{path} was left by a run that was killed, and holds files that are not from it; \
                 look at them, and remove the folder"
            ),
        }
    }
}

// The system's message is part of the error's text.
impl std::error::Error for Error {}
