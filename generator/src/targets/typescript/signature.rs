//! The arguments and results of an operation, as types.

use std::fmt::Write as _;

use spec::model::{Status, essence};

use super::TypeScript;
use super::code::{self, comment, docs, ident, string};
use super::imports::Imports;
use super::layout::{Doc, STYLE};
use super::model::alias;
use super::schema::UP;
use super::ty::{Place, Type};
use crate::code::Code;
use crate::ir::docs::span;
use crate::ir::{Answer, Argument, Call, ContentKind, Items, RequestBody};

/// The arguments of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing.
    Nothing,
    /// Only optional arguments.
    Optional,
    /// Arguments, some of which are required.
    Required,
}

impl TypeScript<'_> {
    /// Returns the arguments of the method.
    pub(super) fn takes(call: &Call<'_>) -> Takes {
        let mut arguments = call.arguments.iter();
        let body = call.body.as_ref().map(|body| body.body.required);
        if call.arguments.is_empty() && body.is_none() {
            Takes::Nothing
        } else if arguments.any(Argument::is_required) || body == Some(true) {
            Takes::Required
        } else {
            Takes::Optional
        }
    }

    /// Returns the declarations of the operation's arguments and results.
    pub(super) fn signature(&self, call: &Call<'_>, imports: &mut Imports) -> Vec<Doc> {
        let names = self.names.of_call(call);
        let mut nodes = Vec::new();
        if Self::takes(call) != Takes::Nothing {
            nodes.push(self.params(call, imports));
        }
        if call.results().len() > 1 {
            let about = docs("The result of the operation, by response.");
            let ty = self.bodies_type(&call.results(), imports);
            nodes.push(alias(about, &ident(&names.result), &ty));
        }
        if call.errors().next().is_some() {
            let about = error_docs(call, &names.method);
            let ty = self.failures(call, imports);
            nodes.push(alias(about, &ident(&names.failure), &ty));
        }
        nodes
    }

    /// Returns the type of the operation's result.
    pub(super) fn result(&self, call: &Call<'_>, imports: &mut Imports) -> Type {
        match call.results().as_slice() {
            [] | [None] => Type::word("void"),
            [_] => self.bodies_type(&call.results(), imports),
            _ => Type::Word(ident(&self.names.of_call(call).result)),
        }
    }

    /// Returns the type of the operation's errors.
    pub(super) fn failure(&self, call: &Call<'_>) -> Type {
        if call.errors().next().is_some() {
            Type::Word(ident(&self.names.of_call(call).failure))
        } else {
            Type::word("never")
        }
    }

    fn params(&self, call: &Call<'_>, imports: &mut Imports) -> Doc {
        let names = self.names.of_call(call);
        let name = ident(&names.params);
        let mut lines = Vec::new();
        for argument in &call.arguments {
            lines.extend(self.argument(argument, imports));
        }
        if let Some(body) = &call.body {
            lines.extend(self.body(body, imports));
        }
        lines.pop();
        Doc::Join(vec![
            docs(&format!("The arguments of `{}`.", names.method)),
            Doc::Text(code!("export interface ", &name, " {")),
            Doc::indented(Doc::Hard, lines),
            Doc::Hard,
            Doc::fixed("}"),
        ])
    }

    fn argument(&self, argument: &Argument<'_>, imports: &mut Imports) -> [Doc; 5] {
        let ty = self.ty(&argument.ty, UP, Place::Request, imports);
        let about = comment(&argument.docs);
        member(about, &ident(&argument.name), argument.is_required(), ty)
    }

    /// Returns the type of a body.
    pub(super) fn body_type(&self, body: &RequestBody<'_>, imports: &mut Imports) -> Type {
        let types = body
            .contents
            .iter()
            .flat_map(|content| match &content.kind {
                ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                    vec![self.ty(ty, UP, Place::Request, imports)]
                }
                ContentKind::Text => vec![Type::word("string")],
                ContentKind::Bytes => {
                    let bytes = || Type::word("Uint8Array");
                    imports.ty(format!("{UP}/runtime/items"), "ItemSource");
                    vec![bytes(), Type::Generic("ItemSource", vec![bytes()])]
                }
                ContentKind::Stream(items) => vec![self.source(items, imports)],
            });
        Type::union(types.collect())
    }

    fn body(&self, body: &RequestBody<'_>, imports: &mut Imports) -> Vec<Doc> {
        let ty = self.body_type(body, imports);
        let mut lines = Vec::from(member(
            comment(&body.docs),
            &Code::fixed("body"),
            body.body.required,
            ty,
        ));
        let media: Vec<_> = body
            .contents
            .iter()
            .map(|c| c.media_type.as_str())
            .collect();
        let is_range = media.iter().any(|media| is_range(media));
        if media.len() > 1 || is_range {
            let first = body.contents.first().map(|content| content.sent.as_str());
            let first = span(first.unwrap_or_default());
            let about = docs(&format!("The media type of the body; {first} by default."));
            let words = media.iter().map(|media| Type::Word(string(media)));
            let ty = if is_range {
                Type::word("string")
            } else {
                Type::union(words.collect())
            };
            lines.extend(member(about, &Code::fixed("contentType"), false, ty));
        }
        lines
    }

    fn bodies_type(&self, kinds: &[Option<ContentKind>], imports: &mut Imports) -> Type {
        let types = kinds.iter().map(|kind| match kind {
            None => Type::word("undefined"),
            Some(ContentKind::Json(ty)) => self.ty(ty, UP, Place::Anywhere, imports),
            Some(ContentKind::Text) => Type::word("string"),
            Some(ContentKind::Stream(items)) => self.stream(items, imports),
            Some(_) => Type::word("Uint8Array"),
        });
        Type::union(types.collect())
    }

    /// Returns the type of a stream that is sent.
    fn source(&self, items: &Items, imports: &mut Imports) -> Type {
        let module = format!("{UP}/runtime/items");
        imports.ty(module.clone(), "ItemSource");
        let ty = items.json.as_ref();
        let mut item = ty.map_or(Type::word("string"), |ty| {
            self.ty(ty, UP, Place::Request, imports)
        });
        if items.are_events() {
            imports.ty(module, "OutgoingEvent");
            item = Type::Generic("OutgoingEvent", vec![item]);
        }
        Type::Generic("ItemSource", vec![item])
    }

    /// Returns the type of a stream.
    fn stream(&self, items: &Items, imports: &mut Imports) -> Type {
        let module = format!("{UP}/runtime/stream");
        imports.ty(module.clone(), "ItemStream");
        let ty = items.json.as_ref();
        let mut item = ty.map_or(Type::word("string"), |ty| {
            self.ty(ty, UP, Place::Anywhere, imports)
        });
        if items.are_events() {
            imports.ty(module, "ServerSentEvent");
            item = Type::Generic("ServerSentEvent", vec![item]);
        }
        Type::Generic("ItemStream", vec![item])
    }

    /// Returns the status and the body of each error.
    pub(super) fn declared(&self, call: &Call<'_>, imports: &mut Imports) -> Vec<(Type, Type)> {
        let errors = call.errors().map(|answer| {
            let status = status(answer, imports);
            (status, self.bodies_type(&kinds(answer), imports))
        });
        errors.collect()
    }

    /// Returns the type of failures. Statuses with the same body are one member.
    fn failures(&self, call: &Call<'_>, imports: &mut Imports) -> Type {
        imports.ty(format!("{UP}/runtime/errors"), "ApiError");
        let mut members: Vec<(Vec<Type>, Type)> = Vec::new();
        for (status, body) in self.declared(call, imports) {
            let text = body.doc().print(&STYLE);
            let same = |known: &&mut (Vec<Type>, Type)| {
                known.0.len() < MOST_STATUSES && known.1.doc().print(&STYLE) == text
            };
            match members.iter_mut().find(same) {
                Some((statuses, _)) => statuses.push(status),
                None => members.push((vec![status], body)),
            }
        }
        let members = members
            .into_iter()
            .map(|(statuses, body)| Type::Generic("ApiError", vec![Type::union(statuses), body]));
        Type::union(members.collect())
    }
}

