//! Modules of models.

use askama::Template;

use super::Python;
use super::code::{docstring, ident, string};
use super::imports::Imports;
use super::layout::{Node, statement};
use super::modules::Module;
use super::ty::{Annotation, Place};
use crate::GenerateError;
use crate::code::{Code, filters};
use crate::ir::{Field, Form, Presence, Shape, Ty, TypeId};
use crate::targets::sources::Sources;

/// How far the body of a class is indented.
pub(super) const INDENT: usize = 4;

/// A module with types.
#[derive(Template)]
#[template(path = "python/package/models/module.py")]
struct ModuleView {
    docs: Code,
    imports: Code,
    starts_with_class: bool,
    types: Vec<Code>,
}

/// The module that exports all others.
#[derive(Template)]
#[template(path = "python/package/models/__init__.py")]
pub(super) struct PackageView {
    docs: Code,
    imports: Code,
    places: Code,
    all: Code,
}

/// A type that is written to a module.
pub(super) struct Writing<'m> {
    pub(super) module: &'m Module,
    pub(super) imports: Imports,
}

impl Python<'_> {
    /// Adds every module of models.
    pub(super) fn add_models(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let folder = self.folder("models");
        for module in &self.modules {
            let mut writing = Writing {
                module,
                imports: Imports::default(),
            };
            let types = module.types.iter();
            let types: Vec<_> = types.map(|id| self.model(*id, &mut writing)).collect();
            let view = ModuleView {
                docs: docstring(&format!("`{}`.", self.first_name(module)), 0),
                imports: writing.imports.print(0),
                starts_with_class: types[0].as_str().starts_with("class "),
                types,
            };
            self.add(sources, format!("{folder}/{}.py", module.name), &view)?;
        }
        let docs = "The types of the API, which are imported when they are used.";
        let package = self.package(docs, |_| true);
        self.add(sources, format!("{folder}/__init__.py"), &package)
    }

    /// Returns the name of the first type of a module.
    pub(super) fn first_name(&self, module: &Module) -> &str {
        &self.ir.types.get(module.types[0]).name
    }

    /// Returns the module that exports some types from the modules beside it.
    pub(super) fn package(&self, docs: &str, has: impl Fn(TypeId) -> bool) -> PackageView {
        let mut imports = Imports::default();
        let mut places = Vec::new();
        for module in &self.modules {
            for id in module.types.iter().filter(|id| has(**id)) {
                let name = &self.ir.types.get(*id).name;
                imports.add_model(&module.name, name);
                places.push((name.clone(), module.name.clone()));
            }
        }
        places.sort();
        let entries = places.iter().map(|(name, place)| {
            let value = Node::Leaf(string(place));
            (string(name), value)
        });
        let names =
            super::imports::sorted_for_all(places.iter().map(|(name, _)| name.clone()).collect());
        let names = names.iter().map(|name| Node::Leaf(string(name))).collect();
        let all = Node::Group(Code::fixed("["), names, Code::fixed("]"));
        let places = Node::dict(entries.collect());
        PackageView {
            docs: docstring(docs, 0),
            imports: imports.print_for_checkers(),
            places: statement(0, &Code::fixed("_PLACES: dict[str, str] = "), &places),
            all: statement(0, &Code::fixed("__all__ = "), &all),
        }
    }

    fn model(&self, id: TypeId, to: &mut Writing<'_>) -> Code {
        match self.ir.types.get(id).form {
            Form::Record => self.record(id, to),
            Form::StringEnum => self.enumeration(id, to, "StringEnum"),
            Form::IntegerEnum => self.enumeration(id, to, "IntegerEnum"),
            Form::Union => self.union(id, to),
            Form::Alias => self.alias(id, to),
        }
    }

    fn record(&self, id: TypeId, to: &mut Writing<'_>) -> Code {
        to.imports.add("..runtime.model", "Model");
        let declared = self.ir.types.get(id);
        let mut lines = vec![
            code!("class ", &ident(&declared.name), "(Model):"),
            code!(
                &Code::spaces(INDENT),
                &docstring(&declared.docs.whole(), INDENT)
            ),
            Code::default(),
        ];
        if let Shape::Record(record) = &declared.shape {
            if let Some(value) = &record.additional {
                lines.extend(self.additional(value, to));
            }
            for field in &record.fields {
                lines.push(self.field(field, to));
                let docs = docstring(&field.docs.whole(), INDENT);
                lines.push(code!(&Code::spaces(INDENT), &docs));
            }
        }
        Code::list(lines, "\n")
    }

    /// Returns properties with any name.
    fn additional(&self, value: &Ty, to: &mut Writing<'_>) -> Vec<Code> {
        to.imports.add("typing", "ClassVar");
        let annotation = self.local(&Ty::Map(Box::new(value.clone())), to);
        let annotation = quoted(&annotation.code, self.is_circular(&annotation, to));
        // Type checkers would read it as a required argument.
        to.imports.add("pydantic", "Field");
        let given = Node::keyword("init", Node::fixed("False"));
        let node = Node::call(&Code::fixed("Field"), vec![given]);
        let start = code!("__pydantic_extra__: ", &annotation, " = ");
        vec![
            Code::fixed("    __additional__: ClassVar[bool] = True"),
            statement(INDENT, &start, &node),
            Code::default(),
        ]
    }

    fn field(&self, field: &Field<'_>, to: &mut Writing<'_>) -> Code {
        let value = self.local(&field.ty, to);
        let or_none = || {
            let nullable = Ty::Nullable(Box::new(field.ty.clone()));
            self.annotate(&nullable, Place::Model).code
        };
        let code = match field.presence {
            Presence::Required => value.code.clone(),
            Presence::RequiredNullable | Presence::Optional => or_none(),
            Presence::OptionalNullable => {
                to.imports.add("..runtime.model", "Nullable");
                code!("Nullable[", &value.code, "]")
            }
        };
        let annotation = quoted(&code, self.is_circular(&value, to));
        let start = code!(&ident(&field.name), ": ", &annotation);
        if camel(&field.name) == field.wire() {
            let default = if field.presence.is_required() {
                ""
            } else {
                " = None"
            };
            return code!(&Code::spaces(INDENT), &start, default);
        }
        to.imports.add("pydantic", "Field");
        let wire = || Node::Leaf(string(field.wire()));
        let mut items = vec![
            Node::keyword("validation_alias", wire()),
            Node::keyword("serialization_alias", wire()),
        ];
        if !field.presence.is_required() {
            items.insert(0, Node::keyword("default", Node::fixed("None")));
        }
        let node = Node::call(&Code::fixed("Field"), items);
        statement(INDENT, &code!(&start, " = "), &node)
    }

    fn alias(&self, id: TypeId, to: &mut Writing<'_>) -> Code {
        to.imports.add("typing_extensions", "TypeAliasType");
        let declared = self.ir.types.get(id);
        let inner = self.local(&self.ir.types.behind(id), to);
        let items = vec![
            Node::Leaf(string(&declared.name)),
            Node::Leaf(quoted(&inner.code, true)),
        ];
        let node = Node::call(&Code::fixed("TypeAliasType"), items);
        let alias = statement(0, &code!(&ident(&declared.name), " = "), &node);
        let docs = docstring(&declared.docs.whole(), 0);
        code!(&alias, "\n", &docs)
    }

    /// Returns the annotation of a type in a module of models, with its imports.
    pub(super) fn local(&self, ty: &Ty, to: &mut Writing<'_>) -> Annotation {
        let annotation = self.annotate(ty, Place::Model);
        self.import(&annotation, to.module, &mut to.imports);
        annotation
    }

    /// Imports what an annotation in a module needs.
    pub(super) fn import(&self, annotation: &Annotation, to: &Module, imports: &mut Imports) {
        imports.extend(&annotation.imports);
        for id in &annotation.names {
            let module = self.module_of(*id);
            if module != to.name {
                imports.add_model(module, &self.ir.types.get(*id).name);
            }
        }
    }

    /// Returns whether a type is needed before it is defined.
    pub(super) fn is_circular(&self, annotation: &Annotation, to: &Writing<'_>) -> bool {
        let mut names = annotation.names.iter();
        to.module.circular && names.any(|id| self.module_of(*id) == to.module.name)
    }
}

/// Returns an annotation that is evaluated later if necessary.
pub(super) fn quoted(code: &Code, is_late: bool) -> Code {
    if is_late {
        string(code.as_str())
    } else {
        code.clone()
    }
}

/// Returns the alias that the runtime derives from a name.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut characters = word.chars();
        let first = characters.next().map(|first| first.to_ascii_uppercase());
        camel.extend(first.into_iter().chain(characters));
    }
    camel
}
