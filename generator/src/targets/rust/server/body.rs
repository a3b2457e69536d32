//! The request body of an operation, as a field of its request.

use spec::model::{MediaType, Operation};

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, list};
use super::super::content::{Content, stream_arguments, stream_method};
use super::super::types::Checks;
use super::request::Field;
use crate::ir::docs::span;
use crate::ir::{self, ContentKind, Items};

pub(super) struct BodyEnum {
    pub(super) name: Code,
    pub(super) variants: Vec<BodyVariant>,
}

pub(super) struct BodyVariant {
    pub(super) docs: Code,
    pub(super) name: Code,
    pub(super) ty: Code,
}

pub(super) struct RequestBody {
    pub(super) field: Field,
    pub(super) check: Option<Code>,
    pub(super) choice: Option<BodyEnum>,
    /// The media types that are streams.
    pub(super) streams: Option<Code>,
}

impl Rust<'_> {
    pub(super) fn request_body(
        &self,
        planned: &ir::Call<'_>,
        checks: &Checks<'_>,
    ) -> Option<RequestBody> {
        let operation = planned.operation;
        let body = operation.body.as_ref()?;
        let contents = self.plan.body_contents(planned);
        if contents.is_empty() {
            // A body that cannot have any kind cannot be sent.
            return None;
        }
        let text = body
            .description
            .as_deref()
            .filter(|text| !text.trim().is_empty());
        let mut field = Field {
            docs: docs(text.unwrap_or("The body.")),
            name: fixed("body"),
            ty: fixed("()"),
            read: fixed("()"),
        };
        let mut check = None;
        let mut choice = None;
        if let [content] = contents.as_slice() {
            field.ty = self.body_ty(content);
            let media_type = body.content.first().filter(|_| is_typed(content));
            if let Some(schema) = media_type.and_then(|media| media.schema) {
                let held = match (body.required, self.plan.api.is_nullable(schema)) {
                    (true, false) => None,
                    (false, true) => Some(fixed("self.body.as_ref().and_then(Option::as_ref)")),
                    _ => Some(fixed("&self.body")),
                };
                check = checks.of_place(schema, &fixed("\"body\""), &fixed("&self.body"), held);
            }
            let read = self.read_body(content, &body.content[0], checks);
            field.read = if body.required {
                code!(read, "?")
            } else {
                code!("input.if_sent(|input| ", read, ")?")
            };
        } else {
            let name = ident(&format!("{}Body", planned.pascal));
            field.ty = name.clone();
            let mut arms = fixed("");
            let last = contents.len() - 1;
            let mut variants = Vec::new();
            for (index, content) in contents.iter().enumerate() {
                let variant = ident(&content.variant);
                let pattern = if index == last {
                    fixed("_")
                } else {
                    code::string(content.media_type)
                };
                let read = self.read_body(content, &body.content[index], checks);
                arms = code!(
                    arms, pattern, " => Ok(", &name, "::", &variant, "(", read, "?)),\n"
                );
                variants.push(BodyVariant {
                    docs: docs(&span(content.media_type)),
                    name: variant,
                    ty: self.body_ty(content),
                });
            }
            let choose = code!("match input.media_type() {\n", arms, "}");
            field.read = if body.required {
                code!(
                    "{\nlet body: Result<_, runtime::Rejection> = ",
                    choose,
                    ";\nbody?\n}"
                )
            } else {
                code!("input.if_sent(|input| ", choose, ")?")
            };
            check = self.choice_check(&name, &contents, operation, checks);
            choice = Some(BodyEnum { name, variants });
        }
        if !body.required {
            field.ty = code!("Option<", field.ty, ">");
        }
        let streams = contents.iter().filter(|content| content.is_stream());
        let streams: Vec<_> = streams.map(|one| code::string(one.media_type)).collect();
        Some(RequestBody {
            field,
            check,
            choice,
            streams: (!streams.is_empty()).then(|| list(streams)),
        })
    }

    /// Returns the code that reads a body, as a result.
    fn read_body(&self, content: &Content<'_>, media: &MediaType, checks: &Checks<'_>) -> Code {
        let ContentKind::Stream(items) = content.kind else {
            return code!("input.", method(content), "()");
        };
        let mut arguments = stream_arguments(items);
        arguments.push(item_check(items, media, checks));
        code!("input.", stream_method(items), "(", list(arguments), ")")
    }

    /// Returns the check of the body that was sent.
    fn choice_check(
        &self,
        name: &Code,
        contents: &[Content<'_>],
        operation: &Operation,
        checks: &Checks<'_>,
    ) -> Option<Code> {
        let body = operation.body.as_ref()?;
        let mut arms = Vec::new();
        for (content, media) in contents.iter().zip(&body.content) {
            let check = media
                .schema
                .filter(|_| is_typed(content))
                .and_then(|schema| {
                    let held = self.plan.api.is_nullable(schema).then(|| fixed("value"));
                    checks.of_place(schema, &fixed("\"body\""), &fixed("value"), held)
                });
            let pattern = code!(name, "::", ident(&content.variant), "(value)");
            let pattern = if body.required {
                pattern
            } else {
                code!("Some(", pattern, ")")
            };
            arms.extend(check.map(|check| (pattern, check)));
        }
        let all = body.required && arms.len() == contents.len();
        match_body(&arms, all)
    }

    fn body_ty(&self, content: &Content) -> Code {
        match content.kind {
            ContentKind::Stream(items) => {
                code!("runtime::ReceivedItems<", self.item_ty(items), ">")
            }
            ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => {
                self.outside(ty)
            }
            ContentKind::Text => fixed("String"),
            ContentKind::Bytes => fixed("types::bytes::Bytes"),
        }
    }
}

fn match_body(arms: &[(Code, Code)], all: bool) -> Option<Code> {
    if let ([(pattern, check)], false) = (arms, all) {
        return Some(code!("if let ", pattern, " = &self.body {\n", check, "\n}"));
    }
    let rest = if all { "" } else { "_ => {}" };
    let one =
        |code, (pattern, check): &(Code, Code)| code!(code, pattern, " => {\n", check, "\n}\n");
    let code = arms.iter().fold(fixed(""), one);
    (!arms.is_empty()).then(|| code!("match &self.body {\n", code, rest, "\n}"))
}

/// Returns whether the body is read at once, as a value of a type.
const fn is_typed(content: &Content<'_>) -> bool {
    matches!(
        content.kind,
        ContentKind::Json(_) | ContentKind::Form(_) | ContentKind::Multipart(_)
    )
}

/// Returns the function that checks an item of a stream.
fn item_check(items: &Items, media: &MediaType, checks: &Checks<'_>) -> Code {
    let item = media.stream.as_ref().and_then(|stream| stream.item);
    let value = fixed(if items.are_events() {
        "&item.data"
    } else {
        "item"
    });
    let check = item.and_then(|id| {
        let held = checks.is_nullable(id).then(|| value.clone());
        checks.of_place(id, &fixed("\"body\""), &value, held)
    });
    match check {
        Some(check) => code!("|item, v| {\n", check, "\n}"),
        None => fixed("|_, _| {}"),
    }
}

const fn method(content: &Content<'_>) -> &'static str {
    match content.kind {
        ContentKind::Json(_) => "json",
        ContentKind::Form(_) => "form",
        ContentKind::Multipart(_) => "multipart",
        ContentKind::Text => "text",
        ContentKind::Bytes | ContentKind::Stream(_) => "bytes",
    }
}
