//! A reported change.

use std::sync::Arc;

use serde::Serialize;

use super::place::{Reached, Way};
use super::schema::Seen;
use crate::document::Documents;
use crate::source::Span;

/// A change between two descriptions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The id of its rule, which does not change between versions.
    pub rule: &'static str,
    /// How likely it breaks callers.
    pub level: Level,
    /// Which part of the interface it concerns.
    pub category: Category,
    /// The direction in which the changed value travels; `None` if it is not about a value.
    pub way: Option<Way>,
    /// The id of the operation that it was found in first; `None` for the API as a whole.
    pub operation: Option<String>,
    /// Every operation that it affects, in the order of the old description.
    pub operations: Vec<Arc<Reached>>,
    /// The status of the response that it was found in first.
    pub status: Option<String>,
    /// The place for people: `listOffers response 200 /items/*/status`.
    pub at: String,
    /// What changed.
    pub text: String,
    /// Why it does not count as a break although its rule says so.
    pub excuse: Option<&'static str>,
    /// Whether programs that use a generated SDK may no longer compile. Requests and responses can
    /// stay valid all the same.
    pub retypes: bool,
    /// The part of `at` that follows the shared schema or the operation.
    pub(super) tail: String,
    /// The schemas that were compared.
    pub(super) pair: Option<Seen>,
    /// Its position in the old description.
    pub old: Option<Span>,
    /// Its position in the new description.
    pub new: Option<Span>,
}

impl Change {
    /// Returns an id that is the same in every run and survives edits elsewhere. It is computed
    /// from the place in the description, by names instead of lines and positions, and from what
    /// changed.
    ///
    /// The documents are those of the two descriptions.
    #[must_use]
    pub fn fingerprint(&self, old: &Documents, new: &Documents) -> String {
        let old = self.old.map(|span| old.stable_path(span));
        let path = old.or_else(|| self.new.map(|span| new.stable_path(span)));
        // The same change of a schema has different rules in different places, and the first one
        // depends on the order.
        let rule = if self.pair.is_none() { self.rule } else { "" };
        let way = match self.way {
            Some(Way::Request) => "request",
            Some(Way::Response) => "response",
            None => "",
        };
        let path = path.as_deref().unwrap_or(&self.at);
        hashed(&[rule, way, path, self.tail.as_str(), self.text.as_str()])
    }

    /// Returns the fingerprint of a change whose usual fingerprint is also that of a change
    /// elsewhere: it includes the place for people.
    #[must_use]
    pub fn fingerprint_at(&self, shared: &str) -> String {
        hashed(&[shared, &self.at])
    }
}

/// Hashes by FNV-1a, which is stable, unlike the hashes of the standard library.
fn hashed(parts: &[&str]) -> String {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// How likely a change breaks users of the old description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// It does not break them.
    Info,
    /// It may break them.
    Warning,
    /// It breaks them.
    Error,
}

/// The part of the interface that a change concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// Which requests are accepted, and which responses are sent.
    Wire,
    /// The names and types of generated SDKs.
    Types,
    /// What the service does with the same request: defaults, deprecation, sunset.
    Behavior,
    /// Documentation.
    Docs,
}

/// The part of a package's version that changes ask for (Semantic Versioning 2.0.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Release {
    /// Users see no change.
    Patch,
    /// Something was added, or may break.
    Minor,
    /// Something breaks.
    Major,
}

impl Release {
    /// Returns the highest version part that one of the changes asks for.
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
