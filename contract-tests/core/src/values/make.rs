//! Generates one value of a schema.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::Value;
use spec::model::{Array, Kind, SchemaId, Text, Union};

use super::Manner;
use super::conform::{Schemas, length};
use super::dice::Dice;
use super::pattern::Taste;
use super::{formats, scalar};
use crate::number_format::Whole;

/// Values that name existing items, by the property and the schema that they are for.
pub(super) type Pool = HashMap<(String, SchemaId), Vec<Value>>;

/// Generates values.
pub(super) struct Factory<'f, 'r> {
    pub schemas: &'f Schemas,
    pub pool: &'f Pool,
    pub now: Timestamp,
    pub manner: Manner,
    pub dice: Dice<'r>,
    /// How many further values may be generated; at zero, only required ones are.
    pub budget: usize,
}

/// Below this depth, only required values are generated.
const DEEP: usize = 6;
/// No value is generated below this depth.
const DEEPEST: usize = 24;
/// More items or properties are generated only if required.
pub(super) const MANY: usize = 40;
const TRIES: usize = 12;

impl Factory<'_, '_> {
    /// Returns a validated value of a schema; `None` if none was found.
    pub fn value(&mut self, id: SchemaId, depth: usize) -> Option<Value> {
        if depth > DEEPEST {
            return None;
        }
        self.budget = self.budget.saturating_sub(1);
        let (behind, nullable) = self.schemas.behind(id);
        if nullable
            && self
                .dice
                .chance(if self.manner == Manner::Plain { 10 } else { 25 })
        {
            return Some(Value::Null);
        }
        let schemas = self.schemas;
        let made = match &schemas.get(behind).kind {
            Kind::Never => None,
            Kind::Any | Kind::Alias(_) => Some(self.any(depth)),
            Kind::Null => Some(Value::Null),
            Kind::Boolean => Some(Value::Bool(self.dice.chance(50))),
            Kind::Integer { format, bounds } => {
                scalar::integer(format.as_deref(), bounds, self.manner, &mut self.dice)
            }
            // A number with an integer format, such as `int32`, is an integer.
            Kind::Number { format, bounds } if Whole::of(format.as_deref()).is_some() => {
                scalar::integer(format.as_deref(), bounds, self.manner, &mut self.dice)
            }
            Kind::Number { format, bounds } => {
                scalar::number(format.as_deref(), bounds, self.manner, &mut self.dice)
            }
            Kind::String(text) => self.string(text).map(Value::String),
            Kind::Enumeration(list) => self.dice.pick(&list.values).cloned(),
            Kind::Array(array) => self.array(array, depth),
            Kind::Object(object) => self.object(object, depth),
            Kind::Union(union) => self.union(behind, union, depth),
        };
        made.or_else(|| nullable.then_some(Value::Null))
    }

    pub(super) fn is_frugal(&self, depth: usize) -> bool {
        depth >= DEEP || self.budget == 0
    }

    fn string(&mut self, text: &Text) -> Option<String> {
        /// No longer strings are generated.
        const LONGEST: usize = 1 << 16;
        let length = length(text);
        if length.least > LONGEST {
            return None;
        }
        let format = text.format.as_deref().unwrap_or_default();
        let odd = self.manner == Manner::Odd;
        if let Some(pattern) = self.schemas.pattern(text) {
            let taste = match self.manner {
                Manner::Plain => Taste::Plain,
                Manner::Odd => Taste::Odd,
                Manner::Boundary if self.dice.chance(50) => Taste::Longest,
                Manner::Boundary => Taste::Shortest,
            };
            for taste in [taste, Taste::Plain] {
                let drawn = (0..TRIES).find_map(|_| {
                    let drawn = pattern.draw(&mut self.dice, length, taste)?;
                    formats::holds(format, &drawn).then_some(drawn)
                });
                if drawn.is_some() {
                    return drawn;
                }
            }
            // The pattern further restricts a format.
            return (0..TRIES * 4).find_map(|_| {
                let drawn = formats::draw(format, length, self.now, &mut self.dice, odd)?;
                (pattern.matches(&drawn) == Some(true)).then_some(drawn)
            });
        }
        let drawn = formats::draw(format, length, self.now, &mut self.dice, odd);
        drawn.or_else(|| {
            let free = scalar::text(length, self.manner, &mut self.dice);
            formats::holds(format, &free).then_some(free)
        })
    }

    fn count(&mut self, least: Option<u64>, most: Option<u64>, usual: usize) -> usize {
        let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let least = least.map_or(0, count);
        let most = most.map_or(usize::MAX, count);
        let usual = usual.min(most).max(least);
        match self.manner {
            _ if self.budget == 0 => least,
            Manner::Boundary if self.dice.chance(50) => least,
            Manner::Boundary if most <= MANY.max(least) => most,
            _ => self.dice.between(least, usual),
        }
    }

    fn array(&mut self, array: &Array, depth: usize) -> Option<Value> {
        let least = array.min_items.unwrap_or_default();
        let usual = if self.is_frugal(depth) { 0 } else { 3 };
        let count = self.count(array.min_items, array.max_items, usual);
        let least = usize::try_from(least).unwrap_or(usize::MAX);
        if least > 4096 {
            return None;
        }
        let schemas: Vec<_> = array.prefix.iter().copied().take(count).collect();
        let mut items: Vec<Value> = Vec::new();
        for at in 0..count {
            let schema = schemas.get(at).copied().unwrap_or(array.items);
            let fresh = (0..TRIES).find_map(|_| {
                let item = self.value(schema, depth + 1)?;
                let twin =
                    array.unique && items.iter().any(|other| super::conform::same(other, &item));
                (!twin).then_some(item)
            });
            match fresh {
                Some(item) => items.push(item),
                None => break,
            }
        }
        (items.len() >= least).then_some(Value::Array(items))
    }

    fn union(&mut self, id: SchemaId, union: &Union, depth: usize) -> Option<Value> {
        let start = self.dice.below(union.members.len());
        let members = union
            .members
            .iter()
            .cycle()
            .skip(start)
            .take(union.members.len());
        for member in members.flat_map(|member| [member, member]) {
            let Some(mut value) = self.value(member.schema, depth + 1) else {
                continue;
            };
            if let (Some(discriminator), Some(object)) =
                (&union.discriminator, value.as_object_mut())
                && let Some(chosen) = self.dice.pick(&member.values)
            {
                object.insert(discriminator.property.clone(), Value::from(chosen.as_str()));
            }
            if self.schemas.conforms(&value, id) {
                return Some(value);
            }
        }
        None
    }

    /// Returns an arbitrary value.
    pub(super) fn any(&mut self, depth: usize) -> Value {
        let free = super::pattern::Length {
            least: 0,
            most: Some(40),
        };
        let shallow = !self.is_frugal(depth) && self.manner != Manner::Plain;
        match self.dice.below(if shallow { 6 } else { 3 }) {
            0 => Value::Bool(self.dice.chance(50)),
            1 => Value::from(self.dice.below(1000)),
            2 => Value::String(scalar::text(free, self.manner, &mut self.dice)),
            3 => Value::Null,
            4 => Value::Array(
                (0..self.dice.below(3))
                    .map(|_| self.any(depth + 1))
                    .collect(),
            ),
            _ => {
                let names = (0..self.dice.below(3)).map(|at| format!("key{at}"));
                Value::Object(names.map(|name| (name, self.any(depth + 1))).collect())
            }
        }
    }
}
