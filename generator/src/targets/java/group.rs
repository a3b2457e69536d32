//! Groups: the calls of a tag, as methods of a class.

use super::Java;
use super::code::ident;
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::Imports;
use super::unit::{Unit, method};
use crate::code::Code;
use crate::ir::Group;

impl Java<'_> {
    /// Returns the file of a group.
    pub(super) fn group(&self, group: &Group<'_>, name: &str) -> Unit {
        let mut imports = Imports::default();
        imports.own(&self.package, "runtime", "Connection");
        let mut members = vec![
            Code::fixed("  private final Connection connection;\n"),
            constructor(name),
        ];
        for call in &group.calls {
            let class_name = self.call_name(&call.operation.id);
            imports.own(&self.package, "calls", class_name);
            let class = ident(class_name);
            let mut docs = Docs::of(call.docs.text());
            if let Some(why) = call.docs.deprecation() {
                docs = docs.deprecated(why);
            }
            let mut parameters = Vec::new();
            let mut arguments: Vec<Expr> = vec![Code::fixed("connection").into()];
            for (ty, argument, text) in self.taken(call, &class, &mut imports) {
                docs = docs.param(&argument, &text);
                parameters.push(code!(&ty, " ", &argument));
                arguments.push(argument.into());
            }
            let docs = docs.returns("the call, which is not sent yet");
            let before = code!("public ", &class, " ");
            let head = layout::signature(2, &before, &ident(&call.method), &parameters);
            let head = if call.operation.deprecation.is_some() {
                code!("  @Deprecated\n", &head)
            } else {
                head
            };
            let new = Expr::call(code!("new ", &class), arguments);
            let body = layout::statement(4, &Code::fixed("return "), &new);
            members.push(method(2, Some(&docs), &head, &body));
        }
        let head = code!("public final class ", &ident(name), " {");
        let package = format!("{}.api", self.package);
        Unit::new(&package, &imports, &Docs::of(&group.docs), head, members)
    }
}

fn constructor(name: &str) -> Code {
    let docs = Docs::fixed("The calls of a client; obtain them from the client.").param(
        &Code::fixed("connection"),
        "the connection to send them with",
    );
    let parameter = Code::fixed("Connection connection");
    let head = layout::signature(2, &Code::fixed("public "), &ident(name), &[parameter]);
    let body = Code::fixed("    this.connection = connection;\n");
    method(2, Some(&docs), &head, &body)
}
