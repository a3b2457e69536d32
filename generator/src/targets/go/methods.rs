//! The methods of a group.

use askama::Template;

use super::code;
use super::plan::Go;
use super::request::{is_stream, sets};
use super::ty::{TIME, field_name};
use crate::code::{Code, filters};
use crate::ir::docs::{request, span};
use crate::ir::names::{Case, Scope};
use crate::ir::{Argument, Call, Content, ContentKind, Docs, Group, Pages, Presence, RequestBody};

#[derive(Template)]
#[template(path = "go/group.go")]
pub(super) struct GroupView<'v> {
    header: &'v Code,
    imports: Code,
    docs: Code,
    service: Code,
    calls: Vec<CallView>,
}

pub(super) struct CallView {
    table: Code,
    operation: Code,
    pub(super) params: Option<StructView>,
    /// The statements that set the parameters from `params`.
    sets: Vec<Code>,
    pub(super) body: Option<StructView>,
    pub(super) result: Option<StructView>,
    docs: Code,
    pub(super) method: Code,
    pub(super) signature: Code,
    pub(super) returns: Code,
    request: Code,
    read: Code,
    pub(super) pages: Option<PagesView>,
}

/// A struct that belongs to a call.
pub(super) struct StructView {
    pub(super) docs: Code,
    pub(super) name: Code,
    pub(super) fields: Vec<FieldView>,
}

pub(super) struct FieldView {
    pub(super) docs: Code,
    pub(super) name: Code,
    pub(super) ty: Code,
}

pub(super) struct PagesView {
    docs: Code,
    pub(super) method: Code,
    pub(super) item: Code,
    page: Code,
    /// The paging of the list.
    paging: Code,
    /// The items of `page`.
    items: Code,
}

impl Go<'_> {
    pub(super) fn group<'v>(
        &self,
        header: &'v Code,
        imports: Code,
        group: &Group<'_>,
        service: &str,
    ) -> GroupView<'v> {
        GroupView {
            header,
            imports,
            docs: code::named_docs(
                code::exported(service).as_str(),
                "has the operations of a group",
                &Docs::from(group.docs.clone()),
            ),
            service: code::exported(service),
            calls: group.calls.iter().map(|call| self.call(call)).collect(),
        }
    }

    /// Returns whether signatures of a group, or the structs of its calls, have times in them.
    pub(super) fn group_needs_time(&self, group: &Group<'_>) -> bool {
        let is_time = |code: &Code| code.needs(TIME);
        group.calls.iter().map(|call| self.call(call)).any(|call| {
            let structs = [&call.params, &call.body, &call.result];
            let fields = structs.into_iter().flatten().flat_map(|one| &one.fields);
            let tables = [&call.signature, &call.returns, &call.table];
            let pages = call.pages.iter().map(|pages| &pages.item);
            fields
                .map(|field| &field.ty)
                .chain(tables)
                .chain(pages)
                .any(is_time)
        })
    }

    pub(super) fn call(&self, call: &Call<'_>) -> CallView {
        let operation = code!("operation", &code::exported(&call.pascal));
        let names = self.names(call);
        let params = self.params(call);
        let outcome = self.outcome(call);
        let body = call.body.as_ref().filter(|body| body.contents.len() > 1);
        CallView {
            table: self.table(call),
            docs: code::docs_of(&method_docs(call)),
            method: code::exported(&call.method),
            signature: self.signature(call, params.is_some()),
            request: self.request(call, &operation, params.is_some()),
            sets: sets(call, params.as_ref()),
            params,
            body: body.map(|body| self.body_fields(body, &names.body)),
            result: outcome.result,
            returns: outcome.returns,
            read: outcome.read,
            pages: call.pages.as_ref().map(|pages| self.pages(call, pages)),
            operation,
        }
    }

    /// The parameters that may be left out, as a struct.
    fn params(&self, call: &Call<'_>) -> Option<StructView> {
        let mut scope = Scope::new(Case::Pascal, &[]);
        let optional = call.arguments.iter().filter(|a| is_optional(a));
        let fields = optional.map(|argument| FieldView {
            docs: code::field_docs_of(&argument.docs),
            name: code::exported(&scope.claim_or(
                &argument.parameter.name,
                argument.parameter.location.as_str(),
            )),
            ty: code!("Optional[", &self.ty(&argument.ty), "]"),
        });
        let fields: Vec<_> = fields.collect();
        let names = self.names(call);
        let name = code::exported(&names.params);
        let docs = format!(
            "{} are the parameters of {} that may be left out.",
            name.as_str(),
            names.method
        );
        (!fields.is_empty()).then(|| StructView {
            docs: code::docs(&docs),
            name,
            fields,
        })
    }

    /// Returns the arguments, from the context to the options.
    fn signature(&self, call: &Call<'_>, has_params: bool) -> Code {
        let mut arguments = vec![Code::fixed("ctx context.Context")];
        for argument in call.arguments.iter().filter(|a| a.is_required()) {
            let name = code::argument(&argument.name);
            arguments.push(code!(&name, " ", &self.ty(&argument.ty)));
        }
        if let Some(body) = &call.body {
            let ty = match body.contents.as_slice() {
                [] => None,
                [one] if body.body.required || is_stream(one) => Some(self.body_ty(&one.kind)),
                [one] => Some(code!("Optional[", &self.content_ty(&one.kind), "]")),
                _ => Some(code::exported(&self.names(call).body)),
            };
            arguments.extend(ty.map(|ty| code!("body ", &ty)));
        }
        if has_params {
            let params = code::exported(&self.names(call).params);
            arguments.push(code!("params *", &params));
        }
        arguments.push(Code::fixed("options ...RequestOption"));
        Code::list(arguments, ", ")
    }

    /// Returns a struct with the media types of a body.
    fn body_fields(&self, body: &RequestBody<'_>, name: &str) -> StructView {
        let fields = body.contents.iter().zip(body_names(&body.contents));
        let fields = fields.map(|(content, name)| FieldView {
            docs: code::field_docs(&span(&content.media_type)),
            name,
            ty: if is_stream(content) {
                self.body_ty(&content.kind)
            } else {
                code!("*", &self.content_ty(&content.kind))
            },
        });
        StructView {
            docs: code::docs(&format!(
                "{} has the forms that the body can have. One of them is set.",
                code::exported(name).as_str()
            )),
            name: code::exported(name),
            fields: fields.collect(),
        }
    }

    fn pages(&self, call: &Call<'_>, pages: &Pages<'_>) -> PagesView {
        let items = match pages.items_field(&self.ir.types) {
            None => Code::fixed("*page"),
            Some(field) if field.presence == Presence::Required => {
                code!("page.", &field_name(field))
            }
            Some(field) => code!("page.", &field_name(field), ".Or(nil)"),
        };
        let docs = format!(
            "{} returns all items of {}, page by page. Each page is requested when it is needed. \
             Iteration stops after the first error.",
            code::exported(&pages.method).as_str(),
            code::exported(&call.method).as_str()
        );
        PagesView {
            docs: code::docs(&docs),
            method: code::exported(&pages.method),
            item: self.ty(&pages.item),
            page: self.ty(&pages.page),
            paging: paging(pages),
            items,
        }
    }
}

