//! Generates values of schemas for responses: complete, and around known values.

use std::sync::Arc;

use conformance_core::json::Json;
use conformance_core::validate::{Direction, Validator};
use conformance_core::values::{Maker, Manner, NothingKnown, Schemas, seed, tree};
use proptest::strategy::ValueTree as _;
use serde_json::{Map, Value};
use spec::Api;
use spec::model::{Additional, Array, Kind, Object, SchemaId};

/// Down to this depth, optional properties are included.
const COMPLETE: usize = 3;
/// No value is generated below this depth.
const DEEPEST: usize = 24;
/// After this many steps only required values are generated, and after ten times as many none.
pub(crate) const STEPS: usize = 1_000;

/// Generates values for the schemas of one description.
#[derive(Debug)]
pub(crate) struct Shaper {
    schemas: Arc<Schemas>,
    /// Validates values in responses.
    pub(crate) answers: Validator,
    seed: u64,
}

impl Shaper {
    pub(crate) fn new(api: &Api, seed: u64) -> Self {
        Self {
            schemas: Arc::new(Schemas::of_answers(api)),
            answers: Validator::new(api, Direction::Response),
            seed,
        }
    }

    /// Returns whether a value is valid against a schema.
    pub(crate) fn fits(&self, schema: SchemaId, value: &Value) -> bool {
        self.answers.check(schema, &Json::from(value)).is_empty()
    }

    /// Returns a value of a schema that keeps as much of `base` as possible. The same `at` leads to
    /// the same value.
    pub(crate) fn around(
        &self,
        api: &Api,
        schema: SchemaId,
        base: Option<&Value>,
        at: &str,
    ) -> Option<Value> {
        let walk = |base| {
            let mut walk = Walk {
                shaper: self,
                api,
                at: at.to_owned(),
                steps: 0,
                bare: false,
                lost: false,
            };
            let value = walk.value(schema, base, 0);
            value.filter(|value| self.fits(schema, value))
        };
        // If a value cannot be built around `base`, or at all, it is drawn at random.
        let made = walk(base).or_else(|| base.and_then(|_| walk(None)));
        let drawn = || {
            self.draw(schema, at)
                .filter(|value| self.fits(schema, value))
        };
        made.or_else(drawn)
    }

    /// Returns a random value of a schema.
    pub(crate) fn draw(&self, schema: SchemaId, at: &str) -> Option<Value> {
        let maker = Maker::sharing(
            Arc::clone(&self.schemas),
            &NothingKnown,
            conformance_core::values::today(),
        );
        let strategy = maker.strategy(schema, Manner::Plain);
        let drawn = tree(&strategy, seed(&["mock", at], self.seed)).ok()?;
        Some(drawn.current())
    }
}

pub(crate) struct Walk<'s> {
    pub(crate) shaper: &'s Shaper,
    pub(crate) api: &'s Api,
    at: String,
    pub(crate) steps: usize,
    /// Whether optional properties are left out unless they are known.
    pub(crate) bare: bool,
    /// Whether a known value that the schema names could not be kept.
    pub(crate) lost: bool,
}

