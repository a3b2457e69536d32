//! Digests of schemas. Equal schemas have equal digests, whichever description they are in.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::Comparison;
use crate::model::{Api, Form, Operand, SchemaId, WrittenId, WrittenSchemas};

/// How deep, and how many, schemas are included in a digest.
const DEEPEST: u8 = 6;
const MOST: usize = 400;

impl Comparison<'_> {
    /// Returns whether two schemas are written alike, down to [`DEEPEST`] levels.
    pub(super) fn is_equal(&self, old: SchemaId, new: SchemaId) -> bool {
        digest(self.old, old) == digest(self.new, new)
    }
}

fn digest(api: &Api, id: SchemaId) -> u64 {
    let mut hasher = DefaultHasher::new();
    let mut left = MOST;
    api.schema(id).nullable.hash(&mut hasher);
    match api.schema(id).written {
        Some(written) => write(&api.written, written, 0, &mut left, &mut hasher),
        None => false.hash(&mut hasher),
    }
    hasher.finish()
}

fn write(
    schemas: &WrittenSchemas,
    id: WrittenId,
    depth: u8,
    left: &mut usize,
    hasher: &mut DefaultHasher,
) {
    let schema = schemas.get(id);
    schema.name.hash(hasher);
    if depth > DEEPEST || *left == 0 {
        return;
    }
    *left -= 1;
    schema.nullable.hash(hasher);
    let Form::Keywords(keywords) = &schema.form else {
        return matches!(schema.form, Form::Bool(true)).hash(hasher);
    };
    let mut sorted: Vec<_> = keywords.iter().collect();
    sorted.sort_by_key(|keyword| &keyword.name);
    for keyword in sorted {
        keyword.name.hash(hasher);
        match &keyword.operand {
            Operand::Data(value) => value.to_string().hash(hasher),
            Operand::Named(entries) => {
                let mut entries: Vec<_> = entries.iter().collect();
                entries.sort_by_key(|(name, _)| name);
                for (name, id) in entries {
                    name.hash(hasher);
                    write(schemas, *id, depth + 1, left, hasher);
                }
            }
            other => {
                for id in other.schemas() {
                    write(schemas, id, depth + 1, left, hasher);
                }
            }
        }
    }
}
