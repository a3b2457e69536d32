//! What schemas say besides what values may be.

use super::Lowering;
use super::reader::Fields;
use crate::document::Node;
use crate::model::SchemaId;

/// The keywords of OpenAPI 3.0.3 §4.7.24 and JSON Schema 2020-12.
const KNOWN: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "discriminator",
    "else",
    "enum",
    "example",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
    "xml",
];

impl<'d> Lowering<'d, '_> {
    pub(super) fn annotate(&mut self, id: SchemaId, fields: &Fields<'d>) {
        self.known(fields, KNOWN);
        let title = self.text(fields, "title");
        let description = self.prose(fields, "description");
        let nullable = self.flag(fields, "nullable");
        let deprecated = self.flag(fields, "deprecated");
        let read_only = self.flag(fields, "readOnly");
        let write_only = self.flag(fields, "writeOnly");
        let states = self.states(fields);
        let provenance = self.provenance(fields, &self.schemas.get(id).provenance);
        let extensions = self.extensions(fields);
        let schema = self.schemas.get_mut(id);
        schema.title = title;
        schema.description = description;
        schema.nullable = nullable;
        schema.deprecated = deprecated;
        schema.read_only = read_only;
        schema.write_only = write_only;
        schema.default = fields.get("default").map(Node::to_json);
        schema.examples = examples(fields);
        schema.states = states;
        schema.provenance = provenance;
        schema.extensions = extensions;
    }
}

/// `example`, or `examples` of 3.1.
fn examples(fields: &Fields<'_>) -> Vec<serde_json::Value> {
    let several = fields.get("examples").and_then(Node::as_array);
    let one = fields.get("example").into_iter();
    let nodes = several.unwrap_or_default().iter().chain(one);
    nodes.map(Node::to_json).collect()
}
