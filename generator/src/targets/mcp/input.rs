//! The input of a tool: an object with a property for each parameter, and `body`.

use spec::Api;
use spec::model::Parameter;

use super::content::Encoding;
use super::names::BODY;
use super::plan::{BodyArgument, Tool};
use super::prose::visible;
use super::schema::{Source, Way, Writer, Written, fitting};
use crate::json::Object;

pub(super) fn schema(source: &Source<'_>, tool: &Tool<'_>) -> Written {
    let api = source.api;
    let mut writer = Writer::new(source, Way::Asked);
    let encoding = tool.body.as_ref().map(|argument| argument.encoding);
    writer.has_files = matches!(encoding, Some(Encoding::Form | Encoding::Multipart));
    let mut properties = Object::new();
    let mut required = Vec::new();
    for argument in &tool.arguments {
        let schema = parameter(&mut writer, api, argument.parameter);
        properties.set(argument.name.clone(), schema);
        if argument.parameter.required {
            required.push(argument.name.as_str());
        }
    }
    if let Some(argument) = &tool.body {
        properties.set(BODY, body(&mut writer, argument));
        if argument.body.required {
            required.push(BODY);
        }
    }
    let root = Object::new()
        .with("type", "object")
        .with("properties", properties)
        .with_some("required", (!required.is_empty()).then_some(required))
        .with("additionalProperties", false);
    writer.finish(root)
}

fn parameter(writer: &mut Writer<'_>, api: &Api, parameter: &Parameter) -> Object {
    let mut json = writer.used(parameter.schema);
    if let Some(description) = &parameter.description {
        json.set("description", visible(description));
    }
    let is_compound = api.is_compound(parameter.schema);
    let values = parameter.examples.iter().map(|example| &example.value);
    // A list may be given as encoded text, which is not a valid argument.
    let examples = fitting(values.filter(|value| !(is_compound && value.is_string())));
    if !examples.is_empty() {
        json.set("examples", examples);
    }
    if parameter.deprecated {
        json.set("deprecated", true);
    }
    json
}

fn body(writer: &mut Writer<'_>, argument: &BodyArgument<'_>) -> Object {
    let media = argument.media;
    let mut json = match argument.encoding {
        Encoding::Json | Encoding::Form | Encoding::Multipart => {
            media.schema.map(|id| writer.used(id)).unwrap_or_default()
        }
        Encoding::Text => writer.text_of(media.schema),
        Encoding::Base64 => Object::new()
            .with("type", "string")
            .with("contentEncoding", "base64")
            .with("contentMediaType", visible(&media.name)),
    };
    if let Some(description) = &argument.body.description {
        json.set("description", visible(description));
    }
    let values = media.examples.iter().map(|example| &example.value);
    let examples = fitting(values);
    if !examples.is_empty() && argument.encoding != Encoding::Base64 {
        json.set("examples", examples);
    }
    json
}
