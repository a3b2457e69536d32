//! Compares representations of a resource.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use spec::Api;
use spec::model::{Cause, Kind, Member, SchemaId, StateMachine};

use conformance_core::alike::{alike, moment};
use conformance_core::description::OperationId;
use conformance_core::json::{Json, escape, general};
use conformance_core::lookup::property;
use conformance_core::resources::ResourceId;
use conformance_core::validate::Validator;
use conformance_engine::expectation::{self, Part, Rule};
use conformance_engine::session::Session;

/// Names of the property that identifies an item within its own representation.
const IDS: [&str; 2] = ["id", "uuid"];

/// How many differences a finding lists.
const TOLD: usize = 20;

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

    /// Returns at most 20 differences. `schema` is that of the second representation.
    #[must_use]
    pub fn differences(
        &self,
        relation: Relation,
        schema: Option<SchemaId>,
        first: &Json,
        second: &Json,
    ) -> Vec<Difference> {
        let mut walk = Walk {
            comparison: self,
            relation,
            whole: second,
            at: String::new(),
            found: Vec::new(),
        };
        walk.values(schema, first, second);
        walk.found
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

/// A walk through two values at once.
struct Walk<'c, 's> {
    comparison: &'c Comparison<'s>,
    relation: Relation,
    /// The second representation.
    whole: &'c Json,
    at: String,
    found: Vec<Difference>,
}

type Members = [(Box<str>, Json)];

impl Walk<'_, '_> {
    fn values(&mut self, schema: Option<SchemaId>, first: &Json, second: &Json) {
        if self.found.len() >= TOLD {
            return;
        }
        let api = self.comparison.api;
        match (first, second) {
            (Json::Object(one), Json::Object(other)) => self.members(schema, one, other),
            (Json::Array(one), Json::Array(other)) => self.items(schema, one, other),
            // A property that is sent as null may be filled in.
            (Json::Null, _) if self.relation == Relation::Echo => {}
            (Json::String(text), _) if text.is_empty() && self.relation == Relation::Echo => {}
            // A service may cut white space around a text.
            (Json::String(text), Json::String(other))
                if self.relation == Relation::Echo && text.trim() == other.trim() => {}
            _ if alike(api, schema, first, second) => {}
            _ if is_nothing(api, schema, first) && is_nothing(api, schema, second) => {}
            _ if !self.may_have(schema, first) => {}
            _ if self.repeats_whole(second) => {}
            _ => self.differ(Some(first), Some(second)),
        }
    }

    /// Returns whether a value that was sent within a part of an item has become one of the item: its
    /// id, or its own reference of the same name. The service lets a part repeat what it belongs to.
    fn repeats_whole(&self, value: &Json) -> bool {
        let (before, name) = self.at.rsplit_once('/').unwrap_or_default();
        let is_in_part = self.relation == Relation::Echo && !before.is_empty();
        let own = || IDS.iter().find_map(|id| self.whole.get(id));
        let is_own_id = || own().is_some_and(|id| !id.is_null() && id.same(value));
        let is_reference = name.to_ascii_lowercase().ends_with("id");
        let is_same = || is_reference && self.whole.get(name).is_some_and(|one| one.same(value));
        is_in_part && (is_own_id() || is_same())
    }

    /// Returns whether the second representation may have the same value. If its schema does not
    /// allow it, the value has another form there, such as an object instead of its id.
    fn may_have(&self, schema: Option<SchemaId>, value: &Json) -> bool {
        let answers = self.comparison.answers;
        let (Some(schema), Some(answers)) = (schema, answers) else {
            return true;
        };
        self.relation == Relation::Unchanged || answers.check(schema, value).is_empty()
    }

    fn members(&mut self, schema: Option<SchemaId>, first: &Members, second: &Members) {
        let is_top = self.at.is_empty();
        let (api, answers) = (self.comparison.api, self.comparison.answers);
        let schema = schema.map(|id| chosen(api, answers, id, second));
        let find = |members: &'_ Members, name: &str| {
            let found = members.iter().position(|(own, _)| **own == *name);
            found.map(|index| members[index].1.clone())
        };
        for (name, value) in first {
            let own = schema.and_then(|id| property(self.comparison.api, id, name));
            let there = find(second, name);
            let moves = is_top
                && self.relation != Relation::Echo
                && self.comparison.moves(name, Some(value), there.as_ref());
            let is_service_s = || {
                is_set_by_service(api, own)
                    || is_alternative(api, schema, first, name)
                    || (!is_top && is_given_id(api, schema, name))
            };
            if moves
                || (self.relation == Relation::Echo && is_service_s())
                || is_secret(api, own, name)
            {
                continue;
            }
            self.step(name, |walk| match &there {
                Some(there) => walk.values(own, value, there),
                None => walk.lost(schema, own, value),
            });
        }
        if self.relation != Relation::Unchanged {
            return;
        }
        for (name, value) in second {
            let own = schema.and_then(|id| property(self.comparison.api, id, name));
            let moves = is_top && self.comparison.moves(name, None, Some(value));
            let known = find(first, name).is_some();
            if known || moves || is_nothing(self.comparison.api, own, value) {
                continue;
            }
            self.step(name, |walk| walk.differ(None, Some(value)));
        }
    }

    /// Handles a property that the second representation does not have.
    fn lost(&mut self, schema: Option<SchemaId>, own: Option<SchemaId>, value: &Json) {
        // A representation that does not declare the property need not have it; without a schema,
        // everything that the first had is required.
        let undeclared = match schema {
            Some(_) => own.is_none(),
            None => self.relation == Relation::Echo,
        };
        // As with other values, an empty value that was sent may be left out.
        let is_empty = self.relation == Relation::Echo && value.as_str() == Some("");
        let is_told = undeclared || is_empty || is_nothing(self.comparison.api, own, value);
        if !is_told && self.may_have(own, value) {
            self.differ(Some(value), None);
        }
    }

    fn items(&mut self, schema: Option<SchemaId>, first: &[Json], second: &[Json]) {
        let api = self.comparison.api;
        let array = schema.and_then(|id| match &api.schema(api.resolve(id)).kind {
            Kind::Array(array) => Some(array),
            _ => None,
        });
        // A service may keep equal items once, and add items such as the creator of a resource.
        if self.relation == Relation::Echo && is_subset(first, second) {
            return;
        }
        if first.len() != second.len() {
            let (first, second) = (first.len(), second.len());
            self.step("length", |walk| {
                let (expected, actual) = (first.to_string(), second.to_string());
                walk.report(expected, actual, false, Wanted::Items(first));
            });
            return;
        }
        let items = array.map(|array| array.items);
        if array.is_some_and(|array| array.unique) && same_set(first, second) {
            return;
        }
        for (index, (one, other)) in first.iter().zip(second).enumerate() {
            self.step(&index.to_string(), |walk| walk.values(items, one, other));
        }
    }

    fn step(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        let length = self.at.len();
        self.at.push('/');
        self.at.push_str(&escape(name));
        inside(self);
        self.at.truncate(length);
    }

    fn differ(&mut self, first: Option<&Json>, second: Option<&Json>) {
        let wanted = Wanted::Value(first.map(Json::to_value));
        self.report(shown(first), shown(second), second.is_none(), wanted);
    }

    fn report(&mut self, expected: String, actual: String, is_absence: bool, wanted: Wanted) {
        if self.found.len() < TOLD {
            self.found.push(Difference {
                pointer: self.at.clone(),
                expected,
                actual,
                is_absence,
                wanted,
            });
        }
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

fn is_subset(first: &[Json], second: &[Json]) -> bool {
    keys(first).is_subset(&keys(second))
}

fn same_set(first: &[Json], second: &[Json]) -> bool {
    keys(first) == keys(second)
}

fn keys(items: &[Json]) -> BTreeSet<String> {
    items.iter().map(Json::key).collect()
}

/// Returns whether a value means the same as its absence: `null`, the default, empty.
fn is_nothing(api: &Api, schema: Option<SchemaId>, value: &Json) -> bool {
    let is_empty = match value {
        Json::Null => true,
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    };
    is_empty
        || schema.is_some_and(|id| {
            let mut defaults = aliases(api, id).filter_map(|one| one.default.as_ref());
            defaults.any(|default| Json::from(default).same(value))
        })
}

/// Returns a schema and those that it is an alias of.
fn aliases(api: &Api, id: SchemaId) -> impl Iterator<Item = &spec::model::Schema> {
    std::iter::successors(Some(api.schema(id)), |schema| match &schema.kind {
        Kind::Alias(next) => Some(api.schema(*next)),
        _ => None,
    })
}

/// Returns the union member that a value belongs to: the one that its discriminator names, or the
/// only one that allows it. Properties that only other members declare need not be present.
fn chosen(
    api: &Api,
    answers: Option<&Validator>,
    mut schema: SchemaId,
    value: &Members,
) -> SchemaId {
    /// The maximum depth of unions within unions.
    const DEEPEST: usize = 8;
    for _ in 0..DEEPEST {
        let Kind::Union(union) = &api.schema(api.resolve(schema)).kind else {
            break;
        };
        let named = union.discriminator.as_ref().and_then(|discriminator| {
            let mut all = value.iter();
            let (_, name) = all.find(|(own, _)| **own == *discriminator.property)?;
            let mut members = union.members.iter();
            members.find(|one| one.values.iter().any(|own| name.as_str() == Some(own)))
        });
        let only = || {
            let (answers, whole) = (answers?, Json::Object(value.to_vec()));
            let allows = |one: &&Member| answers.check(one.schema, &whole).is_empty();
            let mut fitting = union.members.iter().filter(allows);
            fitting.next().filter(|_| fitting.next().is_none())
        };
        match named.or_else(only) {
            Some(member) => schema = member.schema,
            None => break,
        }
    }
    schema
}

/// Returns the schema of an operation's JSON body.
#[must_use]
pub fn body_schema(session: &Session, operation: OperationId) -> Option<SchemaId> {
    let body = session.description.operation(operation).body.as_ref()?;
    body.content.iter().find(|media| media.is_json())?.schema
}

/// Returns the names of the properties that a body may set.
fn settable(api: &Api, schema: SchemaId) -> Vec<&str> {
    match &api.schema(api.resolve(schema)).kind {
        Kind::Object(object) => {
            let all = object.properties.iter();
            all.filter(|one| !aliases(api, one.schema).any(|schema| schema.read_only))
                .map(|one| one.name.as_str())
                .collect()
        }
        Kind::Union(union) => {
            let all = union.members.iter();
            all.flat_map(|one| settable(api, one.schema)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns whether the documentation of a property says that clients do not set it, where
/// `readOnly` is missing.
fn is_set_by_service(api: &Api, schema: Option<SchemaId>) -> bool {
    const WORDS: [&str; 9] = [
        "read-only",
        "read only",
        "readonly",
        "set by the serv",
        "assigned by the serv",
        "generated by the serv",
        "computed by the serv",
        "auto-generated",
        "automatically generated",
    ];
    is_documented(api, schema, &WORDS)
}

/// Returns whether a property is an optional id of an object within a resource, to which the service
/// may assign another value. A required id refers to another resource.
fn is_given_id(api: &Api, schema: Option<SchemaId>, name: &str) -> bool {
    let is_id = IDS.iter().any(|one| name.eq_ignore_ascii_case(one));
    let object = schema.map(|id| &api.schema(api.resolve(id)).kind);
    match object {
        Some(Kind::Object(object)) if is_id => {
            let mut all = object.properties.iter();
            all.any(|one| one.name == name && !one.required)
        }
        _ => false,
    }
}

/// Returns whether the documentation of a property, or of another one that was sent and that names
/// it, says that only one of them may be given, which `oneOf` would: the service keeps one of them.
fn is_alternative(api: &Api, schema: Option<SchemaId>, sent: &Members, name: &str) -> bool {
    const WORDS: [&str; 7] = [
        "only one of",
        "exactly one of",
        "at most one of",
        "mutually exclusive",
        "cannot be used with",
        "cannot be used together",
        "cannot be combined",
    ];
    let mut sent = sent.iter().map(|(own, _)| own.as_ref());
    sent.any(|own| {
        let property = schema.and_then(|id| property(api, id, own));
        let names_it = own == name || is_documented(api, property, &[&name.to_ascii_lowercase()]);
        names_it && is_documented(api, property, &WORDS)
    })
}

/// Returns whether the documentation of a property has one of these words, in any case.
fn is_documented(api: &Api, schema: Option<SchemaId>, words: &[&str]) -> bool {
    schema.is_some_and(|id| {
        aliases(api, id).any(|schema| {
            let text = schema.description.as_deref().unwrap_or_default();
            let text = text.to_ascii_lowercase();
            words.iter().any(|word| text.contains(word))
        })
    })
}

/// Returns whether a property is never returned, or only masked.
fn is_secret(api: &Api, schema: Option<SchemaId>, name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let by_name = ["secret", "password", "token", "credential", "apikey"];
    by_name.iter().any(|part| name.contains(part))
        || schema.is_some_and(|id| {
            aliases(api, id).any(|schema| {
                let is_password = matches!(&schema.kind, Kind::String(text) if text.format.as_deref() == Some("password"));
                schema.write_only || is_password
            })
        })
}

/// Returns whether a name is that of a time of the last change or use, or of a counter of changes.
fn is_of_change(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["update", "modif", "change", "last", "access", "used"]
        .iter()
        .any(|part| name.contains(part))
}

fn is_of_state(name: &str) -> bool {
    ["status", "state", "phase", "health"].contains(&name)
}

/// Returns whether something outside of the API leads from one state to another.
fn drifts(machine: &StateMachine, from: &str, to: &str) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(state) = reached.get(next).copied() {
        next += 1;
        for one in &machine.transitions {
            let leads =
                matches!(one.cause, Cause::Trigger(_)) && one.from.iter().any(|s| s == state);
            if leads && !reached.contains(&one.to.as_str()) {
                reached.push(&one.to);
            }
        }
    }
    reached[1..].contains(&to)
}
