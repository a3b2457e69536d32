//! The clients and their settings.

use std::fmt::Write as _;

use askama::Template;

use super::Python;
use super::code::{docstring, ident, string};
use super::groups::class_name;
use super::imports::Imports;
use super::layout::{Node, statement};
use super::mode::Mode;
use super::ty::Place;
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::docs::{self, span};
use crate::targets::sources::Sources;

#[derive(Template)]
#[template(path = "python/package/client.py")]
struct ClientView {
    docs: Code,
    imports: Code,
    standard_imports: Vec<Code>,
    needs_models: bool,
    environment_import: Option<Code>,
    class_docs: Code,
    variables: Vec<Code>,
    values: Code,
    parameters: Vec<Code>,
    parameter_values: Option<Code>,
    from_environment: Vec<Code>,
    groups: Vec<GroupView>,
}

#[derive(Template)]
#[template(path = "python/package/async_client.py")]
struct AsyncClientView {
    docs: Code,
    imports: Code,
    standard_imports: Vec<Code>,
    needs_models: bool,
    environment_import: Option<Code>,
    class_docs: Code,
    variables: Vec<Code>,
    values: Code,
    parameters: Vec<Code>,
    parameter_values: Option<Code>,
    from_environment: Vec<Code>,
    groups: Vec<GroupView>,
}

#[derive(Template)]
#[template(path = "python/package/settings.py")]
struct SettingsView {
    standard_imports: Vec<Code>,
    needs_models: bool,
    variables: Vec<Code>,
    parameters: Vec<Code>,
}

/// The parameters that a client sets for all calls.
#[derive(Default)]
struct Shared {
    /// The imports that their types need.
    imports: Imports,
    /// As arguments of a method.
    arguments: Vec<Code>,
    /// As members of the settings.
    settings: Vec<Code>,
    /// Their values by name, if there are any.
    values: Option<Code>,
}

struct GroupView {
    attribute: Code,
    docs: Code,
}

#[derive(Template)]
#[template(path = "python/package/__init__.py")]
struct PackageView {
    docs: Code,
}

