//! Digests of schemas. Equal schemas have equal digests, whichever description they are in.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Comparison;
use crate::model::{Api, Form, Operand, SchemaId, WrittenId, WrittenSchemas};

/// How deep, and how many, schemas are included in a digest.
const DEEPEST: u8 = 6;
const MOST: usize = 400;

impl<'a> Comparison<'a> {
    /// Returns the digest of a schema of the old description, down to [`DEEPEST`] levels.
    pub(super) fn digest_of_old(&self, id: SchemaId) -> u64 {
        digest(self.old, id, &|_| true)
    }

    /// Returns the digest of a schema of the new description.
    pub(super) fn digest_of_new(&self, id: SchemaId) -> u64 {
        digest(self.new, id, &|_| true)
    }

    /// Returns the names of schemas that have another name in the new description. Names that only
    /// one description has do not matter, unless several schemas are written alike.
    pub(super) fn renamed_schemas(&self) -> HashMap<&'a str, &'a str> {
        let (old, new): (&'a Api, &'a Api) = (self.old, self.new);
        let names = |api: &'a Api| -> HashSet<&'a str> {
            let schemas = api.schemas.iter();
            schemas.filter_map(|one| one.name.as_deref()).collect()
        };
        let (olds, news) = (names(old), names(new));
        let kept = |name: &str| olds.contains(name) && news.contains(name);
        let lone = |api: &'a Api| {
            let mut found: HashMap<u64, Option<&'a str>> = HashMap::new();
            for (index, schema) in api.schemas.iter().enumerate() {
                let name = schema.name.as_deref();
                if let Some(name) = name.filter(|name| !kept(name)) {
                    let digest = digest(api, SchemaId::from_index(index), &kept);
                    let entry = found.entry(digest);
                    entry.and_modify(|one| *one = None).or_insert(Some(name));
                }
            }
            found
        };
        let (gone, mut came) = (lone(old), lone(new));
        let pairs = gone.into_iter().filter_map(|(digest, name)| {
            let other = came.remove(&digest)?;
            name.zip(other)
        });
        pairs.collect()
    }
}

/// Returns a digest of a schema. `kept` says which names of schemas count.
fn digest(api: &Api, id: SchemaId, kept: &dyn Fn(&str) -> bool) -> u64 {
    let mut state = State {
        schemas: &api.written,
        kept,
        left: MOST,
        hasher: DefaultHasher::new(),
    };
    api.schema(id).nullable.hash(&mut state.hasher);
    match api.schema(id).written {
        Some(written) => state.write(written, 0),
        None => false.hash(&mut state.hasher),
    }
    state.hasher.finish()
}

struct State<'s> {
    schemas: &'s WrittenSchemas,
    kept: &'s dyn Fn(&str) -> bool,
    /// How many schemas may still be included.
    left: usize,
    hasher: DefaultHasher,
}

impl State<'_> {
    fn write(&mut self, id: WrittenId, depth: u8) {
        let schema = self.schemas.get(id);
        let name = schema.name.as_deref().filter(|name| (self.kept)(name));
        name.hash(&mut self.hasher);
        if depth > DEEPEST || self.left == 0 {
            return;
        }
        self.left -= 1;
        schema.nullable.hash(&mut self.hasher);
        let Form::Keywords(keywords) = &schema.form else {
            return matches!(schema.form, Form::Bool(true)).hash(&mut self.hasher);
        };
        let mut sorted: Vec<_> = keywords.iter().collect();
        sorted.sort_by_key(|keyword| &keyword.name);
        for keyword in sorted {
            keyword.name.hash(&mut self.hasher);
            match &keyword.operand {
                Operand::Data(value) => value.to_string().hash(&mut self.hasher),
                Operand::Named(entries) => {
                    let mut entries: Vec<_> = entries.iter().collect();
                    entries.sort_by_key(|(name, _)| name);
                    for (name, id) in entries {
                        name.hash(&mut self.hasher);
                        self.write(*id, depth + 1);
                    }
                }
                other => {
                    for id in other.schemas() {
                        self.write(id, depth + 1);
                    }
                }
            }
        }
    }
}
