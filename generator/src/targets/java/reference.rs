//! The reference of the artifact.

use super::Java;
use super::code::{self, ident};
use super::types::Imports;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::{Call, Group, Ty};
use crate::targets::reference::{Entry, Reference, pages};
use crate::targets::sources::Sources;

impl Java<'_> {
    /// Adds the reference.
    pub(super) fn reference(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let package = code::package(&self.package);
        let setup = code!(
            "import ",
            &package,
            ".Client;\n\nClient client = Client.fromEnvironment().build();"
        );
        let pages = pages(self.ir, |group, call| self.referred(group, call));
        let reference = Reference {
            api: self.ir.api,
            fence: "java",
            setup: setup.as_str().to_owned(),
            pages,
            globals: self.ir.global_names(),
        };
        for (path, text) in reference.files() {
            sources.insert(path, text)?;
        }
        Ok(())
    }

    fn referred<'c>(&self, group: &Group<'c>, call: &Call<'c>) -> Entry<'c> {
        let imports = &mut Imports::default();
        let text = |code: &Code| code.as_str().to_owned();
        let method = |name: &str| text(&code!("client.", &ident(&group.name), "().", &ident(name)));
        let class = ident(self.call_name(&call.operation.id));
        let mut ty = |ty: &Ty| {
            let ty = self.resolve(ty);
            text(self.java(ty.not_null(), imports).plain())
        };
        let arguments = call.arguments.iter();
        let arguments = arguments.map(|argument| [text(&ident(&argument.name)), ty(&argument.ty)]);
        let arguments = arguments.collect();
        let body = call
            .body
            .as_ref()
            .and_then(|body| match body.contents.as_slice() {
                [] => None,
                [one] => Some(text(&self.body_content(&one.kind, imports).ty)),
                _ => Some(text(&code!(&class, ".Body"))),
            });
        let errors = call.errors().map(|answer| {
            let kind = answer.contents.first().map(|content| &content.kind);
            let class = self.error_class(answer.response.status, kind);
            class.map_or(String::new(), |class| text(&ident(&class.name)))
        });
        Entry {
            operation: call.operation,
            method: method(&call.method),
            all: call.pages.as_ref().map(|pages| method(&pages.method)),
            arguments,
            body,
            result: text(&self.result(call, &class, imports)),
            errors: errors.collect(),
            sample: self.sample(group, call, imports).map(|code| text(&code)),
        }
    }
}
