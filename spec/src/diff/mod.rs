//! What changed between two descriptions, and whether it breaks those who use the old one.
//!
//! The request side may only widen and the response side may only narrow, except for additions
//! that the contract announces: new operations and new fields. Rules have the names of oasdiff
//! where it has one; the levels are those of an interface that keeps its promise on one host.

mod body;
mod bounds;
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
mod response;
pub mod rules;
mod schema;
mod security;
mod server;
mod text;
mod union;
mod webhook;

use std::collections::{HashSet, VecDeque};

use jiff::civil::Date;
use serde::Serialize;

use crate::model::Api;
use crate::source::Span;

use self::place::Place;
use self::schema::{Pair, Seen};

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The rule that it falls under; stable from version to version.
    pub rule: &'static str,
    /// Whether it breaks.
    pub level: Level,
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

/// How many days an operation answers at least after it was deprecated.
pub const NOTICE_DAYS: i32 = 365;

/// Compares two descriptions on a day, which says what sunsets have come. A change of a schema
/// that many operations share is told once for each way that its values travel.
#[must_use]
pub fn compare(old: &Api, new: &Api, today: Date) -> Vec<Change> {
    let mut comparison = Comparison {
        old,
        new,
        today,
        changes: Vec::new(),
        seen: HashSet::new(),
        queue: VecDeque::new(),
    };
    comparison.info();
    comparison.names();
    comparison.servers(&old.servers, &new.servers, &Place::api("servers"));
    comparison.security_schemes();
    comparison.operations();
    comparison.webhooks();
    comparison.changes
}

/// A comparison under way.
struct Comparison<'a> {
    old: &'a Api,
    new: &'a Api,
    today: Date,
    changes: Vec<Change>,
    seen: HashSet<Seen>,
    queue: VecDeque<Pair>,
}

/// Where something stands in either description.
type Spans = (Option<Span>, Option<Span>);

impl Comparison<'_> {
    fn report(
        &mut self,
        rule: &'static str,
        level: Level,
        place: &Place,
        text: impl Into<String>,
        (old, new): Spans,
    ) {
        self.changes.push(Change {
            rule,
            level,
            operation: place.operation.as_deref().map(str::to_owned),
            at: place.at.clone(),
            text: text.into(),
            old,
            new,
        });
    }
}
