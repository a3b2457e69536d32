//! The reference of the module.

use super::code;
use super::plan::Go;
use super::sources::Files;
use crate::GenerateError;
use crate::code::Code;
use crate::ir::{Call, Group};
use crate::targets::reference::{Entry, Reference, pages};

impl Go<'_> {
    /// Adds the reference.
    pub(super) fn reference(&self, sources: &mut Files<'_>) -> Result<(), GenerateError> {
        let config = &self.ir.config.go;
        let package = code::checked(&config.package);
        let setup = code!(
            "import ",
            &package,
            " ",
            &code::string(&config.module),
            "\n\nclient, err := ",
            &package,
            ".NewFromEnvironment()"
        );
        let pages = pages(&self.ir, |group, call| self.described(group, call));
        let reference = Reference {
            api: self.ir.api,
            fence: "go",
            setup: setup.as_str().to_owned(),
            pages,
            globals: self.ir.global_names(),
        };
        for (path, text) in reference.files() {
            sources.insert(&path, &text)?;
        }
        Ok(())
    }

    fn described<'c>(&self, group: &Group<'c>, call: &Call<'c>) -> Entry<'c> {
        let text = |code: &Code| code.as_str().to_owned();
        let method = |name: &str| {
            text(&code!(
                "client.",
                &code::exported(&group.name),
                ".",
                &code::exported(name)
            ))
        };
        let arguments = call.arguments.iter().map(|argument| {
            let shared = argument.global.and_then(|index| self.globals.get(index));
            let name = if let Some((_, request)) = shared {
                code!(
                    &code::checked(&self.ir.config.go.package),
                    ".",
                    &code::exported(request)
                )
            } else if argument.parameter.required {
                code::argument(&argument.name)
            } else {
                code!("params.", &code::exported(&argument.name))
            };
            [text(&name), text(&self.ty(&argument.ty))]
        });
        let body = call
            .body
            .as_ref()
            .and_then(|body| match body.contents.as_slice() {
                [] => None,
                [one] => Some(self.body_ty(&one.kind)),
                _ => Some(code::exported(&self.names(call).body)),
            });
        let errors = call.errors().map(|answer| {
            let status = answer.response.status;
            let class = self.errors.iter().find(|error| error.status == status);
            class.map_or(String::new(), |error| {
                text(&code!("*", &code::exported(&error.name)))
            })
        });
        Entry {
            operation: call.operation,
            method: method(&call.method),
            all: call.pages.as_ref().map(|pages| method(&pages.method)),
            arguments: arguments.collect(),
            body: body.map(|code| text(&code)),
            result: text(&self.returns(call)),
            errors: errors.collect(),
            sample: self.sample(group, call).map(|code| text(&code)),
        }
    }
}
