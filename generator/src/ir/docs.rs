//! The text of every comment, in CommonMark: one for each type, property, parameter, operation and
//! response. The languages decide on layout and escaping.

use serde_json::Value;
use spec::hidden;
use spec::model::{Api, Body, Deprecation, Operation, Parameter, Property, Response, Schema, Tag};

use super::{Ir, Shape};

/// The maximum length of a shown default value, in characters.
const LONGEST_DEFAULT: usize = 80;

/// The note about an argument that the client can set for all calls.
pub(crate) const BY_CLIENT: &str = "By default, it is that of the client.";

/// A piece of documentation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Docs {
    text: String,
    deprecation: Option<String>,
}

impl Docs {
    /// Returns the text without the deprecation notice.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text after `@deprecated` or `Deprecated:`, if it is deprecated.
    pub(crate) fn deprecation(&self) -> Option<&str> {
        self.deprecation.as_deref()
    }

    /// Returns the text with the deprecation notice, for comments without a special mark.
    pub(crate) fn whole(&self) -> String {
        match &self.deprecation {
            Some(why) => format!("{}\n\nDeprecated: {why}", self.text),
            None => self.text.clone(),
        }
    }

    /// Replaces the text and keeps the deprecation.
    pub(crate) fn with_text(&self, text: String) -> Self {
        Self {
            text,
            deprecation: self.deprecation.clone(),
        }
    }

    /// Adds a paragraph.
    pub(crate) fn and(mut self, paragraph: &str) -> Self {
        self.text.push_str("\n\n");
        self.text.push_str(paragraph);
        self
    }

    fn deprecated(self, deprecation: Option<String>) -> Self {
        Self {
            deprecation,
            ..self
        }
    }
}

impl From<String> for Docs {
    fn from(text: String) -> Self {
        Self {
            text,
            deprecation: None,
        }
    }
}

/// Pass: writes the text of every comment.
pub(super) fn document(ir: &mut Ir<'_>) {
    for declared in ir.types.iter_mut() {
        declared.docs = of_type(declared.schema, &declared.name);
        match &mut declared.shape {
            Shape::Record(record) => {
                for field in &mut record.fields {
                    field.docs = of_property(ir.api, field.property);
                }
            }
            Shape::Union(union) => {
                for member in &mut union.members {
                    member.docs = of_member(member.schema);
                }
            }
            Shape::Enumeration(_) | Shape::Alias(_) => {}
        }
    }
    for call in ir.groups.iter_mut().flat_map(|group| &mut group.calls) {
        call.docs = of_operation(call.operation);
        for argument in &mut call.arguments {
            argument.docs = of_parameter(ir.api, argument.parameter);
            if argument.global.is_some() {
                let docs = std::mem::take(&mut argument.docs);
                argument.docs = docs.and(BY_CLIENT);
            }
        }
        if let Some(body) = &mut call.body {
            body.docs = of_body(body.body, body.idempotency);
        }
        for answer in &mut call.answers {
            answer.docs = of_answer(answer.response, None);
        }
    }
}

/// Returns the documentation of a type: that of its schema, or else its name.
pub(crate) fn of_type(schema: &Schema, name: &str) -> Docs {
    let text = match (
        written(schema.title.as_ref()),
        written(schema.description.as_ref()),
    ) {
        (Some(title), Some(description)) if !description.contains(title) => {
            format!("{title}\n\n{description}")
        }
        (_, Some(text)) | (Some(text), None) => text.to_owned(),
        (None, None) => {
            let name = schema.name.as_deref().unwrap_or(name);
            format!("{} of the description.", span(name))
        }
    };
    Docs::from(text).deprecated(schema.deprecated.then(unexplained))
}

/// Returns the documentation of a property: that of its schema, or else of the schema that it
/// refers to, or else its name.
pub(crate) fn of_property(api: &Api, property: &Property) -> Docs {
    let schema = api.schema(property.schema);
    let behind = api.schema(api.resolve(property.schema));
    let texts = [
        schema.description.as_ref(),
        behind.description.as_ref(),
        schema.title.as_ref(),
        behind.title.as_ref(),
    ];
    let text = texts.into_iter().find_map(written);
    let fallback = || format!("The property {}.", span(&property.name));
    let text = text.map_or_else(fallback, str::to_owned);
    let text = with_default(text, schema, behind);
    Docs::from(text).deprecated(schema.deprecated.then(unexplained))
}

/// Returns the documentation of a parameter: its own, or else that of its schema, or else where it
/// is sent.
pub(crate) fn of_parameter(api: &Api, parameter: &Parameter) -> Docs {
    let schema = api.schema(parameter.schema);
    let behind = api.schema(api.resolve(parameter.schema));
    let texts = [
        parameter.description.as_ref(),
        schema.description.as_ref(),
        behind.description.as_ref(),
    ];
    let text = texts.into_iter().find_map(written);
    let place = parameter.location.as_str();
    let fallback = || format!("The {place} parameter {}.", span(&parameter.name));
    let text = text.map_or_else(fallback, str::to_owned);
    let text = with_default(text, schema, behind);
    Docs::from(text).deprecated(parameter.deprecated.then(unexplained))
}

