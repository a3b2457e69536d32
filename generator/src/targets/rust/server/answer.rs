//! The response of an operation: one variant for each declared response.

use spec::model::{Header, Operation, Status};

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, list};
use super::super::content::{Answer, Content, stream_arguments, stream_method};
use super::super::names::{Case, Scope};
use crate::ir::docs::span;
use crate::ir::{self, ContentKind, Items};

pub(super) struct AnswerView {
    pub(super) docs: Code,
    pub(super) name: Code,
    /// The values of the variant if it has no header fields.
    pub(super) tuple: Code,
    /// The fields of the variant if it has header fields.
    pub(super) named: Vec<AnswerField>,
    pub(super) pattern: Code,
    pub(super) reply: Code,
    /// Whether its body is a stream.
    pub(super) is_stream: bool,
    refusal: Option<Refusal>,
}

/// A response for refusals: an error with a JSON body, and without required header fields.
struct Refusal {
    status: Status,
    body: Code,
    /// The variant, and the optional header fields.
    make: Code,
}

pub(super) struct AnswerField {
    pub(super) docs: Code,
    pub(super) name: Code,
    pub(super) ty: Code,
}

/// Header fields that the stub sets on deprecated operations.
const OF_DEPRECATION: &[&str] = &["sunset", "deprecation", "link"];

impl Rust<'_> {
    pub(super) fn answer_views(&self, planned: &ir::Call<'_>) -> Vec<AnswerView> {
        let answers = self.plan.answers(planned);
        let operation = planned.operation;
        let deprecated = operation.deprecation.is_some();
        let offered = |answer: &&Answer<'_>| !is_of_stub(operation, answer.response.status);
        answers
            .iter()
            .filter(offered)
            .map(|answer| self.answer_view(answer, deprecated))
            .collect()
    }

    fn answer_view(&self, answer: &Answer<'_>, deprecated: bool) -> AnswerView {
        let set_here = |header: &&Header| {
            let name = header.name.to_ascii_lowercase();
            !(deprecated && OF_DEPRECATION.contains(&name.as_str()))
        };
        let headers: Vec<_> = answer.response.headers.iter().filter(set_here).collect();
        let status = status_type(answer.response.status);
        let body = answer
            .content
            .as_ref()
            .map(|content| self.answer_ty(content));
        let mut names = Vec::new();
        let mut types = Vec::new();
        if let Some(status) = &status {
            names.push(fixed("status"));
            types.push(status.clone());
        }
        if let Some(body) = &body {
            names.push(fixed("body"));
            types.push(body.clone());
        }
        let mut reply = reply(answer, status.is_some());
        let refusal = self.refusal(answer, &headers);
        let is_stream = answer.is_stream();
        if headers.is_empty() {
            let parenthesised = |codes: Vec<Code>| {
                if codes.is_empty() {
                    fixed("")
                } else {
                    code!("(", list(codes), ")")
                }
            };
            return AnswerView {
                docs: docs(answer.docs().text()),
                name: ident(&answer.name),
                tuple: parenthesised(types),
                named: Vec::new(),
                pattern: parenthesised(names),
                reply,
                is_stream,
                refusal,
            };
        }
        let mut named: Vec<_> = names
            .iter()
            .zip(types)
            .map(|(name, ty)| AnswerField {
                docs: docs(if name == &fixed("body") {
                    "The body."
                } else {
                    "The status."
                }),
                name: name.clone(),
                ty,
            })
            .collect();
        let mut scope = header_names();
        for header in headers {
            let name = ident(&scope.claim_or(&header.name, "header"));
            let ty = self.outside(&self.plan.ty(header.schema));
            let method = if header.required {
                ".header("
            } else {
                ".optional_header("
            };
            let wire = code::string(&header.name);
            reply.push(&code!(method, wire, ", &", &name, ")"));
            named.push(AnswerField {
                docs: docs(&header_docs(header)),
                ty: if header.required {
                    ty
                } else {
                    code!("Option<", ty, ">")
                },
                name: name.clone(),
            });
            names.push(name);
        }
        AnswerView {
            docs: docs(answer.docs().text()),
            name: ident(&answer.name),
            tuple: fixed(""),
            named,
            pattern: code!(" { ", list(names), " }"),
            reply,
            is_stream,
            refusal,
        }
    }

    fn refusal(&self, answer: &Answer<'_>, headers: &[&Header]) -> Option<Refusal> {
        let ContentKind::Json(ty) = answer.content.as_ref()?.kind else {
            return None;
        };
        let status = answer.response.status;
        if !is_failure(status) || headers.iter().any(|header| header.required) {
            return None;
        }
        let mut scope = header_names();
        let fields = headers.iter().map(|header| {
            let name = scope.claim_or(&header.name, "header");
            ident(&name)
        });
        let variant = ident(&answer.name);
        let make = if headers.is_empty() {
            variant
        } else {
            code!(variant, " { ", list(fields), " }")
        };
        Some(Refusal {
            status,
            body: self.outside(ty),
            make,
        })
    }

    fn answer_ty(&self, content: &Content<'_>) -> Code {
        match content.kind {
            ContentKind::Stream(items) => code!("runtime::ItemStream<", self.item_ty(items), ">"),
            ContentKind::Json(ty) => self.outside(ty),
            ContentKind::Text => fixed("String"),
            _ => fixed("types::bytes::Bytes"),
        }
    }
}

