//! The table of operations.

use askama::Template;
use spec::model::{Deprecation, Location, MediaType, Operation, Requirement, Status, Style};

use super::super::Rust;
use super::super::code::{
    self, Code, docs, filters, fixed, ident, inner_docs, integer, list, option,
};
use super::super::features::Module;
use super::super::sources::Sources;
use super::shape;
use crate::GenerateError;
use crate::ir::docs::request;
use crate::ir::servers;
use crate::ir::{self, Argument, ContentKind, FormField, RequestBody, Ty};

#[derive(Template)]
#[template(path = "rust/types/src/operations/mod.rs")]
struct Operations {
    modules: Vec<Module>,
    operations: Vec<Listed>,
}

/// An operation in the list of all.
struct Listed {
    constant: Code,
    condition: Code,
}

/// The operations of a tag.
#[derive(Template)]
#[template(path = "rust/types/src/operations/tag.rs")]
struct Tag {
    docs: Code,
    operations: Vec<Entry>,
}

struct Entry {
    docs: Code,
    constant: Code,
    id: Code,
    method: Code,
    path: Code,
    server: Code,
    parameters: Code,
    body: Code,
    responses: Code,
    security: Code,
    idempotent: Code,
    idempotency: Code,
    deprecation: Code,
}

impl Rust<'_> {
    /// Adds the table of operations, with a file for each tag.
    pub(super) fn operations(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        for (planned, group) in self.plan.groups() {
            let tag = Tag {
                docs: inner_docs(&planned.docs),
                operations: planned.calls.iter().map(|one| self.entry(one)).collect(),
            };
            sources.add(format!("types/src/operations/{}.rs", group.module), tag)?;
        }
        let operations = self.plan.calls().map(|call| Listed {
            constant: ident(self.plan.constant(call)),
            condition: self.plan.features.of_group(self.plan.place(call).0),
        });
        let all = Operations {
            modules: self.plan.group_modules(),
            operations: operations.collect(),
        };
        sources.add("types/src/operations/mod.rs", all)
    }

    fn entry(&self, planned: &ir::Call<'_>) -> Entry {
        let operation = planned.operation;
        let api = self.plan.api;
        let parameters = planned.arguments.iter().map(|one| self.parameter(one));
        let responses = operation.responses.iter().map(|response| {
            let constructor = match response.status {
                Status::Code(code) => code!("of(", integer(code), ", "),
                Status::Range(hundreds) => code!("of_range(", integer(hundreds), ", "),
                Status::Default => fixed("of_others("),
            };
            let media_types = media_types(&response.content);
            code!("runtime::Response::", constructor, "&[", media_types, "])")
        });
        let security = operation.alternatives().iter();
        let security = security.map(|one| self::security(one, "runtime"));
        let title = request(operation);
        Entry {
            docs: docs(&title),
            constant: ident(self.plan.constant(planned)),
            id: code::string(&operation.id),
            method: fixed_method(operation),
            path: code::string(&operation.path),
            server: code::string(servers::of(api, operation)),
            parameters: list(parameters),
            body: option(planned.body.as_ref().map(|body| self.body(body))),
            responses: list(responses),
            security: list(security),
            idempotency: option(operation.idempotency.as_deref().map(code::string)),
            idempotent: fixed(if operation.method.is_idempotent() {
                "true"
            } else {
                "false"
            }),
            deprecation: option(operation.deprecation.as_ref().map(deprecation)),
        }
    }

    fn parameter(&self, argument: &Argument<'_>) -> Code {
        let parameter = argument.parameter;
        let constructor = match parameter.location {
            Location::Path => "runtime::Parameter::path(",
            Location::Query => "runtime::Parameter::query(",
            Location::Header => "runtime::Parameter::header(",
            Location::Cookie => "runtime::Parameter::cookie(",
        };
        let shape = match &parameter.media_type {
            Some(_) => fixed("runtime::Shape::Json"),
            None => shape(&self.plan, &argument.ty),
        };
        let mut code = code!(constructor, code::string(&parameter.name), ", ", shape, ")");
        if parameter.required && parameter.location != Location::Path {
            code.push(&fixed(".required()"));
        }
        code = with_style(
            &code,
            parameter.location,
            parameter.style,
            parameter.explode,
        );
        if parameter.allow_reserved {
            code.push(&fixed(".allow_reserved()"));
        }
        code
    }

    fn body(&self, body: &RequestBody<'_>) -> Code {
        let required = fixed(if body.body.required { "true" } else { "false" });
        let fields = body
            .contents
            .iter()
            .find_map(|content| match &content.kind {
                ContentKind::Form(ty) => Some(self.form_fields(ty, &content.fields)),
                _ => None,
            });
        code!(
            "runtime::Body { required: ",
            required,
            ", media_types: &[",
            media_types(&body.body.content),
            "], form: &[",
            list(fields.unwrap_or_default()),
            "] }"
        )
    }

    fn form_fields(&self, form: &Ty, encodings: &[FormField]) -> Vec<Code> {
        let record = self.plan.ir.types.record_of(form);
        let fields = record.into_iter().flat_map(|record| &record.fields);
        let fields = fields.zip(encodings).map(|(field, encoding)| {
            let shape = shape(&self.plan, &field.ty);
            let name = code::string(field.wire());
            let mut code = code!("runtime::Parameter::query(", name, ", ", shape, ")");
            if field.presence.is_required() {
                code.push(&fixed(".required()"));
            }
            code = with_style(&code, Location::Query, encoding.style, encoding.explode);
            if encoding.allow_reserved {
                code.push(&fixed(".allow_reserved()"));
            }
            code
        });
        fields.collect()
    }
}

