//! Updates an example of the description: ids that name nothing in the deployment are replaced.

use serde_json::Value;
use spec::model::{Kind, SchemaId};

use super::Maker;

/// The maximum depth of nested values.
const DEPTH: usize = 32;

impl Maker<'_> {
    /// Replaces every property that names an existing item, found by its name or schema, with the
    /// first known value, unless it already has a known one.
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
