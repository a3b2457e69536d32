//! A reported change.

use std::sync::Arc;

use serde::Serialize;

use super::place::{Reached, Way};
use super::rules::kind;
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
    /// The values in `text`, by which it differs from other changes by the rule at this place.
    pub(super) values: Vec<String>,
    /// Why it does not count as a break although its rule says so.
    pub excuse: Option<&'static str>,
    /// Whether programs that use a generated SDK may no longer compile. Requests and responses can
    /// stay valid all the same.
    pub retypes: bool,
    /// Whether programs that build what the API sends may no longer compile: servers, and tests that
    /// make up responses. Programs that call the API only read it.
    pub rebuilds: bool,
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
    /// from the place in the description, by names instead of lines and positions, from the kind of
    /// rule, and from the values of the change. The words of messages do not matter.
    ///
    /// The documents are those of the two descriptions.
    #[must_use]
    pub fn fingerprint(&self, old: &Documents, new: &Documents) -> String {
        let old = self.old.map(|span| old.stable_path(span));
        let path = old.or_else(|| self.new.map(|span| new.stable_path(span)));
        let way = match self.way {
            Some(Way::Request) => "request",
            Some(Way::Response) => "response",
            None => "",
        };
        let path = path.as_deref().unwrap_or(&self.at);
        // The same change of a schema has different rules in different places, and the first one
        // depends on the order.
        let place = [kind(self.rule), way, path, self.tail.as_str()];
        hashed(
            place
                .into_iter()
                .chain(self.values.iter().map(String::as_str)),
        )
    }

    /// Returns the fingerprint of a change whose usual fingerprint is also that of a change
    /// elsewhere: it includes the place for people.
    #[must_use]
    pub fn fingerprint_at(&self, shared: &str) -> String {
        hashed([shared, &self.at].into_iter())
    }
}

/// Hashes by FNV-1a, which is stable, unlike the hashes of the standard library.
fn hashed<'t>(parts: impl Iterator<Item = &'t str>) -> String {
    let bytes = parts.flat_map(|part| part.bytes().chain([0]));
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

/// The users of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Users {
    /// Programs that call the API: they build requests, and read responses.
    Clients,
    /// Programs that serve the API: they also build responses. They share the package of types with
    /// clients in Rust.
    Servers,
}

impl Release {
    /// Returns the highest version part that one of the changes asks for, in a package for these users.
    #[must_use]
    pub fn of<'c>(users: Users, changes: impl IntoIterator<Item = &'c Change>) -> Self {
        let breaks = |one: &Change| one.retypes || users == Users::Servers && one.rebuilds;
        let each = changes.into_iter().map(|change| match change.level {
            Level::Error => Self::Major,
            _ if breaks(change) && change.excuse.is_none() => Self::Major,
            _ if change.category == Category::Docs => Self::Patch,
            Level::Warning | Level::Info => Self::Minor,
        });
        each.max().unwrap_or(Self::Patch)
    }
}

#[cfg(test)]
mod tests {
    use crate::diff::{Policy, compare};

    #[test]
    fn another_wording_keeps_the_id_and_another_value_does_not() {
        let load = |most: u8| {
            let schema = format!("{{type: string, maxLength: {most}}}");
            let text = format!(
                "openapi: 3.1.0\ninfo: {{title: Things, version: \"1\"}}\npaths:\n  /things:\n    get:\n      \
                 operationId: getThings\n      parameters: [{{name: q, in: query, schema: {schema}}}]\n      \
                 responses: {{\"204\": {{description: None}}}}\n"
            );
            crate::load_text("openapi.yaml", text)
        };
        let (old, new) = (load(9), load(5));
        let policy = Policy::on(jiff::civil::date(2027, 1, 1));
        let (Some(before), Some(after)) = (&old.api, &new.api) else {
            panic!("{:?} {:?}", old.diagnostics, new.diagnostics);
        };
        let mut changes = compare(before, after, &policy);
        let [change] = changes.as_mut_slice() else {
            panic!("{changes:?}");
        };
        let id = change.fingerprint(&old.documents, &new.documents);
        "a new wording".clone_into(&mut change.text);
        assert_eq!(change.fingerprint(&old.documents, &new.documents), id);
        change.values[1] = "6".to_owned();
        assert_ne!(change.fingerprint(&old.documents, &new.documents), id);
    }
}
