//! Generates values that a schema allows, without randomness: the same description gives the same
//! values.

use std::sync::Arc;

use serde_json::{Number, Value, json};
use spec::model::{
    Additional, Api, Array, Bounds, EnumBase, Enumeration, Kind, Object as Properties, Schema,
    SchemaId, Text, Union,
};

use super::literal;
use super::samples::{NoSample, Sample, Samples};
use crate::json::{Json, Object};

/// The size of a value, and special contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Variant {
    /// Only what is required.
    Required,
    /// Only what is required, with the description's examples, for people to read.
    Shown,
    /// Everything that is allowed; of every union the member with this number, modulo their count.
    Full(usize),
    /// Everything, and strings with characters that must be escaped.
    Text,
    /// Everything, and `null` wherever it is allowed.
    Nulls,
    /// Everything, and an unknown property in every object with properties.
    UnknownMembers,
    /// Everything, and unknown values in every enumeration.
    UnknownValues,
    /// Everything, and unknown kinds in every union with a discriminator.
    UnknownKinds,
}

/// The name of an unknown property, which needs escapes in a JSON Pointer.
pub(crate) const UNKNOWN: &str = "x-vector/unknown~";
const UNKNOWN_VALUE: &str = "VECTOR_UNKNOWN";

/// Characters that need care in JSON, addresses and source code: quotes, both slashes, reserved and
/// non-ASCII characters, a line separator, an astral character and a combining one.
const CARE: &str =
    "a \"b\" \\c\\ /d/ ?e=f&g#h%20+ <i> {j} $k 'l' ä\u{2028}\u{1F600}e\u{301}\u{7f}\u{1}\t\n";

/// An integer that is not exact as a double, to test that no digit is lost.
const LARGE: i64 = 9_007_199_254_740_993;

/// The maximum depth of optional values.
const DEEP: usize = 5;
/// The maximum depth of any values.
const DEEPEST: usize = 24;
/// The maximum size of a value. A larger one is generated again with fewer levels of optional
/// values: if every resource contains every other one, their number multiplies at each level.
const MOST_VALUES: usize = 2_000;

/// Creates a value.
#[derive(Debug)]
pub(crate) struct Sampler<'a> {
    pub(crate) samples: &'a Samples<'a>,
    api: &'a Api,
    variant: Variant,
    /// Whether the value is for a request; properties of the other direction are left out.
    request: bool,
    /// A property of the outermost object that is always present.
    always: Option<&'a str>,
    /// The maximum depth of optional values for this one.
    deep: usize,
    /// How many values were generated.
    made: usize,
    /// Pointers to the unknown members.
    pub(crate) unknown: Vec<String>,
    /// Whether the variant made a difference.
    pub(crate) differs: bool,
    /// The largest number of members of a union so far.
    pub(crate) members: usize,
}

impl<'a> Sampler<'a> {
    pub(super) const fn new(samples: &'a Samples<'a>, variant: Variant, request: bool) -> Self {
        Self {
            samples,
            api: samples.api,
            variant,
            request,
            always: None,
            deep: DEEP,
            made: 0,
            unknown: Vec::new(),
            differs: false,
            members: 0,
        }
    }

    pub(crate) fn always(mut self, property: Option<&'a str>) -> Self {
        self.always = property;
        self
    }

    /// Returns a value of a schema; `None` if it would be infinite or too large.
    pub(crate) fn sample(&mut self, id: SchemaId) -> Option<Json> {
        let key = (id, self.variant, self.request);
        let known = self.samples.known(key).filter(|_| self.always.is_none());
        let attempt = known.unwrap_or_else(|| {
            let sample = self.attempt(id).map(|value| Sample {
                value,
                made: self.made,
                unknown: self.unknown.clone(),
                differs: self.differs,
                members: self.members,
            });
            let attempt = sample.map(Arc::new).ok_or(NoSample);
            if self.always.is_none() {
                self.samples.keep(key, attempt.clone());
            }
            attempt
        });
        let sample = attempt.ok()?;
        self.unknown.clone_from(&sample.unknown);
        (self.differs, self.members) = (sample.differs, sample.members);
        Some(sample.value.clone())
    }

    fn attempt(&mut self, id: SchemaId) -> Option<Json> {
        for deep in (0..=DEEP).rev() {
            (self.deep, self.made) = (deep, 0);
            (self.differs, self.members) = (false, 0);
            self.unknown.clear();
            let value = self.value(id, "", 0, None);
            if self.made <= MOST_VALUES {
                return value;
            }
        }
        None
    }

