//! Calls: a class for each operation, which contains the operation as data, takes required
//! arguments in its constructor, and has a method for everything else.

mod answers;
mod arguments;
mod body;
mod operation;
mod pages;

pub(super) use self::answers::variants;
pub(super) use self::operation::{security, styled};

use super::Java;
use super::code::ident;
use super::docs::Docs;
use super::layout;
use super::types::Imports;
use super::unit::Unit;
use crate::code::Code;
use crate::ir::{Argument, Call};

/// The maximum number of constructor arguments; with more, all are set by methods.
const MOST_ARGUMENTS: usize = 120;

/// The file of a call that is being built.
struct Making<'j, 'a> {
    java: &'j Java<'a>,
    call: &'j Call<'a>,
    name: Code,
    imports: Imports,
}

impl Java<'_> {
    /// Returns the file of a call.
    pub(super) fn call(&self, call: &Call<'_>, name: &str) -> Unit {
        let making = Making {
            java: self,
            call,
            name: ident(name),
            imports: Imports::default(),
        };
        making.unit()
    }

    /// Returns the required parameters of a call, with their indices.
    pub(super) fn demanded<'c, 'a>(&self, call: &'c Call<'a>) -> Vec<(usize, &'c Argument<'a>)> {
        let arguments = call.arguments.iter().enumerate();
        let demanded: Vec<_> = arguments.filter(|(_, one)| one.is_required()).collect();
        if demanded.len() > MOST_ARGUMENTS {
            Vec::new()
        } else {
            demanded
        }
    }

    /// Returns the arguments of a constructor: parameters, and the body if it is required.
    pub(super) fn taken(
        &self,
        call: &Call<'_>,
        name: &Code,
        imports: &mut Imports,
    ) -> Vec<(Code, Code, String)> {
        let mut taken = Vec::new();
        for (_, argument) in self.demanded(call) {
            let ty = self.resolve(&argument.ty);
            let java = self.java(ty.not_null(), imports);
            let docs = argument.docs.text().to_owned();
            taken.push((java.plain().clone(), ident(&argument.name), docs));
        }
        if let Some(body) = call.body.as_ref().filter(|body| body.body.required) {
            let docs = body.docs.text().to_owned();
            let ty = match body.contents.as_slice() {
                [] => return taken,
                [one] => self.body_content(&one.kind, imports).ty,
                _ => code!(name, ".Body"),
            };
            taken.push((ty, Code::fixed("body"), docs));
        }
        taken
    }

    /// Returns the type of a call's result.
    pub(super) fn result(&self, call: &Call<'_>, name: &Code, imports: &mut Imports) -> Code {
        match call.results().as_slice() {
            [] | [None] => Code::fixed("Void"),
            [Some(kind)] => self.content(kind, imports).ty,
            _ => code!(name, ".Result"),
        }
    }
}

impl Making<'_, '_> {
    fn unit(mut self) -> Unit {
        let package = format!("{}.calls", self.java.package);
        self.runtime("Operation");
        self.runtime("Connection");
        let result = self.java.result(self.call, &self.name, &mut self.imports);
        let mut members = self.operation(&result);
        let head = self.head(&result);
        members.extend(self.paging());
        members.push(self.constructor());
        members.extend(self.setters());
        members.extend(self.body());
        members.extend(self.results());
        let docs = Docs::of(&self.call.docs.whole());
        Unit::new(&package, &self.imports, &docs, head, members)
    }

    fn runtime(&mut self, name: &str) {
        self.imports.own(&self.java.package, "runtime", name);
    }

    fn head(&mut self, result: &Code) -> Code {
        let before = code!("public final class ", &self.name);
        let Some(pages) = &self.call.pages else {
            self.runtime("Call");
            return layout::extends(
                &before,
                &Code::fixed("Call"),
                &[result.clone(), self.name.clone()],
            );
        };
        self.runtime("PagedCall");
        let item = self
            .java
            .java(&self.java.resolve(&pages.item), &mut self.imports)
            .boxed;
        let arguments = [result.clone(), item, self.name.clone()];
        layout::extends(&before, &Code::fixed("PagedCall"), &arguments)
    }
}
