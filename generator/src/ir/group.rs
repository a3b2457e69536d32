//! The calls of a tag.

use spec::model::Api;

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

/// The operations of a tag, or those without one.
#[derive(Debug)]
pub(crate) struct Tagged<'a> {
    /// The name of the tag, or `untagged`.
    pub(crate) name: &'a str,
    /// The documentation of the tag (CommonMark).
    pub(crate) docs: String,
    /// The operations, as indices of those of the description.
    pub(crate) operations: Vec<usize>,
}

/// Returns the operations by their first tag, in the order of the tags; those without a tag come
/// last.
pub(crate) fn by_tag(api: &Api) -> Vec<Tagged<'_>> {
    let groups = api.by_tag().into_iter().map(|(tag, operations)| {
        let name = tag.map_or("untagged", |tag| tag.name.as_str());
        Tagged {
            name,
            docs: docs::of_tag(name, tag),
            operations,
        }
    });
    groups.collect()
}

fn groups<'a>(types: &Types<'a>, language: &Language, names: &[Names]) -> Vec<Group<'a>> {
    let api = types.api;
    let mut scope = Scope::new(language.group, language.groups);
    let groups = by_tag(api).into_iter().map(|tagged| {
        let operations = tagged.operations.iter();
        let calls = operations.map(|&index| Call::new(types, language, index, &names[index]));
        Group {
            tag: tagged.name,
            docs: tagged.docs,
            name: scope.claim_or(tagged.name, "operations"),
            calls: calls.collect(),
        }
    });
    groups.collect()
}