    fn value(
        &mut self,
        id: SchemaId,
        place: &str,
        depth: usize,
        kind: Option<(&str, &str)>,
    ) -> Option<Json> {
        self.made += 1;
        if depth > DEEPEST || self.made > MOST_VALUES {
            return None;
        }
        let schema = self.api.schema(id);
        if self.variant == Variant::Shown
            && let Some(example) = literal::example(self.api, id)
        {
            return Some(Json::Value(example.clone()));
        }
        if schema.nullable && self.variant == Variant::Nulls && !place.is_empty() {
            self.differs = true;
            return Some(Json::Value(Value::Null));
        }
        let example = example(schema);
        Some(match &schema.kind {
            Kind::Alias(target) => return self.value(*target, place, depth, kind),
            Kind::Any => json!({"any": [1, "two", true, null]}).into(),
            Kind::Null | Kind::Never => Json::Value(Value::Null),
            Kind::Boolean => true.into(),
            Kind::Integer { format, bounds } => {
                let large = self.variant != Variant::Shown;
                integer(format.as_deref(), bounds, example, large)
            }
            Kind::Number { bounds, .. } => number(bounds, example),
            Kind::String(text) => self.text(text, example),
            Kind::Enumeration(list) => self.enumeration(list),
            Kind::Array(array) => return self.array(array, place, depth),
            Kind::Object(object) => return self.object(object, place, depth, kind),
            Kind::Union(union) => return self.union(union, place, depth),
        })
    }

