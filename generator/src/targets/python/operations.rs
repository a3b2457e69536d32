//! The table of operations.

use askama::Template;
use spec::model::{Location, Operation, Parameter, Style};

use super::Python;
use super::code::{docstring, ident, integer, string};
use super::groups::keys;
use super::imports::Imports;
use super::layout::{Node, statement};
use super::mode::Mode;
use super::ty::Place;
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::names::{Case, Scope};
use crate::ir::servers;
use crate::ir::{Answer, Argument, Call, Group, Pages, Presence};
use crate::targets::sources::Sources;

#[derive(Template)]
#[template(path = "python/package/operations/module.py")]
struct ModuleView {
    docs: Code,
    imports: Code,
    operations: Vec<Code>,
}

/// The module of the classes in the table.
pub(super) const RUNTIME: &str = "..runtime.operation";

impl Python<'_> {
    /// Adds the operations of every group, as data.
    pub(super) fn add_operations(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let folder = self.folder("operations");
        for group in &self.ir.groups {
            let view = self.operations(group);
            self.add(sources, format!("{folder}/{}.py", group.name), &view)?;
        }
        let docs = "\"\"\"Every operation of the description, as data.\"\"\"\n";
        sources.insert(format!("{folder}/__init__.py"), self.headed(docs))
    }

    fn operations(&self, group: &Group<'_>) -> ModuleView {
        let mut imports = Imports::default();
        let mut operations = Vec::new();
        for (call, names) in group.calls.iter().zip(constants(group)) {
            operations.push(self.operation(call, &names.operation, &mut imports));
            if let (Some(pages), Some(name)) = (&call.pages, &names.pages) {
                operations.push(self.pages(call, pages, name, &mut imports));
            }
        }
        let title = format!("The operations of `client.{}`, as data.", group.name);
        ModuleView {
            docs: docstring(&title, 0),
            imports: imports.print(0),
            operations,
        }
    }

    fn operation(&self, call: &Call<'_>, name: &str, imports: &mut Imports) -> Code {
        imports.add(RUNTIME, "Operation");
        let operation = call.operation;
        let text = |text: &str| Node::Leaf(string(text));
        let mut items = vec![
            Node::keyword("id", text(&operation.id)),
            Node::keyword("method", text(operation.method.as_str())),
            Node::keyword("path", text(&operation.path)),
            Node::keyword("server", text(servers::of(self.ir.api, operation))),
        ];
        if !operation.parameters.is_empty() {
            let arguments = call.arguments.iter();
            let parameters = arguments.map(|one| self.parameter(one, imports));
            let parameters = parameters.collect();
            items.push(Node::keyword("parameters", Node::tuple(parameters)));
        }
        if let Some(body) = &call.body {
            items.push(Node::keyword("body", self.body(body, imports)));
        }
        let successes: Vec<_> = call.successes().map(|answer| answer.name.clone()).collect();
        let answers = call.answers.iter().map(|answer| {
            let is_success = successes.contains(&answer.name);
            self.answer(answer, is_success, imports)
        });
        items.push(Node::keyword("answers", Node::tuple(answers.collect())));
        items.extend(accept(call).map(|media| Node::keyword("accept", Node::Leaf(media))));
        let security = security(operation);
        if !security.is_empty() {
            items.push(Node::keyword("security", Node::tuple(security)));
        }
        let repeatable = call
            .body
            .as_ref()
            .is_some_and(|body| body.idempotency.is_some());
        if operation.method.is_idempotent() || repeatable {
            items.push(Node::keyword("idempotent", Node::fixed("True")));
        }
        let start = code!(
            &ident(name),
            ": Operation[",
            &self.result(call, imports),
            "] = "
        );
        statement(0, &start, &Node::call(&Code::fixed("Operation"), items))
    }

    fn parameter(&self, argument: &Argument<'_>, imports: &mut Imports) -> Node {
        imports.add(RUNTIME, "Parameter");
        let mut items = parameter_items(argument.parameter);
        if let Some(setting) = self.setting(argument) {
            items.push(Node::keyword("setting", Node::Leaf(string(setting))));
        }
        if argument.is_needed() {
            items.push(Node::keyword("is_needed", Node::fixed("True")));
        }
        Node::call(&Code::fixed("Parameter"), items)
    }

    /// Returns the setting of the client that gives an argument a value in all calls.
    fn setting(&self, argument: &Argument<'_>) -> Option<&str> {
        let global = self.ir.globals.get(argument.global?)?;
        Some(&global.name)
    }

    /// Returns the result of a call.
    fn result(&self, call: &Call<'_>, imports: &mut Imports) -> Code {
        let annotation = self.results(call, Place::Table, Mode::Sync);
        imports.extend(&annotation.imports);
        annotation.code
    }

    fn answer(&self, answer: &Answer<'_>, is_success: bool, imports: &mut Imports) -> Node {
        imports.add(RUNTIME, "Answer");
        let contents = self.contents(&answer.contents, imports);
        let items = vec![
            Node::Leaf(string(&answer.response.status.to_string())),
            contents,
            Node::keyword(
                "is_success",
                Node::fixed(if is_success { "True" } else { "False" }),
            ),
        ];
        Node::call(&Code::fixed("Answer"), items)
    }

    fn pages(&self, call: &Call<'_>, pages: &Pages<'_>, name: &str, imports: &mut Imports) -> Code {
        imports.add(RUNTIME, "Pages");
        let item = self.annotate(&pages.item, Place::Table);
        imports.extend(&item.imports);
        let pagination = pages.pagination;
        let items = match pages.items_field(&self.ir.types) {
            None => Code::fixed("lambda page: page"),
            Some(field) => {
                let empty = if field.presence == Presence::Required {
                    ""
                } else {
                    " or []"
                };
                code!("lambda page: page.", &ident(&field.name), empty)
            }
        };
        let mut items = vec![
            Node::Leaf(string(pages.by().as_str())),
            Node::keyword("items", Node::Leaf(items)),
        ];
        let parameter = pages.parameter.and_then(|at| keys(call).nth(at));
        if let Some(key) = parameter {
            items.push(Node::keyword("parameter", Node::Leaf(string(&key))));
        }
        let ways = ["listed", "next", "more", "total"]
            .into_iter()
            .zip(pages.ways());
        for (name, way) in ways.filter(|(_, way)| !way.is_empty()) {
            let names = way.iter().map(|name| Node::Leaf(string(name)));
            items.push(Node::keyword(name, Node::tuple(names.collect())));
        }
        if pagination.first > 0 {
            items.push(Node::keyword(
                "first",
                Node::Leaf(integer(pagination.first)),
            ));
        }
        let page = self.result(call, imports);
        let start = code!(&ident(name), ": Pages[", &page, ", ", &item.code, "] = ");
        statement(0, &start, &Node::call(&Code::fixed("Pages"), items))
    }
}

