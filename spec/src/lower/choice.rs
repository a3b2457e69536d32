//! Lowers `oneOf`, `anyOf` and `discriminator`, as they are written.

use std::collections::HashMap;

use super::Lowering;
use super::reader::Fields;
use super::written::Part;
use crate::document::Node;
use crate::model::{Discriminator, Kind, Member, Provenance, Schema, SchemaId, Union, UnionMode};
use crate::source::Span;

/// A discriminator, to be checked once its members are known.
#[derive(Debug)]
pub(super) struct Discriminated {
    /// The property, and where it is named.
    pub(super) property: String,
    pub(super) span: Span,
    /// The members, each with its place if it has one.
    pub(super) members: Vec<(Member, Span)>,
    /// The mapping, with the place of each target.
    pub(super) mapping: Vec<Mapped>,
}

/// A value of a discriminator, and the schema that it selects.
#[derive(Debug)]
pub(super) struct Mapped {
    pub(super) value: String,
    pub(super) span: Span,
    pub(super) schema: SchemaId,
}

impl<'d> Lowering<'d, '_> {
    /// Returns the unions of a schema, as parts to be merged with the keywords beside them.
    pub(super) fn union_parts(
        &mut self,
        id: SchemaId,
        fields: &Fields<'d>,
        provenance: &Provenance,
    ) -> Vec<SchemaId> {
        let fields_and_modes = [("oneOf", UnionMode::OneOf), ("anyOf", UnionMode::AnyOf)];
        fields_and_modes
            .into_iter()
            .filter_map(|(field, mode)| self.union_part(id, fields, (field, mode), provenance))
            .collect()
    }

    fn union_part(
        &mut self,
        id: SchemaId,
        fields: &Fields<'d>,
        (field, mode): (&'static str, UnionMode),
        provenance: &Provenance,
    ) -> Option<SchemaId> {
        let nodes = self.array(fields, field);
        let first = nodes.first()?;
        let nodes: Vec<_> = nodes
            .iter()
            .filter(|node| !is_constraint_only(node))
            .collect();
        if nodes.is_empty() {
            let message = format!("`{field}` that only adds constraints is not checked");
            self.unsupported(fields.name_span(field), message, "left out");
            return None;
        }
        let schemas: Vec<_> = nodes
            .iter()
            .map(|node| {
                if !is_null_only(node) {
                    return self.schema(node, provenance);
                }
                let mut null = Schema::new(node.span, provenance.clone());
                null.kind = Kind::Null;
                self.schemas.add(null)
            })
            .collect();
        let (discriminator, members) = self.discriminated(fields, &nodes, schemas);
        let mut part = Schema::new(first.span, provenance.clone());
        part.kind = Kind::Union(Union {
            mode,
            members,
            discriminator,
        });
        let part = self.schemas.add(part);
        self.writing.part(part, id, Part::Keyword(field));
        Some(part)
    }

    fn discriminated(
        &mut self,
        fields: &Fields<'d>,
        nodes: &[&'d Node],
        schemas: Vec<SchemaId>,
    ) -> (Option<Discriminator>, Vec<Member>) {
        let discriminator = self.stated_discriminator(fields);
        let mapping = discriminator
            .as_ref()
            .map_or_else(Vec::new, |(_, of)| self.mapping(of));
        let mut mapped: HashMap<SchemaId, Vec<String>> = HashMap::new();
        for one in &mapping {
            let values = mapped.entry(one.schema).or_default();
            values.push(one.value.clone());
        }
        let members: Vec<_> = schemas
            .into_iter()
            .map(|schema| Member {
                schema,
                values: self.values_of(schema, discriminator.is_some(), &mapped),
            })
            .collect();
        let Some((discriminator, of)) = discriminator else {
            return (None, members);
        };
        let places = nodes.iter().map(|node| node.span);
        self.discriminators.push(Discriminated {
            property: discriminator.property.clone(),
            span: of.value_span("propertyName"),
            members: members.iter().cloned().zip(places).collect(),
            mapping,
        });
        (Some(discriminator), members)
    }

    fn stated_discriminator(&mut self, fields: &Fields<'d>) -> Option<(Discriminator, Fields<'d>)> {
        let discriminator = self.object(fields, "discriminator")?;
        let property = self.required_text(&discriminator, "propertyName");
        let fallback = discriminator.get("defaultMapping");
        let fallback = fallback.and_then(|node| {
            let name = node.as_str()?;
            let what = "the schema for other values (`defaultMapping`)";
            let span = discriminator.name_span("defaultMapping");
            self.unsupported(span, what, "not used in generated code");
            match self.schemas.named(name) {
                Some(id) => Some(id),
                None => self.referred(node, &Provenance::default()),
            }
        });
        Some((Discriminator { property, fallback }, discriminator))
    }

    /// Returns the mapping of a discriminator. A target may be a bare name (OpenAPI 3.0.3
    /// §4.7.25.1).
    fn mapping(&mut self, discriminator: &Fields<'d>) -> Vec<Mapped> {
        let mut mapping = Vec::new();
        for (value, target) in self.entries(discriminator, "mapping") {
            let Some(reference) = self.text_of(target, "mapping") else {
                continue;
            };
            let schema = match self.schemas.named(&reference) {
                Some(id) => Some(id),
                None => self.referred(target, &Provenance::default()),
            };
            mapping.extend(schema.map(|schema| Mapped {
                value: value.to_owned(),
                span: target.span,
                schema,
            }));
        }
        mapping
    }

    fn values_of(
        &self,
        schema: SchemaId,
        discriminated: bool,
        mapped: &HashMap<SchemaId, Vec<String>>,
    ) -> Vec<String> {
        match mapped.get(&schema) {
            Some(values) => values.clone(),
            None if discriminated => self.schemas.get(schema).name.clone().into_iter().collect(),
            None => Vec::new(),
        }
    }
}

/// Returns whether a union member does not say what the value is.
fn is_constraint_only(node: &Node) -> bool {
    node.as_object().is_some_and(|object| {
        !object.is_empty()
            && object
                .iter()
                .all(|(name, _)| matches!(name, "required" | "not" | "description" | "title"))
    })
}

/// Returns whether a schema only allows null, as some tools write null in a union.
pub(super) fn is_null_only(node: &Node) -> bool {
    const ANNOTATIONS: [&str; 3] = ["nullable", "description", "title"];
    let only = |object: &crate::document::Object| {
        object.iter().all(|(name, _)| ANNOTATIONS.contains(&name))
    };
    matches!(
        node.get("nullable").map(|node| &node.value),
        Some(crate::document::Value::Bool(true))
    ) && node.as_object().is_some_and(only)
}