/// Returns whether an argument is a field of the struct with what may be left out. Options set the
/// parameters of all calls.
pub(super) fn is_optional(argument: &Argument<'_>) -> bool {
    !argument.parameter.required && argument.global.is_none()
}

/// Returns the paging of a list, as an argument for the runtime.
fn paging(pages: &Pages<'_>) -> Code {
    let pagination = pages.pagination;
    let mut fields = vec![code!("by: ", &code::string(pages.by().as_str()))];
    let whole = |number: u64| code::integer(i64::try_from(number).unwrap_or(i64::MAX));
    if let Some(name) = &pagination.parameter {
        fields.push(code!("parameter: ", &code::string(name)));
    }
    let ways = ["items: ", "next: ", "more: ", "total: "]
        .into_iter()
        .zip(pages.ways());
    for (name, way) in ways.filter(|(_, way)| !way.is_empty()) {
        let names = way.iter().map(|name| code::string(name));
        fields.push(code!(name, "[]string{", &Code::list(names, ", "), "}"));
    }
    if pagination.first > 0 {
        fields.push(code!("first: ", &whole(pagination.first)));
    }
    code!("paging{", &Code::list(fields, ", "), "}")
}

/// Returns the documentation of a method, whose first sentence is the request.
fn method_docs(call: &Call<'_>) -> Docs {
    let name = code::exported(&call.method);
    let request = format!("{}.", request(call.operation));
    let text = call.docs.text().replace(&request, "");
    let text = format!("{} sends {request}\n\n{}", name.as_str(), text.trim());
    call.docs.with_text(text.trim_end().to_owned())
}

/// Returns the names for the media types of a body.
pub(super) fn body_names(contents: &[Content]) -> Vec<Code> {
    let mut scope = Scope::new(Case::Pascal, &[]);
    let names = contents.iter().map(|content| {
        let base = match content.kind {
            ContentKind::Json(_) => "Json",
            ContentKind::Form(_) => "Form",
            ContentKind::Multipart(_) => "Multipart",
            ContentKind::Text => "Text",
            ContentKind::Bytes => "Bytes",
            ContentKind::Stream(_) => "Stream",
        };
        let subtype = content.media_type.rsplit('/').next().unwrap_or_default();
        code::exported(&scope.claim_or(base, subtype))
    });
    names.collect()
}
