//! Schemas that others inherit from, where a discriminator selects the heir.

use std::collections::HashMap;

use super::Lowering;
use super::reader::Fields;
use crate::document::{Node, Object};
use crate::model::{Base, Heir};

/// The path of named schemas.
const NAMED: &str = "#/components/schemas/";

impl<'d> Lowering<'d, '_> {
    /// Returns the bases of a description, in order, each with its heirs (OpenAPI 3.1.0 §4.8.25).
    pub(super) fn bases(&self, root: &Fields<'d>) -> Vec<Base> {
        let named = root.get("components").and_then(|node| node.get("schemas"));
        let Some(named) = named.and_then(Node::as_object) else {
            return Vec::new();
        };
        let bases: Vec<_> = named
            .iter()
            .filter_map(|(name, node)| Some((name, lone(node)?)))
            .collect();
        if bases.is_empty() {
            return Vec::new();
        }
        let mut heirs: HashMap<&str, Vec<&str>> = HashMap::new();
        for (name, node) in named.iter() {
            let parts = node
                .get("allOf")
                .and_then(Node::as_array)
                .unwrap_or_default();
            for reference in parts.iter().filter_map(|part| part.get("$ref")?.as_str()) {
                if let Some(base) = reference.strip_prefix(NAMED) {
                    heirs.entry(base).or_default().push(name);
                }
            }
        }
        let each = bases.into_iter().filter_map(|(name, discriminator)| {
            let property = discriminator.get("propertyName")?.as_str()?;
            let heirs = heirs.get(name)?.iter();
            let heirs = heirs.flat_map(|heir| self.heir(heir, discriminator));
            Some(Base {
                schema: self.schemas.named(name)?,
                property: property.to_owned(),
                heirs: heirs.collect(),
            })
        });
        each.collect()
    }

    /// Returns an heir for each value that selects it: those of the mapping, otherwise its name.
    fn heir(&self, name: &str, discriminator: &Object) -> Vec<Heir> {
        let Some(schema) = self.schemas.named(name) else {
            return Vec::new();
        };
        let mapping = discriminator.get("mapping").and_then(Node::as_object);
        let mapping = mapping.into_iter().flat_map(Object::iter);
        let own = mapping.filter(|(_, target)| {
            let target = target.as_str().unwrap_or_default();
            target.strip_prefix(NAMED).unwrap_or(target) == name
        });
        let values: Vec<&str> = own.map(|(value, _)| value).collect();
        let values = if values.is_empty() {
            vec![name]
        } else {
            values
        };
        let each = values.into_iter().map(|value| Heir {
            value: value.to_owned(),
            schema,
        });
        each.collect()
    }
}

/// Returns the discriminator of a schema without `oneOf` or `anyOf`.
fn lone(schema: &Node) -> Option<&Object> {
    let union = ["oneOf", "anyOf"]
        .iter()
        .any(|name| schema.get(name).is_some());
    schema.get("discriminator").filter(|_| !union)?.as_object()
}