fn fixed_method(operation: &Operation) -> Code {
    code::string(operation.method.as_str())
}

fn media_types(content: &[MediaType]) -> Code {
    list(content.iter().map(|media| code::string(&media.name)))
}

fn with_style(code: &Code, location: Location, style: Style, explode: bool) -> Code {
    let usual = match location {
        Location::Path | Location::Header => Style::Simple,
        Location::Query | Location::Cookie => Style::Form,
    };
    let mut code = code.clone();
    if style != usual {
        let name = match style {
            Style::Matrix => "Matrix",
            Style::Label => "Label",
            Style::Form => "Form",
            Style::Simple => "Simple",
            Style::SpaceDelimited => "SpaceDelimited",
            Style::PipeDelimited => "PipeDelimited",
            Style::DeepObject => "DeepObject",
        };
        code.push(&code!(".style(runtime::Style::", name, ")"));
    }
    if explode != (usual == Style::Form) {
        let explode = if explode { "true" } else { "false" };
        code.push(&code!(".explode(", explode, ")"));
    }
    code
}

/// Returns the schemes that belong together. `runtime` is the path to the runtime of the types.
pub(in super::super) fn security(requirement: &Requirement, runtime: &'static str) -> Code {
    let schemes = requirement.schemes.iter().map(|(scheme, scopes)| {
        let scopes = list(scopes.iter().map(|scope| code::string(scope)));
        let scheme = code::string(scheme);
        code!(
            fixed(runtime),
            "::Security::new(",
            scheme,
            ", &[",
            scopes,
            "])"
        )
    });
    code!("&[", list(schemes), "]")
}

/// Returns a deprecation with its header values, which are computed here once.
fn deprecation(deprecation: &Deprecation) -> Code {
    let since = deprecation
        .since
        .as_deref()
        .and_then(super::super::dates::deprecation);
    let sunset = deprecation
        .sunset
        .as_deref()
        .and_then(super::super::dates::imf_fixdate);
    let text = |text: Option<String>| option(text.map(|text| code::string(&text)));
    code!(
        "runtime::Deprecation { deprecated: ",
        text(since),
        ", sunset: ",
        text(sunset),
        ", link: ",
        text(deprecation.guide.clone()),
        " }"
    )
}
