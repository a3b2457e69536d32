//! Groups: the calls of a tag, as methods of a class.

use super::Java;
use super::code::ident;
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::Imports;
use super::unit::{Unit, method};
use crate::code::Code;
use crate::ir::{Call, Group, Pages};

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
            members.push(self.method(call, &mut imports));
            let pages = call.pages.as_ref();
            members.extend(pages.map(|pages| self.all(call, pages, &mut imports)));
        }
        let head = code!("public final class ", &ident(name), " {");
        let package = format!("{}.api", self.package);
        Unit::new(&package, &imports, &Docs::of(&group.docs), head, members)
    }

    /// Returns the method of a call.
    fn method(&self, call: &Call<'_>, imports: &mut Imports) -> Code {
        let class_name = self.call_name(&call.operation.id);
        imports.own(&self.package, "calls", class_name);
        let class = ident(class_name);
        let made = Made {
            name: ident(&call.method),
            result: class.clone(),
            docs: Docs::of(call.docs.text()),
            returns: "the call, which is not sent yet",
        };
        self.taking(call, made, imports, |arguments| {
            let connection = Expr::from(Code::fixed("connection"));
            let arguments = std::iter::once(connection).chain(arguments);
            Expr::call(code!("new ", &class), arguments)
        })
    }

    /// Returns the method for the items of all pages.
    fn all(&self, call: &Call<'_>, pages: &Pages<'_>, imports: &mut Imports) -> Code {
        imports.library("java.util.stream.Stream");
        let item = self.java(&self.resolve(&pages.item), imports).boxed;
        let method = ident(&call.method);
        let mut docs = Docs::of(&format!(
            "Returns all items of `{}`, page by page. Each page is requested when it is needed.",
            method.as_str()
        ));
        if self.demanded(call).len() < call.arguments.len() {
            docs = docs.and(&format!(
                "To set other parameters, call `all` on the result of `{}`.",
                method.as_str()
            ));
        }
        let made = Made {
            name: ident(&pages.method),
            result: code!("Stream<", &item, ">"),
            docs,
            returns: "the items, to be used once and by one thread",
        };
        self.taking(call, made, imports, |arguments| {
            Expr::Chain(vec![
                Expr::call(method, arguments),
                Expr::call(Code::fixed(".all"), []),
            ])
        })
    }

    /// Returns a method that takes the required arguments of a call.
    fn taking(
        &self,
        call: &Call<'_>,
        made: Made,
        imports: &mut Imports,
        value: impl FnOnce(Vec<Expr>) -> Expr,
    ) -> Code {
        let mut docs = made.docs;
        if let Some(why) = call.docs.deprecation() {
            docs = docs.deprecated(why);
        }
        let class = ident(self.call_name(&call.operation.id));
        let mut parameters = Vec::new();
        let mut arguments: Vec<Expr> = Vec::new();
        for (ty, argument, text) in self.taken(call, &class, imports) {
            docs = docs.param(&argument, &text);
            parameters.push(code!(&ty, " ", &argument));
            arguments.push(argument.into());
        }
        let docs = docs.returns(made.returns);
        let before = code!("public ", &made.result, " ");
        let head = layout::signature(2, &before, &made.name, &parameters);
        let head = if call.operation.deprecation.is_some() {
            code!("  @Deprecated\n", &head)
        } else {
            head
        };
        let body = layout::statement(4, &Code::fixed("return "), &value(arguments));
        method(2, Some(&docs), &head, &body)
    }
}

/// What distinguishes the methods of a call.
struct Made {
    name: Code,
    /// The type of the result.
    result: Code,
    docs: Docs,
    /// The documentation of the result.
    returns: &'static str,
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
