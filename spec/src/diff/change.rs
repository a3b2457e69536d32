//! What is reported of a change.

use std::sync::Arc;

use serde::Serialize;

use super::place::{Reached, Way};
use super::schema::Seen;
use crate::document::Documents;
use crate::source::Span;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The rule that it falls under; stable from version to version.
    pub rule: &'static str,
    /// Whether it breaks.
    pub level: Level,
    /// What of the interface changed.
    pub category: Category,
    /// Which way the value travels that changed; none for what is no value.
    pub way: Option<Way>,
    /// The operation, by its id, that it was found in first; none for the API as a whole.
    pub operation: Option<String>,
    /// Every operation that it reaches, in the order of the old description.
    pub operations: Vec<Arc<Reached>>,
    /// The status of the response that it was found in first.
    pub status: Option<String>,
    /// The place as people name it: `listOffers response 200 /items/*/status`.
    pub at: String,
    /// What changed.
    pub text: String,
    /// Why it does not count as a break, if it would otherwise be one.
    pub excuse: Option<&'static str>,
    /// Whether programs that are built with a generated SDK may no longer compile, whatever the level
    /// says of requests and responses.
    pub retypes: bool,
    /// The place, without what is around the schema or the operation that changed.
    pub(super) tail: String,
    /// The schemas that were compared.
    pub(super) pair: Option<Seen>,
    /// Where it stands in the old description.
    pub old: Option<Span>,
    /// Where it stands in the new description.
    pub new: Option<Span>,
}

impl Change {
    /// What stays the same from run to run and survives edits elsewhere: where it is in its
    /// description, by names instead of lines and positions, and what changed.
    ///
    /// The documents are those of the two descriptions.
    #[must_use]
    pub fn fingerprint(&self, old: &Documents, new: &Documents) -> String {
        let old = self.old.map(|span| old.stable_path(span));
        let path = old.or_else(|| self.new.map(|span| new.stable_path(span)));
        // What the rule of a schema is called depends on where the schema was met first.
        let rule = if self.pair.is_none() { self.rule } else { "" };
        let way = match self.way {
            Some(Way::Request) => "request",
            Some(Way::Response) => "response",
            None => "",
        };
        let path = path.as_deref().unwrap_or(&self.at);
        hashed(&[rule, way, path, self.tail.as_str(), self.text.as_str()])
    }

    /// Returns the fingerprint of a change that shares its own with a change elsewhere: with the place as
    /// people name it.
    #[must_use]
    pub fn fingerprint_at(&self, shared: &str) -> String {
        hashed(&[shared, &self.at])
    }
}

/// FNV-1a: stable from version to version, unlike the hashes of the standard library.
fn hashed(parts: &[&str]) -> String {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// Whether a change breaks those who use the old description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// It does not.
    Info,
    /// It may.
    Warning,
    /// It does.
    Error,
}

/// What of the interface a change concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Which requests are accepted, and which responses are sent.
    Wire,
    /// The names and types of generated SDKs.
    Types,
    /// What the service does with the same request: defaults, deprecation, sunset.
    Behavior,
    /// What is only read by people.
    Docs,
}

/// Which part of a package's version a set of changes raises (Semantic Versioning 2.0.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// Nothing changed that its users see.
    Patch,
    /// Something was added, or may break.
    Minor,
    /// Something breaks.
    Major,
}

impl Release {
    /// What the changes ask for.
    #[must_use]
    pub fn of<'c>(changes: impl IntoIterator<Item = &'c Change>) -> Self {
        let each = changes.into_iter().map(|change| match change.level {
            Level::Error => Self::Major,
            _ if change.retypes && change.excuse.is_none() => Self::Major,
            _ if change.category == Category::Docs => Self::Patch,
            Level::Warning | Level::Info => Self::Minor,
        });
        each.max().unwrap_or(Self::Patch)
    }
}