/// Returns the documentation of an operation: what it does, and its request.
pub(crate) fn of_operation(operation: &Operation) -> Docs {
    let summary = written(operation.summary.as_ref()).map(sentence);
    let description = written(operation.description.as_ref()).map(str::to_owned);
    let says_it = |summary: &String| {
        let summary = summary.trim_end_matches('.');
        description
            .as_ref()
            .is_some_and(|text| text.starts_with(summary))
    };
    let summary = summary.filter(|summary| !says_it(summary));
    let request = request(operation);
    let parts: Vec<_> = [summary, description, Some(request)]
        .into_iter()
        .flatten()
        .collect();
    let deprecation = operation.deprecation.as_ref();
    Docs::from(parts.join("\n\n")).deprecated(deprecation.map(end_of_life))
}

/// Returns the request of an operation as a code span.
pub(crate) fn request(operation: &Operation) -> String {
    span(&format!("{} {}", operation.method.as_str(), operation.path))
}

/// Returns the documentation of a request body.
pub(crate) fn of_body(body: &Body, idempotency: Option<&Property>) -> Docs {
    let text = written(body.description.as_ref()).unwrap_or("The body of the request.");
    let docs = Docs::from(text.to_owned());
    match idempotency {
        Some(key) => docs.and(&format!(
            "Where {} is left out, the client fills in a UUID, so that the request can be repeated \
             without harm.",
            span(&key.name)
        )),
        None => docs,
    }
}

/// Returns the documentation of a tag's operations: that of the tag, or else its name, with the
/// parent tag.
pub(crate) fn of_tag(name: &str, tag: Option<&Tag>) -> String {
    let summary = tag
        .and_then(|tag| written(tag.summary.as_ref()))
        .map(sentence);
    let description = tag.and_then(|tag| written(tag.description.as_ref()));
    let mut parts: Vec<_> = summary.into_iter().collect();
    parts.extend(description.map(str::to_owned));
    if parts.is_empty() {
        parts.push(format!("Operations tagged {}.", span(name)));
    }
    let parent = tag.and_then(|tag| written(tag.parent.as_ref()));
    parts.extend(parent.map(|parent| format!("Part of {}.", span(parent))));
    let kind = tag.and_then(|tag| written(tag.kind.as_ref()));
    parts.extend(kind.map(|kind| format!("Kind of tag: {}.", span(kind))));
    parts.join("\n\n")
}

/// Returns the documentation of a response in one paragraph, with the media type if there are
/// several.
pub(crate) fn of_answer(response: &Response, media_type: Option<&str>) -> Docs {
    let description = response.description.trim();
    let summary = written(response.summary.as_ref());
    let summary = summary.filter(|summary| !description.starts_with(*summary));
    let summary = summary.map(sentence).unwrap_or_default();
    let words: Vec<_> = summary
        .split_whitespace()
        .chain(description.split_whitespace())
        .collect();
    let colon = if words.is_empty() { "" } else { ": " };
    let media = media_type.map(|media| format!(", {}", span(media)));
    let media = media.unwrap_or_default();
    Docs::from(format!(
        "`{}`{media}{colon}{}",
        response.status,
        words.join(" ")
    ))
}

/// Returns the documentation of a union member.
pub(crate) fn of_member(schema: &Schema) -> Docs {
    let text = written(schema.description.as_ref()).or_else(|| written(schema.title.as_ref()));
    Docs::from(text.unwrap_or("One of several types.").to_owned())
}

/// Returns a text, unless it is empty.
fn written(text: Option<&String>) -> Option<&str> {
    let text = text.map(|text| text.trim());
    text.filter(|text| !text.is_empty())
}

/// Returns a code span. Characters that would end it are replaced, since comments are only read.
pub(crate) fn span(text: &str) -> String {
    format!("`{}`", text.replace('`', "'"))
}

/// Adds a note about the default value. A long value is visibly cut.
fn with_default(text: String, schema: &Schema, behind: &Schema) -> String {
    let default = schema.default.as_ref().or(behind.default.as_ref());
    match default.map(Value::to_string) {
        Some(default) if default.chars().count() > LONGEST_DEFAULT => {
            let start: String = default.chars().take(LONGEST_DEFAULT - 1).collect();
            format!("{text}\n\nDefault: {}.", span(&format!("{start}…")))
        }
        Some(default) => format!("{text}\n\nDefault: {}.", span(&default)),
        None => text,
    }
}

/// Returns the notice for something deprecated without a sunset date.
fn unexplained() -> String {
    "do not use it in new code.".to_owned()
}

fn end_of_life(deprecation: &Deprecation) -> String {
    match &deprecation.sunset {
        Some(sunset) => format!("it responds until {}.", hidden::one_line(sunset)),
        None => unexplained(),
    }
}

/// Ends a summary with a period.
fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '!', '?', ':']) {
        ""
    } else {
        "."
    };
    format!("{text}{stop}")
}
