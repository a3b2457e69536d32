//! The calls of a tag, as a class for each kind of client.

use std::borrow::Cow;
use std::collections::HashMap;

use askama::Template;
use spec::model::Location;

use super::Python;
use super::body_types::media_types;
use super::class::Class;
use super::code::{disarmed, docstring, ident, string};
use super::layout::{Node, statement};
use super::mode::Mode;
use super::names;
use super::operations::{Constants, constants};
use super::ty::{Annotation, Place, is_any};
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::names::{Case, convert};
use crate::ir::{Call, Group};
use crate::targets::sources::Sources;

#[derive(Template)]
#[template(path = "python/package/groups/module.py")]
struct ModuleView {
    docs: Code,
    imports: Code,
    group: Code,
    class: Code,
    class_docs: Code,
    runner: Code,
    deprecated: bool,
    methods: Vec<Code>,
}

/// An argument of a method.
pub(super) struct Argument {
    /// The name of the argument.
    pub(super) name: String,
    /// The type of the argument.
    pub(super) annotation: Annotation,
    /// Whether it is required.
    pub(super) required: bool,
    /// Whether it is in the path, and so positional.
    pub(super) positional: bool,
    /// Its documentation (CommonMark).
    pub(super) docs: String,
}

const BODY: usize = 8;
const METHOD: usize = 4;

impl Python<'_> {
    /// Adds a module for each group.
    pub(super) fn add_groups(
        &self,
        mode: Mode,
        sources: &mut Sources<'_>,
    ) -> Result<(), GenerateError> {
        let folder = self.folder(mode.folder());
        for group in &self.ir.groups {
            let view = self.group(group, mode);
            self.add(sources, format!("{folder}/{}.py", group.name), &view)?;
        }
        let docs = match mode {
            Mode::Sync => "\"\"\"The groups of calls of `Client`.\"\"\"\n",
            Mode::Async => "\"\"\"The groups of calls of `AsyncClient`.\"\"\"\n",
        };
        sources.insert(format!("{folder}/__init__.py"), self.headed(docs))
    }

    fn group(&self, group: &Group<'_>, mode: Mode) -> ModuleView {
        let mut class = Class::new(group, mode);
        let mut methods = Vec::new();
        for (call, constants) in group.calls.iter().zip(constants(group)) {
            methods.push(self.method(call, &constants, &mut class));
            if call.pages.is_some() {
                methods.push(self.items(call, &constants, &mut class));
            }
        }
        ModuleView {
            docs: docstring(&format!("`client.{}`.", group.name), 0),
            imports: class.imports.print_for_checkers(),
            group: ident(&group.name),
            class: class_name(group, mode),
            class_docs: docstring(&group.docs, METHOD),
            runner: Code::fixed(mode.runner()),
            deprecated: group
                .calls
                .iter()
                .any(|call| call.operation.deprecation.is_some()),
            methods,
        }
    }

    fn method(&self, call: &Call<'_>, constants: &Constants, class: &mut Class) -> Code {
        let result = self.results(call, Place::Signature, class.mode);
        let result = class.annotate(&result);
        let (def, wait) = match class.mode {
            Mode::Sync => ("def ", "return self._runner.call"),
            Mode::Async => ("async def ", "return await self._runner.call"),
        };
        let given = vec![code!("ops.", &ident(&constants.operation))];
        let name = code!(def, &ident(&call.method));
        let docs = self.method_docs(call, None);
        self.definition(call, &name, &result, &docs, wait, given, class)
    }

    fn items(&self, call: &Call<'_>, constants: &Constants, class: &mut Class) -> Code {
        let (Some(pages), Some(constant)) = (&call.pages, &constants.pages) else {
            return Code::default();
        };
        let item = class.annotate(&self.annotate(&pages.item, Place::Signature));
        let iterator = match class.mode {
            Mode::Sync => "Iterator",
            Mode::Async => "AsyncIterator",
        };
        class.imports.add("collections.abc", iterator);
        let result = code!(iterator, "[", &item, "]");
        let given = vec![
            code!("ops.", &ident(&constants.operation)),
            code!("ops.", &ident(constant)),
        ];
        let name = code!("def ", &ident(&pages.method));
        let docs = self.method_docs(call, Some("Every item, page by page."));
        let wait = "return self._runner.items";
        self.definition(call, &name, &result, &docs, wait, given, class)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "two kinds of method share all but these"
    )]
    fn definition(
        &self,
        call: &Call<'_>,
        name: &Code,
        result: &Code,
        docs: &Code,
        wait: &'static str,
        given: Vec<Code>,
        class: &mut Class,
    ) -> Code {
        let arguments = self.arguments(call);
        let body = self.body_argument(call, class.mode);
        let mut parameters = vec![Node::fixed("self")];
        let mut keywords = vec![Node::fixed("*")];
        let mut typed = |name: &str, annotation: &Annotation, required: bool| {
            let optional = match (required, is_any(&annotation.code)) {
                (true, _) => "",
                (false, true) => " = None",
                (false, false) => " | None = None",
            };
            Node::Leaf(code!(
                &ident(name),
                ": ",
                &class.annotate(annotation),
                optional
            ))
        };
        for argument in &arguments {
            let node = typed(&argument.name, &argument.annotation, argument.required);
            if argument.positional {
                parameters.push(node);
            } else {
                keywords.push(node);
            }
        }
        let mut items: Vec<_> = given.into_iter().map(Node::Leaf).collect();
        let values = keys(call).zip(&arguments);
        let values = values.map(|(key, one)| (string(&key), Node::Leaf(ident(&one.name))));
        items.push(Node::dict(values.collect()));
        if let Some((annotation, required)) = &body {
            parameters.push(typed("body", annotation, *required));
            items.push(Node::fixed("body=body"));
        }
        if let Some(node) = media_types(call, &mut class.imports) {
            keywords.push(node);
            items.push(Node::fixed("media_type=content_type"));
        }
        keywords.push(Node::fixed("options: RequestOptions | None = None"));
        items.push(Node::fixed("options=options"));
        parameters.append(&mut keywords);
        let open = code!(name, "(");
        let close = code!(") -> ", result, ":");
        let signature = Node::Group(open, parameters, close);
        let call_node = Node::call(&Code::fixed(wait), items);
        let mut parts = vec![
            code!(
                &decorator(call),
                &Code::spaces(METHOD),
                &signature.print(METHOD, 0, 0)
            ),
            code!(&Code::spaces(BODY), docs),
            statement(BODY, &Code::default(), &call_node),
        ];
        parts.retain(|part| !part.as_str().is_empty());
        Code::list(parts, "\n")
    }

    /// Returns the arguments for the parameters, in their order.
    pub(super) fn arguments(&self, call: &Call<'_>) -> Vec<Argument> {
        let mut scope = names::arguments();
        let arguments = call.arguments.iter();
        let arguments = arguments.map(|argument| {
            let parameter = argument.parameter;
            let in_path = parameter.location == Location::Path;
            Argument {
                name: scope.claim(&parameter.name, parameter.location.as_str()),
                annotation: self.annotate(&argument.ty, Place::Argument),
                required: (parameter.required || in_path) && argument.global.is_none(),
                positional: in_path && argument.global.is_none(),
                docs: argument.docs.whole(),
            }
        });
        arguments.collect()
    }
}

