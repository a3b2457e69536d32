//! Generates objects.

use serde_json::{Map, Value};
use spec::model::{Additional, Object, SchemaId};

use super::Manner;
use super::make::{Factory, MANY};

impl Factory<'_, '_> {
    /// Returns a value of a property: one that names an existing item, or a new one.
    pub fn member(&mut self, name: &str, id: SchemaId, depth: usize) -> Option<Value> {
        let known = self.pool.get(&(name.to_owned(), id)).map(Vec::as_slice);
        match self.dice.pick(known.unwrap_or_default()) {
            Some(value) => Some(value.clone()),
            None => self.value(id, depth),
        }
    }

    pub(super) fn object(&mut self, object: &Object, depth: usize) -> Option<Value> {
        let schemas = self.schemas;
        let mut members = Map::new();
        // All optional properties, none, or each at random.
        let percent = match self.manner {
            _ if self.is_frugal(depth) => 0,
            Manner::Boundary if self.dice.chance(50) => 100,
            Manner::Boundary => 0,
            Manner::Plain | Manner::Odd => 50,
        };
        let most = object.max_properties.map_or(usize::MAX, |most| {
            usize::try_from(most).unwrap_or(usize::MAX)
        });
        let required = object
            .properties
            .iter()
            .filter(|property| property.required)
            .count();
        let mut optional = most.saturating_sub(required);
        for property in &object.properties {
            if schemas.read_only(property.schema) {
                continue;
            }
            if !property.required {
                if optional == 0 || !self.dice.chance(percent) {
                    continue;
                }
                optional -= 1;
            }
            match self.member(&property.name, property.schema, depth + 1) {
                Some(value) => drop(members.insert(property.name.clone(), value)),
                None if property.required => return None,
                None => {}
            }
        }
        self.fill(object, &mut members, depth);
        self.add_others(object, &mut members, most, depth);
        super::conform::counted(members.len(), object.min_properties, object.max_properties)
            .then_some(Value::Object(members))
    }

    /// Adds properties until the minimum number is reached.
    fn fill(&mut self, object: &Object, members: &mut Map<String, Value>, depth: usize) {
        let least = object.min_properties.unwrap_or_default();
        for property in &object.properties {
            if members.len() as u64 >= least {
                return;
            }
            if !members.contains_key(&property.name)
                && !self.schemas.read_only(property.schema)
                && let Some(value) = self.member(&property.name, property.schema, depth + 1)
            {
                members.insert(property.name.clone(), value);
            }
        }
    }

    /// Adds properties that the schema does not name. Where it says nothing about them, a
    /// deployment may refuse them in an object with named properties.
    fn add_others(
        &mut self,
        object: &Object,
        members: &mut Map<String, Value>,
        most: usize,
        depth: usize,
    ) {
        const ODD: [&str; 8] = [
            "__proto__",
            "constructor",
            "toString",
            "",
            "a.b/c~d",
            "$ref",
            "ключ",
            "😀",
        ];
        let named = |name: &str| {
            object
                .properties
                .iter()
                .any(|property| property.name == name)
        };
        let least =
            usize::try_from(object.min_properties.unwrap_or_default()).unwrap_or(usize::MAX);
        let missing = least.saturating_sub(members.len()).min(MANY);
        let is_map = match object.additional {
            Additional::Forbidden => return,
            Additional::Schema(_) => true,
            Additional::Unspecified => object.properties.is_empty(),
        };
        let more = if is_map && !self.is_frugal(depth) {
            self.dice.below(4)
        } else {
            0
        };
        let count = missing.max(more.min(most.saturating_sub(members.len())));
        for at in 0..count {
            let odd = self.manner == Manner::Odd && self.dice.chance(70);
            let name = if odd {
                self.dice.pick(&ODD).map(|name| (*name).to_owned())
            } else {
                None
            };
            let name = name
                .filter(|name| !members.contains_key(name))
                .unwrap_or_else(|| format!("key{at}"));
            if named(&name) || members.contains_key(&name) {
                continue;
            }
            let value = match object.additional {
                Additional::Schema(schema) => self.value(schema, depth + 1),
                _ => Some(self.any(depth + 1)),
            };
            members.extend(value.map(|value| (name, value)));
        }
    }
}
