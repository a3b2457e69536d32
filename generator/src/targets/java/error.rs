//! Exceptions: one class for each status and kind of body.

use spec::model::Status;

use super::Java;
use super::code::ident;
use super::content::JavaContent;
use super::docs::Docs;
use super::layout;
use super::types::Imports;
use super::unit::{Unit, method};
use crate::code::Code;
use crate::ir::{Answer, Call, ContentKind};

/// An exception.
#[derive(Debug, Clone)]
pub(super) struct ErrorClass {
    /// The status that it is for.
    pub(super) status: Status,
    /// The kind of its body, if it has one.
    pub(super) kind: Option<ContentKind>,
    /// The name of its class.
    pub(super) name: String,
    description: String,
}

/// Returns every exception of the API, in the order of the description.
pub(super) fn classes(java: &Java<'_>) -> Vec<ErrorClass> {
    let mut scope = java.type_scope();
    let mut classes: Vec<ErrorClass> = Vec::new();
    for answer in java.ir.calls().flat_map(Call::errors) {
        for kind in kinds(answer) {
            let status = answer.response.status;
            if classes
                .iter()
                .any(|one| one.status == status && one.kind == kind)
            {
                continue;
            }
            let base = crate::ir::names::convert(&answer.name, crate::ir::names::Case::Pascal);
            let first = classes.iter().all(|one| one.status != status);
            let body = if first {
                String::new()
            } else {
                body_name(java, kind.as_ref())
            };
            classes.push(ErrorClass {
                status,
                name: scope.claim(&format!("{base} {body} Exception")),
                kind,
                description: answer.docs.text().to_owned(),
            });
        }
    }
    classes
}

fn kinds(answer: &Answer<'_>) -> Vec<Option<ContentKind>> {
    if answer.contents.is_empty() {
        return vec![None];
    }
    let contents = answer.contents.iter();
    contents.map(|content| Some(content.kind.clone())).collect()
}

fn body_name(java: &Java<'_>, kind: Option<&ContentKind>) -> String {
    use crate::ir::Ty;
    match kind {
        Some(ContentKind::Json(ty)) => match java.resolve(ty).not_null() {
            Ty::Declared(id) => java.ir.types.get(*id).name.clone(),
            _ => "Json".to_owned(),
        },
        Some(ContentKind::Text) => "Text".to_owned(),
        Some(_) => "Bytes".to_owned(),
        None => "Empty".to_owned(),
    }
}

impl Java<'_> {
    /// Returns the exception for a status and a body.
    pub(super) fn error_class(
        &self,
        status: Status,
        kind: Option<&ContentKind>,
    ) -> Option<&ErrorClass> {
        let mut classes = self.errors.iter();
        classes.find(|one| one.status == status && one.kind.as_ref() == kind)
    }

    /// Returns the file of an exception.
    pub(super) fn error(&self, class: &ErrorClass) -> Unit {
        let mut imports = Imports::default();
        imports.library("java.io.Serial");
        for runtime in ["ApiException", "RawResponse"] {
            imports.own(&self.package, "runtime", runtime);
        }
        let name = ident(&class.name);
        let content = class
            .kind
            .as_ref()
            .map(|kind| self.content(kind, &mut imports));
        let docs = Docs::of(&class.description).or("An error.");
        let head = code!("public final class ", &name, " extends ApiException {");
        let head = if head.width() > layout::STYLE.width {
            code!("public final class ", &name, "\n    extends ApiException {")
        } else {
            head
        };
        let members = members(&name, content.as_ref());
        let package = format!("{}.errors", self.package);
        Unit::new(&package, &imports, &docs, head, members)
    }
}

fn members(name: &Code, content: Option<&JavaContent>) -> Vec<Code> {
    let mut members = vec![Code::fixed(
        "  @Serial private static final long serialVersionUID = 1L;\n",
    )];
    let raw = Code::fixed("RawResponse raw");
    let docs = Docs::fixed("Creates an error.").param(&Code::fixed("raw"), "the response");
    let public = Code::fixed("public ");
    let Some(content) = content else {
        let head = layout::signature(2, &public, name, &[raw]);
        members.push(method(
            2,
            Some(&docs),
            &head,
            &Code::fixed("    super(raw);\n"),
        ));
        return members;
    };
    let comment = Docs::fixed("The body of the error.").comment(2);
    let before = code!("private final transient ", &content.ty);
    let field = layout::field(2, &before, &Code::fixed("body"), None);
    members.push(code!(&comment, &field));
    let docs = docs.param(&Code::fixed("body"), "its body");
    let head = layout::signature(2, &public, name, &[raw, code!(&content.ty, " body")]);
    let body = Code::fixed("    super(raw);\n    this.body = body;\n");
    members.push(method(2, Some(&docs), &head, &body));
    let docs = Docs::fixed("The body of the error.")
        .returns("the body of the response")
        .comment(2);
    let before = code!("public ", &content.ty, " ");
    let head = layout::signature(2, &before, &Code::fixed("body"), &[]);
    let head = code!("  @Override\n", &head);
    members.push(code!(
        &docs,
        &method(2, None, &head, &Code::fixed("    return body;\n"))
    ));
    members
}