    fn text(&mut self, text: &Text, example: Option<&Value>) -> Json {
        let format = text.format.as_deref();
        let shown = format.filter(|_| self.variant == Variant::Shown);
        let fixed = match format {
            _ if shown == Some("uri") => Some("https://example.com/"),
            _ if shown == Some("email") => Some("user@example.com"),
            _ if shown == Some("hostname") => Some("example.com"),
            Some("date-time") => Some("2026-05-04T10:11:12Z"),
            Some("date") => Some("2026-05-04"),
            Some("uuid") => Some("5f0c2a6e-8d1b-4c57-9e3f-7a2b6d4c1e90"),
            Some("decimal") => Some("1234.50"),
            Some("uri") => Some("https://vectors.example/a?b=c&d=%20#e"),
            Some("byte") => Some("AAEC/+8="),
            // "binary" in base64.
            Some("binary") => Some("YmluYXJ5"),
            _ => None,
        };
        if let Some(fixed) = fixed {
            return fixed.into();
        }
        let free = text.pattern.is_none() && text.format.is_none();
        let room = text
            .max_length
            .is_none_or(|most| most >= CARE.chars().count() as u64);
        if self.variant == Variant::Text && free && room {
            self.differs = true;
            return CARE.into();
        }
        let most = usize::try_from(text.max_length.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        let short = "text".get(..most).unwrap_or("text");
        let example = example.and_then(Value::as_str).unwrap_or(short);
        let least = usize::try_from(text.min_length.unwrap_or_default()).unwrap_or(usize::MAX);
        let length = example.chars().count();
        let padding = least.min(1 << 12).saturating_sub(length);
        format!("{example}{}", "x".repeat(padding)).into()
    }

    fn enumeration(&mut self, list: &Enumeration) -> Json {
        let strange = self.variant == Variant::UnknownValues && list.values.len() > 1;
        match list.base {
            EnumBase::String if strange => {
                self.differs = true;
                UNKNOWN_VALUE.into()
            }
            EnumBase::Integer if strange => {
                self.differs = true;
                Json::Value(987_654.into())
            }
            _ => Json::Value(list.values.first().cloned().unwrap_or_default()),
        }
    }

    fn array(&mut self, array: &Array, place: &str, depth: usize) -> Option<Json> {
        let most = array.max_items.unwrap_or(u64::MAX);
        let least = array.min_items.unwrap_or_default();
        let wanted = match self.variant {
            Variant::Required => 0,
            _ if depth > self.deep => 0,
            Variant::Shown => 1,
            _ if array.unique => 1,
            _ => 2,
        };
        let mut items = Vec::new();
        for index in 0..wanted.max(least).min(most).min(8) {
            let place = format!("{place}/{index}");
            match self.value(array.items, &place, depth + 1, None) {
                Some(item) => items.push(item),
                None if index < least => return None,
                None => break,
            }
        }
        Some(Json::Array(items))
    }

    fn object(
        &mut self,
        object: &Properties,
        place: &str,
        depth: usize,
        kind: Option<(&str, &str)>,
    ) -> Option<Json> {
        let mut members = Object::new();
        for property in &object.properties {
            let schema = self.api.schema(self.api.resolve(property.schema));
            let own = self.api.schema(property.schema);
            let hidden = if self.request {
                schema.read_only || own.read_only
            } else {
                schema.write_only || own.write_only
            };
            if hidden {
                continue;
            }
            let name = property.name.as_str();
            let wanted = match self.variant {
                Variant::Required | Variant::Shown => false,
                _ => depth <= self.deep,
            };
            let always = place.is_empty() && self.always == Some(name);
            if !(property.required || wanted || always) {
                continue;
            }
            if let Some((discriminator, value)) = kind
                && discriminator == name
            {
                members.set(name, value);
                continue;
            }
            let place = format!("{place}/{}", token(name));
            match self.value(property.schema, &place, depth + 1, None) {
                Some(value) => members.set(name, value),
                None if property.required => return None,
                None => {}
            }
        }
        if let Some((discriminator, value)) = kind
            && members.get(discriminator).is_none()
        {
            members.set(discriminator, value);
        }
        match object.additional {
            Additional::Schema(value)
                if !matches!(self.variant, Variant::Required | Variant::Shown)
                    && depth <= self.deep =>
            {
                let place = format!("{place}/key");
                if let Some(value) = self.value(value, &place, depth + 1, None) {
                    members.set("key", value);
                }
            }
            Additional::Unspecified if !object.properties.is_empty() && !self.request => {
                self.unknown_member(&mut members, place);
            }
            _ => {}
        }
        Some(members.into())
    }

    fn unknown_member(&mut self, members: &mut Object, place: &str) {
        if self.variant == Variant::UnknownMembers {
            members.set(UNKNOWN, json!({"deep": [null, {"n": 12.5}]}));
            self.unknown.push(format!("{place}/{}", token(UNKNOWN)));
            self.differs = true;
        }
    }

    fn union(&mut self, union: &Union, place: &str, depth: usize) -> Option<Json> {
        self.members = self.members.max(union.members.len());
        let discriminator = union.discriminator.as_ref().map(|found| &*found.property);
        if let (Variant::UnknownKinds, Some(property)) = (self.variant, discriminator) {
            self.differs = true;
            let strange = Object::new()
                .with(property, UNKNOWN_VALUE)
                .with("any", Json::Value(json!([1, {"two": 2}])));
            return Some(strange.into());
        }
        let wanted = match self.variant {
            Variant::Full(number) => number,
            _ => 0,
        };
        let count = union.members.len().max(1);
        // If a member would be infinite, the next one is used.
        (0..count).find_map(|offset| {
            let member = union.members.get((wanted + offset) % count)?;
            let value = member.values.first();
            let kind = discriminator.zip(value.map(String::as_str));
            self.value(member.schema, place, depth + 1, kind)
        })
    }
}

/// Returns an example with the correct type.
fn example(schema: &Schema) -> Option<&Value> {
    schema.examples.iter().chain(&schema.default).next()
}

fn integer(format: Option<&str>, bounds: &Bounds, example: Option<&Value>, large: bool) -> Json {
    if let Some(example) = example.filter(|example| example.is_i64()) {
        return Json::Value(example.clone());
    }
    let bound = |bound: &Option<String>| bound.as_ref().and_then(|text| text.parse::<i64>().ok());
    let least =
        bound(&bounds.minimum).map(|least| least.saturating_add(bounds.exclusive_minimum.into()));
    let most =
        bound(&bounds.maximum).map(|most| most.saturating_sub(bounds.exclusive_maximum.into()));
    let short = matches!(
        format,
        Some("int32" | "int16" | "int8" | "uint8" | "uint16" | "uint32")
    );
    let factor = bounds.multiple_of.as_ref();
    let free = least.is_none_or(|least| least <= LARGE) && most.is_none() && !short;
    let number = if large && free && factor.is_none() {
        LARGE
    } else {
        let number = most.map_or(1, |most| most.min(1));
        let number = least.map_or(number, |least| number.max(least));
        let factor = factor.and_then(|text| text.parse::<i64>().ok());
        factor.map_or(number, |factor| multiple(number, factor, most))
    };
    Json::Value(number.into())
}

/// Returns the next multiple, or the previous one if that is too large.
fn multiple(least: i64, factor: i64, most: Option<i64>) -> i64 {
    let factor = factor.saturating_abs();
    let next = match least.checked_rem_euclid(factor) {
        None | Some(0) => least,
        Some(rest) => least.saturating_add(factor - rest),
    };
    if most.is_some_and(|most| next > most) {
        next.saturating_sub(factor)
    } else {
        next
    }
}

fn number(bounds: &Bounds, example: Option<&Value>) -> Json {
    if let Some(example) = example.filter(|example| example.is_number()) {
        return Json::Value(example.clone());
    }
    let bound = |bound: &Option<String>| bound.as_ref().and_then(|text| text.parse::<f64>().ok());
    let (least, most) = (bound(&bounds.minimum), bound(&bounds.maximum));
    let number = match (least, most) {
        (Some(least), Some(most)) => {
            // Languages write a whole number with or without `.0`.
            let middle = f64::midpoint(least, most);
            let moved = middle + 0.5;
            let is_whole = middle.fract() == 0.0 && middle.abs() < 1e15;
            if is_whole && moved < most {
                moved
            } else {
                middle
            }
        }
        (Some(least), None) => least + 1.5,
        (None, Some(most)) => most - 1.5,
        (None, None) => 12.5,
    };
    let number = Number::from_f64(number).unwrap_or_else(|| 1.into());
    Json::Value(number.into())
}

/// Escapes a name as a part of a JSON Pointer (RFC 6901 §3).
fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
