//! Names in the package in addition to those that every SDK has.

use std::collections::HashMap;

use super::reserved::{FILES, TYPES, VALUES};
use crate::ir::names::{Case, Scope};
use crate::ir::{Call, Form, Group, Ir, Ty, TypeId};

/// The names of all exports, and of their files.
#[derive(Debug)]
pub(super) struct Names {
    types: Vec<TypeNames>,
    groups: Vec<GroupNames>,
    calls: HashMap<String, CallNames>,
    /// The names of all values.
    values: Scope,
}

/// The names of a type.
#[derive(Debug)]
pub(super) struct TypeNames {
    /// Its file, without an extension.
    pub(super) file: String,
    /// The constant with its schema.
    pub(super) schema: String,
}

/// The names of a group.
#[derive(Debug)]
pub(super) struct GroupNames {
    /// Its file, without an extension.
    pub(super) file: String,
    /// The class of the group.
    pub(super) class: String,
}

/// The names of a call.
#[derive(Debug)]
pub(super) struct CallNames {
    /// Its method, as callers write it after the name of a client.
    pub(super) method: String,
    /// The type of its arguments.
    pub(super) params: String,
    /// The type of its result, if that needs a name.
    pub(super) result: String,
    /// The type of its errors.
    pub(super) failure: String,
}

impl Names {
    pub(super) fn new(ir: &Ir<'_>) -> Self {
        let mut files = Scope::new(Case::Snake, FILES);
        let mut values = Scope::new(Case::Camel, VALUES);
        let mut types = Scope::new(Case::Pascal, TYPES);
        // Names of the plan are kept.
        for (_, declared) in ir.types.iter() {
            types.claim(&declared.name);
        }
        for call in ir.calls() {
            values.claim(&call.unique);
        }
        let declared = ir.types.iter();
        let declared = declared.map(|(_, declared)| TypeNames {
            file: files.claim_or(&declared.name, "model").replace('_', "-"),
            schema: values.claim(&format!("{} schema", declared.name)),
        });
        let declared = declared.collect();
        let mut folder = Scope::new(Case::Snake, FILES);
        let groups = ir.groups.iter();
        let groups = groups.map(|group| GroupNames {
            file: folder.claim_or(&group.name, "group").replace('_', "-"),
            class: types.claim_or(&group.name, "group"),
        });
        let groups = groups.collect();
        let calls = ir.groups.iter().flat_map(|group| {
            let calls = group.calls.iter();
            calls.map(move |call| (group, call))
        });
        let calls =
            calls.map(|(group, call)| (call.unique.clone(), of_call(group, call, &mut types)));
        Self {
            types: declared,
            groups,
            calls: calls.collect(),
            values,
        }
    }

    pub(super) fn of_type(&self, id: TypeId) -> &TypeNames {
        &self.types[id.index()]
    }

    /// Returns the names of values, to which those of webhooks are added.
    pub(super) const fn values(&self) -> &Scope {
        &self.values
    }

    pub(super) fn groups(&self) -> &[GroupNames] {
        &self.groups
    }

    pub(super) fn of_call(&self, call: &Call<'_>) -> &CallNames {
        &self.calls[&call.unique]
    }
}

fn of_call(group: &Group<'_>, call: &Call<'_>, types: &mut Scope) -> CallNames {
    CallNames {
        method: format!("{}.{}", group.name, call.method),
        params: types.claim_derived(&call.pascal, "Params"),
        result: types.claim_derived(&call.pascal, "Result"),
        failure: types.claim_derived(&call.pascal, "Error"),
    }
}

/// Returns whether a type has a constant with its schema.
pub(super) fn has_schema(ir: &Ir<'_>, id: TypeId) -> bool {
    match ir.types.get(id).form {
        Form::Record | Form::Union => true,
        Form::StringEnum | Form::IntegerEnum => false,
        Form::Alias => matches!(ir.types.behind(id), Ty::List(_) | Ty::Map(_)),
    }
}