/// The names of a call's constants.
pub(super) struct Constants {
    /// The constant of the operation.
    pub(super) operation: String,
    /// The constant of its pages.
    pub(super) pages: Option<String>,
}

/// Returns the names of the constants of a group's calls.
pub(super) fn constants(group: &Group<'_>) -> Vec<Constants> {
    let mut scope = Scope::new(Case::Constant, &[]);
    let operations: Vec<_> = group
        .calls
        .iter()
        .map(|call| scope.claim(&call.unique))
        .collect();
    let calls = group.calls.iter().zip(operations);
    let constants = calls.map(|(call, operation)| Constants {
        pages: call
            .pages
            .as_ref()
            .map(|_| scope.claim_derived(&operation, "_PAGES")),
        operation,
    });
    constants.collect()
}

fn parameter_items(parameter: &Parameter) -> Vec<Node> {
    let is_json = parameter.media_type.is_some();
    let mut items = vec![
        Node::Leaf(string(&parameter.name)),
        Node::Leaf(string(parameter.location.as_str())),
    ];
    styled(
        &mut items,
        parameter.location,
        parameter.style,
        parameter.explode,
    );
    if parameter.allow_reserved && parameter.location == Location::Query {
        items.push(Node::keyword("allow_reserved", Node::fixed("True")));
    }
    if is_json {
        items.push(Node::keyword("is_json", Node::fixed("True")));
    }
    items
}

/// Adds the style, as far as it differs from the default of a location.
pub(super) fn styled(items: &mut Vec<Node>, location: Location, style: Style, explode: bool) {
    let name = match style {
        Style::Matrix => "\"matrix\"",
        Style::Label => "\"label\"",
        Style::Form => "\"form\"",
        Style::Simple => "\"simple\"",
        Style::SpaceDelimited => "\"spaceDelimited\"",
        Style::PipeDelimited => "\"pipeDelimited\"",
        Style::DeepObject => "\"deepObject\"",
    };
    let usual = match location {
        Location::Path | Location::Header => Style::Simple,
        Location::Query | Location::Cookie => Style::Form,
    };
    if style != usual {
        items.push(Node::keyword("style", Node::fixed(name)));
    }
    if explode != (usual == Style::Form) {
        let explode = if explode { "True" } else { "False" };
        items.push(Node::keyword("explode", Node::fixed(explode)));
    }
}

/// Returns the `Accept` header field, which names every declared media type, if responses without a
/// body declare one.
fn accept(call: &Call<'_>) -> Option<Code> {
    let mut answers = call.answers.iter();
    answers.find(|answer| answer.contents.len() < answer.response.content.len())?;
    let responses = call.answers.iter().map(|answer| answer.response);
    let mut media: Vec<&str> = Vec::new();
    for declared in responses.flat_map(|response| &response.content) {
        if !media.contains(&declared.name.as_str()) {
            media.push(&declared.name);
        }
    }
    Some(string(&media.join(", ")))
}

/// Returns the security alternatives; empty if no credential is needed.
pub(super) fn security(operation: &Operation) -> Vec<Node> {
    let alternatives = operation.alternatives().iter().map(|requirement| {
        let names = requirement.schemes.iter();
        let names = names.map(|(name, _)| Node::Leaf(string(name)));
        Node::tuple(names.collect())
    });
    alternatives.collect()
}
