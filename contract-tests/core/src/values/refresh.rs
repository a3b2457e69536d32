//! Brings an example of the description up to date: ids that name nothing here are replaced.

use serde_json::Value;
use spec::model::{Kind, SchemaId};

use super::Maker;

/// How deep values nest at most that are looked into.
const DEPTH: usize = 32;

impl Maker<'_> {
    /// The value with every member that is known by its name or schema set to the first value that
    /// is known, unless it has one of them already.
    #[must_use]
    pub fn refresh(&self, schema: SchemaId, value: &Value) -> Value {
        let mut fresh = value.clone();
        self.refresh_within(schema, &mut fresh, DEPTH);
        fresh
    }

    fn refresh_within(&self, schema: SchemaId, value: &mut Value, depth: usize) {
        if depth == 0 {
            return;
        }
        match (&self.schemas.get(schema).kind, value) {
            (Kind::Alias(target), value) => self.refresh_within(*target, value, depth - 1),
            (Kind::Array(array), Value::Array(items)) => {
                for item in items {
                    self.refresh_within(array.items, item, depth - 1);
                }
            }
            (Kind::Object(object), Value::Object(members)) => {
                for property in &object.properties {
                    let Some(member) = members.get_mut(&property.name) else {
                        continue;
                    };
                    let name = self.schemas.name(property.schema);
                    let known = self.known.values(name, &property.name);
                    match known.first() {
                        Some(first) if !known.contains(member) => member.clone_from(first),
                        Some(_) => {}
                        None => self.refresh_within(property.schema, member, depth - 1),
                    }
                }
            }
            (Kind::Union(union), value) => {
                for member in &union.members {
                    if self.schemas.conforms(value, member.schema) {
                        self.refresh_within(member.schema, value, depth - 1);
                    }
                }
            }
            _ => {}
        }
    }
}
