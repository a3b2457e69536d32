//! Strategies for JSON values that a schema allows.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Number, Value, json};
use spec::model::{Additional, Array, Bounds, Kind, Object, SchemaId, Union};

use crate::description::{API, is_nullable};
use crate::text::text;

/// Which optional parts are present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// All properties, and no `null`.
    Full,
    /// Only the required ones; `null` if it is allowed.
    Minimal,
    /// A random choice.
    Random,
}

/// Below this depth, optional parts are absent, because a schema may contain itself.
const DEEPEST: usize = 8;

/// The maximum number of items in a list, unless more are required.
const MOST_ITEMS: u64 = 3;

/// Returns values that the schema allows.
pub fn values(id: SchemaId, presence: Presence) -> BoxedStrategy<Value> {
    Values { presence, depth: 0 }.of(id)
}

#[derive(Debug, Clone, Copy)]
struct Values {
    presence: Presence,
    depth: usize,
}

impl Values {
    fn of(self, id: SchemaId) -> BoxedStrategy<Value> {
        let values = self.not_null(API.resolve(id));
        match self.presence {
            _ if !is_nullable(id) => values,
            Presence::Full => values,
            Presence::Minimal => Just(Value::Null).boxed(),
            Presence::Random => prop_oneof![3 => values, 1 => Just(Value::Null)].boxed(),
        }
    }

    fn not_null(self, id: SchemaId) -> BoxedStrategy<Value> {
        match &API.schema(id).kind {
            Kind::Any => any_json(),
            Kind::Never => unreachable!("no value is allowed"),
            Kind::Null => Just(Value::Null).boxed(),
            Kind::Alias(target) => self.of(*target),
            Kind::Boolean => any::<bool>().prop_map(Value::Bool).boxed(),
            Kind::Integer { format, bounds } => integer(format.as_deref(), bounds),
            Kind::Number { format, bounds } => number(format.as_deref(), bounds),
            Kind::String(shape) => text(shape).prop_map(Value::String).boxed(),
            Kind::Enumeration(list) => select(list.values.to_vec()).boxed(),
            Kind::Array(array) => self.array(array),
            Kind::Object(object) => self.object(object),
            Kind::Union(union) => self.union(union),
        }
    }

    fn deeper(self) -> Self {
        let presence = if self.depth >= DEEPEST {
            Presence::Minimal
        } else {
            self.presence
        };
        Self {
            presence,
            depth: self.depth + 1,
        }
    }

    fn array(self, array: &Array) -> BoxedStrategy<Value> {
        assert!(
            array.prefix.is_empty(),
            "tuples are not in this description"
        );
        let min = array.min_items.unwrap_or(0);
        let most = match self.presence {
            Presence::Full => min.max(1),
            Presence::Minimal => min,
            Presence::Random => min.max(MOST_ITEMS),
        };
        let max = array.max_items.map_or(most, |max| max.min(most));
        let least = if self.presence == Presence::Full {
            max
        } else {
            min
        };
        let size = usize::try_from(least).expect("a size")..=usize::try_from(max).expect("a size");
        let unique = array.unique;
        vec(self.deeper().of(array.items), size)
            .prop_map(move |mut items| {
                if unique {
                    let mut seen: Vec<Value> = Vec::new();
                    items.retain(|item| {
                        let new = !seen.contains(item);
                        seen.push(item.clone());
                        new
                    });
                }
                items
            })
            .prop_filter("enough items that differ", move |items| {
                items.len() as u64 >= min
            })
            .prop_map(Value::Array)
            .boxed()
    }

    fn object(self, object: &Object) -> BoxedStrategy<Value> {
        let mut members = Vec::new();
        for property in &object.properties {
            let name = property.name.clone();
            let there = match self.presence {
                _ if property.required => Just(true).boxed(),
                Presence::Full => Just(true).boxed(),
                Presence::Minimal => continue,
                Presence::Random => any::<bool>().boxed(),
            };
            let value = self.deeper().of(property.schema);
            let member = (there, value).prop_map(move |(there, value)| {
                let name = name.clone();
                there.then_some((name, value))
            });
            members.push(member.boxed());
        }
        let named =
            members.prop_map(|members| members.into_iter().flatten().collect::<Map<_, _>>());
        match object.additional {
            Additional::Schema(schema) => (named, self.additional(object, schema))
                .prop_map(|(mut named, more)| {
                    for (name, value) in more {
                        named.entry(name).or_insert(value);
                    }
                    Value::Object(named)
                })
                .boxed(),
            Additional::Unspecified if object.properties.is_empty() => any_object(),
            Additional::Unspecified | Additional::Forbidden => {
                named.prop_map(Value::Object).boxed()
            }
        }
    }