/// Returns the arguments after the response type in `runtime::refuse!`, for each type of body.
pub(super) fn refusals(answers: &[AnswerView]) -> Vec<Code> {
    let mut bodies: Vec<(&Code, Vec<&Refusal>)> = Vec::new();
    for refusal in answers.iter().filter_map(|answer| answer.refusal.as_ref()) {
        let at = bodies.iter().position(|(body, _)| **body == refusal.body);
        let at = at.unwrap_or_else(|| {
            bodies.push((&refusal.body, Vec::new()));
            bodies.len() - 1
        });
        let known = &mut bodies[at].1;
        // Of several media types, the first one is sent.
        if known.iter().all(|other| other.status != refusal.status) {
            known.push(refusal);
        }
    }
    let code = |(body, refusals): &(&Code, Vec<&Refusal>)| {
        let exact = refusals.iter().filter_map(|refusal| match refusal.status {
            Status::Code(status) => Some(code!(code::integer(status), " => ", &refusal.make)),
            Status::Range(_) | Status::Default => None,
        });
        let of = |wanted: fn(&Status) -> bool| {
            let found = refusals.iter().filter(move |one| wanted(&one.status));
            list(found.map(|refusal| refusal.make.clone()))
        };
        let ranges = of(|status| matches!(status, Status::Range(_)));
        let any = of(|status| matches!(status, Status::Default));
        let named = |mark, code: Code| {
            if code == fixed("") {
                code
            } else {
                code!(", ", mark, " [", code, "]")
            }
        };
        let rest = code!(named("ranges", ranges), named("default", any));
        code!(*body, ", [", list(exact), "]", rest)
    };
    bodies.iter().map(code).collect()
}

/// Returns whether the stub itself responds with a status, so that no handler needs to: refusals
/// for credentials, methods and media types.
fn is_of_stub(operation: &Operation, status: Status) -> bool {
    match status {
        Status::Code(401) => operation.needs_credential(),
        Status::Code(405) => true,
        Status::Code(413 | 415) => operation.body.is_some(),
        Status::Code(_) | Status::Range(_) | Status::Default => false,
    }
}

const fn is_failure(status: Status) -> bool {
    matches!(
        status,
        Status::Code(400..=599) | Status::Range(4 | 5) | Status::Default
    )
}

/// Returns a scope for the header fields of a response.
fn header_names() -> Scope {
    Scope::new(Case::Snake, &["status", "body", "self"])
}

fn reply(answer: &Answer<'_>, has_status: bool) -> Code {
    let status = match answer.response.status {
        Status::Code(code) if !has_status => code::integer(code),
        _ => fixed("status.get()"),
    };
    let Some(content) = &answer.content else {
        return code!("runtime::Reply::empty(", status, ")");
    };
    let media_type = code::string(content.sent);
    let method = match content.kind {
        ContentKind::Stream(items) => return stream_reply(items, &status, &media_type),
        ContentKind::Json(_) => "json",
        ContentKind::Text => "text",
        _ => "bytes",
    };
    let reference = if matches!(content.kind, ContentKind::Json(_)) {
        "&"
    } else {
        ""
    };
    code!(
        "runtime::Reply::",
        method,
        "(",
        status,
        ", ",
        media_type,
        ", ",
        reference,
        "body)"
    )
}

/// Returns a streaming response with a status and media type.
fn stream_reply(items: &Items, status: &Code, media_type: &Code) -> Code {
    let mut arguments = vec![status.clone(), media_type.clone(), fixed("body")];
    arguments.extend(stream_arguments(items));
    code!(
        "runtime::Reply::",
        stream_method(items),
        "(",
        list(arguments),
        ")"
    )
}

fn status_type(status: Status) -> Option<Code> {
    let name = match status {
        Status::Code(_) => return None,
        Status::Range(2) => "runtime::Success",
        Status::Range(3) => "runtime::Redirection",
        Status::Range(4) => "runtime::ClientError",
        Status::Range(5) => "runtime::ServerError",
        Status::Range(_) | Status::Default => "runtime::AnyStatus",
    };
    Some(fixed(name))
}

fn header_docs(header: &Header) -> String {
    let name = span(&header.name);
    let description = header
        .description
        .as_deref()
        .map(str::trim)
        .unwrap_or_default();
    if description.is_empty() {
        name
    } else {
        format!("{name}: {description}")
    }
}
