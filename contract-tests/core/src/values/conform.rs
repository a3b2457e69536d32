//! Decides whether a value is valid in a request; generated values are checked with it.

use std::collections::HashMap;

use serde_json::{Map, Value};
use spec::Api;
use spec::model::{
    Additional, Array, Bounds, Kind, Object, Schema, SchemaId, Text, Union, UnionMode,
};

use super::decimal::Decimal;
use super::formats;
use super::pattern::{Length, Pattern};
use crate::json::Json;
use crate::number_format::Whole;
use crate::validate::{Direction, Validator};

/// The schemas of a description, with their patterns compiled.
#[derive(Debug)]
pub struct Schemas {
    all: Vec<Schema>,
    /// Validates against complete schemas, not only their types.
    whole: Validator,
    patterns: HashMap<String, Option<Pattern>>,
}

/// How unions with a discriminator are interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// The discriminator decides (OpenAPI 3.1.1 §4.8.25).
    Discriminated,
    /// It is a hint, and any member may match.
    Structural,
}

/// Deeper values count as valid.
const DEEPEST: usize = 64;

/// The depth, and how unions are interpreted.
type At = (usize, Reading);

impl Schemas {
    /// Returns the schemas of a description.
    #[must_use]
    pub fn new(api: &Api) -> Self {
        let mut patterns = HashMap::new();
        for schema in &api.schemas {
            if let Kind::String(Text {
                pattern: Some(source),
                ..
            }) = &schema.kind
            {
                patterns
                    .entry(source.clone())
                    .or_insert_with(|| Pattern::parse(source));
            }
        }
        Self {
            all: api.schemas.clone(),
            whole: Validator::new(api, Direction::Request),
            patterns,
        }
    }

    /// Returns the schemas as they apply to responses: without `writeOnly` properties, and with
    /// `readOnly` ones.
    #[must_use]
    pub fn of_answers(api: &Api) -> Self {
        let mut schemas = Self::new(api);
        for schema in &mut schemas.all {
            std::mem::swap(&mut schema.read_only, &mut schema.write_only);
        }
        schemas.whole = Validator::new(api, Direction::Response);
        schemas
    }

    pub(super) fn get(&self, id: SchemaId) -> &Schema {
        &self.all[id.index()]
    }

    /// Resolves a schema through aliases. Also returns whether null is allowed on the way.
    pub(super) fn behind(&self, mut id: SchemaId) -> (SchemaId, bool) {
        let mut nullable = self.get(id).nullable;
        while let Kind::Alias(target) = self.get(id).kind {
            id = target;
            nullable |= self.get(id).nullable;
        }
        (id, nullable)
    }

    /// Returns the first name on the way through aliases.
    pub(super) fn name(&self, mut id: SchemaId) -> Option<&str> {
        loop {
            match (&self.get(id).name, &self.get(id).kind) {
                (Some(name), _) => return Some(name),
                (None, Kind::Alias(target)) => id = *target,
                _ => return None,
            }
        }
    }

    /// Returns whether only responses have the schema's value.
    pub(super) fn read_only(&self, mut id: SchemaId) -> bool {
        loop {
            match &self.get(id).kind {
                _ if self.get(id).read_only => return true,
                Kind::Alias(target) => id = *target,
                _ => return false,
            }
        }
    }

    /// Returns the pattern of a string; `None` if it cannot be parsed.
    pub(super) fn pattern(&self, text: &Text) -> Option<&Pattern> {
        self.patterns.get(text.pattern.as_ref()?)?.as_ref()
    }

    /// Returns whether a value is valid against a schema.
    pub(super) fn conforms(&self, value: &Value, id: SchemaId) -> bool {
        let keeps_type = self.check(value, id, (0, Reading::Discriminated));
        keeps_type && (!self.whole.says_more_than_types() || self.is_allowed(value, id))
    }

    /// Returns whether a schema allows a value, even one of another type than the schema is for.
    pub(super) fn is_allowed(&self, value: &Value, id: SchemaId) -> bool {
        self.whole.check(id, &Json::from(value)).is_empty()
    }

    /// Returns whether a value is valid against a schema with one interpretation of unions.
    pub(super) fn conforms_as(&self, value: &Value, id: SchemaId, reading: Reading) -> bool {
        self.check(value, id, (0, reading))
    }

    fn check(&self, value: &Value, id: SchemaId, at: At) -> bool {
        let (id, nullable) = self.behind(id);
        if at.0 > DEEPEST || (nullable && value.is_null()) {
            return true;
        }
        match (&self.get(id).kind, value) {
            (Kind::Any | Kind::Alias(_), _)
            | (Kind::Null, Value::Null)
            | (Kind::Boolean, Value::Bool(_)) => true,
            (Kind::Integer { bounds, format }, Value::Number(_)) => {
                is_whole(value) && in_format(value, format.as_deref()) && in_bounds(value, bounds)
            }
            (Kind::Number { bounds, format }, Value::Number(_)) => {
                in_format(value, format.as_deref()) && in_bounds(value, bounds)
            }
            (Kind::String(text), Value::String(string)) => self.string(string, text),
            (Kind::Enumeration(list), _) => match list.base {
                _ if list.values.iter().any(|known| same(known, value)) => true,
                spec::model::EnumBase::String => list.open && value.is_string(),
                _ => list.open,
            },
            (Kind::Array(array), Value::Array(items)) => self.array(items, array, at),
            (Kind::Object(object), Value::Object(members)) => self.object(members, object, at),
            (Kind::Union(union), _) => self.union(value, union, at),
            _ => false,
        }
    }

