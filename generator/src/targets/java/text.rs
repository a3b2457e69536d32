//! What is said of types, properties and operations.

use std::fmt::Write as _;

use spec::model::{Operation, Parameter, Property, Schema};

use super::Java;
use super::docs::Docs;
use crate::ir::Answer;

impl Java<'_> {
    /// Of a type.
    pub(super) fn type_docs(&self, schema: &Schema, name: &str) -> Docs {
        let own = schema.description.as_deref().or(schema.title.as_deref());
        let docs = Docs::of(own.unwrap_or_default());
        let docs = docs.or_name(schema.name.as_deref().unwrap_or(name));
        if schema.deprecated {
            docs.paragraph("Deprecated.")
        } else {
            docs
        }
    }

    /// Of a property.
    pub(super) fn property_docs(&self, property: &Property) -> String {
        let schema = self.ir.types.schema(property.schema);
        let behind = self.ir.types.schema(self.ir.api.resolve(property.schema));
        let text = described(schema).or_else(|| described(behind));
        let mut text = text.unwrap_or_else(|| format!("the property `{}`", property.name));
        if schema.deprecated {
            text.push_str("\n\nDeprecated.");
        }
        default(&mut text, schema);
        text
    }

    /// Of a parameter.
    pub(super) fn parameter_docs(&self, parameter: &Parameter) -> String {
        let schema = self.ir.types.schema(parameter.schema);
        let own = parameter
            .description
            .clone()
            .filter(|text| !text.trim().is_empty());
        let text = own.or_else(|| described(schema));
        let mut text = text.unwrap_or_else(|| format!("the parameter `{}`", parameter.name));
        if parameter.deprecated {
            text.push_str("\n\nDeprecated.");
        }
        default(&mut text, schema);
        text
    }
}

fn described(schema: &Schema) -> Option<String> {
    let own = schema.description.as_ref().or(schema.title.as_ref());
    own.filter(|text| !text.trim().is_empty()).cloned()
}

fn default(text: &mut String, schema: &Schema) {
    const LONGEST: usize = 80;
    if let Some(value) = &schema.default {
        let value = value.to_string();
        if value.len() <= LONGEST {
            let value = value.replace('`', "'");
            let _ = write!(text, "\n\nIf it is left out: `{value}`.");
        }
    }
}

/// Of an operation.
pub(super) fn operation_docs(operation: &Operation) -> Docs {
    let summary = operation.summary.clone().unwrap_or_default();
    let summary = summary.trim();
    let mut text = summary.to_owned();
    if !summary.is_empty() && !summary.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    if let Some(description) = &operation.description {
        text.push_str("\n\n");
        text.push_str(description);
    }
    let docs = Docs::of(&text).or_name(&operation.id);
    let docs = docs.code(&format!("{} {}", operation.method.as_str(), operation.path));
    match &operation.deprecation {
        Some(deprecation) => {
            let mut text = "better not used any more".to_owned();
            if let Some(sunset) = &deprecation.sunset {
                let _ = write!(text, "; it answers until {sunset}");
            }
            docs.deprecated(&text)
        }
        None => docs,
    }
}

/// Of a response.
pub(super) fn answer_docs(answer: &Answer<'_>) -> String {
    let status = answer.response.status;
    format!("`{status}`: {}", answer.response.description)
}
