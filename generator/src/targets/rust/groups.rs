//! The groups of operations: a module of the client and of the server, and a handle of the client.

use spec::model::Operation;

use super::names::{self, Scope};
use super::operation_names::{OperationNames, beside};
use super::plan::Plan;
use crate::ir::Ir;
use crate::ir::group::{Tagged, by_tag};

/// The operations of one tag, with their names.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) tagged: Tagged<'a>,
    /// The module: `offers`.
    pub(super) module: String,
    /// The method of the client that returns the handle: `offers`.
    pub(super) method: String,
    /// The type of the handle: `Offers`.
    pub(super) handle: String,
}

/// Returns the groups, in the order of the tags.
pub(super) fn groups<'a>(ir: &Ir<'a>, operations: &[OperationNames]) -> Vec<Group<'a>> {
    let mut modules = names::modules();
    let mut types = beside(operations);
    let groups = by_tag(ir.api).into_iter().zip(&ir.groups);
    let groups = groups.map(|(tagged, group)| Group {
        module: modules.claim_or(tagged.name, "tag"),
        method: group.name.clone(),
        handle: types.claim_or(tagged.name, "operations"),
        tagged,
    });
    groups.collect()
}

impl<'a> Plan<'a> {
    /// Returns the operations of a group, with their names.
    pub(super) fn of_group(
        &self,
        group: &Group<'_>,
    ) -> impl Iterator<Item = (&'a Operation, &OperationNames)> {
        let operations = group.tagged.operations.iter();
        operations.map(|&index| (&self.api.operations[index], &self.operations[index]))
    }

    /// Returns every operation with its names and its group, in the order of the description.
    pub(super) fn grouped(&self) -> Vec<(&'a Operation, &OperationNames, &Group<'a>)> {
        let groups = self.groups.iter();
        let indices = groups.flat_map(|group| {
            let operations = group.tagged.operations.iter();
            operations.map(move |&index| (index, group))
        });
        let mut indices: Vec<_> = indices.collect();
        indices.sort_unstable_by_key(|(index, _)| *index);
        let all = indices.into_iter();
        all.map(|(index, group)| (&self.api.operations[index], &self.operations[index], group))
            .collect()
    }

    /// Returns a scope for types other than those of operations and groups.
    pub(super) fn beside_operations(&self) -> Scope {
        let mut scope = beside(&self.operations);
        for group in &self.groups {
            scope.claim_derived(&group.handle, "");
        }
        scope
    }
}
