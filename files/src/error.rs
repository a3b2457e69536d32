//! Why files were not written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error returned when files are not read or written.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    kind: Kind,
}

/// What went wrong.
#[derive(Debug)]
pub enum Kind {
    /// The system refuses.
    Io(io::Error),
    /// Something else is where a file or folder has to be: a link, a device, …
    InTheWay(&'static str),
    /// The place is not for output: a root, a home folder, a folder of inputs.
    Protected(&'static str),
    /// A file that was not written by this program is where it would write one.
    NotOurs,
    /// The run was interrupted; everything is as it was before.
    Interrupted,
    /// A folder that an earlier run has left holds what is not from it.
    Leftover,
}

impl Error {
    pub(crate) fn new(path: impl Into<PathBuf>, kind: Kind) -> Self {
        Self {
            path: path.into(),
            kind,
        }
    }

    /// The error of a file that was not written by this program.
    #[must_use]
    pub fn not_ours(path: PathBuf) -> Self {
        Self::new(path, Kind::NotOurs)
    }

    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::new(path, Kind::Io(error))
    }

    /// Where.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns what went wrong.
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
