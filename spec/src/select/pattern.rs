//! Patterns that name operations: `tag:…`, `path:…`, `op:…`.

use std::fmt;
use std::str::FromStr;

use crate::model::Operation;

/// A pattern for operations, by their tag, path or id.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct Pattern {
    kind: Kind,
    /// A text in which `*` stands for any characters.
    glob: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tag,
    Path,
    Operation,
}

/// The names of an operation, before its description is read.
#[derive(Debug)]
pub(super) struct Named<'d> {
    pub(super) path: &'d str,
    pub(super) id: String,
    pub(super) tags: Vec<&'d str>,
}

impl Pattern {
    /// Returns whether an operation has this tag, path or id.
    #[must_use]
    pub fn selects(&self, operation: &Operation) -> bool {
        self.matches(&Named {
            path: &operation.path,
            id: operation.id.clone(),
            tags: operation.tags.iter().map(String::as_str).collect(),
        })
    }

    pub(super) fn matches(&self, operation: &Named<'_>) -> bool {
        match self.kind {
            Kind::Tag => operation.tags.iter().any(|tag| fits(&self.glob, tag)),
            Kind::Path => fits(&self.glob, operation.path),
            Kind::Operation => fits(&self.glob, &operation.id),
        }
    }
}

/// Returns whether a text matches a pattern in which `*` stands for any characters.
fn fits(glob: &str, text: &str) -> bool {
    let Some((first, rest)) = glob.split_once('*') else {
        return glob == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts = rest.split('*').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return text.ends_with(part);
        }
        // The earliest match leaves the most text for the rest of the pattern.
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    true
}

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, glob) = text.split_once(':').unwrap_or(("", text));
        let kind = match kind {
            "tag" => Kind::Tag,
            "path" => Kind::Path,
            "op" => Kind::Operation,
            _ => return Err("expected `tag:NAME`, `path:PATH` or `op:ID`".to_owned()),
        };
        if glob.is_empty() {
            return Err("no name follows the colon".to_owned());
        }
        let glob = glob.to_owned();
        Ok(Self { kind, glob })
    }
}

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
            .map_err(|reason| format!("`{text}` selects no operations: {reason}"))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Tag => "tag",
            Kind::Path => "path",
            Kind::Operation => "op",
        };
        write!(f, "{kind}:{}", self.glob)
    }
}
