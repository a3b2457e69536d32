//! The reference of the package.

use super::TypeScript;
use super::code::{ident, string};
use super::imports::Imports;
use super::layout::STYLE;
use super::schema::UP;
use super::signature::Takes;
use super::ty::{Place, Type};
use crate::GenerateError;
use crate::code::Code;
use crate::ir::{Call, Group};
use crate::targets::reference::{Entry, Reference, pages};
use crate::targets::sources::Sources;

impl TypeScript<'_> {
    /// Adds the reference.
    pub(super) fn reference(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let package = string(&self.ir.config.typescript.package);
        let import = code!("import { Client } from ", &package, ";\n\n");
        let setup = code!(&import, &self.new_client());
        let pages = pages(&self.ir, |group, call| self.described(group, call));
        let reference = Reference {
            api: self.ir.api,
            fence: "ts",
            setup: setup.as_str().to_owned(),
            pages,
            globals: self.ir.global_names(),
        };
        for (path, text) in reference.files() {
            sources.insert(path, text)?;
        }
        Ok(())
    }

    fn described<'c>(&self, group: &Group<'c>, call: &Call<'c>) -> Entry<'c> {
        let imports = &mut Imports::default();
        let method = |name: &str| {
            let method = code!("client.", &ident(&group.name), ".", &ident(name));
            method.as_str().to_owned()
        };
        let text = |ty: &Type| ty.doc().print(&STYLE).as_str().to_owned();
        let arguments = call.arguments.iter().map(|argument| {
            let ty = self.ty(&argument.ty, UP, Place::Request, imports);
            [ident(&argument.name).as_str().to_owned(), text(&ty)]
        });
        let arguments = arguments.collect();
        let takes = Self::takes(call) != Takes::Nothing;
        let body = call.body.as_ref().filter(|_| takes);
        let body = body.map(|body| text(&self.body_type(body, imports)));
        let errors = self.declared(call, imports).into_iter();
        Entry {
            operation: call.operation,
            method: method(&call.method),
            all: call.pages.as_ref().map(|pages| method(&pages.method)),
            arguments,
            body,
            result: text(&self.result(call, imports)),
            errors: errors
                .map(|(status, body)| text(&Type::Generic("ApiError", vec![status, body])))
                .collect(),
            sample: self
                .sample(group, call)
                .map(|code| code.as_str().to_owned()),
        }
    }

    /// Returns the statement that sets up a client.
    pub(super) fn new_client(&self) -> Code {
        Code::fixed(if self.variables().is_some() {
            "const client = Client.fromEnvironment();"
        } else {
            "const client = new Client();"
        })
    }
}
