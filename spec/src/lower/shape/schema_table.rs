//! The keywords of schemas in all versions: those of JSON Schema 2020-12 and of OpenAPI.

use super::table::{Field, Table, V30, V31, V32};
use super::{Kind, Shape, rules};

const fn keyword(name: &'static str, shape: Shape) -> Field {
    Field {
        name,
        shape,
        known: V30 | V31 | V32,
        required: 0,
    }
}

const ONE: Shape = Shape::Object(Kind::Schema);
const SEVERAL: Shape = Shape::List(&ONE);
const NAMED: Shape = Shape::Map(&ONE);

/// Lowering checks these fields itself, so any value is allowed here.
const LOWERED: Shape = Shape::Any;

pub(super) const SCHEMA: Table = Table {
    what: "a schema",
    fields: &[
        keyword("$anchor", Shape::Text),
        keyword("$comment", Shape::Text),
        keyword("$defs", NAMED),
        keyword("$dynamicAnchor", Shape::Text),
        keyword("$dynamicRef", Shape::Text),
        keyword("$id", Shape::Text),
        keyword("$ref", LOWERED),
        keyword("$schema", Shape::Text),
        keyword("$vocabulary", Shape::Any),
        keyword("additionalItems", Shape::Any),
        keyword("additionalProperties", ONE),
        keyword("allOf", SEVERAL),
        keyword("anyOf", SEVERAL),
        keyword("const", Shape::Any),
        keyword("contains", ONE),
        keyword("contentEncoding", Shape::Text),
        keyword("contentMediaType", Shape::Text),
        keyword("contentSchema", ONE),
        keyword("default", Shape::Any),
        keyword("definitions", NAMED),
        keyword("dependencies", Shape::Any),
        keyword("dependentRequired", Shape::Map(&Shape::List(&Shape::Text))),
        keyword("dependentSchemas", NAMED),
        keyword("deprecated", LOWERED),
        keyword("description", LOWERED),
        keyword("discriminator", Shape::Object(Kind::Discriminator)),
        keyword("else", ONE),
        keyword("enum", LOWERED),
        keyword("example", Shape::Any),
        keyword("examples", Shape::Any),
        keyword("exclusiveMaximum", LOWERED),
        keyword("exclusiveMinimum", LOWERED),
        keyword("externalDocs", Shape::Object(Kind::ExternalDocs)),
        keyword("format", LOWERED),
        keyword("if", ONE),
        keyword("items", Shape::Items),
        keyword("maxContains", Shape::Count),
        keyword("maxItems", LOWERED),
        keyword("maxLength", LOWERED),
        keyword("maxProperties", LOWERED),
        keyword("maximum", LOWERED),
        keyword("minContains", Shape::Count),
        keyword("minItems", LOWERED),
        keyword("minLength", LOWERED),
        keyword("minProperties", LOWERED),
        keyword("minimum", LOWERED),
        keyword("multipleOf", LOWERED),
        keyword("not", ONE),
        keyword("nullable", LOWERED),
        keyword("oneOf", SEVERAL),
        keyword("pattern", LOWERED),
        keyword("patternProperties", NAMED),
        keyword("prefixItems", SEVERAL),
        keyword("properties", NAMED),
        keyword("propertyNames", ONE),
        keyword("readOnly", LOWERED),
        keyword("required", LOWERED),
        keyword("then", ONE),
        keyword("title", LOWERED),
        keyword("type", LOWERED),
        keyword("unevaluatedItems", ONE),
        keyword("unevaluatedProperties", ONE),
        keyword("uniqueItems", LOWERED),
        keyword("writeOnly", LOWERED),
        keyword("xml", Shape::Object(Kind::Xml)),
    ],
    exclusive: &[],
    rules: &[rules::property_patterns, rules::dialect],
    referable: false,
};
