//! Operations as data.

use std::collections::HashMap;

use spec::model::{Framing, Location, Operation, PartContent, Status, Style};

use super::code;
use super::layout::{Pair, block, pairs};
use super::plan::Go;
use super::ty::WIRE;
use crate::code::Code;
use crate::ir::servers;
use crate::ir::{Answer, Argument, Call, Content, ContentKind, Items};

impl Go<'_> {
    /// Returns the members of an operation's table.
    pub(super) fn table(&self, call: &Call<'_>) -> Code {
        let operation = call.operation;
        let server = servers::of(self.ir.api, operation);
        let mut table = vec![
            Pair::new("id", code::string(&operation.id)),
            Pair::new("method", code::string(operation.method.as_str())),
            Pair::new("server", code::string(server)),
            Pair::new("path", code::string(&operation.path)),
        ];
        let mut list = |key, ty: Code, items: Vec<Code>| {
            if !items.is_empty() {
                table.push(Pair::new(key, code!("[]", &ty, &block(&items, 1))));
            }
        };
        let parameter_ty = || Code::fixed("wire.Parameter").needing(WIRE);
        let parameters = call.arguments.iter().map(parameter);
        list("parameters", parameter_ty(), parameters.collect());
        list("form", parameter_ty(), self.form(call));
        let responses = call
            .answers
            .iter()
            .map(|answer| self.response(call, answer));
        list("responses", Code::fixed("response"), responses.collect());
        table.extend(security(operation).map(|security| Pair::new("security", security)));
        if operation.method.is_idempotent() {
            table.push(Pair::new("idempotent", Code::fixed("true")));
        }
        pairs(&table, 1)
    }

    /// Returns how the fields of a form are encoded, in the terms of query parameters.
    fn form(&self, call: &Call<'_>) -> Vec<Code> {
        let Some(body) = &call.body else {
            return Vec::new();
        };
        let is_form = |content: &Content| matches!(content.kind, ContentKind::Form(_));
        let Some(index) = body.contents.iter().position(is_form) else {
            return Vec::new();
        };
        let fields = body.contents[index].fields.iter().map(|field| {
            let mut parts = vec![
                code!("Name: ", &code::string(&field.name)),
                Code::fixed("In: wire.Query"),
            ];
            parts.extend(style_parts(Location::Query, field.style, field.explode));
            if field.allow_reserved {
                parts.push(Code::fixed("Reserved: true"));
            }
            code!("{", &Code::list(parts, ", "), "}")
        });
        fields.collect()
    }

    fn response(&self, call: &Call<'_>, answer: &Answer<'_>) -> Code {
        let status = answer.response.status;
        let same = |other: &Answer<'_>| other.response.status == status;
        let success = call.successes().any(same);
        let mut parts = vec![code!("status: ", &code::string(&status.to_string()))];
        if !answer.contents.is_empty() {
            let results = call.results();
            let somes = results.iter().flatten().enumerate();
            let slots: HashMap<_, _> = somes.map(|(slot, kind)| (kind, slot)).collect();
            let slot = |content: &Content| slots.get(&content.kind).copied();
            let contents = answer.contents.iter();
            let contents = contents.map(|content| {
                let slot = slot(content).filter(|_| success);
                self.content(content, slot.unwrap_or_default())
            });
            let contents = Code::list(contents, ", ");
            parts.push(code!("contents: []content{", &contents, "}"));
        }
        if success {
            parts.push(Code::fixed("success: true"));
        }
        if let Some(fail) = self.fail(status) {
            parts.push(code!("fail: ", &fail));
        }
        code!("{", &Code::list(parts, ", "), "}")
    }

    /// Returns the function that creates the error of a status.
    fn fail(&self, status: Status) -> Option<Code> {
        let error = self.errors.iter().find(|error| error.status == status);
        error.map(|error| code!("fail", &code::exported(&error.name)))
    }

    /// Returns a kind of response, and the index of its result.
    fn content(&self, content: &Content, slot: usize) -> Code {
        let mut parts = vec![code!("mediaType: ", &code::string(&content.media_type))];
        match &content.kind {
            ContentKind::Json(ty) => parts.push(code!("target: (*", &self.ty(ty), ")(nil)")),
            ContentKind::Stream(items) => parts.extend(self.stream(content, items)),
            ContentKind::Bytes | ContentKind::Multipart(_) => {
                parts.push(Code::fixed("kind: bytesContent"));
            }
            ContentKind::Text | ContentKind::Form(_) => {
                parts.push(Code::fixed("kind: textContent"));
            }
        }
        if slot > 0 {
            let slot = i64::try_from(slot).unwrap_or_default();
            parts.push(code!("slot: ", &code::integer(slot)));
        }
        code!("{", &Code::list(parts, ", "), "}")
    }

    fn stream(&self, content: &Content, items: &Items) -> Vec<Code> {
        vec![
            Code::fixed("kind: streamContent"),
            code!("target: (*", &self.content_ty(&content.kind), ")(nil)"),
            code!("items: ", &item_form(items)),
        ]
    }
}

