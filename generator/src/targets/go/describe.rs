//! What documentation says.

use spec::model::{Deprecation, Operation, Parameter, Property, Schema};

use super::plan::Go;

/// The documentation of a type.
pub(super) fn of_type(schema: &Schema, name: &str) -> String {
    let text = schema.description.as_deref().or(schema.title.as_deref());
    let text = text.filter(|text| !text.trim().is_empty());
    let text = text.map_or_else(
        || format!("{name} is a type of the description."),
        str::to_owned,
    );
    with_end(text, schema.deprecated)
}

/// The documentation of an operation's method.
pub(super) fn of_operation(operation: &Operation) -> String {
    let path = operation.path.replace('`', "'");
    let parts = [
        operation.summary.as_ref().map(|text| sentence(text)),
        operation.description.clone(),
        Some(format!("It sends `{} {path}`.", operation.method.as_str())),
        operation.deprecation.as_ref().map(end_of_life),
    ];
    let parts = parts.into_iter().flatten();
    let parts: Vec<_> = parts.filter(|part| !part.trim().is_empty()).collect();
    parts.join("\n\n")
}

/// The documentation of a parameter.
pub(super) fn of_parameter(parameter: &Parameter, schema: &Schema) -> String {
    let own = parameter
        .description
        .as_ref()
        .or(schema.description.as_ref());
    let text = own.filter(|text| !text.trim().is_empty());
    let text = text.map_or_else(|| name_of(&parameter.name), Clone::clone);
    let text = with_default(text, schema);
    with_end(text, parameter.deprecated || schema.deprecated)
}

impl Go<'_> {
    /// The documentation of a property.
    pub(super) fn of_property(&self, property: &Property) -> String {
        let (schema, behind) = self.schemas(property);
        let own = schema.description.as_ref().or(behind.description.as_ref());
        let title = schema.title.as_ref().or(behind.title.as_ref());
        let text = own.or(title).filter(|text| !text.trim().is_empty());
        let text = text.map_or_else(|| name_of(&property.name), Clone::clone);
        with_end(with_default(text, schema), schema.deprecated)
    }
}

fn name_of(name: &str) -> String {
    format!("`{}`", name.replace('`', "'"))
}

fn with_default(text: String, schema: &Schema) -> String {
    let default = schema.default.as_ref().map(ToString::to_string);
    match default.filter(|default| default.len() < 80) {
        Some(default) => format!(
            "{text}\n\nIf it is left out: `{}`.",
            default.replace('`', "'")
        ),
        None => text,
    }
}

fn with_end(text: String, deprecated: bool) -> String {
    if deprecated {
        format!("{text}\n\nDeprecated: it is on its way out.")
    } else {
        text
    }
}

fn end_of_life(deprecation: &Deprecation) -> String {
    match &deprecation.sunset {
        Some(sunset) => format!("Deprecated: it answers until {sunset}."),
        None => "Deprecated: it is on its way out.".to_owned(),
    }
}

/// A summary as a sentence of its own.
fn sentence(text: &str) -> String {
    let text = text.trim();
    let stop = if text.ends_with(['.', '!', '?', ':']) || text.is_empty() {
        ""
    } else {
        "."
    };
    format!("{text}{stop}")
}
