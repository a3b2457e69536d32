//! The operations that the example programs of a package call.

use spec::model::{Api, Kind, Location, Method, Operation, SchemaId};

use super::{Call, Group, Ir, Pages};

/// Operations that a program can call with texts from its environment, if there are such.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Chosen<'a> {
    /// One that returns a resource.
    pub(crate) first: Option<&'a Operation>,
    /// One that returns a list in pages.
    pub(crate) list: Option<&'a Operation>,
}

/// The same operations, with their calls and groups.
#[derive(Debug)]
pub(crate) struct Programs<'i, 'a> {
    /// The call that returns a resource.
    pub(crate) first: Option<(&'i Group<'a>, &'i Call<'a>)>,
    /// The call that returns a list, and its pages.
    pub(crate) list: Option<(&'i Group<'a>, &'i Call<'a>, &'i Pages<'a>)>,
}

impl<'a> Ir<'a> {
    /// Returns what the example programs call.
    pub(crate) fn programs(&self) -> Programs<'_, 'a> {
        let chosen = chosen(self.api);
        let find = |wanted: &Operation| {
            let mut calls = self.grouped();
            calls.find(|(_, call)| call.operation.id == wanted.id)
        };
        let list = chosen.list.and_then(find);
        Programs {
            first: chosen.first.and_then(find),
            list: list.and_then(|(group, call)| Some((group, call, call.pages.as_ref()?))),
        }
    }
}

/// Returns the operations with the fewest arguments, of those that need credentials if there are
/// such: they are what the API is for.
pub(crate) fn chosen(api: &Api) -> Chosen<'_> {
    let easy = || api.operations.iter().filter(|one| is_easy(api, one));
    let few = |one: &&Operation| {
        let required = one.parameters.iter().filter(|one| one.required);
        (one.alternatives().is_empty(), required.count())
    };
    let is_list = |one: &&Operation| one.pagination.is_some();
    Chosen {
        first: easy().filter(|one| !is_list(one)).min_by_key(few),
        list: easy().filter(is_list).min_by_key(few),
    }
}

/// Returns whether an operation reads something, and needs only texts in its path.
fn is_easy(api: &Api, operation: &Operation) -> bool {
    let mut required = operation.parameters.iter().filter(|one| one.required);
    let responses = operation.responses.iter();
    let mut successes = responses.filter(|one| one.status.is_success());
    operation.method == Method::Get
        && operation.deprecation.is_none()
        && operation.body.is_none()
        && required.all(|one| one.location == Location::Path && is_text(api, one.schema))
        && successes.next().is_some_and(|one| {
            let mut contents = one.content.iter();
            contents
                .next()
                .is_some_and(|one| one.is_json() && one.stream.is_none())
        })
        && successes.next().is_none()
}

/// Returns whether a value is a string in no format.
fn is_text(api: &Api, id: SchemaId) -> bool {
    match &api.schema(api.resolve(id)).kind {
        Kind::String(text) => text.format.is_none(),
        _ => false,
    }
}
