//! Bodies in Java.

use spec::model::{Framing, PartContent, StreamPart};

use super::Java;
use super::code;
use super::types::Imports;
use crate::code::Code;
use crate::ir::{ContentKind, Items, Ty};

/// A body in Java.
#[derive(Debug, Clone)]
pub(super) struct JavaContent {
    /// The type in Java.
    pub(super) ty: Code,
    /// The expression that reads it.
    pub(super) content: Code,
    /// Its codec, if it has one.
    pub(super) codec: Option<Code>,
}

impl Java<'_> {
    /// Returns what a body is in Java.
    pub(super) fn content(&self, kind: &ContentKind, imports: &mut Imports) -> JavaContent {
        match kind {
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.json_content(ty, imports)
            }
            ContentKind::Text => JavaContent {
                ty: Code::fixed("String"),
                content: Code::fixed("Content.text()"),
                codec: None,
            },
            ContentKind::Stream(items) => self.stream_content(items, imports),
            ContentKind::Bytes => JavaContent {
                ty: Code::fixed("byte[]"),
                content: Code::fixed("Content.bytes()"),
                codec: None,
            },
        }
    }

    /// Returns what a request body is in Java.
    pub(super) fn body_content(&self, kind: &ContentKind, imports: &mut Imports) -> JavaContent {
        let ContentKind::Stream(items) = kind else {
            return self.content(kind, imports);
        };
        let item = items.json.as_ref().map(|ty| self.json_content(ty, imports));
        let codec = item.as_ref().and_then(|item| item.codec.clone());
        let ty = self.item_ty(items, item, imports);
        JavaContent {
            ty: code!("Iterable<", &ty, ">"),
            content: Code::default(),
            codec,
        }
    }

    /// Returns the type of an item of a stream; `json` is that of its JSON.
    fn item_ty(&self, items: &Items, json: Option<JavaContent>, imports: &mut Imports) -> Code {
        let ty = json.map_or(Code::fixed("String"), |item| item.ty);
        if items.are_events() {
            imports.own(&self.package, "runtime", "ServerSentEvent");
            code!("ServerSentEvent<", &ty, ">")
        } else {
            ty
        }
    }

    fn stream_content(&self, items: &Items, imports: &mut Imports) -> JavaContent {
        imports.own(&self.package, "runtime", "ItemStream");
        let item = items.json.as_ref().map(|ty| self.json_content(ty, imports));
        let codec = item.as_ref().and_then(|item| item.codec.clone());
        let names = items.json_events.iter().flatten();
        let names = names.map(|name| code::string(name));
        let part = items
            .part
            .as_ref()
            .map(|part| part_form(part, &self.package, imports));
        let arguments = Code::list(codec.into_iter().chain(part).chain(names), ", ");
        let method = stream_method(items);
        let mut content = code!("Content.", method, "(", &arguments, ")");
        if let Some(end) = &items.end {
            content = code!(&content, ".endingAt(", &code::string(end), ")");
        }
        let ty = self.item_ty(items, item, imports);
        JavaContent {
            ty: code!("ItemStream<", &ty, ">"),
            content,
            codec: None,
        }
    }

    fn json_content(&self, ty: &Ty, imports: &mut Imports) -> JavaContent {
        let resolved = self.resolve(ty);
        let java = self.java(resolved.not_null(), imports);
        let (ty, codec) = if matches!(resolved, Ty::Nullable(_)) {
            imports.library("java.util.Optional");
            imports.own(&self.package, "runtime", "Codecs");
            (
                code!("Optional<", &java.boxed, ">"),
                code!("Codecs.optional(", &java.codec, ")"),
            )
        } else {
            (java.boxed, java.codec)
        };
        JavaContent {
            content: code!("Content.json(", &codec, ")"),
            ty,
            codec: Some(codec),
        }
    }
}

/// Returns what a part contains, in Java.
pub(super) fn part_form(part: &StreamPart, package: &str, imports: &mut Imports) -> Code {
    imports.own(package, "runtime", "PartForm");
    let content = match part.content {
        PartContent::Json => "json",
        PartContent::Text => "text",
        PartContent::Bytes => "bytes",
    };
    let media = code::string(&part.media_type);
    code!("PartForm.", content, "(", &media, ")")
}

/// Returns the method of the runtime that writes a stream.
pub(super) const fn stream_method(items: &Items) -> &'static str {
    match (items.framing, &items.json) {
        (Framing::Events, _) if items.json_events.is_some() => "namedEvents",
        (Framing::Events, None) => "textEvents",
        (Framing::Events, Some(_)) => "events",
        (Framing::Lines, _) => "lines",
        (Framing::Sequence, _) => "sequence",
        (Framing::Parts, _) => "parts",
    }
}
