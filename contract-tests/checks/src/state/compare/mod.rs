//! Compares representations of a resource.

mod computed;
mod facts;
mod walk;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use spec::Api;
use spec::model::{SchemaId, StateMachine};

pub use self::facts::body_schema;
use self::facts::{drifts, is_of_change, is_of_state, settable};
use self::walk::Walk;
use conformance_core::alike::moment;
use conformance_core::json::{Json, general};
use conformance_core::resources::ResourceId;
use conformance_core::validate::{Constraint, Validator};
use conformance_engine::expectation::{self, Part, Rule};
use conformance_engine::session::Session;

type Members = [(Box<str>, Json)];

/// The relation between two representations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// What was sent, and what is stored: properties that were not sent do not count.
    Echo,
    /// A short form and the complete one: the second has everything that the first has.
    Part,
    /// One resource at two times, without a request in between that changes it.
    Unchanged,
}

/// A difference between two representations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The place, a JSON pointer (RFC 6901).
    pub pointer: String,
    /// The value of the first representation.
    pub expected: String,
    /// The value of the second.
    pub actual: String,
    /// Whether the second has no value there.
    pub is_absence: bool,
    /// What the second should have.
    pub wanted: Wanted,
}

/// What the second representation should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// This value; `None` if it should be absent.
    Value(Option<Value>),
    /// This number of items.
    Items(usize),
}

impl Difference {
    /// Returns the top-level property that it is in.
    #[must_use]
    pub fn member(&self) -> String {
        let first = self.pointer.split('/').nth(1).unwrap_or_default();
        first.replace("~1", "/").replace("~0", "~")
    }

    /// Returns the rule that a response has what was sent.
    #[must_use]
    pub fn as_sent(&self) -> Rule {
        let schema = match &self.wanted {
            Wanted::Value(Some(value)) => json!({ "const": value }),
            Wanted::Value(None) => json!(false),
            Wanted::Items(count) => json!({ "minItems": count, "maxItems": count }),
        };
        expectation::at(self.place_of_value(), schema).when(expectation::class(2))
    }

    /// Returns the rule that a response has what an earlier exchange of the evidence had, counted
    /// from 0. A deployment may choose other values each time.
    #[must_use]
    pub fn as_in(&self, exchange: usize) -> Rule {
        let place = Part::Json(self.place_of_value().to_owned());
        Rule::Same(exchange, place).when(expectation::class(2))
    }

    /// Returns the pointer of the compared value: for a length, that of the list.
    fn place_of_value(&self) -> &str {
        match self.wanted {
            Wanted::Value(_) => &self.pointer,
            Wanted::Items(_) => self
                .pointer
                .strip_suffix("/length")
                .unwrap_or(&self.pointer),
        }
    }

    /// Returns the pointer with `*` for every index, so that the same property of all items is one
    /// finding.
    #[must_use]
    pub fn place(&self) -> String {
        general(&self.pointer)
    }
}

/// Compares representations of one resource.
#[derive(Debug)]
pub struct Comparison<'s> {
    api: &'s Api,
    /// Validates what a response may have.
    answers: Option<&'s Validator>,
    machine: Option<&'s StateMachine>,
    /// The properties that clients set.
    owned: BTreeSet<&'s str>,
}

impl<'s> Comparison<'s> {
    /// Returns the comparison for the items of a resource.
    #[must_use]
    pub fn of(session: &'s Session, resource: ResourceId) -> Self {
        let api = &session.description.api;
        let described = session.world.resources.get(resource);
        let bodies = [described.create, described.update].into_iter().flatten();
        let schemas = bodies.filter_map(|id| body_schema(session, id));
        Self {
            api,
            answers: Some(&session.world.answers),
            machine: described.states(api),
            owned: schemas.flat_map(|id| settable(api, id)).collect(),
        }
    }

    /// Returns the comparison for operations without a resource.
    #[must_use]
    pub const fn plain(api: &'s Api) -> Self {
        Self {
            api,
            answers: None,
            machine: None,
            owned: BTreeSet::new(),
        }
    }

    /// Returns whether clients set a property.
    #[must_use]
    pub fn is_owned(&self, member: &str) -> bool {
        self.owned.contains(member)
    }

    /// Returns whether a property is the state, and has a state that is not initial.
    #[must_use]
    pub fn begins_wrong(&self, member: &str, value: &Json) -> bool {
        self.machine.is_some_and(|machine| {
            let state = value.get(&machine.field).and_then(Json::as_str);
            machine.field == member
                && state.is_some_and(|state| !machine.initial.iter().any(|one| one == state))
        })
    }

    /// Returns at most 20 differences. `schema` is that of the second representation; if that lacks a
    /// required property, it is not compared with what was sent or with another form.
    #[must_use]
    pub fn differences(
        &self,
        relation: Relation,
        schema: Option<SchemaId>,
        first: &Json,
        second: &Json,
    ) -> Vec<Difference> {
        if relation != Relation::Unchanged && self.lacks_required(schema, second) {
            return Vec::new();
        }
        Walk::new(self, relation, second).differences(schema, first)
    }

    /// Returns whether a representation lacks a required property: then it is something else, such
    /// as an object around the item. `body-valid` reports that.
    fn lacks_required(&self, schema: Option<SchemaId>, whole: &Json) -> bool {
        let (Some(schema), Some(answers)) = (schema, self.answers) else {
            return false;
        };
        let found = answers.check(schema, whole);
        let mut found = found.iter();
        found.any(|one| one.constraint == Constraint::Required && one.pointer.is_empty())
    }

    /// Returns whether a property may change by itself over time.
    fn moves(&self, name: &str, first: Option<&Json>, second: Option<&Json>) -> bool {
        if self.is_owned(name) {
            return false;
        }
        let text = |value: Option<&Json>| value.and_then(Json::as_str).map(str::to_owned);
        let (one, other) = (text(first), text(second));
        if let (Some(one), Some(other)) = (&one, &other) {
            if let (Some(one), Some(other)) = (moment(one), moment(other)) {
                let is_start = name.to_ascii_lowercase().contains("creat");
                return (other > one && !is_start) || is_of_change(name);
            }
            return match self.machine {
                Some(machine) => name == machine.field && drifts(machine, one, other),
                None => is_of_state(name),
            };
        }
        // A property that the service adds later, or returns only then.
        first.is_none_or(Json::is_null) || is_of_change(name)
    }
}

/// Returns a value for people, cut if it is long.
#[must_use]
pub fn shown(value: Option<&Json>) -> String {
    let text = value.map_or_else(|| "it is missing".to_owned(), ToString::to_string);
    let mut short: String = text.chars().take(200).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
