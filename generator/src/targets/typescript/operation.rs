//! Operations as data, with which the runtime sends requests and reads responses.

use spec::model::{Encoding, Location, MediaType, Operation, Parameter, Style};

use super::TypeScript;
use super::code::{integer, string};
use super::imports::Imports;
use super::schema::UP;
use super::value::Value;
use crate::ir::servers;
use crate::ir::{Argument, Call, Content, ContentKind, Pages, Ty};

impl TypeScript<'_> {
    /// Returns the table of one operation.
    pub(super) fn operation(&self, call: &Call<'_>, imports: &mut Imports) -> Value {
        let operation = call.operation;
        let server = servers::of(self.ir.api, operation);
        let parameters = call.arguments.iter();
        let parameters = parameters.map(|argument| self.parameter(argument, imports));
        let parameters = parameters.collect();
        let bodies = self.bodies(call, imports);
        let answers = self.answers(call, imports);
        let mut members = vec![
            ("id", text(&operation.id)),
            ("method", text(operation.method.as_str())),
            ("path", text(&operation.path)),
            ("server", text(server)),
            ("parameters", Value::Array(parameters)),
            ("bodies", Value::Array(bodies)),
            ("accept", text(&accept(operation))),
            ("answers", answers),
            ("security", security(operation)),
            ("idempotent", boolean(operation.method.is_idempotent())),
        ];
        let key = call.body.as_ref().and_then(|body| body.idempotency);
        members.extend(key.map(|key| ("idempotencyProperty", text(&key.name))));
        members.extend(
            call.pages
                .as_ref()
                .map(|pages| ("pages", paged(call, pages))),
        );
        Value::Object(members)
    }

    fn parameter(&self, argument: &Argument<'_>, imports: &mut Imports) -> Value {
        let parameter = argument.parameter;
        let mut members = vec![
            ("name", text(&parameter.name)),
            ("argument", text(&argument.name)),
        ];
        if argument.is_needed() {
            members.push(("needed", Value::fixed("true")));
        }
        members.extend([
            ("in", text(parameter.location.as_str())),
            ("type", self.schema(&argument.ty, UP, imports)),
        ]);
        members.extend(writing(parameter));
        if parameter.media_type.is_some() {
            members.push(("json", Value::fixed("true")));
        }
        Value::Object(members)
    }

    fn bodies(&self, call: &Call<'_>, imports: &mut Imports) -> Vec<Value> {
        let Some(body) = &call.body else {
            return Vec::new();
        };
        let contents = body.contents.iter().zip(&body.body.content);
        let bodies = contents.map(|(content, media)| {
            let mut members = self.content(content, imports);
            if matches!(content.kind, ContentKind::Form(_)) {
                let fields = fields(media);
                if !fields.is_empty() {
                    members.push(("fields", Value::Array(fields)));
                }
            }
            Value::Object(members)
        });
        bodies.collect()
    }

    /// Returns the responses. Statuses with the same bodies are one entry.
    fn answers(&self, call: &Call<'_>, imports: &mut Imports) -> Value {
        let mut entries: Vec<(Vec<Value>, &[Content])> = Vec::new();
        for answer in &call.answers {
            let status = text(&answer.response.status.to_string());
            let same = |entry: &&mut (Vec<Value>, &[Content])| entry.1 == answer.contents;
            match entries.iter_mut().find(same) {
                Some((statuses, _)) => statuses.push(status),
                None => entries.push((vec![status], &answer.contents)),
            }
        }
        let entries = entries.into_iter().map(|(statuses, contents)| {
            let contents = contents.iter();
            let contents = contents.map(|content| Value::Object(self.content(content, imports)));
            Value::Object(vec![
                ("statuses", Value::Array(statuses)),
                ("contents", Value::Array(contents.collect())),
            ])
        });
        Value::Array(entries.collect())
    }

    fn content(&self, content: &Content, imports: &mut Imports) -> Vec<(&'static str, Value)> {
        let (kind, ty) = match &content.kind {
            ContentKind::Json(ty) => ("\"json\"", ty),
            ContentKind::Form(ty) => ("\"form\"", ty),
            ContentKind::Multipart(ty) => ("\"multipart\"", ty),
            ContentKind::Stream(items) => {
                ("\"stream\"", items.json.as_ref().unwrap_or(&Ty::String))
            }
            ContentKind::Text => ("\"text\"", &Ty::String),
            ContentKind::Bytes => ("\"bytes\"", &Ty::Binary),
        };
        let mut members = vec![
            ("mediaType", text(&content.media_type)),
            ("kind", Value::fixed(kind)),
            ("type", self.schema(ty, UP, imports)),
        ];
        if let ContentKind::Stream(items) = &content.kind {
            members.push(("framing", text(items.framing.as_str())));
            if items.json.is_none() {
                members.push(("text", Value::fixed("true")));
            }
            if let Some(part) = &items.part {
                let content = ("content", text(part.content.as_str()));
                let part = vec![("mediaType", text(&part.media_type)), content];
                members.push(("part", Value::Object(part)));
            }
            if let Some(names) = &items.json_events {
                let names = names.iter().map(|name| text(name)).collect();
                members.push(("jsonEvents", Value::Array(names)));
            }
            members.extend(items.end.as_deref().map(|end| ("end", text(end))));
        }
        members
    }
}

