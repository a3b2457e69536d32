//! Source files, and places in them.

use std::path::PathBuf;

use elsa::FrozenVec;
use serde::Serialize;

/// One of the files that a description consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct FileId(pub(crate) u32);

impl FileId {
    /// The file that the user named; it may refer to others.
    pub const MAIN: Self = Self(0);
}

/// A range in a file, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the start of a file, for diagnostics about the complete file.
    #[must_use]
    pub const fn start_of(file: FileId) -> Self {
        let (start, end) = (0, 0);
        Self { file, start, end }
    }
}

/// A place in the form for people and editors.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Location {
    /// The file, as the user named it or relative to what the user named.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.path, self.line, self.column)
    }
}

/// The text of one file.
#[derive(Debug)]
pub struct SourceFile {
    /// The name of the file in messages.
    pub name: String,
    /// The path that it was read from, with symbolic links resolved; `None` for text from memory.
    pub path: Option<PathBuf>,
    /// The text of the file.
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    fn new(name: String, path: Option<PathBuf>, text: String) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0)
            .chain(breaks.map(|(at, _)| offset(at + 1)))
            .collect();
        Self {
            name,
            path,
            text,
            line_starts,
        }
    }

    /// Returns the byte at which the line `line` (from 0) starts.
    pub(crate) fn line_start(&self, line: usize) -> u32 {
        let end = offset(self.text.len());
        self.line_starts.get(line).copied().unwrap_or(end)
    }

    /// Returns the line (from 1) of the byte `at`.
    pub(crate) fn line_of(&self, at: usize) -> usize {
        let at = offset(at);
        self.line_starts.partition_point(|start| *start <= at)
    }

    /// Returns the text of the line `line` (from 1), without its line break.
    pub(crate) fn line(&self, line: usize) -> &str {
        let start = self.line_start(line.saturating_sub(1)) as usize;
        let end = self.line_start(line) as usize;
        let text = self.text.get(start..end).unwrap_or_default();
        text.trim_end_matches(['\n', '\r'])
    }

    fn locate(&self, at: u32) -> (usize, usize) {
        let line = self.line_of(at as usize);
        let start = self.line_start(line.saturating_sub(1)) as usize;
        let before = self.text.get(start..at as usize).unwrap_or_default();
        (line, before.chars().count() + 1)
    }
}

/// Returns a position in a file, in bytes. The conversion cannot overflow: the budget refuses files
/// of that size.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// All files of a description.
#[derive(Default)]
pub struct Sources {
    files: FrozenVec<Box<SourceFile>>,
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list()
            .entries(self.files().map(|file| &file.name))
            .finish()
    }
}

impl Sources {
    pub(crate) fn add(&self, name: String, path: Option<PathBuf>, text: String) -> FileId {
        self.files.push(Box::new(SourceFile::new(name, path, text)));
        FileId(offset(self.files.len() - 1))
    }

    /// Returns a file.
    ///
    /// # Panics
    /// Panics if the id belongs to other sources.
    #[must_use]
    pub fn file(&self, file: FileId) -> &SourceFile {
        &self.files[file.0 as usize]
    }

    /// Returns all files, the description itself first.
    pub fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// Returns where a span starts, in the form for people.
    #[must_use]
    pub fn locate(&self, span: Span) -> Location {
        let file = self.file(span.file);
        let (line, column) = file.locate(span.start);
        Location {
            path: file.name.clone(),
            line,
            column,
        }
    }

    /// Returns the line and the column (from 1, in characters) after the end of a span.
    #[must_use]
    pub fn end_of(&self, span: Span) -> (usize, usize) {
        self.file(span.file).locate(span.end)
    }
}
