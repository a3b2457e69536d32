//! Records that are multipart bodies.

use super::super::Rust;
use super::super::code::{Code, fixed};
use super::record::{Field, Rest};
use super::shape;
use crate::ir::{Presence, Ty};

pub(super) struct MultipartView {
    pub(super) writes: Vec<Code>,
    pub(super) reads: Vec<Code>,
}

impl Rust<'_> {
    pub(super) fn multipart(&self, fields: &[Field<'_>], rest: &Rest) -> MultipartView {
        let mut view = MultipartView {
            writes: Vec::new(),
            reads: Vec::new(),
        };
        for field in fields {
            let (write, read) = if self.is_file(&field.value.ty) {
                file(field)
            } else if self.is_file_list(&field.value.ty) {
                files(field)
            } else {
                self.text(field)
            };
            view.writes.push(write);
            view.reads.push(code!(&field.name, ": ", read));
        }
        match rest {
            Rest::None => {}
            Rest::Additional(..) => view
                .reads
                .push(fixed("additional: std::collections::BTreeMap::default()")),
            Rest::Unknown => {
                view.writes.push(fixed("parts.members(&self.unknown)"));
                view.reads.push(fixed("unknown: parts.rest()"));
            }
        }
        view
    }

    fn is_file(&self, ty: &Ty) -> bool {
        self.plan.unalias(ty.clone()) == Ty::Binary
    }

    fn is_file_list(&self, ty: &Ty) -> bool {
        match self.plan.unalias(ty.clone()) {
            Ty::List(item) => self.is_file(&item),
            _ => false,
        }
    }

    fn text(&self, field: &Field<'_>) -> (Code, Code) {
        let (name, wire) = (&field.name, &field.wire);
        let shape = shape(&self.plan, &field.value.ty);
        let read = |method: &'static str| code!("parts.", method, "(", wire, ", ", &shape, ")?");
        match field.presence {
            Presence::Required => (
                code!("parts.text(", wire, ", &self.", name, ")?"),
                read("required"),
            ),
            Presence::Optional | Presence::RequiredNullable => (
                code!("parts.optional_text(", wire, ", &self.", name, ")?"),
                read("optional"),
            ),
            Presence::OptionalNullable => {
                let value = read("optional");
                (
                    code!("parts.optional_text(", wire, ", &self.", name, ".value())?"),
                    code!(value, ".map_or(Presence::Absent, Presence::Value)"),
                )
            }
        }
    }
}

fn file(field: &Field<'_>) -> (Code, Code) {
    let (name, wire) = (&field.name, &field.wire);
    let optional = code!("parts.optional_file(", wire, ")?");
    match field.presence {
        Presence::Required => (
            code!("parts.file(", wire, ", &self.", name, ")"),
            code!("parts.required_file(", wire, ")?"),
        ),
        Presence::Optional | Presence::RequiredNullable => (
            code!("parts.each_file(", wire, ", &self.", name, ")"),
            optional,
        ),
        Presence::OptionalNullable => (
            code!("parts.each_file(", wire, ", self.", name, ".value())"),
            code!(optional, ".map_or(Presence::Absent, Presence::Value)"),
        ),
    }
}

fn files(field: &Field<'_>) -> (Code, Code) {
    let (name, wire) = (&field.name, &field.wire);
    let read = code!("parts.files(", wire, ")");
    match field.presence {
        Presence::Required => (code!("parts.each_file(", wire, ", &self.", name, ")"), read),
        Presence::Optional | Presence::RequiredNullable => (
            code!(
                "parts.each_file(",
                wire,
                ", self.",
                name,
                ".iter().flatten())"
            ),
            code!("Some(", read, ").filter(|files| !files.is_empty())"),
        ),
        Presence::OptionalNullable => (
            code!(
                "parts.each_file(",
                wire,
                ", self.",
                name,
                ".value().into_iter().flatten())"
            ),
            code!("Presence::Value(", read, ")"),
        ),
    }
}
