//! The body of a call.

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, list};
use super::super::content::{Content, stream_arguments, stream_method};
use super::outcome::Variant;
use crate::ir::docs::span;
use crate::ir::{self, ContentKind};

pub(in super::super) struct BodySetter {
    pub(in super::super) ty: Code,
    pub(in super::super) set: Code,
}

pub(in super::super) struct BodyEnum {
    pub(in super::super) name: Code,
    pub(in super::super) lifetime: Code,
    pub(in super::super) elided: Code,
    pub(in super::super) variants: Vec<Variant>,
    /// The match arms that set the body.
    pub(in super::super) arms: Vec<Code>,
}

impl Rust<'_> {
    pub(super) fn call_body(
        &self,
        planned: &ir::Call<'_>,
    ) -> (Option<BodyEnum>, Option<BodySetter>) {
        let contents = self.plan.body_contents(planned);
        if let [content] = contents.as_slice() {
            let (ty, set) = self.content_setter(content);
            return (None, Some(BodySetter { ty, set }));
        }
        if contents.is_empty() {
            return (None, None);
        }
        let name = ident(&format!("{}Body", planned.pascal));
        let mut arms = Vec::new();
        let mut variants = Vec::new();
        let mut borrows = false;
        for content in &contents {
            let (ty, set) = self.content_setter(content);
            let variant = ident(&content.variant);
            borrows |= self.is_borrowed(content);
            arms.push(code!("Self::", &variant, "(body) => request", set, ","));
            variants.push(Variant {
                docs: docs(&span(content.media_type)),
                common_docs: fixed(""),
                name: variant,
                ty: self.with_lifetime(content, &ty),
            });
        }
        let lifetime = fixed(if borrows { "<'a>" } else { "" });
        let elided = fixed(if borrows { "<'_>" } else { "" });
        let setter = BodySetter {
            ty: code!(&name, &elided),
            set: fixed(".with(|request| body.set(request))"),
        };
        let body_enum = BodyEnum {
            name,
            lifetime,
            elided,
            variants,
            arms,
        };
        (Some(body_enum), Some(setter))
    }

    /// Returns whether a body can be a multipart form.
    pub(super) fn has_form(&self, planned: &ir::Call<'_>) -> bool {
        let contents = self.plan.body_contents(planned);
        let mut contents = contents.iter();
        contents.any(|content| matches!(content.kind, ContentKind::Multipart(_)))
    }

    fn content_setter(&self, content: &Content<'_>) -> (Code, Code) {
        let media = code::string(content.media_type);
        match content.kind {
            ContentKind::Stream(items) => {
                let ty = code!("runtime::ItemSource<", self.item_ty(items), ">");
                let mut arguments = vec![media];
                arguments.extend(stream_arguments(items));
                arguments.push(fixed("body"));
                let set = code!(".", stream_method(items), "(", list(arguments), ")");
                (ty, set)
            }
            ContentKind::Json(ty) => {
                let taken = self.taken(ty);
                let reference = if taken.by_value { "&" } else { "" };
                (taken.ty, code!(".json(", media, ", ", reference, "body)"))
            }
            ContentKind::Form(ty) => {
                let taken = self.taken(ty);
                let reference = if taken.by_value { "&" } else { "" };
                (taken.ty, code!(".form(", media, ", ", reference, "body)"))
            }
            ContentKind::Multipart(ty) => (code!("&", self.outside(ty)), fixed(".multipart(body)")),
            ContentKind::Text => (fixed("&str"), code!(".text(", media, ", body)")),
            ContentKind::Bytes => (
                fixed("types::bytes::Bytes"),
                code!(".bytes(", media, ", body)"),
            ),
        }
    }

    fn with_lifetime(&self, content: &Content<'_>, ty: &Code) -> Code {
        if self.is_borrowed(content) {
            code::with_lifetime(ty)
        } else {
            ty.clone()
        }
    }

    /// Returns whether a body is passed by reference.
    fn is_borrowed(&self, content: &Content<'_>) -> bool {
        match content.kind {
            ContentKind::Text | ContentKind::Multipart(_) => true,
            ContentKind::Bytes | ContentKind::Stream(_) => false,
            ContentKind::Json(ty) | ContentKind::Form(ty) => !self.taken(ty).by_value,
        }
    }
}
