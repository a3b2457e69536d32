//! Says which keywords each version of OpenAPI has.

use serde_json::{Value, json};

/// The version of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Swagger,
    Three0,
    Modern,
}

impl Dialect {
    pub fn of(description: &Value) -> Self {
        let version = description.get("openapi").and_then(Value::as_str);
        match version {
            None => Self::Swagger,
            Some(version) if version.starts_with("3.0") => Self::Three0,
            Some(_) => Self::Modern,
        }
    }

    /// Returns whether the version has every keyword of a schema and the schemas inside.
    pub fn can_say(self, schema: &Value) -> bool {
        const MODERN: &[&str] = &[
            "const",
            "propertyNames",
            "patternProperties",
            "dependentRequired",
            "dependentSchemas",
            "unevaluatedProperties",
            "unevaluatedItems",
            "if",
            "then",
            "else",
            "contains",
            "minContains",
            "maxContains",
            "prefixItems",
            "examples",
        ];
        const THREE: &[&str] = &[
            "anyOf",
            "oneOf",
            "not",
            "nullable",
            "writeOnly",
            "deprecated",
        ];
        let Value::Object(members) = schema else {
            return match schema {
                Value::Array(items) => items.iter().all(|item| self.can_say(item)),
                _ => true,
            };
        };
        if self == Self::Modern && members.contains_key("nullable")
            || self != Self::Swagger && members.contains_key("x-nullable")
        {
            return false;
        }
        let old = self != Self::Modern;
        members.iter().all(|(name, value)| match name.as_str() {
            name if old && MODERN.contains(&name) => false,
            name if self == Self::Swagger && THREE.contains(&name) => false,
            "type" if old => value.is_string() && *value != json!("null"),
            "exclusiveMinimum" | "exclusiveMaximum" if old => value.is_boolean(),
            "properties" => value
                .as_object()
                .into_iter()
                .flatten()
                .all(|(_, one)| !(old && one.is_boolean()) && self.can_say(one)),
            "items" | "not" if old && value.is_boolean() => false,
            "enum" | "default" | "example" | "discriminator" => true,
            _ => self.can_say(value),
        })
    }
}
