//! The calls of a tag.

use spec::model::Operation;

use super::docs;
use super::names::Scope;
use super::operation::{Call, Names};
use super::{Ir, Language, Types};

/// The operations of a tag.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    /// Its documentation (CommonMark).
    pub(crate) docs: String,
    /// Its name in a client, in the language's case.
    pub(crate) name: String,
    /// The calls, in the order of the description.
    pub(crate) calls: Vec<Call<'a>>,
}

/// Pass: determines the arguments and results of each operation, and its group.
pub(super) fn call(ir: &mut Ir<'_>) {
    ir.groups = groups(&ir.types, ir.language, &ir.names);
}

/// Returns the operations by their first tag, in the order of the tags; those without a tag come
/// last.
fn groups<'a>(types: &Types<'a>, language: &Language, names: &[Names]) -> Vec<Group<'a>> {
    let api = types.api;
    let mut scope = Scope::new(language.group, language.groups);
    let tags = api.tags.iter().map(Some).chain([None]);
    let mut groups = Vec::new();
    for tag in tags {
        let name = tag.map(|tag| tag.name.as_str());
        let is_here = |operation: &Operation| operation.tags.first().map(String::as_str) == name;
        let operations = api.operations.iter().zip(names);
        let calls: Vec<_> = operations
            .filter(|(operation, _)| is_here(operation))
            .map(|(operation, names)| Call::new(types, language, operation, names))
            .collect();
        if calls.is_empty() {
            continue;
        }
        let name = name.unwrap_or("untagged");
        groups.push(Group {
            docs: docs::of_tag(name, tag),
            name: scope.claim_or(name, "operations"),
            calls,
        });
    }
    groups
}