fn text(text: &str) -> Value {
    Value::Atom(string(text))
}

fn boolean(value: bool) -> Value {
    Value::fixed(if value { "true" } else { "false" })
}

/// Returns how a value is encoded, as far as it differs from the default of its location.
fn writing(parameter: &Parameter) -> Vec<(&'static str, Value)> {
    let usual = match parameter.location {
        Location::Path | Location::Header => Style::Simple,
        Location::Query | Location::Cookie => Style::Form,
    };
    let mut members = Vec::new();
    if parameter.style != usual {
        members.push(("style", Value::fixed(style(parameter.style))));
    }
    if parameter.explode != (parameter.style == Style::Form) {
        members.push(("explode", boolean(parameter.explode)));
    }
    if parameter.allow_reserved {
        members.push(("allowReserved", Value::fixed("true")));
    }
    members
}

const fn style(style: Style) -> &'static str {
    match style {
        Style::Matrix => "\"matrix\"",
        Style::Label => "\"label\"",
        Style::Form => "\"form\"",
        Style::Simple => "\"simple\"",
        Style::SpaceDelimited => "\"spaceDelimited\"",
        Style::PipeDelimited => "\"pipeDelimited\"",
        Style::DeepObject => "\"deepObject\"",
    }
}

/// Returns the form fields that are not encoded in the default way.
fn fields(media: &MediaType) -> Vec<Value> {
    let fields = media.encoding.iter().filter_map(field);
    fields.collect()
}

fn field(encoding: &Encoding) -> Option<Value> {
    let mut members = vec![("name", text(&encoding.property))];
    if let Some(wanted) = encoding.style.filter(|wanted| *wanted != Style::Form) {
        members.push(("style", Value::fixed(style(wanted))));
    }
    if let Some(explode) = encoding.explode {
        members.push(("explode", boolean(explode)));
    }
    if encoding.allow_reserved {
        members.push(("allowReserved", Value::fixed("true")));
    }
    (members.len() > 1).then_some(Value::Object(members))
}

/// Returns all media types of all declared responses, or `*/*` if a header field cannot contain
/// them.
fn accept(operation: &Operation) -> String {
    let mut media: Vec<&str> = Vec::new();
    for declared in operation
        .responses
        .iter()
        .flat_map(|response| &response.content)
    {
        if !media.contains(&declared.name.as_str()) {
            media.push(&declared.name);
        }
    }
    let accept = media.join(", ");
    if accept.is_empty() || accept.chars().any(char::is_control) {
        return "*/*".to_owned();
    }
    accept
}

/// Returns the security alternatives; empty if no credential is needed.
/// Returns the alternatives of credentials.
pub(super) fn security(operation: &Operation) -> Value {
    let alternatives = operation.alternatives().iter().map(|requirement| {
        let schemes = requirement.schemes.iter();
        Value::Array(schemes.map(|(scheme, _)| text(scheme)).collect())
    });
    Value::Array(alternatives.collect())
}

fn paged(call: &Call<'_>, pages: &Pages<'_>) -> Value {
    let way = |names: &[String]| Value::Array(names.iter().map(|name| text(name)).collect());
    let pagination = pages.pagination;
    let mut members = vec![("by", text(pages.by().as_str()))];
    let parameter = pages.parameter.map(|index| &call.arguments[index].name);
    members.extend(parameter.map(|name| ("parameter", text(name))));
    let ways = [
        ("items", pagination.items.as_slice()),
        ("next", &pagination.next),
        ("more", &pagination.more),
        ("total", &pagination.total),
    ];
    let ways = ways.into_iter().filter(|(_, names)| !names.is_empty());
    members.extend(ways.map(|(name, names)| (name, way(names))));
    if let Ok(first @ 1..) = i64::try_from(pagination.first) {
        members.push(("first", Value::Atom(integer(first))));
    }
    Value::Object(members)
}
