//! Inputs: what a caller may give in place of a model. A dictionary has the names of the JSON object,
//! because the members of unions are recognized by them. Type checkers know it as a `TypedDict`, and
//! the values of an enumeration as literals. Nothing of it is needed at run time.

use std::collections::BTreeSet;

use askama::Template;

use super::Python;
use super::code::{docstring, ident, integer, string};
use super::imports::Imports;
use super::layout::{Node, statement};
use super::models::INDENT;
use super::modules::Module;
use super::reserved::INPUTS;
use super::ty::{Annotation, Place};
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::{ContentKind, Field, Presence, Record, Shape, Ty, TypeId, Values};
use crate::targets::sources::Sources;

/// The most values of an enumeration that are listed: type checkers compare each with each.
const MOST_LITERALS: usize = 500;

/// A module of inputs.
#[derive(Template)]
#[template(path = "python/package/inputs/module.py")]
struct ModuleView {
    docs: Code,
    imports: Code,
    checked: Code,
    starts_with_class: bool,
    inputs: Vec<Code>,
}

/// A module that is being written.
struct Writing<'m> {
    module: &'m Module,
    /// What is imported at run time.
    imports: Imports,
    /// What only type checkers import.
    checked: Imports,
}

impl Python<'_> {
    /// Returns the types that parameters and request bodies contain.
    pub(super) fn make_inputs(&self) -> BTreeSet<TypeId> {
        let calls = self.ir.groups.iter().flat_map(|group| &group.calls);
        let mut found = BTreeSet::new();
        let mut open = Vec::new();
        for call in calls {
            open.extend(call.arguments.iter().map(|argument| &argument.ty));
            let bodies = call.body.iter().flat_map(|body| &body.contents);
            open.extend(bodies.filter_map(|content| content_ty(&content.kind)));
        }
        let mut next: Vec<_> = open.into_iter().flat_map(|ty| self.mentioned(ty)).collect();
        while let Some(id) = next.pop() {
            if found.insert(id) {
                next.extend(self.needs(self.ir.types.get(id)));
            }
        }
        found
    }

    /// Adds the modules of inputs, if there are any.
    pub(super) fn add_inputs(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let folder = self.folder("inputs");
        for module in &self.modules {
            let mut writing = Writing {
                module,
                imports: Imports::default(),
                checked: Imports::default(),
            };
            let types = module.types.iter().filter(|id| self.inputs.contains(id));
            let inputs: Vec<_> = types.map(|id| self.input(*id, &mut writing)).collect();
            let Some(first) = inputs.first() else {
                continue;
            };
            if !writing.checked.is_empty() {
                writing.imports.add("typing", "TYPE_CHECKING");
            }
            let view = ModuleView {
                docs: docstring(
                    &format!("Inputs for `models.{}`.", self.first_name(module)),
                    0,
                ),
                imports: writing.imports.print(0),
                checked: writing.checked.print_for_checkers(),
                starts_with_class: first.as_str().starts_with("class "),
                inputs,
            };
            self.add(sources, format!("{folder}/{}.py", module.name), &view)?;
        }
        let package = self.package(
            "What may be given in place of models: dictionaries, and the values of enumerations.",
            |id| self.inputs.contains(&id),
        );
        self.add(sources, format!("{folder}/__init__.py"), &package)
    }

    /// Returns the types that are accepted for a value of a type.
    pub(super) fn accepted(&self, ty: &Ty, place: Place, to: &mut Annotation) -> Vec<Code> {
        match ty {
            Ty::Declared(id) if self.is_spelled_out(*id) => {
                self.accepted(&self.ir.types.behind(*id), place, to)
            }
            Ty::Declared(id) => self.either(*id, place, to),
            Ty::List(item) if self.is_wider(item) => {
                to.imports.add("collections.abc", "Sequence");
                vec![code!("Sequence[", &self.write(item, place, to), "]")]
            }
            Ty::Map(value) if self.is_wider(value) => {
                to.imports.add("collections.abc", "Mapping");
                vec![code!("Mapping[str, ", &self.write(value, place, to), "]")]
            }
            Ty::Nullable(inner) => {
                let mut types = self.accepted(inner, place, to);
                if !types.iter().any(super::ty::is_any) {
                    types.push(Code::fixed("None"));
                }
                types
            }
            Ty::DateTime | Ty::Date | Ty::Uuid | Ty::Decimal => {
                vec![self.write_strictly(ty, place, to), Code::fixed("str")]
            }
            Ty::DecimalNumber => vec![self.write_strictly(ty, place, to), Code::fixed("float")],
            _ => vec![self.write_strictly(ty, place, to)],
        }
    }

    /// Returns whether more is accepted for a type than its values. A list of such types is a
    /// `Sequence`, because a `list` of models is no `list` of models and dictionaries.
    fn is_wider(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Declared(id) if self.is_spelled_out(*id) => {
                self.is_wider(&self.ir.types.behind(*id))
            }
            Ty::List(inner) | Ty::Map(inner) | Ty::Nullable(inner) => self.is_wider(inner),
            Ty::Declared(_)
            | Ty::DateTime
            | Ty::Date
            | Ty::Uuid
            | Ty::Decimal
            | Ty::DecimalNumber => true,
            _ => false,
        }
    }

    /// Returns the model and the input of a type.
    fn either(&self, id: TypeId, place: Place, to: &mut Annotation) -> Vec<Code> {
        let model = self.write_strictly(&Ty::Declared(id), place, to);
        let name = ident(&self.ir.types.get(id).name);
        if place == Place::Input {
            return vec![model, name];
        }
        to.imports.add("..", "inputs");
        vec![model, code!("inputs.", &name)]
    }

    fn input(&self, id: TypeId, to: &mut Writing<'_>) -> Code {
        let declared = self.ir.types.get(id);
        let alias = |value: Node, to: &mut Writing<'_>| {
            to.imports.add("typing", "TypeAlias");
            let start = code!(&ident(&declared.name), ": TypeAlias = ");
            let docs = docstring(&declared.docs.whole(), 0);
            code!(&statement(0, &start, &value), "\n", &docs)
        };
        let late = |code: &Code| Node::Leaf(string(code.as_str()));
        match &declared.shape {
            Shape::Record(record) if record.additional.is_none() && !record.fields.is_empty() => {
                self.dictionary(&declared.name, record, to)
            }
            Shape::Record(_) => {
                to.checked.add("typing", "Any");
                alias(Node::fixed("\"dict[str, Any]\""), to)
            }
            Shape::Enumeration(list) => alias(literals(&list.values, to), to),
            Shape::Union(union) => {
                let mut types: Vec<Code> = Vec::new();
                for member in &union.members {
                    let mut annotation = self.annotate(&Ty::Null, Place::Input);
                    let accepted = self.accepted(&member.ty, Place::Input, &mut annotation);
                    self.import(&annotation, to.module, &mut to.checked);
                    let new = accepted.into_iter().filter(|one| !types.contains(one));
                    types.extend(new.collect::<Vec<_>>());
                }
                // `None` comes last.
                types.sort_by_key(|one| one.as_str() == "None");
                alias(late(&Code::list(types, " | ")), to)
            }
            Shape::Alias(behind) => {
                let code = self.given(behind, to);
                alias(late(&code), to)
            }
        }
    }

    /// Writes a `TypedDict`: a class if all names can be attributes of one.
    fn dictionary(&self, name: &str, record: &Record<'_>, to: &mut Writing<'_>) -> Code {
        to.imports.add("typing_extensions", "TypedDict");
        let fields = record.fields.iter().map(|field| {
            let ty = self.property(field, to);
            (field.wire(), ty)
        });
        let fields: Vec<_> = fields.collect();
        let name = ident(name);
        let docs = format!("The properties of `models.{}`.", name.as_str());
        if fields.iter().all(|(wire, _)| is_attribute(wire)) {
            let mut lines = vec![
                code!("class ", &name, "(TypedDict):"),
                code!(&Code::spaces(INDENT), &docstring(&docs, INDENT)),
                Code::default(),
            ];
            lines.extend(
                fields
                    .iter()
                    .map(|(wire, ty)| code!(&Code::spaces(INDENT), &ident(wire), ": ", ty)),
            );
            return Code::list(lines, "\n");
        }
        let members = fields.iter().map(|(wire, ty)| {
            let ty = Node::Leaf(string(ty.as_str()));
            (string(wire), ty)
        });
        let items = vec![
            Node::Leaf(string(name.as_str())),
            Node::dict(members.collect()),
        ];
        let node = Node::call(&Code::fixed("TypedDict"), items);
        let made = statement(0, &code!(&name, " = "), &node);
        code!(&made, "\n", &docstring(&docs, 0))
    }

    fn property(&self, field: &Field<'_>, to: &mut Writing<'_>) -> Code {
        let ty = match field.presence {
            Presence::Required | Presence::Optional => field.ty.clone(),
            Presence::RequiredNullable | Presence::OptionalNullable => {
                Ty::Nullable(Box::new(field.ty.clone()))
            }
        };
        let code = self.given(&ty, to);
        if field.presence.is_required() {
            return code;
        }
        to.checked.add("typing_extensions", "NotRequired");
        code!("NotRequired[", &code, "]")
    }

    /// Returns what is accepted for a type in a module of inputs.
    fn given(&self, ty: &Ty, to: &mut Writing<'_>) -> Code {
        let annotation = self.annotate(ty, Place::Input);
        self.import(&annotation, to.module, &mut to.checked);
        annotation.code
    }
}

/// Returns the type of a content, if a dictionary can be given for it.
fn content_ty(kind: &ContentKind) -> Option<&Ty> {
    match kind {
        ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty) => Some(ty),
        ContentKind::Stream(items) => items.json.as_ref(),
        ContentKind::Text | ContentKind::Bytes => None,
    }
}

/// Returns the values of an enumeration.
fn literals(values: &Values<'_>, to: &mut Writing<'_>) -> Node {
    let (base, values): (_, Vec<_>) = match values {
        Values::Strings(texts) => ("str", texts.iter().map(|text| string(text)).collect()),
        Values::Integers(numbers) => ("int", numbers.iter().map(|one| integer(*one)).collect()),
    };
    if values.is_empty() || values.len() > MOST_LITERALS {
        return Node::fixed(base);
    }
    to.imports.add("typing", "Literal");
    let items = values.into_iter().map(Node::Leaf).collect();
    Node::Group(Code::fixed("Literal["), items, Code::fixed("]"))
}

/// Returns whether the name of a property can be that of an attribute. It must hide no name that
/// annotations use: those of types begin with a capital.
fn is_attribute(wire: &str) -> bool {
    let mut bytes = wire.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !INPUTS.contains(&wire)
}
