//! The test kit: the table of operations, and the example in the README.

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::Imports;
use super::unit::{Unit, method};
use crate::code::Code;
use crate::ir::{Call, servers};

/// How many operations one method adds, because methods have a maximum size (JVMS 17 §4.7.3).
const MOST: usize = 500;

const ALL: &str = "  static List<DescribedOperation> all() {\n";

impl Java<'_> {
    /// Returns the file with the operations that the test service knows.
    pub(super) fn operations_unit(&self) -> Unit {
        let mut imports = Imports::default();
        imports.library("java.util.ArrayList");
        imports.library("java.util.List");
        let calls: Vec<_> = self.ir.calls().collect();
        let mut body = vec![Code::fixed(
            "    List<DescribedOperation> all = new ArrayList<>();\n",
        )];
        let mut parts = Vec::new();
        for (index, part) in calls.chunks(MOST).enumerate() {
            let name = code!("add", &code::integer(index + 1));
            body.push(code!("    ", &name, "(all);\n"));
            let adds = part.iter().map(|call| self.described(call));
            let head = code!(
                "  private static void ",
                &name,
                "(List<DescribedOperation> all) {\n"
            );
            parts.push(method(2, None, &head, &Code::list(adds, "")));
        }
        body.push(Code::fixed("    return all;\n"));
        let mut members = vec![
            Code::fixed("  private Operations() {}\n"),
            method(2, None, &Code::fixed(ALL), &Code::list(body, "")),
        ];
        members.extend(parts);
        let docs = Docs::fixed("The operations of the description.");
        let head = Code::fixed("final class Operations {");
        Unit::new(
            &format!("{}.testing", self.package),
            &imports,
            &docs,
            head,
            members,
        )
    }

    fn described(&self, call: &Call<'_>) -> Code {
        let operation = call.operation;
        let values = [
            operation.id.as_str(),
            operation.method.as_str(),
            servers::of(self.ir.api, operation),
            operation.path.as_str(),
        ];
        let values = values.map(|value| code::string(value).into());
        let new = Expr::call(Code::fixed("new DescribedOperation"), values);
        let add = Expr::call(Code::fixed("all.add"), [new]);
        layout::statement(4, &Code::default(), &add)
    }

    /// Returns the test that is the example in the README, unless no call is easy enough.
    pub(super) fn example_unit(&self) -> Option<Unit> {
        let test = method(
            2,
            None,
            &Code::fixed("  @Test\n  void failuresAreRetried() {\n"),
            &self.example(4)?,
        );
        let docs = Docs::fixed("The example of a test in the README.");
        let mut imports = self.example_imports();
        imports.library("org.junit.jupiter.api.Test");
        let head = Code::fixed("class TestingExampleTest {");
        Some(Unit::new(&self.package, &imports, &docs, head, vec![test]))
    }

    pub(super) fn example_imports(&self) -> Imports {
        let mut imports = Imports::default();
        imports.root(&self.package, "Client");
        imports.own(&self.package, "runtime", "TransportException");
        imports.own(&self.package, "testing", "Answer");
        imports.own(&self.package, "testing", "TestService");
        imports.library("java.time.Duration");
        imports.library("java.util.List");
        imports.library("org.junit.jupiter.api.Assertions");
        imports
    }

    /// Returns a test of what a program does if the connection breaks.
    pub(super) fn example(&self, indent: usize) -> Option<Code> {
        let (call, group) = self.easy_call()?;
        let fixed = |text: &'static str| Expr::from(Code::fixed(text));
        let statement = |call: Expr| layout::statement(indent, &Code::default(), &call);
        let broken = [
            code::string(&call.operation.id).into(),
            fixed("Answer.broken()"),
        ];
        let origin = Expr::call(Code::fixed(".origin"), [fixed("\"https://api.example\"")]);
        let mut links = vec![Expr::call(Code::fixed("Client.builder"), [])];
        links.extend(servers::need_origin(self.ir.api).then_some(origin));
        let globals = call.needed().filter_map(|one| self.ir.global(one));
        links.extend(globals.map(|global| {
            let set = code!(".", &ident(&global.name));
            Expr::call(set, [fixed("\"id-1\"")])
        }));
        links.extend([
            Expr::call(Code::fixed(".transport"), [fixed("service")]),
            Expr::call(Code::fixed(".clock"), [fixed("service.clock()")]),
            Expr::call(Code::fixed(".build"), []),
        ]);
        let client = Expr::Chain(links);
        let values = self.demanded(call).into_iter().map(|_| fixed("\"id-1\""));
        let call = Expr::Chain(vec![
            fixed("client"),
            Expr::call(code!(".", &ident(group)), []),
            Expr::call(code!(".", &ident(&call.method)), values),
        ]);
        let waits = ["Duration.ofMillis(250)", "Duration.ofMillis(500)"].map(fixed);
        let equal = |expected: Expr, actual| {
            Expr::call(
                Code::fixed("Assertions.assertEquals"),
                [expected, fixed(actual)],
            )
        };
        let statements = vec![
            layout::assign(
                indent,
                &Code::fixed("TestService service"),
                &fixed("new TestService()"),
            ),
            statement(Expr::call(Code::fixed("service.always"), broken)),
            layout::assign(indent, &Code::fixed("Client client"), &client),
            layout::assign(indent, &Code::fixed("var call"), &call),
            statement(Expr::call(
                Code::fixed("Assertions.assertThrows"),
                ["TransportException.class", "call::send"].map(fixed),
            )),
            statement(equal(fixed("3"), "service.requests().size()")),
            statement(equal(
                Expr::call(Code::fixed("List.of"), waits),
                "service.clock().waits()",
            )),
        ];
        Some(Code::list(statements, ""))
    }
}
