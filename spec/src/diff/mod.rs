//! Compares two descriptions, and reports which changes break users of the old one.
//!
//! What a request may contain must not shrink, and what a response may contain must not grow,
//! except for additions that the contract announces: new operations and new properties. Rules have
//! the names of oasdiff if it has the same rule.

mod body;
mod bounds;
mod change;
mod default_mapping;
mod digest;
mod disjoint;
mod docs;
mod encoding;
mod enumeration;
mod failures;
mod globals;
mod header;
mod heirs;
mod info;
mod kind;
mod known;
mod lifecycle;
mod media_types;
mod members;
mod message;
mod method;
mod names;
mod null;
mod object;
mod once;
mod operation;
mod parameter;
mod place;
mod policy;
mod programs;
mod proof;
mod reach;
mod residual;
mod response;
pub mod rules;
mod schema;
mod security;
mod server;
mod shared_errors;
mod sole;
mod text;
mod tool;
mod trial;
mod types;
mod uncompared;
mod union;
mod webhook;
mod xml;

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::rc::Rc;

use crate::model::{Api, SchemaId};
use crate::source::Span;

pub use self::change::{Category, Change, Level, Release, Users};
use self::known::{Known, Tag};
use self::message::Message;
use self::null::Nullable;
use self::once::Once;
use self::place::Place;
pub use self::place::{Reached, Way};
pub use self::policy::{Policy, Removal};
use self::proof::Proof;
use self::reach::Reach;
pub use self::reach::by_cause;
use self::schema::{Pair, Seen};
use self::trial::{Trial, Tried};
pub use self::uncompared::{allow_uncompared, uncompared};

/// Compares two descriptions. If several operations share a schema, its change is reported once for
/// each direction and each kind of place, with all operations that it affects. [`by_cause`] merges
/// these.
#[must_use]
pub fn compare(old: &Api, new: &Api, policy: &Policy) -> Vec<Change> {
    let mut comparison = Comparison::new(old, new, policy);
    comparison.info();
    comparison.api_texts();
    comparison.names();
    comparison.shared_servers();
    comparison.security_schemes();
    comparison.operations();
    comparison.methods();
    comparison.globals();
    comparison.webhooks();
    comparison.declared_types();
    comparison.failures();
    comparison.shared_errors();
    let mut changes = comparison.changes;
    for change in &mut changes {
        programs::categorize(change);
        if let Some(level) = policy.levels.get(change.rule) {
            change.level = *level;
        }
    }
    reach::complete(&mut changes, &comparison.reach);
    changes
}

/// The state of a comparison.
struct Comparison<'a> {
    old: &'a Api,
    new: &'a Api,
    policy: &'a Policy,
    changes: Vec<Change>,
    seen: HashMap<Seen, Known>,
    /// Properties that were compared only with the values of a discriminator, by their objects.
    withheld: HashMap<Seen, (SchemaId, SchemaId)>,
    /// The objects that are being compared, and what selects them.
    tag: Option<(Seen, Rc<Tag>)>,
    /// The schemas whose texts were compared.
    documented: HashSet<(SchemaId, SchemaId)>,
    queue: VecDeque<Pair>,
    /// The pair that is being compared, and its place for people.
    current: Option<(Seen, String)>,
    reach: Reach,
    /// How many trials contain this comparison.
    depth: u8,
    /// Whether the next pair is compared without `null`, because the caller has compared it.
    null_aside: bool,
    /// How the value is written as text; `None` for JSON.
    text: Option<Text>,
    /// The schemas with names, once XML has been compared.
    named: Option<Rc<xml::Named>>,
    memo: Rc<Memo>,
}

/// What was found once, and does not depend on the place of a comparison: thousands of schemas may
/// contain the same union. Trials within a comparison share it.
#[derive(Debug, Default)]
struct Memo {
    trials: Once<Tried, Option<Trial>>,
    proofs: Rc<proof::Memo>,
    old_nullable: Nullable,
    new_nullable: Nullable,
}

/// How a parameter or header field is written.
#[derive(Debug, Clone, Copy)]
struct Text {
    /// Whether each item of an array is written by itself.
    repeated: bool,
    /// Whether it is the whole value, and not a part of it.
    whole: bool,
}

/// The positions in the old and in the new description.
type Spans = (Option<Span>, Option<Span>);

impl<'a> Comparison<'a> {
    fn new(old: &'a Api, new: &'a Api, policy: &'a Policy) -> Self {
        Self {
            old,
            new,
            policy,
            changes: Vec::new(),
            seen: HashMap::new(),
            withheld: HashMap::new(),
            tag: None,
            documented: HashSet::new(),
            queue: VecDeque::new(),
            current: None,
            reach: Reach::default(),
            depth: 0,
            null_aside: false,
            text: None,
            named: None,
            memo: Rc::default(),
        }
    }

    /// Returns a comparison of the same descriptions that reports nothing here.
    fn silent(&self) -> Self {
        Self {
            memo: Rc::clone(&self.memo),
            ..Self::new(self.old, self.new, self.policy)
        }
    }

    /// Returns a proof about the values that travel in a direction.
    fn proof(&self, way: Way) -> Proof<'a> {
        let memo = Rc::clone(&self.memo.proofs);
        Proof::new(&self.old.written, &self.new.written, way, memo)
    }

    fn report(
        &mut self,
        rule: &'static str,
        level: Level,
        place: &Place,
        message: impl Into<Message>,
        spans: Spans,
    ) -> &mut Change {
        self.report_as(rule, rules::category(rule), level, place, message, spans)
    }

    /// Reports a change whose category is not that of its rule.
    fn report_as(
        &mut self,
        rule: &'static str,
        category: Category,
        level: Level,
        place: &Place,
        message: impl Into<Message>,
        (old, new): Spans,
    ) -> &mut Change {
        let message = message.into();
        let operation = place.operation.as_ref();
        let around = match &self.current {
            Some((_, around)) => around.as_str(),
            None => operation.map_or("", |operation| &operation.id),
        };
        self.changes.push(Change {
            rule,
            level,
            category,
            way: place.way,
            operation: operation.map(|operation| operation.id.clone()),
            operations: operation.into_iter().cloned().collect(),
            status: place.status.as_deref().map(str::to_owned),
            tail: place
                .at
                .strip_prefix(around)
                .unwrap_or(&place.at)
                .to_owned(),
            at: place.at.clone(),
            text: message.text,
            values: message.values,
            excuse: None,
            retypes: programs::retypes(rule, category, level, &place.at),
            rebuilds: false,
            pair: self.current.as_ref().map(|(pair, _)| *pair),
            old,
            new,
        });
        let last = self.changes.len() - 1;
        &mut self.changes[last]
    }
}

/// Returns whether two lists have equal items, in any order.
fn same_in_any_order<T: Eq + Hash>(one: &[T], other: &[T]) -> bool {
    let counts = |items| {
        let mut counts = HashMap::<&T, usize>::new();
        for item in items {
            *counts.entry(item).or_default() += 1;
        }
        counts
    };
    one == other || one.len() == other.len() && counts(one) == counts(other)
}
