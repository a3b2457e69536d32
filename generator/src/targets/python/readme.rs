//! The README of the package.

use askama::Template;
use spec::model::Location;

use super::Python;
use super::code::{ident, markdown, string};
use super::layout::{Node, statement};
use crate::code::{Code, filters};
use crate::ir::environment::{self, Credential};
use crate::ir::{Call, Group, Ty, servers};

#[derive(Template)]
#[template(path = "python/README.md")]
pub(super) struct ReadmeView {
    title: Code,
    about: Code,
    package: Code,
    module: Code,
    quick_start: Code,
    variables: Vec<Code>,
    /// The settings that are parameters of all calls, if there are any.
    globals: Option<Code>,
    test_sample: Code,
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
            variables: self.listed_variables(),
            globals: self.listed_globals(),
            test_sample: self.test_sample(),
            log_variable: ident(&environment::log(config)),
        }
    }

    /// Returns a sample program, which reads its settings from the environment.
    fn quick_start(&self) -> Code {
        let (call, reads) = self.sample();
        let module = ident(&self.ir.config.python.module);
        let import = super::layout::import(0, &module, vec![Code::fixed("Client")]);
        let client = Code::fixed("client = Client.from_environment()");
        let lines = std::iter::once(client).chain(call);
        let system = if reads { "import os\n\n" } else { "" };
        code!(system, &import, "\n\n", &Code::list(lines, "\n"))
    }

    /// Returns the environment variables of a client, each with its setting.
    fn listed_variables(&self) -> Vec<Code> {
        let servers = self.ir.variables.iter().map(|setting| {
            let name = ident(&setting.environment);
            code!("- `", &name, "`: `", &ident(&setting.name), "`")
        });
        let credentials = self.ir.schemes.iter().map(|scheme| {
            let names = credential_variables(&scheme.environment);
            let setting = ident(&scheme.name);
            code!("- ", &names, ": the credential `", &setting, "`")
        });
        let globals = self.ir.globals.iter().map(|global| {
            let name = ident(&global.environment);
            code!("- `", &name, "`: `", &ident(&global.name), "`")
        });
        servers.chain(credentials).chain(globals).collect()
    }

    /// Returns the settings that are parameters of all calls, in prose.
    fn listed_globals(&self) -> Option<Code> {
        let names = self.ir.globals.iter();
        let names = names.map(|global| code!("`", &ident(&global.name), "`"));
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| Code::list(names, ", "))
    }

    /// Returns a test of a caller's code.
    fn test_sample(&self) -> Code {
        let module = ident(&self.ir.config.python.module);
        let mut settings = Vec::new();
        if servers::need_origin(self.ir.api) {
            settings.push(Node::fixed("origin=\"https://service.example\""));
        }
        settings.push(Node::fixed("http_client=service.http_client()"));
        settings.push(Node::fixed("clock=service.clock"));
        let tested = self.simple();
        let globals = tested.iter().flat_map(|(_, call)| call.needed());
        let globals = globals.filter_map(|one| self.ir.global(one));
        settings.extend(globals.map(|global| {
            let name = ident(&global.name);
            let value = Node::Leaf(string(&global.name));
            Node::after(code!(&name, "="), value)
        }));
        let client = Node::call(&Code::fixed("Client"), settings);
        let (operation, call) = self.tested();
        let always = vec![operation, Node::fixed("Fault(\"broken\")")];
        let service = Node::call(&Code::fixed("FakeService().always"), always);
        let lines = [
            super::layout::import(
                0,
                &module,
                vec![Code::fixed("Client"), Code::fixed("errors")],
            ),
            code!("from ", &module, ".testing import FakeService, Fault\n"),
            statement(0, &Code::fixed("service = "), &service),
            statement(0, &Code::fixed("client = "), &client),
            Code::fixed("try:"),
            statement(4, &Code::default(), &call),
            Code::fixed("except errors.TransportError as error:"),
            Code::fixed("    print(error)"),
            Code::fixed("assert len(service.requests) == 3"),
            Code::fixed("assert service.clock.waits == [0.25, 0.5]"),
        ];
        Code::list(lines, "\n")
    }

    /// Returns the ID of an operation that is easy to call, and its call.
    fn tested(&self) -> (Node, Node) {
        let Some((group, call)) = self.simple() else {
            let arguments = vec![Node::fixed("\"GET\""), Node::fixed("\"/status\"")];
            let call = Node::call(&Code::fixed("client.request"), arguments);
            return (Node::fixed("\"request\""), call);
        };
        let arguments = self.arguments(call);
        let given = arguments.iter().filter(|argument| argument.positional);
        let given = given.map(|argument| Node::Leaf(string(&argument.name)));
        let name = code!("client.", &ident(&group.name), ".", &ident(&call.method));
        let id = Node::Leaf(string(&call.operation.id));
        (id, Node::call(&name, given.collect()))
    }

    /// Returns an operation that is easy to call: a list, if there is one.
    fn simple(&self) -> Option<(&Group<'_>, &Call<'_>)> {
        let calls = self.ir.grouped();
        let simple: Vec<_> = calls.filter(|(_, call)| self.is_simple(call)).collect();
        let list = simple.iter().find(|(_, call)| call.pages.is_some());
        list.or(simple.first()).copied()
    }

    /// Returns a call with few arguments, and whether they are read from the environment.
    fn sample(&self) -> (Vec<Code>, bool) {
        let Some((group, call)) = self.simple() else {
            return (Vec::new(), false);
        };
        let arguments = self.arguments(call);
        let given = arguments.iter().filter(|argument| argument.positional);
        let given: Vec<_> = given
            .map(|argument| self.environment(&argument.name))
            .collect();
        let reads = !given.is_empty();
        let call_of = |method: &str| {
            let name = code!("client.", &ident(&group.name), ".", &ident(method));
            Node::call(&name, given.clone())
        };
        let line = if let Some(pages) = &call.pages {
            let node = call_of(&pages.method);
            code!("for item in ", &node.flat(), ":\n    print(item)")
        } else {
            statement(
                0,
                &Code::fixed("print"),
                &parenthesized(call_of(&call.method)),
            )
        };
        (vec![line], reads)
    }

    fn is_simple(&self, call: &Call<'_>) -> bool {
        let needed = call
            .arguments
            .iter()
            .filter(|argument| argument.is_required());
        let easy = needed.clone().all(|argument| {
            argument.parameter.location == Location::Path
                && self.ir.types.unalias(&argument.ty) == Ty::String
        });
        let is_text = |ty: &Ty| self.ir.types.unalias(ty) == Ty::String;
        let easy = easy && call.needed().all(|argument| is_text(&argument.ty));
        easy && call.body.is_none() && call.operation.method.is_safe()
    }

    /// Returns a value from the environment.
    fn environment(&self, setting: &str) -> Node {
        let name = string(&environment::variable(self.ir.config, setting));
        Node::subscript(&Code::fixed("os.environ"), Node::Leaf(name))
    }
}

/// Returns the variables of a credential, in prose.
fn credential_variables(credential: &Credential<'_>) -> Code {
    let named = |name: &str| code!("`", &ident(name), "`");
    let secret = named(&credential.secret);
    match (&credential.user, &credential.client) {
        (Some(user), _) => code!(&named(user), " and ", &secret),
        (None, Some((id, hidden))) => {
            code!(&secret, ", or ", &named(id), " and ", &named(hidden))
        }
        (None, None) => secret,
    }
}

fn parenthesized(node: Node) -> Node {
    Node::Group(Code::fixed("("), vec![node], Code::fixed(")"))
}
