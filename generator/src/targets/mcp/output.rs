//! The output of a tool: the body, or an envelope with status, media type and body.

use serde_json::Value;
use spec::Api;
use spec::model::Status;

use super::content::Encoding;
use super::plan::{Answer, Tool};
use super::prose::visible;
use super::schema::facts::Facts;
use super::schema::{Source, Way, Writer, Written};
use crate::json::Object;

pub(super) fn schema(source: &Source<'_>, tool: &Tool<'_>) -> Written {
    let api = source.api;
    let mut writer = Writer::new(source, Way::Answered);
    let bare = tool.answers.first().filter(|_| tool.is_bare);
    let root = match bare.and_then(Answer::schema) {
        Some(id) => writer.in_place(Facts::of(api, id).behind),
        None => envelope(&mut writer, api, &tool.answers),
    };
    writer.finish(root)
}

fn envelope(writer: &mut Writer<'_>, api: &Api, answers: &[Answer<'_>]) -> Object {
    let root = Object::new().with("type", "object");
    match answers {
        [] => {
            let properties = Object::new()
                .with("status", Object::new().with("type", "integer"))
                .with("mediaType", Object::new().with("type", "string"))
                .with("body", Object::new());
            root.with("properties", properties)
                .with("required", vec!["status"])
        }
        [only] => {
            let mut root = root;
            root.extend(variant(writer, api, only));
            root
        }
        several => {
            let variants = several.iter().map(|answer| variant(writer, api, answer));
            let variants: Vec<_> = variants.collect();
            root.with("required", vec!["status"])
                .with("anyOf", variants)
        }
    }
}

/// Adds one possible success, as properties of the envelope.
fn variant(writer: &mut Writer<'_>, api: &Api, answer: &Answer<'_>) -> Object {
    let mut properties = Object::new();
    let mut required = vec!["status"];
    let description = visible(&answer.response.description);
    let mut status = status(answer.response.status);
    if !description.is_empty() {
        status.set("description", description);
    }
    properties.set("status", status);
    if let Some((media, encoding)) = answer.content {
        let mut name = Object::new().with("type", "string");
        if !media.is_range() {
            name.set("const", visible(&media.name));
        }
        properties.set("mediaType", name);
        properties.set("body", body(writer, api, answer, encoding));
        required.extend(["mediaType", "body"]);
    }
    Object::new()
        .with("properties", properties)
        .with("required", required)
}

fn status(status: Status) -> Object {
    let json = Object::new().with("type", "integer");
    match status {
        Status::Code(code) => json.with("const", code),
        Status::Range(_) | Status::Default => {
            json.with("minimum", 200_u16).with("maximum", 299_u16)
        }
    }
}

fn body(writer: &mut Writer<'_>, api: &Api, answer: &Answer<'_>, encoding: Encoding) -> Object {
    let schema = answer.schema();
    let name = answer.content.map(|(media, _)| visible(&media.name));
    match encoding {
        Encoding::Json => schema.map(|id| writer.used(id)).unwrap_or_default(),
        Encoding::Text => {
            let is_text = |id: &_| api.is_string(*id) || api.enumeration(*id).is_some();
            let text = schema.filter(is_text).map(|id| writer.used(id));
            text.unwrap_or_else(|| Object::new().with("type", "string"))
        }
        Encoding::Base64 | Encoding::Form | Encoding::Multipart => Object::new()
            .with("type", "string")
            .with("contentEncoding", "base64")
            .with_some("contentMediaType", name.map(Value::String)),
    }
}
