//! The types that the responses of a call are read into, and how.

use spec::model::Status;

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, integer, list};
use super::super::content::{Answer, Content, stream_arguments, stream_method};
use crate::ir::docs::span;
use crate::ir::status;
use crate::ir::{self, ContentKind, Items, Ty};

/// How the responses of a call are read.
pub(super) struct Outcome {
    pub(super) success: Code,
    pub(super) success_enum: Option<Vec<Variant>>,
    pub(super) error: Code,
    pub(super) errors: Vec<Variant>,
    pub(super) error_statuses: Vec<String>,
    pub(super) arms: Vec<Code>,
    pub(super) page: Option<Ty>,
}

#[derive(Clone)]
pub(in super::super) struct Variant {
    pub(in super::super) docs: Code,
    /// The documentation that operations share, if they describe it differently.
    pub(in super::super) common_docs: Code,
    pub(in super::super) name: Code,
    pub(in super::super) ty: Code,
}

impl Rust<'_> {
    /// Returns the types that a response is read into, and how.
    pub(super) fn outcome(&self, planned: &ir::Call<'_>) -> Outcome {
        let answers = self.plan.answers(planned);
        let has_success = answers
            .iter()
            .any(|answer| answer.response.status.is_success());
        let is_success = |answer: &Answer<'_>| {
            let status = answer.response.status;
            status.is_success() || (!has_success && status == Status::Default)
        };
        let is_error = |answer: &Answer<'_>| !answer.response.status.is_success();
        let good: Vec<_> = answers.iter().filter(|a| is_success(a)).collect();
        let mut bad: Vec<_> = answers.iter().filter(|a| is_error(a)).collect();
        bad.sort_by_key(|answer| order(answer.response.status));
        let mut error_statuses: Vec<_> = bad
            .iter()
            .map(|a| status::name(a.response.status))
            .collect();
        error_statuses.dedup();
        let success_name = ident(&format!("{}Success", planned.pascal));
        let error_name = ident(&format!("{}Error", planned.pascal));
        let error = if bad.is_empty() {
            fixed("std::convert::Infallible")
        } else {
            error_name.clone()
        };
        let read = ident(&format!("read_{}", planned.unique));
        let single = match good.as_slice() {
            [] => Some((fixed("()"), None)),
            [one] if matches!(one.response.status, Status::Code(_)) => {
                let ty = self.content_ty(one.content.as_ref(), &error);
                let page = one.content.as_ref().and_then(|content| match content.kind {
                    ContentKind::Json(ty) => Some(ty.clone()),
                    _ => None,
                });
                Some((ty, page))
            }
            _ => None,
        };
        let mut arms = Vec::new();
        for answer in &answers {
            let both = is_success(answer) && is_error(answer);
            if is_success(answer) {
                let wrap = single.is_none().then_some(&success_name);
                let status = if both {
                    Status::Range(2)
                } else {
                    answer.response.status
                };
                arms.push(arm(answer, status, &success_of(answer, wrap, &read)));
            }
            if is_error(answer) {
                let status = answer.response.status;
                arms.push(arm(answer, status, &error_of(answer, &error_name)));
            }
        }
        arms.sort_by_key(|(status, _)| order(*status));
        let variants = |answers: &[&Answer<'_>]| {
            let answers = answers.iter();
            answers.map(|answer| self.variant(answer, &error)).collect()
        };
        let success_enum = single.is_none().then(|| variants(&good));
        let errors = variants(&bad);
        let (success, page) = single.unwrap_or((success_name, None));
        Outcome {
            success,
            success_enum,
            error,
            errors,
            error_statuses,
            arms: arms.into_iter().map(|(_, arm)| arm).collect(),
            page,
        }
    }

    fn content_ty(&self, content: Option<&Content<'_>>, error: &Code) -> Code {
        match content.map(|content| content.kind) {
            None => fixed("()"),
            Some(ContentKind::Stream(items)) => self.stream_ty(items, error),
            Some(ContentKind::Json(ty)) => self.outside(ty),
            Some(ContentKind::Text) => fixed("String"),
            Some(_) => fixed("types::bytes::Bytes"),
        }
    }

    fn stream_ty(&self, items: &Items, error: &Code) -> Code {
        code!(
            "runtime::ItemStream<",
            self.item_ty(items),
            ", ",
            error,
            ">"
        )
    }

    /// Returns the type of a stream's items, in client and server.
    pub(in super::super) fn item_ty(&self, items: &Items) -> Code {
        let ty = items.json.as_ref();
        let ty = ty.map_or(fixed("String"), |ty| self.outside(ty));
        if items.are_events() {
            code!("runtime::ServerSentEvent<", ty, ">")
        } else {
            ty
        }
    }

    fn variant(&self, answer: &Answer<'_>, error: &Code) -> Variant {
        let exact = matches!(answer.response.status, Status::Code(_));
        let content = answer.content.as_ref();
        let ty = match (exact, content) {
            (true, None) => fixed(""),
            (false, None) => fixed("(u16)"),
            (true, Some(_)) => code!("(", self.content_ty(content, error), ")"),
            (false, Some(_)) => code!("(u16, ", self.content_ty(content, error), ")"),
        };
        let status = span(&answer.response.status.to_string());
        Variant {
            docs: docs(answer.docs().text()),
            common_docs: docs(&format!("{status}, as the operation describes it.")),
            name: ident(&answer.name),
            ty,
        }
    }
}

