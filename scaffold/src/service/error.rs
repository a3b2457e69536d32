//! Errors that prevent writing a server crate.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::ParseError;

/// An error returned when a server crate cannot be planned or written.
#[derive(Debug)]
pub enum Error {
    /// A file or folder cannot be read or written.
    Files(files::Error),
    /// A folder cannot be read.
    Io(PathBuf, io::Error),
    /// A file is not Rust.
    Parse(PathBuf, ParseError),
    /// A file is not UTF-8.
    NotText(PathBuf),
    /// The folder contains something other than a server crate of an earlier run.
    NotOurs(PathBuf),
    /// The manifest cannot be read.
    Manifest(PathBuf, String),
    /// The server cannot be generated.
    Generate(generator::GenerateError),
}

impl Error {
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Io(path.to_path_buf(), error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Files(error) => write!(f, "{error}"),
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Parse(path, error) => write!(f, "{}:{error}", path.display()),
            Self::NotText(path) => write!(f, "{} is not UTF-8", path.display()),
            Self::NotOurs(path) => write!(
                f,
                "{} is not empty, and its Cargo.toml has no [package.metadata.scaffold]; nothing \
                 was written: name a new folder, or one that this command created",
                path.display()
            ),
            Self::Manifest(path, message) => write!(f, "{}: {message}", path.display()),
            Self::Generate(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<files::Error> for Error {
    fn from(error: files::Error) -> Self {
        Self::Files(error)
    }
}

impl From<generator::GenerateError> for Error {
    fn from(error: generator::GenerateError) -> Self {
        Self::Generate(error)
    }
}
