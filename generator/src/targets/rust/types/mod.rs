//! The crate `types`: a file for each named schema, and the table of operations.

mod checks;
mod constructor;
mod enums;
mod multipart;
mod operations;
mod record;
mod shape;
mod text;
mod union;

use std::collections::BTreeMap;

use askama::Template;

pub(super) use self::checks::Checks;
pub(super) use self::constructor::Construction;
pub(super) use self::operations::security;
pub(super) use self::record::{Field, Rest, wrap};
pub(super) use self::shape::shape;
pub(super) use self::text::is_checkable;
use super::Rust;
use super::code::{self, Code, docs, filters, ident, inner_docs};
use super::features;
use super::plan::Form;
use super::sources::Sources;
use super::ty::{self, From, Held, Imports};
use crate::GenerateError;
use crate::ir::{Ty, TypeId};

#[derive(Template)]
#[template(path = "rust/types/src/module.rs")]
struct Module {
    imports: Vec<Code>,
    nodes: Vec<Code>,
}

#[derive(Template)]
#[template(path = "rust/types/src/lib.rs")]
struct Lib {
    docs: Code,
    /// The feature of a tag, if there is one.
    tag: Option<Code>,
    recursion_limit: Option<Code>,
    modules: Vec<features::Module>,
}

#[derive(Template)]
#[template(path = "rust/types/src/alias.rs")]
struct Alias {
    docs: Code,
    name: Code,
    inner: Code,
}

#[derive(Template)]
#[template(path = "rust/types/src/newtype.rs")]
struct Newtype {
    docs: Code,
    name: Code,
    inner: Code,
    derives: Code,
    string: bool,
    checks: Vec<Code>,
}

impl Rust<'_> {
    pub(super) fn types(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let checks = Checks::new(&self.plan);
        let mut modules: BTreeMap<&str, Vec<TypeId>> = BTreeMap::new();
        for id in self.plan.type_ids() {
            let module = self.plan.own(id).module.as_str();
            modules.entry(module).or_default().push(id);
        }
        self.operations(sources)?;
        for (module, types) in &modules {
            let path = format!("types/src/{module}.rs");
            sources.add(path, self.module(types, &checks)?)?;
        }
        sources.add("types/src/lib.rs", self.lib())
    }

    fn lib(&self) -> Lib {
        let api = self.plan.api;
        let mut text = format!("Types of {}, version {}.", api.title, api.version);
        if let Some(description) = &api.description {
            text.push_str("\n\n");
            text.push_str(description);
        }
        let limit = self.boxing.recursion_limit();
        Lib {
            docs: inner_docs(&text),
            tag: self.plan.features.first(),
            recursion_limit: limit.map(|limit| code::string(&limit.to_string())),
            modules: self.plan.type_modules(),
        }
    }

    fn module(&self, types: &[TypeId], checks: &Checks<'_>) -> Result<Module, GenerateError> {
        let mut imports = Imports::default();
        let mut nodes = Vec::new();
        for id in types {
            nodes.extend(self.node(*id, checks, &mut imports)?);
        }
        for id in types {
            imports.made.remove(id);
        }
        let needs_runtime = |id: &TypeId| self.plan.form(*id) != Form::Alias;
        if types.iter().any(needs_runtime) {
            imports.paths.insert("crate::runtime::self");
        }
        Ok(Module {
            imports: imports.lines(&|id| self.plan.name(id)),
            nodes,
        })
    }

    /// Returns the code of a type and its companions.
    fn node(
        &self,
        id: TypeId,
        checks: &Checks<'_>,
        imports: &mut Imports,
    ) -> Result<Vec<Code>, GenerateError> {
        let made = self.plan.get(id);
        match self.plan.form(id) {
            Form::Record => self.record_nodes(id, checks, imports),
            Form::StringEnum => rendered(&self.string_enum(id)),
            Form::IntegerEnum => rendered(&self.integer_enum(id)),
            Form::Union => rendered(&self.union(id, checks, imports)),
            Form::StringNewtype | Form::Newtype => rendered(&self.newtype(id, checks, imports)),
            Form::Alias => {
                let inner = self.plan.inner(id);
                ty::import(&inner, imports);
                rendered(&Alias {
                    docs: docs(&made.docs.whole()),
                    name: ident(&made.name),
                    inner: self.inside(&inner),
                })
            }
        }
    }

    fn newtype(&self, id: TypeId, checks: &Checks<'_>, imports: &mut Imports) -> Newtype {
        let made = self.plan.get(id);
        let inner = self.plan.inner(id);
        ty::import(&inner, imports);
        let string = inner == Ty::String;
        let derives = if string || is_plain_key(&inner) {
            "Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord"
        } else {
            "Debug, Clone, PartialEq"
        };
        Newtype {
            docs: docs(&made.docs.whole()),
            name: ident(&made.name),
            inner: self.inside(&inner),
            derives: code::fixed(derives),
            string,
            checks: checks.of_schema(made.schema_id, &code::fixed("value"), &code::fixed("\"\"")),
        }
    }

    /// Returns a type as the crate of types itself writes it.
    fn inside(&self, ty: &Ty) -> Code {
        ty::code(ty, From::Inside, &|id| self.plan.name(id))
    }

    /// Returns the type of a part as the crate of types itself writes it.
    fn held_inside(&self, held: &Held) -> Code {
        held.code(From::Inside, &|id| self.plan.name(id))
    }
}

/// Returns whether a type can be the key of a map.
fn is_plain_key(ty: &Ty) -> bool {
    ty.is_integer() || matches!(ty, Ty::Boolean | Ty::Uuid | Ty::Date | Ty::Decimal)
}

fn rendered(template: &impl Template) -> Result<Vec<Code>, GenerateError> {
    code::render(template).map(|code| vec![code])
}