/// The maximum number of statuses on a line.
const MOST_STATUSES: usize = 8;

fn kinds(answer: &Answer<'_>) -> Vec<Option<ContentKind>> {
    if answer.contents.is_empty() {
        return vec![None];
    }
    let contents = answer.contents.iter();
    contents.map(|content| Some(content.kind.clone())).collect()
}

fn status(answer: &Answer<'_>, imports: &mut Imports) -> Type {
    match answer.response.status {
        Status::Code(code) => Type::Word(code::status(code)),
        Status::Range(_) | Status::Default => {
            imports.ty(format!("{UP}/runtime/values"), "OtherStatus");
            Type::word("OtherStatus")
        }
    }
}

fn error_docs(call: &Call<'_>, method: &str) -> Doc {
    let mut text = format!("The error responses of `{method}`.\n\n");
    for answer in call.errors() {
        let _ = writeln!(text, "- {}", answer.docs.text());
    }
    docs(&text)
}

pub(super) fn member(about: Doc, name: &Code, required: bool, ty: Type) -> [Doc; 5] {
    let (mark, ty) = if required {
        (":", ty)
    } else {
        ("?:", ty.or("undefined"))
    };
    let name = Doc::Text(code!(name, mark));
    [about, name, ty.after_colon(), Doc::fixed(";"), Doc::Hard]
}

/// Returns whether a media type is a range, such as `text/*`; its parameters do not matter.
fn is_range(media_type: &str) -> bool {
    essence(media_type).ends_with("/*")
}
