//! What is decided for Rust beside the [`Ir`]: files, distinct types for ids, and the names of
//! operations and their groups.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::AtomicUsize;

use spec::model::{Api, Schema, SchemaId};

use super::features::Features;
use super::groups::{Group, Place, constants, groups, places};
use super::names::{self, LANGUAGE, Scope};
use crate::Config;
use crate::ir::{self, Ir, Origin, Ty, TypeId};

/// The decisions about names and types, made once for the three crates.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) api: &'a Api,
    pub(super) ir: Ir<'a>,
    /// What is decided for Rust of each type, in the order of the types.
    own: Vec<Own>,
    /// What is decided for Rust of each group, in the order of the groups.
    pub(super) groups: Vec<Group>,
    /// The places of the operations, in the order of the description.
    pub(super) places: Vec<Place>,
    /// The names of the operations in their table, in the order of the description.
    pub(super) constants: Vec<String>,
    /// The Cargo features.
    pub(super) features: Features<'a>,
    /// How many parts the shapes of texts have so far.
    pub(super) shape_parts: AtomicUsize,
}

/// What is decided for Rust of a type.
#[derive(Debug)]
pub(super) struct Own {
    pub(super) form: Form,
    pub(super) module: String,
    /// The name of the structure with its required properties, if it is a record.
    pub(super) required: String,
    /// Whether it is a multipart body.
    pub(super) multipart: bool,
}

/// The forms of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Record,
    StringEnum,
    IntegerEnum,
    Union,
    StringNewtype,
    Newtype,
    Alias,
}

impl<'a> Plan<'a> {
    pub(super) fn new(api: &'a Api, config: &'a Config) -> Self {
        let ir = Ir::new(api, config, &LANGUAGE);
        Self {
            api,
            own: own(&ir),
            groups: groups(&ir),
            places: places(&ir),
            constants: constants(&ir),
            features: Features::new(&ir),
            shape_parts: AtomicUsize::new(0),
            ir,
        }
    }

    pub(super) fn schema(&self, id: SchemaId) -> &'a Schema {
        self.api.schema(id)
    }

    pub(super) fn get(&self, id: TypeId) -> &ir::Type<'a> {
        self.ir.types.get(id)
    }

    /// Returns what is decided for Rust of a type.
    pub(super) fn own(&self, id: TypeId) -> &Own {
        &self.own[id.index()]
    }

    pub(super) fn form(&self, id: TypeId) -> Form {
        self.own(id).form
    }

    pub(super) fn type_ids(&self) -> impl Iterator<Item = TypeId> {
        self.ir.types.iter().map(|(id, _)| id)
    }

    /// Returns the type of a value, without `null`, which the caller handles.
    pub(super) fn ty(&self, id: SchemaId) -> Ty {
        self.ir.types.ty(id)
    }

    /// Returns the inner type of an alias or newtype.
    pub(super) fn inner(&self, id: TypeId) -> Ty {
        self.ir.types.behind(id)
    }

    /// Returns what a type stands for, if it is an alias.
    pub(super) fn unalias(&self, mut ty: Ty) -> Ty {
        // A type that contains itself is no alias.
        while let Ty::Declared(id) = ty {
            if self.form(id) != Form::Alias {
                break;
            }
            ty = self.inner(id);
        }
        ty
    }

    pub(super) fn name(&self, id: TypeId) -> &str {
        &self.get(id).name
    }
}

fn own(ir: &Ir<'_>) -> Vec<Own> {
    let modules = modules(ir);
    let multipart = multipart(ir);
    // Companions are named last, so that they do not take the name of a schema.
    let mut companions = Scope::new(names::Case::Pascal, LANGUAGE.types);
    for (_, declared) in ir.types.iter() {
        companions.claim_derived(&declared.name, "");
    }
    let own = ir.types.iter().map(|(id, declared)| Own {
        form: form(ir, id),
        module: modules[&declared.origin].clone(),
        required: match declared.form {
            ir::Form::Record => companions.claim_derived(&declared.name, "Required"),
            _ => String::new(),
        },
        multipart: multipart.contains(&id),
    });
    own.collect()
}

/// Names the modules: those of schemas first, so that they keep their names.
fn modules<'a>(ir: &Ir<'a>) -> BTreeMap<Origin<'a>, String> {
    let mut scope = names::modules();
    let mut modules = BTreeMap::new();
    for (_, declared) in ir.types.iter() {
        modules
            .entry(declared.origin)
            .or_insert_with(|| match declared.origin {
                Origin::Schema(id) => {
                    let name = ir.api.schema(id).name.as_deref();
                    scope.claim_or(name.unwrap_or_default(), "model")
                }
                Origin::Operation(id) => scope.claim(id),
            });
    }
    modules
}

/// Returns the types that are multipart bodies.
fn multipart(ir: &Ir<'_>) -> HashSet<TypeId> {
    let bodies = ir.api.operations.iter().filter_map(|o| o.body.as_ref());
    let contents = bodies.flat_map(|body| &body.content);
    contents
        .filter(|media| media.essence() == "multipart/form-data")
        .filter_map(|media| ir.types.declared(media.schema?))
        .collect()
}

fn form(ir: &Ir<'_>, id: TypeId) -> Form {
    let declared = ir.types.get(id);
    match declared.form {
        ir::Form::Record => Form::Record,
        ir::Form::StringEnum => Form::StringEnum,
        ir::Form::IntegerEnum => Form::IntegerEnum,
        ir::Form::Union => Form::Union,
        ir::Form::Alias => of_alias(ir, id),
    }
}

fn of_alias(ir: &Ir<'_>, id: TypeId) -> Form {
    let schema = ir.types.get(id).schema;
    let name = schema.name.as_deref();
    if ir.types.is_name_needed(id) {
        // An alias cannot contain itself: `type Tree = Vec<Tree>`.
        return Form::Newtype;
    }
    if schema.target().is_some() {
        return Form::Alias;
    }
    let has_format = schema.text().is_some_and(|text| text.format.is_some());
    match ir.types.behind(id) {
        Ty::String if name.is_some() && !has_format => Form::StringNewtype,
        ty if is_id(name) && (ty.is_text() || ty.is_integer()) => Form::Newtype,
        _ => Form::Alias,
    }
}

/// Returns whether a schema is an id, which becomes a distinct type so that ids cannot be confused.
fn is_id(name: Option<&str>) -> bool {
    name.is_some_and(|name| name.ends_with("Id") || name.ends_with("ID"))
}
