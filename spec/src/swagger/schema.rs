//! Converts schemas, and the schema-like fields of parameters, headers and items.

use super::build::{Build, text};
use crate::document::{Node, Object, Value};
use crate::source::Span;

/// The fields of a parameter, a header or an item that describe its value (Swagger 2.0, Items
/// Object).
pub(super) const VALUE: [&str; 17] = [
    "type",
    "format",
    "items",
    "default",
    "maximum",
    "exclusiveMaximum",
    "minimum",
    "exclusiveMinimum",
    "maxLength",
    "minLength",
    "pattern",
    "maxItems",
    "minItems",
    "uniqueItems",
    "enum",
    "multipleOf",
    "x-nullable",
];

/// Converts definitions, or the properties of a schema.
pub(super) fn map(node: &Node) -> Node {
    let Some(object) = node.as_object() else {
        return node.clone();
    };
    let mut map = Build::at(node.span);
    for (name, span, schema) in object.spans() {
        let is_extension = name.starts_with("x-") && schema.as_object().is_none();
        let schema = if is_extension {
            schema.clone()
        } else {
            self::schema(schema)
        };
        map.add(name, span, schema);
    }
    map.finish()
}

/// Converts one schema, with what it contains.
pub(super) fn schema(node: &Node) -> Node {
    let Some(object) = node.as_object() else {
        return node.clone();
    };
    let mut schema = Build::at(node.span);
    for (name, span, member) in object.spans() {
        match name {
            "$ref" => schema.add(name, span, reference(member)),
            "properties" => schema.add(name, span, map(member)),
            "items" | "additionalProperties" | "not" => {
                schema.add(name, span, self::schema(member));
            }
            "allOf" | "anyOf" | "oneOf" => schema.add(name, span, list(member)),
            "discriminator" if member.as_str().is_some() => {
                let mut discriminator = Build::at(member.span);
                discriminator.put("propertyName", member.clone());
                schema.add(name, span, discriminator.finish());
            }
            "x-nullable" => schema.add("nullable", span, member.clone()),
            "type" if member.as_str() == Some("file") => file(&mut schema, span, member),
            // It is only for parameters and their items.
            "collectionFormat" => {}
            _ => schema.add(name, span, member.clone()),
        }
    }
    schema.finish()
}

/// Returns the schema of a value that is described like items, without `schema`.
pub(super) fn of_value(node: &Node) -> Node {
    let mut own = Build::at(node.span);
    for name in VALUE {
        own.copy(node, name, name);
    }
    schema(&own.finish())
}

fn list(node: &Node) -> Node {
    match &node.value {
        Value::Array(items) => super::build::array(items.iter().map(schema).collect(), node.span),
        _ => node.clone(),
    }
}

/// Converts a file to bytes.
fn file(schema: &mut Build, span: Span, kind: &Node) {
    schema.add("type", span, text("string", kind.span));
    schema.put("format", text("binary", kind.span));
}

/// Converts a reference to the place in OpenAPI 3.0.
fn reference(node: &Node) -> Node {
    let target = node
        .as_str()
        .and_then(|text| text.strip_prefix("#/definitions/"));
    match target {
        Some(name) => text(&format!("#/components/schemas/{name}"), node.span),
        None => node.clone(),
    }
}

/// Returns whether a schema is a file.
pub(super) fn is_file(node: &Node) -> bool {
    node.get("type").and_then(Node::as_str) == Some("file")
}

/// Returns whether a value is `true`.
pub(super) fn is_true(node: Option<&Node>) -> bool {
    matches!(node.map(|node| &node.value), Some(Value::Bool(true)))
}

/// Returns an object of properties.
pub(super) fn object(properties: Node, required: Vec<Node>, span: Span) -> Node {
    let mut schema = Build::at(span);
    schema.put("type", text("object", span));
    schema.put("properties", properties);
    if !required.is_empty() {
        schema.put("required", super::build::array(required, span));
    }
    schema.finish()
}

/// Returns the vendor extensions of an object.
pub(super) fn extensions(object: &Object) -> impl Iterator<Item = (&str, Span, &Node)> {
    let members = object.spans();
    members.filter(|(name, ..)| name.starts_with("x-") && *name != "x-nullable")
}
