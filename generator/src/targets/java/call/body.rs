//! The body of a call.

use spec::model::Framing;

use super::super::code::{self, integer};
use super::super::content::{part_form, stream_method};
use super::super::docs::Docs;
use super::super::layout::{self, Expr};
use super::super::record::{Place, Rest};
use super::super::types::Imports;
use super::super::unit::{method, nested};
use super::Making;
use crate::code::Code;
use crate::ir::{Content, ContentKind, Ty};

impl Making<'_, '_> {
    /// Returns the method for an optional body, the types of one with several media types, and the
    /// encoding of a multipart form.
    pub(super) fn body(&mut self) -> Vec<Code> {
        let Some(body) = self
            .call
            .body
            .as_ref()
            .filter(|body| !body.contents.is_empty())
        else {
            return Vec::new();
        };
        let mut members = Vec::new();
        if !body.body.required {
            let ty = match body.contents.as_slice() {
                [one] => self.java.body_content(&one.kind, &mut self.imports).ty,
                _ => Code::fixed("Body"),
            };
            let docs = Docs::of(&body.docs.whole());
            let docs = docs
                .param(&Code::fixed("body"), "the body")
                .returns("this call");
            let before = code!("public ", &self.name, " ");
            let head = layout::signature(2, &before, &Code::fixed("body"), &[code!(&ty, " body")]);
            members.push(method(2, Some(&docs), &head, &self.set_body(4, "return ")));
        }
        for (index, content) in body.contents.iter().enumerate() {
            if let ContentKind::Multipart(ty) = &content.kind {
                members.push(self.parts(index, ty));
            }
        }
        if body.contents.len() > 1 {
            let variants = self.java.body_variants(self.call);
            let mut records = Vec::new();
            for (content, name) in body.contents.iter().zip(&variants) {
                let java = self.java.body_content(&content.kind, &mut self.imports);
                let docs = Docs::default().code(&content.media_type);
                let docs = docs.param(&Code::fixed("value"), "the body");
                let component = code!(&java.ty, " value");
                let head = layout::record(
                    4,
                    &code!("record ", name),
                    &[component],
                    &[Code::fixed("Body")],
                );
                records.push(nested(4, &docs, &head, Vec::new()));
            }
            let docs = Docs::fixed("The media types of the body.");
            let head = Code::fixed("  public sealed interface Body {");
            members.push(nested(2, &docs, &head, records));
        }
        members
    }

    /// Returns the statement that sets the body.
    pub(super) fn set_body(&mut self, indent: usize, before: &'static str) -> Code {
        let Some(body) = &self.call.body else {
            return Code::default();
        };
        if let [one] = body.contents.as_slice() {
            let call = self.set_content(0, one, Code::fixed("body"));
            return layout::statement(indent, &Code::fixed(before), &call);
        }
        let variants = self.java.body_variants(self.call);
        let mut code = Code::default();
        for (index, (content, name)) in body.contents.iter().zip(&variants).enumerate() {
            let value = Code::fixed("form.value()");
            let call = self.set_content(index, content, value);
            let test = code!("if (body instanceof Body.", name, " form) {\n");
            let start = if index == 0 {
                Code::spaces(indent)
            } else {
                Code::fixed(" else ")
            };
            let set = layout::statement(indent + 2, &Code::default(), &call);
            code.push(&code!(&start, &test, &set, &Code::spaces(indent), "}"));
        }
        let end = if before.is_empty() {
            "\n"
        } else {
            "\n    return this;\n"
        };
        code!(&code, end)
    }

    fn set_content(&mut self, index: usize, content: &Content, value: Code) -> Expr {
        let java = self.java.body_content(&content.kind, &mut self.imports);
        let media: Expr = code::string(&content.sent).into();
        let (head, arguments) = match &content.kind {
            ContentKind::Json(_) => (
                "json",
                vec![media, java.codec.unwrap_or_default().into(), value.into()],
            ),
            ContentKind::Form(_) => (
                "form",
                vec![media, java.codec.unwrap_or_default().into(), value.into()],
            ),
            ContentKind::Multipart(_) => {
                let write = code!(&self.name, "::", &parts_name(index));
                ("multipart", vec![write.into(), value.into()])
            }
            ContentKind::Text => ("text", vec![media, value.into()]),
            ContentKind::Bytes => ("bytes", vec![media, value.into()]),
            ContentKind::Stream(items) => {
                let codec = java.codec.map(Expr::from);
                let mut arguments = vec![media];
                arguments.extend(codec);
                if let Some(part) = &items.part {
                    let form = part_form(part, &self.java.package, &mut self.imports);
                    arguments.push(form.into());
                }
                if let Some(names) = &items.json_events {
                    self.imports.library("java.util.Set");
                    let names = names.iter().map(|name| code::string(name).into());
                    arguments.push(Expr::call(Code::fixed("Set.of"), names));
                }
                if items.framing == Framing::Events {
                    let end = items.end.as_deref();
                    arguments.push(end.map_or(Code::fixed("null"), code::string).into());
                }
                arguments.push(value.into());
                (stream_method(items), arguments)
            }
        };
        Expr::Call(Code::fixed(head), arguments)
    }

    /// Returns the method that writes a multipart form.
    fn parts(&mut self, index: usize, ty: &Ty) -> Code {
        self.runtime("Parts");
        let resolved = self.java.resolve(ty);
        let Ty::Declared(id) = resolved.not_null() else {
            return Code::default();
        };
        let java = self.java.java(&Ty::Declared(*id), &mut self.imports);
        let fields = self.java.fields(*id, &mut Imports::default());
        let mut body = Vec::new();
        for field in &fields {
            let value: Expr = code!("body.", &field.name, "()").into();
            let call = match (&field.presence, &field.value) {
                (Place::Rest(Rest::Unknown), _) => Expr::call(Code::fixed("parts.rest"), [value]),
                (Place::Rest(Rest::Additional), _) => continue,
                (_, Ty::Binary) => Expr::call(
                    Code::fixed("parts.file"),
                    [field.wire.clone().into(), value],
                ),
                (_, Ty::List(item)) if **item == Ty::Binary => Expr::call(
                    Code::fixed("parts.files"),
                    [field.wire.clone().into(), value],
                ),
                (_, ty) => {
                    let codec = self.java.java(ty, &mut self.imports).codec;
                    let arguments = [codec.into(), field.wire.clone().into(), value];
                    Expr::call(Code::fixed("parts.value"), arguments)
                }
            };
            body.push(layout::statement(4, &Code::default(), &call));
        }
        let parameters = [code!(&java.boxed, " body"), Code::fixed("Parts parts")];
        let head = layout::signature(
            2,
            &Code::fixed("private static void "),
            &parts_name(index),
            &parameters,
        );
        method(2, None, &head, &Code::list(body, ""))
    }
}

fn parts_name(index: usize) -> Code {
    if index == 0 {
        return Code::fixed("write");
    }
    code!("write", &integer(index + 1))
}