impl Python<'_> {
    /// Adds the clients and their settings.
    pub(super) fn add_clients(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let root = self.folder("");
        let at = |name: &str| format!("{root}{name}");
        self.add(sources, at("client.py"), &self.client())?;
        self.add(sources, at("async_client.py"), &self.async_client())?;
        self.add(sources, at("settings.py"), &self.settings())?;
        self.add(sources, at("_api.py"), &self.api())?;
        self.add(sources, at("credentials.py"), &self.credentials())?;
        self.add(sources, at("errors.py"), &self.errors())?;
        self.add(sources, at("webhooks.py"), &self.webhooks())?;
        let docs = docstring(&self.about(), 0);
        self.add(sources, at("__init__.py"), &PackageView { docs })?;
        sources.insert(at("py.typed"), "")
    }

    /// Returns the description of the API.
    pub(super) fn about(&self) -> String {
        let api = self.ir.api;
        let title = format!("A client of {}.", api.title.trim().trim_end_matches('.'));
        let description = api.description.as_deref().unwrap_or_default();
        format!("{title}\n\n{description}")
    }

    fn client(&self) -> ClientView {
        let (variables, values) = self.variables();
        let shared = self.shared_parameters();
        ClientView {
            docs: Code::fixed("\"\"\"The synchronous client.\"\"\""),
            imports: self.group_imports(Mode::Sync),
            class_docs: docstring(&self.client_docs("blocks until the response arrives"), 4),
            standard_imports: shared.imports.standard(4),
            needs_models: shared.imports.has_models(),
            environment_import: self.environment_import(),
            variables,
            values,
            parameters: shared.arguments,
            parameter_values: shared.values,
            from_environment: self.environment_lines(),
            groups: self.group_views(Mode::Sync),
        }
    }

    fn async_client(&self) -> AsyncClientView {
        let (variables, values) = self.variables();
        let shared = self.shared_parameters();
        AsyncClientView {
            docs: Code::fixed("\"\"\"The asynchronous client.\"\"\""),
            imports: self.group_imports(Mode::Async),
            class_docs: docstring(&self.client_docs("is asynchronous, for asyncio or trio"), 4),
            standard_imports: shared.imports.standard(4),
            needs_models: shared.imports.has_models(),
            environment_import: self.environment_import(),
            variables,
            values,
            parameters: shared.arguments,
            parameter_values: shared.values,
            from_environment: self.environment_lines(),
            groups: self.group_views(Mode::Async),
        }
    }

    fn settings(&self) -> SettingsView {
        let variables = self.ir.variables.iter();
        let variables = variables.map(|one| code!("    ", &ident(&one.name), ": str"));
        let shared = self.shared_parameters();
        SettingsView {
            standard_imports: shared.imports.standard(4),
            needs_models: shared.imports.has_models(),
            variables: variables.collect(),
            parameters: shared.settings,
        }
    }

    /// Returns the import of the functions that read the environment.
    fn environment_import(&self) -> Option<Code> {
        let (variables, globals) = (&self.ir.variables, &self.ir.globals);
        let names = [
            ("parameter", globals.is_empty()),
            ("variable", variables.is_empty()),
        ];
        let names = names.into_iter().filter(|(_, is_unused)| !is_unused);
        let names: Vec<_> = names.map(|(name, _)| Code::fixed(name)).collect();
        let module = Code::fixed(".runtime.environment");
        (!names.is_empty()).then(|| super::layout::import(0, &module, names))
    }

    /// Returns the lines that read server variables and parameters from the environment.
    fn environment_lines(&self) -> Vec<Code> {
        let lines = self.ir.variables.iter().map(|variable| {
            let texts = [&variable.environment, &variable.declared.default];
            let texts = texts.map(|text| Node::Leaf(string(text)));
            let value = Node::call(&Code::fixed("variable"), texts.to_vec());
            let setting = Node::Leaf(string(&variable.name));
            let node = Node::call(&Code::fixed("settings.setdefault"), vec![setting, value]);
            statement(8, &Code::default(), &node)
        });
        let parameters = self.ir.globals.iter().map(|global| {
            let variable = Node::Leaf(string(&global.environment));
            let value = Node::call(&Code::fixed("parameter"), vec![variable]);
            let setting = Node::Leaf(string(&global.name));
            let node = Node::call(&Code::fixed("settings.setdefault"), vec![setting, value]);
            statement(8, &Code::default(), &node)
        });
        lines.chain(parameters).collect()
    }

    fn client_docs(&self, how: &str) -> String {
        let mut text = format!(
            "A client that {how}. It can be shared, and used as a context manager that closes \
             its connections."
        );
        if !self.ir.globals.is_empty() {
            text.push_str("\n\nIt sets these parameters for all calls, unless a call sets them:\n");
        }
        for global in &self.ir.globals {
            let name = span(&global.name);
            let what = docs::of_parameter(self.ir.api, global.parameter).whole();
            let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
            let _ = write!(text, "\n- {name}: {what}");
        }
        text
    }

    /// Returns the parameters that the client sets for all calls.
    fn shared_parameters(&self) -> Shared {
        let mut shared = Shared::default();
        let mut values = Vec::new();
        for global in &self.ir.globals {
            let name = ident(&global.name);
            let annotation = self.annotate(&global.ty, Place::Signature);
            shared.imports.extend(&annotation.imports);
            let typed = code!("    ", &name, ": ", &annotation.code, " | None");
            shared.arguments.push(code!("    ", &typed, " = None,"));
            shared.settings.push(typed);
            values.push((string(&global.parameter.name), Node::Leaf(name)));
        }
        if !values.is_empty() {
            let node = Node::keyword("parameters", Node::dict(values));
            shared.values = Some(code!(&Code::spaces(12), &node.print(12, 0, 1), ","));
        }
        shared
    }

    fn group_imports(&self, mode: Mode) -> Code {
        let mut lines = Vec::new();
        let mut groups: Vec<_> = self.ir.groups.iter().collect();
        groups.sort_by(|one, other| super::imports::natural(&one.name, &other.name));
        for group in groups {
            let module = code!(".", mode.folder(), ".", &ident(&group.name));
            lines.push(super::layout::import(
                0,
                &module,
                vec![class_name(group, mode)],
            ));
        }
        Code::list(lines, "\n")
    }

    fn group_views(&self, mode: Mode) -> Vec<GroupView> {
        let groups = self.ir.groups.iter();
        let views = groups.map(|group| {
            let runner = vec![Node::fixed("self._runner")];
            let node = Node::call(&class_name(group, mode), runner);
            let start = code!("self.", &ident(&group.name), " = ");
            GroupView {
                attribute: statement(8, &start, &node),
                docs: docstring(&group.docs, 8),
            }
        });
        views.collect()
    }

    /// Returns the client settings for server variables, and their values by name.
    fn variables(&self) -> (Vec<Code>, Code) {
        let mut settings = Vec::new();
        let mut values = Vec::new();
        for variable in &self.ir.variables {
            let name = ident(&variable.name);
            let start = code!(&name, ": str = ");
            let default = Node::Leaf(string(&variable.declared.default));
            settings.push(code!(&statement(8, &start, &default), ","));
            values.push((string(&variable.declared.name), Node::Leaf(name)));
        }
        let node = Node::keyword("variables", Node::dict(values));
        (
            settings,
            code!(&Code::spaces(12), &node.print(12, 0, 1), ","),
        )
    }
}
