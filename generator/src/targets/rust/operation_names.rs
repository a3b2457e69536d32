//! The names of operations: in the client, in the server, and in the table of operations.

use super::names::{Case, LANGUAGE, Scope};
use crate::ir::Ir;

/// The names of an operation.
#[derive(Debug)]
pub(super) struct OperationNames {
    /// Its place in the groups of the IR.
    pub(super) place: (usize, usize),
    /// The method of the client's group: `list`.
    pub(super) call: String,
    /// The method beside it that returns every item, if it is a paged list: `list_all`.
    pub(super) call_all: Option<String>,
    /// The method of the server's trait, unique in the API: `list_offers`.
    pub(super) method: String,
    /// `ListOffers`
    pub(super) pascal: String,
    /// `LIST_OFFERS`
    pub(super) constant: String,
}

/// Returns the names of each operation, in the order of the description.
pub(super) fn operation_names(ir: &Ir<'_>) -> Vec<OperationNames> {
    let groups = ir.groups.iter().enumerate();
    let calls = groups.flat_map(|(group, of)| {
        let calls = of.calls.iter().enumerate();
        calls.map(move |(place, call)| ((group, place), call))
    });
    let mut calls: Vec<_> = calls.collect();
    calls.sort_unstable_by_key(|(_, call)| call.index);
    let mut constants = Scope::new(Case::Constant, &["ALL"]);
    let names = calls.into_iter().map(|(place, call)| OperationNames {
        place,
        call: call.method.clone(),
        call_all: call.pages.as_ref().map(|pages| pages.method.clone()),
        method: call.unique.clone(),
        pascal: call.pascal.clone(),
        constant: constants.claim(&call.operation.id),
    });
    names.collect()
}

/// Returns a scope for types other than those of the operations.
pub(super) fn beside(operations: &[OperationNames]) -> Scope {
    let mut scope = Scope::new(Case::Pascal, LANGUAGE.operation_types);
    for operation in operations {
        for ending in LANGUAGE.operation_endings.iter().chain(&[""]) {
            scope.claim_derived(&operation.pascal, ending);
        }
    }
    scope
}
