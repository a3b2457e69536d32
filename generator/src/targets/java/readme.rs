//! The README, and the sample program in it.

use askama::Template;
use spec::model::Method;

use super::Java;
use super::code::{self, ident};
use super::docs::Docs;
use super::layout::{self, Expr};
use super::types::Imports;
use super::unit::{Unit, method, names};
use crate::code::{Code, filters};
use crate::ir::environment;
use crate::ir::{Call, Group, Ty};

#[derive(Template)]
#[template(path = "java/README.md")]
pub(super) struct Readme {
    title: Code,
    group: Code,
    artifact: Code,
    version: Code,
    log: Code,
    imports: Vec<Code>,
    quick_start: Code,
    /// The methods of the builder for parameters of all calls, if there are any.
    globals: Option<Code>,
    example_imports: Vec<Code>,
    /// Empty if no call is easy enough.
    example: Code,
}

impl Java<'_> {
    /// The README.
    pub(super) fn readme(&self) -> Readme {
        let config = self.ir.config;
        let imports = self.quick_imports();
        let client = [String::from("Client")].into_iter().collect();
        let example = self.example(0).unwrap_or_default();
        let named = names([&example].into_iter());
        Readme {
            title: code::markdown(&self.ir.api.title),
            group: code::package(&config.java.group),
            artifact: code::markdown(&config.java.artifact),
            version: code::markdown(&config.package.version),
            log: ident(&environment::log(config)),
            imports: imports.lines("", &client),
            globals: self.listed_globals(),
            quick_start: self.quick_start(0),
            example_imports: self.example_imports().lines("", &named),
            example,
        }
    }

    /// Returns the sample program in the README.
    pub(super) fn quick_start_unit(&self) -> Unit {
        let docs = Docs::fixed("The quick start of the README.");
        let head = Code::fixed("  public static void main(String[] arguments) {\n");
        let members = vec![
            Code::fixed("  private QuickStart() {}\n"),
            method(2, None, &head, &self.quick_start(4)),
        ];
        let class = Code::fixed("final class QuickStart {");
        Unit::new(&self.package, &self.quick_imports(), &docs, class, members)
    }

    fn quick_imports(&self) -> Imports {
        let mut imports = Imports::default();
        imports.root(&self.package, "Client");
        imports
    }

    fn quick_start(&self, indent: usize) -> Code {
        let links = [
            Expr::call(Code::fixed("Client.fromEnvironment"), []),
            Expr::call(Code::fixed(".build"), []),
        ];
        let client = layout::assign(
            indent,
            &Code::fixed("Client client"),
            &Expr::Chain(links.to_vec()),
        );
        let call = self.first_call(indent).unwrap_or_else(|| {
            let print = Expr::call(
                Code::fixed("System.out.println"),
                [Code::fixed("client").into()],
            );
            layout::statement(indent, &Code::default(), &print)
        });
        code!(&client, &call)
    }

    /// Returns a call that needs only string arguments, preferably of a list, and the name of its
    /// group.
    pub(super) fn easy_call(&self) -> Option<(&Call<'_>, &str)> {
        let is_easy = |(_, call): &(&Group<'_>, &Call<'_>)| {
            let is_text = |ty: &Ty| *self.resolve(ty).not_null() == Ty::String;
            let mut demanded = self.demanded(call).into_iter();
            call.operation.method == Method::Get
                && call.operation.deprecation.is_none()
                && demanded.all(|(_, argument)| is_text(&argument.ty))
                && call.needed().all(|argument| is_text(&argument.ty))
                && call.body.is_none()
        };
        let easy = || self.ir.grouped().filter(is_easy);
        let (group, call) = easy()
            .find(|(_, call)| call.pages.is_some())
            .or_else(|| easy().next())?;
        Some((call, &group.name))
    }

    /// Returns the methods of the builder for parameters of all calls, in prose.
    fn listed_globals(&self) -> Option<Code> {
        let names = self.ir.globals.iter();
        let names = names.map(|global| code!("`", &ident(&global.name), "`"));
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| Code::list(names, ", "))
    }

    fn first_call(&self, indent: usize) -> Option<Code> {
        let (call, group) = self.easy_call()?;
        let mut statements = Vec::new();
        let mut values: Vec<Expr> = Vec::new();
        for (_, argument) in self.demanded(call) {
            // The program already uses both names.
            let name = match argument.name.as_str() {
                "client" | "arguments" => Code::fixed("given"),
                other => ident(other),
            };
            let value = self.environment(&argument.parameter.name);
            statements.push(layout::assign(indent, &code!("String ", &name), &value));
            values.push(name.into());
        }
        let pages = call.pages.as_ref();
        let method = pages.map_or(&call.method, |pages| &pages.method);
        let mut links = vec![
            Code::fixed("client").into(),
            Expr::call(code!(".", &ident(group)), []),
            Expr::call(code!(".", &ident(method)), values),
        ];
        let chain = if pages.is_some() {
            links.push(Expr::call(
                Code::fixed(".forEach"),
                [Code::fixed("System.out::println").into()],
            ));
            Expr::Chain(links)
        } else {
            links.push(Expr::call(Code::fixed(".sendWithResponse"), []));
            Expr::call(Code::fixed("System.out.println"), [Expr::Chain(links)])
        };
        statements.push(layout::statement(indent, &Code::default(), &chain));
        Some(Code::list(statements, ""))
    }

    /// Returns a value from the environment.
    fn environment(&self, setting: &str) -> Expr {
        let name = code::string(&environment::variable(self.ir.config, setting));
        Expr::call(Code::fixed("System.getenv"), [name.into()])
    }
}
