//! The output of a tool: the body, or an envelope with status, media type and body.

use serde_json::Value;
use spec::model::Status;

use super::content::Encoding;
use super::plan::{Answer, Tool};
use super::prose::visible;
use super::schema::facts::Facts;
use super::schema::{Source, Way, Writer, Written};
use crate::json::Object;

pub(super) fn schema(source: &Source<'_>, tool: &Tool<'_>) -> Written {
    let mut writer = Writer::new(source, Way::Answered);
    let bare = tool.answers.first().filter(|_| tool.is_bare);
    let root = match bare.and_then(Answer::schema) {
        Some(id) => writer.in_place(Facts::of(source.api, id).behind),
        None => envelope(&mut writer, &tool.answers),
    };
    writer.finish(root)
}

fn envelope(writer: &mut Writer<'_>, answers: &[Answer<'_>]) -> Object {
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
            root.extend(variant(writer, only));
            root
        }
        several => {
            let variants = several.iter().map(|answer| variant(writer, answer));
            let variants: Vec<_> = variants.collect();
            root.with("required", vec!["status"])
                .with("anyOf", variants)
        }
    }
}

/// Adds one possible success, as properties of the envelope.
fn variant(writer: &mut Writer<'_>, answer: &Answer<'_>) -> Object {
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
        properties.set("body", body(writer, answer, encoding));
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

fn body(writer: &mut Writer<'_>, answer: &Answer<'_>, encoding: Encoding) -> Object {
    let schema = answer.schema();
    let name = answer.content.map(|(media, _)| visible(&media.name));
    match encoding {
        Encoding::Json => schema.map(|id| writer.used(id)).unwrap_or_default(),
        Encoding::Text => writer.text_of(schema),
        Encoding::Base64 | Encoding::Form | Encoding::Multipart => Object::new()
            .with("type", "string")
            .with("contentEncoding", "base64")
            .with_some("contentMediaType", name.map(Value::String)),
    }
}
