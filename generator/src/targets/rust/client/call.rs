//! One operation, as a call.

use super::super::Rust;
use super::super::code::{self, Code, docs, fixed, ident, list};
use super::body::{BodyEnum, BodySetter};
use super::outcome::Variant;
use super::pages::Stream;
use crate::ir;

pub(in super::super) struct Call {
    /// The index of its group.
    pub(in super::super) group: usize,
    pub(in super::super) id: Code,
    pub(in super::super) docs: Code,
    /// The type that has the method.
    pub(in super::super) handle: Code,
    pub(in super::super) method: Code,
    pub(in super::super) name: Code,
    pub(in super::super) constant: Code,
    pub(in super::super) arguments: Code,
    /// The arguments and their types.
    pub(in super::super) given: Vec<(Code, Code)>,
    /// The arguments as they are passed on.
    pub(in super::super) passed: Code,
    pub(in super::super) sets: Code,
    pub(in super::super) options: Vec<Setter>,
    pub(in super::super) optional_body: Option<BodySetter>,
    /// Whether a body can be a multipart form.
    pub(in super::super) has_form: bool,
    pub(in super::super) stream: Option<Stream>,
    pub(in super::super) read: Code,
    pub(in super::super) success: Code,
    pub(in super::super) success_enum: Option<Vec<Variant>>,
    pub(in super::super) error: Code,
    pub(in super::super) errors: Vec<Variant>,
    /// The names of the declared errors, for the name of a shared error type.
    pub(in super::super) error_statuses: Vec<String>,
    /// The error type that is shared with other operations, instead of `errors`.
    pub(in super::super) shared_error: Option<SharedName>,
    pub(in super::super) body_enum: Option<BodyEnum>,
    pub(in super::super) arms: Vec<Code>,
}

pub(in super::super) struct SharedName {
    pub(in super::super) name: Code,
    /// The documentation of errors that other operations describe differently.
    pub(in super::super) docs: Vec<Code>,
}

pub(in super::super) struct Setter {
    pub(in super::super) docs: Code,
    pub(in super::super) name: Code,
    pub(in super::super) ty: Code,
    pub(in super::super) set: Code,
}

impl Rust<'_> {
    pub(in super::super) fn call(&self, planned: &ir::Call<'_>) -> Call {
        let name = ident(&planned.pascal);
        let mut given = Vec::new();
        let mut sets = fixed("");
        let mut options = Vec::new();
        for argument in &planned.arguments {
            let parameter = argument.parameter;
            let name = ident(&argument.name);
            let (ty, value) = self.argument(&name, &argument.ty);
            let wire = code::string(&parameter.name);
            let set = code!(
                ".",
                parameter.location.as_str(),
                "(",
                wire,
                ", ",
                value,
                ")"
            );
            if argument.is_required() {
                given.push((name, ty));
                sets.push(&set);
            } else {
                options.push(Setter {
                    docs: docs(&argument.docs.whole()),
                    name,
                    ty,
                    set,
                });
            }
        }
        let (body_enum, body) = self.call_body(planned);
        let required = planned.body.as_ref().is_some_and(|body| body.body.required);
        let mut optional_body = None;
        match body {
            Some(body) if required => {
                given.push((fixed("body"), body.ty));
                sets.push(&body.set);
            }
            body => optional_body = body,
        }
        let outcome = self.outcome(planned);
        let streams = self.plan.answers(planned);
        let streams = streams.iter().filter_map(|answer| answer.content.as_ref());
        let streams = streams.filter(|content| content.is_stream());
        let streams: Vec<_> = streams
            .map(|content| code::string(content.media_type))
            .collect();
        if !streams.is_empty() {
            sets.push(&code!(".streams(&[", list(streams), "])"));
        }
        let arguments: Vec<_> = given
            .iter()
            .map(|(name, ty)| code!(name, ": ", ty))
            .collect();
        Call {
            group: self.plan.place(planned).0,
            id: code::string(&planned.operation.id),
            docs: docs(&planned.docs.whole()),
            handle: ident(&self.plan.group_of(planned).handle),
            method: ident(&planned.method),
            stream: self.stream(planned, &outcome),
            name,
            constant: ident(self.plan.constant(planned)),
            arguments: list(std::iter::once(fixed("self")).chain(arguments)),
            passed: list(given.iter().map(|(name, _)| name.clone())),
            given,
            sets,
            options,
            optional_body,
            has_form: self.has_form(planned),
            read: ident(&format!("read_{}", planned.unique)),
            success: outcome.success,
            success_enum: outcome.success_enum,
            error: outcome.error,
            errors: outcome.errors,
            error_statuses: outcome.error_statuses,
            shared_error: None,
            body_enum,
            arms: outcome.arms,
        }
    }
}
