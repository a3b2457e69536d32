//! How parameters are given to a call: the required ones in its constructor, others by methods.

use spec::model::Location;

use super::super::code::{self, ident};
use super::super::docs::Docs;
use super::super::layout::{self, Expr};
use super::super::unit::method;
use super::Making;
use crate::code::Code;
use crate::ir::Argument;

impl Making<'_, '_> {
    pub(super) fn constructor(&mut self) -> Code {
        let mut parameters = vec![Code::fixed("Connection connection")];
        let mut docs = Docs::fixed("A call; obtain it from the client.")
            .param(&Code::fixed("connection"), "the connection to send it with");
        for (ty, name, text) in self
            .java
            .taken(self.call, &Code::default(), &mut self.imports)
        {
            // Within the class, its nested types need no qualification.
            let ty = code::own(&ty);
            parameters.push(code!(&ty, " ", &name));
            docs = docs.param(&name, &text);
        }
        let paged = self.call.pages.is_some();
        let mut body = vec![Code::fixed(if paged {
            "    super(connection, OPERATION, PAGING);\n"
        } else {
            "    super(connection, OPERATION);\n"
        })];
        for (_, argument) in self.java.demanded(self.call) {
            body.push(layout::statement(4, &Code::default(), &self.set(argument)));
        }
        if self
            .call
            .body
            .as_ref()
            .is_some_and(|body| body.body.required && !body.contents.is_empty())
        {
            body.push(self.set_body(4, ""));
        }
        let head = layout::signature(2, &Code::fixed("public "), &self.name, &parameters);
        method(2, Some(&docs), &head, &Code::list(body, ""))
    }

    /// `inQuery(name, codec, value)`.
    fn set(&mut self, argument: &Argument<'_>) -> Expr {
        let ty = self.java.resolve(&argument.ty);
        let java = self.java.java(ty.not_null(), &mut self.imports);
        let parameter = argument.parameter;
        let set = match parameter.location {
            Location::Path => "inPath",
            Location::Query => "inQuery",
            Location::Header => "inHeader",
            Location::Cookie => "inCookie",
        };
        let name = code::string(&parameter.name);
        let arguments = [name, java.codec, ident(&argument.name)];
        Expr::call(Code::fixed(set), arguments.map(Expr::from))
    }

    pub(super) fn setters(&mut self) -> Vec<Code> {
        let demanded: Vec<_> = self
            .java
            .demanded(self.call)
            .iter()
            .map(|(index, _)| *index)
            .collect();
        let mut setters = Vec::new();
        for (index, argument) in self.call.arguments.iter().enumerate() {
            if demanded.contains(&index) {
                continue;
            }
            let name = ident(&argument.name);
            let ty = self.java.resolve(&argument.ty);
            let java = self.java.java(ty.not_null(), &mut self.imports);
            let docs = Docs::of(&argument.docs.whole());
            let docs = docs.param(&name, "the value").returns("this call");
            let parameter = code!(java.plain(), " ", &name);
            let before = code!("public ", &self.name, " ");
            let head = layout::signature(2, &before, &name, &[parameter]);
            let body = layout::statement(4, &Code::fixed("return "), &self.set(argument));
            setters.push(method(2, Some(&docs), &head, &body));
        }
        setters
    }
}