/// Returns the keys of the values of a call, in the order of the parameters: their names, with
/// their locations where several have the same one.
pub(super) fn keys<'c>(call: &'c Call<'_>) -> impl Iterator<Item = Cow<'c, str>> {
    let mut counts = HashMap::<_, usize>::new();
    for one in &call.arguments {
        *counts.entry(one.parameter.name.as_str()).or_default() += 1;
    }
    let parameters = call.arguments.iter().map(|argument| argument.parameter);
    parameters.map(move |one| match counts[one.name.as_str()] {
        1 => Cow::Borrowed(one.name.as_str()),
        _ => Cow::Owned(format!("{}.{}", one.location.as_str(), one.name)),
    })
}

/// Returns the class of a group.
pub(super) fn class_name(group: &Group<'_>, mode: Mode) -> Code {
    let name = ident(&convert(&group.name, Case::Pascal));
    match mode {
        Mode::Sync => code!(&name, "Group"),
        Mode::Async => code!("Async", &name, "Group"),
    }
}

/// Returns the decorator with which type checkers and warnings report a call of a deprecated
/// operation.
fn decorator(call: &Call<'_>) -> Code {
    let Some(why) = call.docs.deprecation() else {
        return Code::default();
    };
    let text = format!("Deprecated: {why}");
    let node = Node::call(
        &Code::fixed("deprecated"),
        vec![Node::Leaf(string(&disarmed(&text)))],
    );
    code!(&statement(METHOD, &Code::fixed("@"), &node), "\n")
}
