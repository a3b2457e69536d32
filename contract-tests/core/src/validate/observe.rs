//! Finds properties and values that the description does not declare.

use spec::model::{Additional, SchemaId};

use super::Validator;
use super::compile::{Kind, Object, Union};
use super::union::Named;
use super::walk::{Step, Walk};
use super::{format, time, uri};
use crate::json::Json;

/// Something that a value has and the description does not declare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    /// The kind of observation.
    pub kind: ObservationKind,
    /// Where in the value: a JSON pointer.
    pub pointer: String,
    /// The object, enumeration or union that does not declare it.
    pub schema: SchemaId,
    /// The name of the property, the value of the enumeration as text, or the value of the
    /// discriminator.
    pub name: String,
    /// The value.
    pub value: Sample,
}

/// Kinds of [`Observation`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObservationKind {
    /// A property of an object.
    Field,
    /// A value of an extensible enumeration.
    EnumValue,
    /// A union member, by a value of the discriminator.
    UnionMember,
}

/// A sample of a value, without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sample {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// An integer.
    Integer,
    /// Another number.
    Number,
    /// A string, with the format that it has: `date-time`, `uuid` or `uri`.
    String(Option<&'static str>),
    /// An array, with the kinds of its items.
    Array(Vec<Self>),
    /// An object.
    Object,
}

impl Sample {
    /// The maximum number of different kinds of item that are kept.
    const ITEMS: usize = 8;

    /// Returns the kind of a value.
    #[must_use]
    pub fn of(value: &Json) -> Self {
        match value {
            Json::Null => Self::Null,
            Json::Bool(_) => Self::Boolean,
            Json::Number(text) if text.contains(['.', 'e', 'E']) => Self::Number,
            Json::Number(_) => Self::Integer,
            Json::String(text) => Self::String(guess(text)),
            Json::Array(items) => {
                let mut kinds = Vec::new();
                for item in items.iter().map(Self::shallow) {
                    if kinds.len() < Self::ITEMS && !kinds.contains(&item) {
                        kinds.push(item);
                    }
                }
                Self::Array(kinds)
            }
            Json::Object(_) => Self::Object,
        }
    }

    fn shallow(value: &Json) -> Self {
        match value {
            Json::Array(_) => Self::Array(Vec::new()),
            other => Self::of(other),
        }
    }
}

/// Returns a format that a text certainly follows.
fn guess(text: &str) -> Option<&'static str> {
    if time::is_date_time(text) {
        Some("date-time")
    } else if format::is_uuid(text) {
        Some("uuid")
    } else {
        (text.contains("://") && uri::is_uri(text)).then_some("uri")
    }
}

/// Reports everything that a value has and its schema does not declare.
pub(super) fn observe(
    validator: &Validator,
    schema: SchemaId,
    value: &Json,
    seen: &mut dyn FnMut(Observation),
) {
    let mut observer = Observer {
        validator,
        path: Walk::new(validator),
        told: 0,
        depth: 0,
        seen,
    };
    observer.visit(schema, value);
}

struct Observer<'v, 'j, 's> {
    validator: &'v Validator,
    /// Tracks the path, and tries the members of unions.
    path: Walk<'v, 'j>,
    told: usize,
    depth: usize,
    seen: &'s mut dyn FnMut(Observation),
}

impl<'v, 'j> Observer<'v, 'j, '_> {
    /// The maximum number of observations that are reported for one value.
    const MOST: usize = 1000;
    const DEPTH: usize = 600;

    fn visit(&mut self, id: SchemaId, value: &'j Json) {
        if self.told >= Self::MOST || self.depth >= Self::DEPTH {
            return;
        }
        self.depth += 1;
        match (&self.validator.node(id).kind, value) {
            (Kind::Alias(target), _) => self.visit(*target, value),
            (Kind::Object(rules), Json::Object(members)) => self.object(id, rules, members),
            (Kind::Array(rules), Json::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    let schema = rules.prefix.get(index).unwrap_or(&rules.items);
                    self.enter(Step::Index(index), *schema, item);
                }
            }
            (Kind::Enumeration(list), _)
                if (list.open || list.extensible) && !list.has(value) && list.is_of_base(value) =>
            {
                let name = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                self.report(ObservationKind::EnumValue, id, name, value);
            }
            (Kind::Union(union), _) => self.union(id, union, value),
            _ => {}
        }
        self.depth -= 1;
    }

    fn enter(&mut self, step: Step<'j>, id: SchemaId, value: &'j Json) {
        self.path.path.push(step);
        self.visit(id, value);
        self.path.path.pop();
    }

    /// If the description names no property at all, the object is a map, in which nothing is new.
    fn object(&mut self, id: SchemaId, rules: &'v Object, members: &'j [(Box<str>, Json)]) {
        let mut near = 0;
        for (name, value) in members {
            let step = Step::Name(name);
            match (rules.find(name, near), rules.additional) {
                (Some(index), _) => {
                    near = index + 1;
                    self.enter(step, rules.properties[index].schema, value);
                }
                (None, Additional::Schema(schema)) => self.enter(step, schema, value),
                (None, _) if rules.properties.is_empty() => {}
                (None, _) => {
                    self.path.path.push(step);
                    self.report(ObservationKind::Field, id, name.to_string(), value);
                    self.path.path.pop();
                }
            }
        }
    }

    fn union(&mut self, id: SchemaId, union: &'v Union, value: &'j Json) {
        match union.named(value) {
            Named::Member(schema) => self.visit(schema, value),
            Named::Unknown(name) => {
                self.report(ObservationKind::UnionMember, id, name.to_owned(), value);
            }
            Named::Nothing => self.fitting(union, value),
        }
    }

    /// If several members match, a property is new only if it is new to all of them.
    fn fitting(&mut self, union: &'v Union, value: &'j Json) {
        let members = union.members.iter().map(|member| member.schema);
        let mut fitting: Vec<_> = members
            .filter(|id| self.path.attempt(*id, value).is_empty())
            .collect();
        if fitting.len() < 2 {
            if let Some(id) = fitting.pop() {
                self.visit(id, value);
            }
            return;
        }
        let mut each = fitting.into_iter().map(|id| self.apart(id, value));
        let mut common: Vec<Observation> = each.next().unwrap_or_default();
        for other in each {
            let is_in = |one: &Observation| {
                let mut other = other.iter();
                other.any(|two| (two.kind, &two.pointer) == (one.kind, &one.pointer))
            };
            common.retain(is_in);
        }
        self.told += common.len();
        common.into_iter().for_each(&mut *self.seen);
    }

    /// Returns what is new to one member of a union.
    fn apart(&mut self, id: SchemaId, value: &'j Json) -> Vec<Observation> {
        let mut found = Vec::new();
        let mut path = Walk::new(self.validator);
        path.path.clone_from(&self.path.path);
        let mut observer = Observer {
            validator: self.validator,
            path,
            told: self.told,
            depth: self.depth,
            seen: &mut |observation| found.push(observation),
        };
        observer.visit(id, value);
        found
    }

    fn report(&mut self, kind: ObservationKind, schema: SchemaId, name: String, value: &Json) {
        self.told += 1;
        (self.seen)(Observation {
            kind,
            pointer: self.path.pointer(),
            schema,
            name,
            value: Sample::of(value),
        });
    }
}