/// Returns the order of an error, by status, so that the same errors are the same type.
const fn order(status: Status) -> (u8, u16) {
    match status {
        Status::Code(code) => (0, code),
        Status::Range(hundreds) => (1, hundreds as u16),
        Status::Default => (2, 0),
    }
}

/// Returns the line that reads a declared response, with its statuses.
fn arm(answer: &Answer<'_>, status: Status, outcome: &Code) -> (Status, Code) {
    let several = answer.response.content.len() > 1;
    let media = match answer.content.as_ref().filter(|_| several) {
        Some(content) => code::string(content.media_type),
        None => fixed("_"),
    };
    let statuses = match status {
        Status::Code(code) => integer(code),
        Status::Range(hundreds) => {
            let first = u16::from(hundreds) * 100;
            code!(integer(first), "..=", integer(first + 99))
        }
        Status::Default => fixed("_"),
    };
    let pattern = if status == Status::Default && !several {
        fixed("Some(_)")
    } else {
        code!("Some((", statuses, ", ", media, "))")
    };
    (status, code!(pattern, " => ", outcome, ","))
}

/// Returns the code that reads the body of a response, if it has one, as a result.
fn body_of(answer: &Answer<'_>, read: &Code) -> Option<Code> {
    let content = answer.content.as_ref()?;
    Some(fixed(match content.kind {
        ContentKind::Stream(items) => return Some(stream_of(items, read)),
        ContentKind::Json(_) => "answer.json()",
        ContentKind::Text => "answer.text()",
        _ => "answer.bytes()",
    }))
}

/// Returns the code that opens a stream, as a result. Other responses are read as usual.
fn stream_of(items: &Items, read: &Code) -> Code {
    let mut arguments = stream_arguments(items);
    arguments.push(code!("|answer| ", read, "(answer).err()"));
    code!("answer.", stream_method(items), "(", list(arguments), ")")
}

/// Returns the value of a successful response, as a variant if there are several.
fn success_of(answer: &Answer<'_>, wrap: Option<&Code>, read: &Code) -> Code {
    let exact = matches!(answer.response.status, Status::Code(_));
    let variant = wrap.map(|wrap| code!(wrap, "::", ident(&answer.name)));
    match (body_of(answer, read), variant) {
        (None, None) => fixed("Ok(())"),
        (Some(body), None) => body,
        (None, Some(variant)) if exact => code!("Ok(", variant, ")"),
        (None, Some(variant)) => code!("Ok(", variant, "(answer.status()))"),
        (Some(body), Some(variant)) if exact => code!(body, ".map(", variant, ")"),
        (Some(body), Some(variant)) => {
            code!(body, ".map(|body| ", variant, "(answer.status(), body))")
        }
    }
}

fn error_of(answer: &Answer<'_>, wrap: &Code) -> Code {
    let exact = matches!(answer.response.status, Status::Code(_));
    let variant = code!(wrap, "::", ident(&answer.name));
    match body_of(answer, &fixed("")) {
        None if exact => code!("Err(answer.api(", variant, "))"),
        None => code!("Err(answer.api(", variant, "(answer.status())))"),
        Some(body) if exact => code!("answer.error(", variant, ", ", body, ")"),
        Some(body) => code!("answer.error_in_range(", variant, ", ", body, ")"),
    }
}
