//! The parts of annotations and SARIF results.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The code, rule or check; stable from version to version.
    pub id: String,
    /// How severe it is.
    pub level: Level,
    /// What is wrong.
    pub text: String,
    /// The place, if it is known.
    pub place: Option<Place>,
    /// Other places, each with its relation to the message.
    pub related: Vec<(Place, String)>,
    /// A text that is the same whenever the same message is reported, even in another line; empty
    /// if the message has no such text.
    pub fingerprint: String,
}

/// Returns a short hash of some parts.
#[must_use]
pub fn fingerprint(parts: &[&str]) -> String {
    const BYTES: usize = 8;
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let mut name = String::new();
    for byte in hash.finalize().iter().take(BYTES) {
        // Writing to a `String` cannot fail.
        let _ = write!(name, "{byte:02x}");
    }
    name
}

/// How severe a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing.
    Note,
    /// It may need a change.
    Warning,
    /// It needs a change.
    Error,
}

/// A range in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The file, relative to the working directory if it is below that.
    pub file: String,
    /// The first line, from 1.
    pub line: usize,
    /// The first column in characters, from 1.
    pub column: usize,
    /// The last line, from 1.
    pub end_line: usize,
    /// One past the last column in characters, from 1.
    pub end_column: usize,
}

impl Place {
    /// Returns the beginning of a file, for messages about the complete file.
    #[must_use]
    pub fn start_of(file: impl Into<String>) -> Self {
        Self::at(file, 1, 1)
    }

    /// Returns a single position of a file.
    #[must_use]
    pub fn at(file: impl Into<String>, line: usize, column: usize) -> Self {
        let (line, column) = (line.max(1), column.max(1));
        Self {
            file: file.into(),
            line,
            column,
            end_line: line,
            end_column: column,
        }
    }

    /// Returns the range from here to a line and column. An end before the beginning is ignored.
    #[must_use]
    pub fn to(self, end_line: usize, end_column: usize) -> Self {
        let end_column = end_column.max(1);
        if (end_line, end_column) < (self.line, self.column) {
            return self;
        }
        Self {
            end_line,
            end_column,
            ..self
        }
    }
}

/// Returns a path in the form for code hosts: with forward slashes, and relative to the working
/// directory if it is below that.
#[must_use]
pub fn relative(path: &str) -> String {
    let here = std::env::current_dir();
    let below = here.ok().and_then(|here| below(Path::new(path), &here));
    let path = below.unwrap_or_else(|| path.to_owned());
    let path = if cfg!(windows) {
        path.replace('\\', "/")
    } else {
        path
    };
    match path.strip_prefix("./") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => path,
    }
}

fn below(path: &Path, folder: &Path) -> Option<String> {
    let rest = path.strip_prefix(folder).ok()?;
    Some(rest.to_str()?.to_owned())
}
