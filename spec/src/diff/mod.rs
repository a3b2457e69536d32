//! What changed between two descriptions, and whether it breaks those who use the old one.
//!
//! The request side may only widen and the response side may only narrow, except for additions
//! that the contract announces: new operations and new fields. Rules have the names of oasdiff
//! where it has one; the levels are those of an interface that keeps its promise on one host.

mod body;
mod bounds;
mod digest;
mod disjoint;
mod enumeration;
mod header;
mod info;
mod kind;
mod lifecycle;
mod names;
mod object;
mod operation;
mod parameter;
mod place;
mod policy;
mod proof;
mod residual;
mod response;
pub mod rules;
mod schema;
mod security;
mod server;
mod text;
mod trial;
mod uncompared;
mod union;
mod webhook;

use std::collections::{HashSet, VecDeque};

use serde::Serialize;

use crate::model::Api;
use crate::source::Span;

use self::place::Place;
pub use self::place::Way;
pub use self::policy::{Policy, Removal};
use self::schema::{Pair, Seen};
pub use self::uncompared::uncompared;

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    /// The place as people name it: `listOffers response 200 /items/*/status`.
    pub at: String,
    /// What changed.
    pub text: String,
    /// Where it stands in the old description.
    #[serde(skip)]
    pub old: Option<Span>,
    /// Where it stands in the new description.
    #[serde(skip)]
    pub new: Option<Span>,
}

impl Change {
    /// What stays the same from run to run and survives edits elsewhere: the rule, the place as
    /// people name it and what changed, without lines and columns.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        // FNV-1a: stable from version to version, unlike the hashes of the standard library.
        let parts = [self.rule, self.at.as_str(), self.text.as_str()];
        let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
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
    pub fn of(changes: &[Change]) -> Self {
        let each = changes.iter().map(|change| match change.level {
            Level::Error => Self::Major,
            _ if change.category == Category::Docs => Self::Patch,
            Level::Warning | Level::Info => Self::Minor,
        });
        each.max().unwrap_or(Self::Patch)
    }
}

/// Compares two descriptions. A change of a schema that many operations share is reported once for
/// each way that its values travel.
#[must_use]
pub fn compare(old: &Api, new: &Api, policy: &Policy) -> Vec<Change> {
    let mut comparison = Comparison::new(old, new, policy);
    comparison.info();
    comparison.names();
    comparison.servers(&old.servers, &new.servers, &Place::api("servers"));
    comparison.security_schemes();
    comparison.operations();
    comparison.webhooks();
    let mut changes = comparison.changes;
    for change in &mut changes {
        if let Some(level) = policy.levels.get(change.rule) {
            change.level = *level;
        }
    }
    changes
}

/// A comparison under way.
struct Comparison<'a> {
    old: &'a Api,
    new: &'a Api,
    policy: &'a Policy,
    changes: Vec<Change>,
    seen: HashSet<Seen>,
    queue: VecDeque<Pair>,
    /// How many trials this one is inside of.
    depth: u8,
    /// Whether the next pair is looked at without null, which was compared around it.
    null_aside: bool,
    /// How the value is written, where it is text and no JSON.
    text: Option<Text>,
}

/// How a parameter or header field is written.
#[derive(Debug, Clone, Copy)]
struct Text {
    /// Whether each item of an array is written as if it were the only one.
    repeated: bool,
}

/// Where something stands in either description.
type Spans = (Option<Span>, Option<Span>);

impl<'a> Comparison<'a> {
    fn new(old: &'a Api, new: &'a Api, policy: &'a Policy) -> Self {
        Self {
            old,
            new,
            policy,
            changes: Vec::new(),
            seen: HashSet::new(),
            queue: VecDeque::new(),
            depth: 0,
            null_aside: false,
            text: None,
        }
    }

    fn report(
        &mut self,
        rule: &'static str,
        level: Level,
        place: &Place,
        text: impl Into<String>,
        spans: Spans,
    ) {
        self.report_as(rule, rules::category(rule), level, place, text, spans);
    }

    /// Reports in a category that depends on more than the rule.
    fn report_as(
        &mut self,
        rule: &'static str,
        category: Category,
        level: Level,
        place: &Place,
        text: impl Into<String>,
        (old, new): Spans,
    ) {
        self.changes.push(Change {
            rule,
            level,
            category,
            way: place.way,
            operation: place.operation.as_deref().map(str::to_owned),
            at: place.at.clone(),
            text: text.into(),
            old,
            new,
        });
    }
}