/// Returns how the items of a stream are encoded.
pub(super) fn item_form(items: &Items) -> Code {
    let framing = match items.framing {
        Framing::Events => "framing: framedEvents",
        Framing::Lines => "framing: framedLines",
        Framing::Sequence => "framing: framedSequence",
        Framing::Parts => "framing: framedParts",
    };
    let mut parts = vec![Code::fixed(framing)];
    if items.json.is_none() {
        parts.push(Code::fixed("text: true"));
    }
    if let Some(part) = &items.part {
        let content = match part.content {
            PartContent::Json => "",
            PartContent::Text => ", content: textPart",
            PartContent::Bytes => ", content: bytesPart",
        };
        let media = code::string(&part.media_type);
        parts.push(code!("part: partForm{mediaType: ", &media, content, "}"));
    }
    if let Some(names) = &items.json_events {
        let names = names.iter().map(|name| code::string(name));
        parts.push(code!(
            "jsonEvents: []string{",
            &Code::list(names, ", "),
            "}"
        ));
    }
    let end = items.end.as_deref();
    parts.extend(end.map(|end| code!("end: ", &code::string(end))));
    code!("itemForm{", &Code::list(parts, ", "), "}")
}

fn parameter(argument: &Argument<'_>) -> Code {
    let parameter = argument.parameter;
    let mut parts = vec![code!("Name: ", &code::string(&parameter.name))];
    let location = match parameter.location {
        Location::Path => None,
        Location::Query => Some("In: wire.Query"),
        Location::Header => Some("In: wire.Header"),
        Location::Cookie => Some("In: wire.Cookie"),
    };
    parts.extend(location.map(Code::fixed));
    if parameter.required {
        parts.push(Code::fixed("Required: true"));
    }
    if argument.global.is_some() {
        parts.push(Code::fixed("Shared: true"));
    }
    parts.extend(style_parts(
        parameter.location,
        parameter.style,
        parameter.explode,
    ));
    if parameter.allow_reserved {
        parts.push(Code::fixed("Reserved: true"));
    }
    if parameter.media_type.is_some() {
        parts.push(Code::fixed("JSON: true"));
    }
    code!("{", &Code::list(parts, ", "), "}")
}

/// Returns the style, as far as it differs from the default of a location.
fn style_parts(location: Location, style: Style, explode: bool) -> Vec<Code> {
    let usual = match location {
        Location::Path | Location::Header => Style::Simple,
        Location::Query | Location::Cookie => Style::Form,
    };
    if style == usual && explode == (usual == Style::Form) {
        return Vec::new();
    }
    let style = match style {
        Style::Matrix => "Style: wire.Matrix",
        Style::Label => "Style: wire.Label",
        Style::Form => "Style: wire.Form",
        Style::Simple => "Style: wire.Simple",
        Style::SpaceDelimited => "Style: wire.SpaceDelimited",
        Style::PipeDelimited => "Style: wire.PipeDelimited",
        Style::DeepObject => "Style: wire.DeepObject",
    };
    let mut parts = vec![Code::fixed(style)];
    if explode {
        parts.push(Code::fixed("Explode: true"));
    }
    parts
}

/// Returns the security alternatives; `None` if no credential is needed.
pub(super) fn security(operation: &Operation) -> Option<Code> {
    let alternatives = operation.alternatives().iter().map(|one| {
        let schemes = one.schemes.iter().map(|(name, _)| code::string(name));
        code!("{", &Code::list(schemes, ", "), "}")
    });
    let alternatives: Vec<_> = alternatives.collect();
    let is_needed = !alternatives.is_empty();
    is_needed.then(|| code!("[][]string{", &Code::list(alternatives, ", "), "}"))
}
