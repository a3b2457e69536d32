//! The groups of operations: a module of the client and of the server, and a handle of the client.

use super::names::{self, Case, LANGUAGE, Scope};
use super::plan::Plan;
use crate::ir::{self, Call, Ir};

/// What is decided for Rust of the operations of one tag.
#[derive(Debug)]
pub(super) struct Group {
    /// The module: `offers`.
    pub(super) module: String,
    /// The type of the handle: `Offers`.
    pub(super) handle: String,
}

/// Returns the groups, in the order of the tags.
pub(super) fn groups(ir: &Ir<'_>) -> Vec<Group> {
    let mut modules = names::modules();
    let mut types = beside(ir);
    let groups = ir.groups.iter().map(|group| Group {
        module: modules.claim_or(group.tag, "tag"),
        handle: types.claim_or(group.tag, "operations"),
    });
    groups.collect()
}

/// Returns a scope for types other than those of the operations.
fn beside(ir: &Ir<'_>) -> Scope {
    let mut scope = Scope::new(Case::Pascal, LANGUAGE.operation_types);
    for call in ir.calls() {
        for ending in LANGUAGE.operation_endings.iter().chain(&[""]) {
            scope.claim_derived(&call.pascal, ending);
        }
    }
    scope
}

/// The place of an operation: the index of its group, and its index there.
pub(super) type Place = (usize, usize);

/// Returns the places of the operations, in the order of the description.
pub(super) fn places(ir: &Ir<'_>) -> Vec<Place> {
    let groups = ir.groups.iter().enumerate();
    let places = groups.flat_map(|(at, group)| {
        let calls = group.calls.iter().enumerate();
        calls.map(move |(place, call)| (call.index, (at, place)))
    });
    let mut places: Vec<_> = places.collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| place).collect()
}

/// Returns the name of each operation in the table of operations: `LIST_OFFERS`.
pub(super) fn constants(ir: &Ir<'_>) -> Vec<String> {
    let mut scope = Scope::new(Case::Constant, &["ALL"]);
    let operations = ir.api.operations.iter();
    operations.map(|one| scope.claim(&one.id)).collect()
}

impl<'a> Plan<'a> {
    /// Returns the groups, each with what is decided for Rust.
    pub(super) fn groups(&self) -> impl Iterator<Item = (&ir::Group<'a>, &Group)> {
        self.ir.groups.iter().zip(&self.groups)
    }

    /// Returns every operation, in the order of the description.
    pub(super) fn calls(&self) -> impl Iterator<Item = &Call<'a>> {
        let places = self.places.iter();
        places.map(|&(group, place)| &self.ir.groups[group].calls[place])
    }

    /// Returns the operation with an id.
    pub(super) fn find(&self, id: &str) -> Option<&Call<'a>> {
        self.calls().find(|call| call.operation.id == id)
    }

    /// Returns the place of an operation.
    pub(super) fn place(&self, call: &Call<'_>) -> Place {
        self.places[call.index]
    }

    /// Returns what is decided for Rust of an operation's group.
    pub(super) fn group_of(&self, call: &Call<'_>) -> &Group {
        &self.groups[self.place(call).0]
    }

    /// Returns the method of the client that returns the handle of an operation's group: `offers`.
    pub(super) fn method_of(&self, call: &Call<'_>) -> &str {
        &self.ir.groups[self.place(call).0].name
    }

    /// Returns the name of an operation in the table of operations.
    pub(super) fn constant(&self, call: &Call<'_>) -> &str {
        &self.constants[call.index]
    }

    /// Returns a scope for types other than those of operations and groups.
    pub(super) fn beside_operations(&self) -> Scope {
        let mut scope = beside(&self.ir);
        for group in &self.groups {
            scope.claim_derived(&group.handle, "");
        }
        scope
    }
}