    fn string(&self, string: &str, text: &Text) -> bool {
        let format = text.format.as_deref().unwrap_or_default();
        length(text).holds(string)
            && formats::holds(format, string)
            && self
                .pattern(text)
                .is_none_or(|pattern| pattern.matches(string).unwrap_or(true))
    }

    fn array(&self, items: &[Value], array: &Array, at: At) -> bool {
        let schemas = array
            .prefix
            .iter()
            .copied()
            .chain(std::iter::repeat(array.items));
        counted(items.len(), array.min_items, array.max_items)
            && items
                .iter()
                .zip(schemas)
                .all(|(item, schema)| self.check(item, schema, (at.0 + 1, at.1)))
            && !(array.unique && has_twins(items))
    }

    fn object(&self, members: &Map<String, Value>, object: &Object, at: At) -> bool {
        let named = object
            .properties
            .iter()
            .all(|property| match members.get(&property.name) {
                Some(value) => self.check(value, property.schema, (at.0 + 1, at.1)),
                None => !property.required || self.read_only(property.schema),
            });
        let is_other = |name: &str| {
            object
                .properties
                .iter()
                .all(|property| property.name != name)
        };
        let mut others = members.iter().filter(|(name, _)| is_other(name));
        named
            && counted(members.len(), object.min_properties, object.max_properties)
            && match object.additional {
                Additional::Unspecified => true,
                Additional::Forbidden => others.next().is_none(),
                Additional::Schema(schema) => {
                    others.all(|(_, value)| self.check(value, schema, (at.0 + 1, at.1)))
                }
            }
    }

    fn union(&self, value: &Value, union: &Union, at: At) -> bool {
        let fits = |schema| self.check(value, schema, (at.0 + 1, at.1));
        let discriminator = union.discriminator.as_ref();
        let is_known = union.members.iter().all(|member| !member.values.is_empty());
        let decisive = discriminator.filter(|_| is_known && at.1 == Reading::Discriminated);
        if let Some(discriminator) = decisive {
            let chosen = value.get(&discriminator.property).and_then(Value::as_str);
            let stands = |known: &Vec<String>| {
                chosen.is_some_and(|chosen| known.iter().any(|k| k == chosen))
            };
            let mut members = union.members.iter();
            let chosen = members.find(|member| stands(&member.values));
            return chosen.is_some_and(|member| fits(member.schema));
        }
        let fitting = union
            .members
            .iter()
            .filter(|member| fits(member.schema))
            .take(2)
            .count();
        match union.mode {
            UnionMode::OneOf if discriminator.is_none() => fitting == 1,
            UnionMode::OneOf | UnionMode::AnyOf => fitting > 0,
        }
    }
}

/// Returns the length that a string must have.
pub(super) fn length(text: &Text) -> Length {
    let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    Length {
        least: text.min_length.map_or(0, count),
        most: text.max_length.map(count),
    }
}

pub(super) fn counted(count: usize, least: Option<u64>, most: Option<u64>) -> bool {
    let count = count as u64;
    least.is_none_or(|least| count >= least) && most.is_none_or(|most| count <= most)
}

/// Numbers are equal by value, as in JSON Schema.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    a == b || (a.is_number() && b.is_number() && a.as_f64() == b.as_f64())
}

fn has_twins(items: &[Value]) -> bool {
    items
        .iter()
        .enumerate()
        .any(|(at, item)| items[..at].iter().any(|other| same(item, other)))
}

fn is_whole(value: &Value) -> bool {
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
}

fn in_format(value: &Value, format: Option<&str>) -> bool {
    let Some(range) = Whole::of(format) else {
        return true;
    };
    let whole = value.as_i64().map(i128::from);
    let whole = whole.or_else(|| value.as_u64().map(i128::from));
    whole.is_some_and(|number| (range.least..=range.greatest).contains(&number))
}

fn in_bounds(value: &Value, bounds: &Bounds) -> bool {
    let text = value.to_string();
    let compared = |bound: &str| {
        match Decimal::parse(&text).zip(Decimal::parse(bound)) {
            Some((a, b)) => a.aligned(b).map(|(a, b, _)| a.cmp(&b)),
            None => None,
        }
        .or_else(|| text.parse::<f64>().ok()?.partial_cmp(&bound.parse().ok()?))
    };
    let above = bounds.minimum.as_deref().and_then(compared);
    let below = bounds.maximum.as_deref().and_then(compared);
    let multiple = bounds.multiple_of.as_deref().and_then(|step| {
        let (value, step, _) = Decimal::parse(&text)?.aligned(Decimal::parse(step)?)?;
        value.checked_rem(step)
    });
    above.is_none_or(|order| order.is_gt() || (order.is_eq() && !bounds.exclusive_minimum))
        && below.is_none_or(|order| order.is_lt() || (order.is_eq() && !bounds.exclusive_maximum))
        && multiple.is_none_or(|rest| rest == 0)
}
