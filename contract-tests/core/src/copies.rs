//! Finds schemas that a description repeats instead of referring to one.
//!
//! Generators of descriptions repeat the schema of errors in each response. A deviation from such a
//! schema has one cause, not one for each copy.

use std::collections::HashMap;

use spec::document::{Node, Value};

/// The copies of one file, by JSON Pointers (RFC 6901).
#[derive(Debug)]
pub(crate) struct Copies {
    /// From the pointer of each copy to that of the first.
    firsts: HashMap<String, String>,
}

impl Copies {
    /// Finds the copies among the schemas of bodies, parameters and headers of a document.
    pub(crate) fn of(root: &Node) -> Self {
        let mut schemas = Vec::new();
        collect(root, &mut String::new(), &mut schemas);
        let mut seen: HashMap<String, String> = HashMap::new();
        let mut firsts = HashMap::new();
        for (pointer, schema) in schemas {
            match seen.get(&schema) {
                Some(first) => {
                    firsts.insert(pointer, first.clone());
                }
                None => {
                    seen.insert(schema, pointer);
                }
            }
        }
        Self { firsts }
    }

    /// Returns the pointer to the same place within the first copy.
    pub(crate) fn first(&self, pointer: &str) -> String {
        let ends = pointer.match_indices('/').map(|(at, _)| at);
        let mut ends = ends.chain([pointer.len()]);
        let moved = ends.find_map(|end| {
            let first = self.firsts.get(&pointer[..end])?;
            Some(format!("{first}{}", &pointer[end..]))
        });
        moved.unwrap_or_else(|| pointer.to_owned())
    }
}

/// Collects the pointers and texts of all objects with properties that are the value of `schema`.
/// Anything smaller is alike by chance.
fn collect(node: &Node, at: &mut String, schemas: &mut Vec<(String, String)>) {
    let mut inside = |name: &str, child: &Node| {
        let length = at.len();
        at.push('/');
        at.push_str(&name.replace('~', "~0").replace('/', "~1"));
        if name == "schema" && child.get("properties").is_some() {
            schemas.push((at.clone(), child.to_json().to_string()));
        } else {
            collect(child, at, schemas);
        }
        at.truncate(length);
    };
    match &node.value {
        Value::Object(object) => object.iter().for_each(|(name, child)| inside(name, child)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                inside(&index.to_string(), item);
            }
        }
        _ => {}
    }
}
