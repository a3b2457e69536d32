//! The README of the package.

use askama::Template;
use spec::model::Location;

use super::Python;
use super::code::{ident, markdown, string};
use super::groups::items_name;
use super::layout::{Node, statement};
use crate::code::{Code, filters};
use crate::ir::environment;
use crate::ir::{Call, Scheme, SchemeKind, Ty};

#[derive(Template)]
#[template(path = "python/README.md")]
pub(super) struct ReadmeView {
    title: Code,
    about: Code,
    package: Code,
    module: Code,
    quick_start: Code,
    log_variable: Code,
}

impl Python<'_> {
    /// Returns the README of the package.
    pub(super) fn readme(&self) -> ReadmeView {
        let config = self.ir.config;
        let description = self.ir.api.description.as_deref().unwrap_or_default();
        let first = description.split("\n\n").next().unwrap_or_default();
        ReadmeView {
            title: markdown(&config.python.package),
            about: markdown(&format!("{}: {first}", self.ir.api.title)),
            package: markdown(&config.python.package),
            module: ident(&config.python.module),
            quick_start: self.quick_start(),
            log_variable: ident(&environment::log(config)),
        }
    }

    /// Returns a sample program, which reads its settings from the environment.
    fn quick_start(&self) -> Code {
        let scheme = self.ir.schemes.first();
        let mut names = vec!["Client"];
        let mut lines = Vec::new();
        if let Some(scheme) = scheme {
            let (needed, value) = self.credential(scheme);
            names.extend(needed);
            names.push("Credentials");
            let item = Node::after(code!(&ident(&scheme.name), "="), value);
            let node = Node::call(&Code::fixed("Credentials"), vec![item]);
            lines.push(statement(0, &Code::fixed("credentials = "), &node));
        }
        names.sort_unstable();
        let names = names.into_iter().map(Code::fixed).collect();
        let module = ident(&self.ir.config.python.module);
        let import = super::layout::import(0, &module, names);
        let variables = self.ir.variables.iter();
        let mut settings: Vec<_> = variables
            .map(|variable| {
                Node::after(
                    code!(&ident(&variable.name), "="),
                    self.environment(&variable.variable.name),
                )
            })
            .collect();
        if scheme.is_some() {
            settings.push(Node::fixed("credentials=credentials"));
        }
        let node = Node::call(&Code::fixed("Client"), settings);
        lines.push(statement(0, &Code::fixed("client = "), &node));
        lines.extend(self.sample());
        code!("import os\n\n", &import, "\n\n", &Code::list(lines, "\n"))
    }

    /// Returns a call with few arguments.
    fn sample(&self) -> Vec<Code> {
        let groups = self.ir.groups.iter();
        let calls = groups.flat_map(|group| group.calls.iter().map(move |call| (group, call)));
        let simple = calls.filter(|(_, call)| self.is_simple(call));
        let simple: Vec<_> = simple.collect();
        let list = simple.iter().find(|(_, call)| call.pages.is_some());
        let Some((group, call)) = list.or(simple.first()) else {
            return Vec::new();
        };
        let arguments = self.arguments(call);
        let given = arguments.iter().filter(|argument| argument.positional);
        let given: Vec<_> = given
            .map(|argument| self.environment(&argument.name))
            .collect();
        let call_of = |method: &str| {
            let name = code!("client.", &ident(&group.name), ".", &ident(method));
            Node::call(&name, given.clone())
        };
        if call.pages.is_some() {
            let node = call_of(&items_name(group, call));
            return vec![code!("for item in ", &node.flat(), ":\n    print(item)")];
        }
        vec![statement(
            0,
            &Code::fixed("print"),
            &parenthesized(call_of(&call.method)),
        )]
    }

    fn is_simple(&self, call: &Call<'_>) -> bool {
        let needed = call
            .arguments
            .iter()
            .filter(|argument| argument.parameter.required);
        let easy = needed.clone().all(|argument| {
            argument.parameter.location == Location::Path
                && self.ir.types.unalias(&argument.ty) == Ty::String
        });
        easy && call.body.is_none() && call.operation.method.is_safe()
    }

    /// Returns a value from the environment.
    fn environment(&self, setting: &str) -> Node {
        let name = string(&environment::variable(self.ir.config, setting));
        Node::subscript(&Code::fixed("os.environ"), Node::Leaf(name))
    }

    /// Returns a credential, and the import that it needs.
    fn credential(&self, scheme: &Scheme<'_>) -> (Option<&'static str>, Node) {
        if scheme.token_url.is_some() {
            let mut items = vec![
                self.environment("client_id"),
                self.environment("client_secret"),
            ];
            if let Some(resource) = scheme.resource {
                items.push(Node::keyword("resource", Node::Leaf(string(resource))));
            }
            let node = Node::call(&Code::fixed("ClientCredentials"), items);
            return (Some("ClientCredentials"), node);
        }
        if scheme.kind == SchemeKind::Basic {
            let pair = vec![self.environment("username"), self.environment("password")];
            let node = Node::call(&Code::fixed("BasicCredentials"), pair);
            return (Some("BasicCredentials"), node);
        }
        (None, self.environment(&scheme.declared.name))
    }
}

fn parenthesized(node: Node) -> Node {
    Node::Group(Code::fixed("("), vec![node], Code::fixed(")"))
}
