//! The calls of a tag.

use super::docs;
use super::names::Scope;
use super::operation::{Call, Names};
use super::{Ir, Language, Types};

/// The operations of a tag.
#[derive(Debug)]
pub(crate) struct Group<'a> {
    /// The name of the tag, or `untagged`.
    pub(crate) tag: &'a str,
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
    let mut scope = Scope::new(language.group, language.groups);
    let groups = types.api.by_tag().into_iter().map(|(tag, operations)| {
        let name = tag.map_or("untagged", |tag| tag.name.as_str());
        let calls = operations.into_iter();
        let calls = calls.map(|index| Call::new(types, language, index, &names[index]));
        Group {
            tag: name,
            docs: docs::of_tag(name, tag),
            name: scope.claim_or(name, "operations"),
            calls: calls.collect(),
        }
    });
    groups.collect()
}