impl Walk<'_> {
    pub(crate) fn value(
        &mut self,
        schema: SchemaId,
        base: Option<&Value>,
        depth: usize,
    ) -> Option<Value> {
        self.steps += 1;
        if depth > DEEPEST || self.steps > STEPS * 10 {
            return None;
        }
        if let Some(base) = base
            && self.is_kept(schema, base)
        {
            return Some(base.clone());
        }
        let resolved = self.api.resolve(schema);
        match (&self.api.schema(resolved).kind, base) {
            (Kind::Object(object), Some(Value::Object(known))) => self.object(object, known, depth),
            (Kind::Array(array), Some(Value::Array(items))) => self.items(array, items, depth),
            (Kind::Union(union), _) => self.union(resolved, union, base, depth),
            (Kind::Never, _) => None,
            (_, Some(base)) => {
                self.lost |= !base.is_null();
                self.fresh(schema, depth)
            }
            (_, None) => self.fresh(schema, depth),
        }
    }

    /// Returns whether a known value is kept: a scalar that the schema allows.
    fn is_kept(&self, schema: SchemaId, base: &Value) -> bool {
        let kind = &self.api.schema(self.api.resolve(schema)).kind;
        match base {
            Value::Object(_) => matches!(kind, Kind::Any),
            Value::Array(items) if !items.is_empty() => matches!(kind, Kind::Any),
            _ => self.shaper.fits(schema, base),
        }
    }

    /// Returns a new value: an example of the schema, or a generated one.
    fn fresh(&mut self, schema: SchemaId, depth: usize) -> Option<Value> {
        let example = self.example(schema);
        if example.is_some() {
            return example;
        }
        let resolved = self.api.resolve(schema);
        match &self.api.schema(resolved).kind {
            Kind::Any => Some(Value::Object(Map::new())),
            Kind::Never => None,
            Kind::Object(object) => self.object(object, &Map::new(), depth),
            Kind::Array(array) => self.array(array, depth),
            Kind::Union(union) => self.union(resolved, union, None, depth),
            Kind::Enumeration(list) => {
                let mut all = list.values.iter();
                all.find(|one| self.shaper.fits(schema, one)).cloned()
            }
            _ => self.shaper.draw(schema, &self.at),
        }
    }

    /// Returns a valid example along the aliases.
    fn example(&self, mut schema: SchemaId) -> Option<Value> {
        let whole = schema;
        loop {
            let described = self.api.schema(schema);
            let mut examples = described.examples.iter().take(4);
            let found = examples.find(|one| self.shaper.fits(whole, one));
            match (&described.kind, found) {
                (_, Some(found)) => return Some(found.clone()),
                (Kind::Alias(target), None) => schema = *target,
                _ => return None,
            }
        }
    }

    fn object(
        &mut self,
        object: &Object,
        known: &Map<String, Value>,
        depth: usize,
    ) -> Option<Value> {
        let mut members = Map::new();
        let most = object.max_properties.unwrap_or(u64::MAX);
        let is_full = |members: &Map<String, Value>| members.len() as u64 >= most;
        // Required properties come first, so that a maximum number of properties keeps them.
        let (required, optional): (Vec<_>, Vec<_>) =
            object.properties.iter().partition(|one| one.required);
        for property in required.into_iter().chain(optional) {
            let base = known.get(&property.name);
            let is_welcome = !self.bare && depth < COMPLETE && self.steps < STEPS;
            let is_wanted = property.required || base.is_some() || is_welcome;
            if !is_wanted || is_write_only(self.api, property.schema) || is_full(&members) {
                continue;
            }
            match self.member(&property.name, property.schema, base, depth) {
                Some(value) => drop(members.insert(property.name.clone(), value)),
                None if property.required => return None,
                None => self.lost |= base.is_some_and(|base| !base.is_null()),
            }
        }
        self.others(object, known, &mut members, depth);
        let least = usize::try_from(object.min_properties.unwrap_or_default()).ok()?;
        for number in members.len()..least.min(64) {
            let value = match object.additional {
                Additional::Schema(schema) => self.value(schema, None, depth + 1)?,
                _ => Value::from(number),
            };
            members.insert(format!("key{number}"), value);
        }
        Some(Value::Object(members))
    }

    fn member(
        &mut self,
        name: &str,
        schema: SchemaId,
        base: Option<&Value>,
        depth: usize,
    ) -> Option<Value> {
        let length = self.at.len();
        self.at.push('/');
        self.at.push_str(name);
        let value = self.value(schema, base, depth + 1);
        self.at.truncate(length);
        value
    }

    /// Adds properties that the schema does not name.
    fn others(
        &mut self,
        object: &Object,
        known: &Map<String, Value>,
        members: &mut Map<String, Value>,
        depth: usize,
    ) {
        let most = object.max_properties.unwrap_or(u64::MAX);
        for (name, base) in known {
            let is_named = object.properties.iter().any(|one| one.name == *name);
            if is_named || members.len() as u64 >= most {
                continue;
            }
            let value = match object.additional {
                Additional::Forbidden => None,
                Additional::Unspecified => object.properties.is_empty().then(|| base.clone()),
                Additional::Schema(schema) => self.member(name, schema, Some(base), depth),
            };
            members.extend(value.map(|value| (name.clone(), value)));
        }
    }

    fn items(&mut self, array: &Array, known: &[Value], depth: usize) -> Option<Value> {
        let mut items = Vec::new();
        for (index, base) in known.iter().enumerate() {
            let schema = array.prefix.get(index).copied().unwrap_or(array.items);
            let item = self.member(&index.to_string(), schema, Some(base), depth);
            self.lost |= item.is_none();
            items.extend(item);
        }
        self.fill(array, &mut items, 0, depth)
    }

    fn array(&mut self, array: &Array, depth: usize) -> Option<Value> {
        let most = usize::try_from(array.max_items.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
        let usual = usize::from(depth < COMPLETE && self.steps < STEPS);
        self.fill(
            array,
            &mut Vec::new(),
            usual.max(array.prefix.len()).min(most),
            depth,
        )
    }

    /// Adds items up to the required or wanted number.
    fn fill(
        &mut self,
        array: &Array,
        items: &mut Vec<Value>,
        wanted: usize,
        depth: usize,
    ) -> Option<Value> {
        let least = usize::try_from(array.min_items.unwrap_or_default()).ok()?;
        let wanted = wanted.max(least);
        for number in 0..wanted.saturating_mul(3).min(10_000) {
            if items.len() >= wanted {
                break;
            }
            let schema = array
                .prefix
                .get(items.len())
                .copied()
                .unwrap_or(array.items);
            let item = match number {
                0 => self.member("0", schema, None, depth),
                // A different one, if items must be unique.
                _ => self.another(schema, number, depth),
            };
            let Some(item) = item else { break };
            if !(array.unique && items.contains(&item)) {
                items.push(item);
            }
        }
        (items.len() >= least).then(|| Value::Array(std::mem::take(items)))
    }

    /// Returns a random simple value, so that it differs from an example.
    fn another(&mut self, schema: SchemaId, number: usize, depth: usize) -> Option<Value> {
        let kind = &self.api.schema(self.api.resolve(schema)).kind;
        if let Kind::Enumeration(list) = kind {
            return list.values.get(number % list.values.len().max(1)).cloned();
        }
        if matches!(kind, Kind::Object(_) | Kind::Union(_) | Kind::Array(_)) {
            return self.member(&number.to_string(), schema, None, depth);
        }
        self.shaper.draw(schema, &format!("{}/{number}", self.at))
    }
}

/// Returns whether a schema is only for requests.
pub(crate) fn is_write_only(api: &Api, mut schema: SchemaId) -> bool {
    loop {
        let described = api.schema(schema);
        match &described.kind {
            _ if described.write_only => return true,
            Kind::Alias(target) => schema = *target,
            _ => return false,
        }
    }
}