    /// Adds properties that the schema does not name.
    fn additional(self, object: &Object, schema: SchemaId) -> BoxedStrategy<Map<String, Value>> {
        let min = object.min_properties.unwrap_or(0);
        let (least, most) = match self.presence {
            Presence::Full => (min.max(1), min.max(1)),
            Presence::Minimal => (min, min),
            Presence::Random => (min, object.max_properties.unwrap_or(min + MOST_ITEMS)),
        };
        let size = usize::try_from(least).expect("a size")..=usize::try_from(most).expect("a size");
        vec((".{0,12}", self.deeper().of(schema)), size)
            .prop_map(|members| members.into_iter().collect::<Map<_, _>>())
            .prop_filter("enough names that differ", move |members| {
                members.len() as u64 >= min
            })
            .boxed()
    }

    fn union(self, union: &Union) -> BoxedStrategy<Value> {
        let members = union.members.iter().map(|member| {
            let value = self.of(member.schema);
            let Some(discriminator) = &union.discriminator else {
                return value;
            };
            let property = discriminator.property.clone();
            let told = select(member.values.clone());
            (value, told)
                .prop_map(move |(mut value, told)| {
                    value[&property] = json!(told);
                    value
                })
                .boxed()
        });
        proptest::strategy::Union::new(members).boxed()
    }
}

fn integer(format: Option<&str>, bounds: &Bounds) -> BoxedStrategy<Value> {
    assert!(
        bounds.multiple_of.is_none(),
        "multiples are not in this description"
    );
    let (lowest, highest) = match format {
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (i64::MIN, i64::MAX),
    };
    let bound = |text: &Option<String>, otherwise, exclusive: bool, step: i64| {
        let bound: Option<i64> = text
            .as_ref()
            .map(|text| text.parse().expect("a whole number"));
        bound.map_or(otherwise, |bound| bound + i64::from(exclusive) * step)
    };
    let min = bound(&bounds.minimum, lowest, bounds.exclusive_minimum, 1);
    let max = bound(&bounds.maximum, highest, bounds.exclusive_maximum, -1);
    prop_oneof![8 => min..=max, 1 => Just(min), 1 => Just(max)]
        .prop_map(Value::from)
        .boxed()
}

fn number(format: Option<&str>, bounds: &Bounds) -> BoxedStrategy<Value> {
    assert!(
        bounds.multiple_of.is_none(),
        "multiples are not in this description"
    );
    assert!(
        format != Some("decimal"),
        "decimals are strings in this description"
    );
    let bound = |text: &Option<String>, otherwise: f64| {
        let bound = text.as_ref().map(|text| text.parse().expect("a number"));
        bound.unwrap_or(otherwise)
    };
    let min = bound(&bounds.minimum, -1e300);
    let max = bound(&bounds.maximum, 1e300);
    let exclusive = (bounds.exclusive_minimum, bounds.exclusive_maximum);
    prop_oneof![8 => min..=max, 1 => Just(min), 1 => Just(max)]
        .prop_filter("an exclusive bound", move |number| {
            let at_end = (exclusive.0 && *number <= min) || (exclusive.1 && *number >= max);
            !at_end
        })
        .prop_map(|number| Value::Number(Number::from_f64(number).expect("a finite number")))
        .boxed()
}

/// Returns any value, a few levels deep.
pub fn any_json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9).prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::Array),
            vec((".{0,6}", inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
    .boxed()
}

fn any_object() -> BoxedStrategy<Value> {
    vec((".{0,6}", any_json()), 0..3)
        .prop_map(|members| Value::Object(members.into_iter().collect()))
        .boxed()
}
