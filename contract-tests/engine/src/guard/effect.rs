//! What an operation does, as far as the description shows.

use spec::model::{Method, Operation, Response, Status};

use super::words;
use conformance_core::description::{Description, OperationId};
use conformance_core::items::items_at;
use conformance_core::resources::{ResourceId, Resources};

/// The effect of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// It changes nothing (RFC 9110 §9.2.1).
    Reads,
    /// It creates an item: of this resource, or one whose items have no path.
    Creates(Option<ResourceId>),
    /// It creates an item, and may also act on the parent. It is sent if the run has created the
    /// parent, and otherwise treated as an action. The text says why.
    CreatesWithin(Option<ResourceId>, String),
    /// It works on the item that its path names.
    Changes,
    /// It acts on a collection, on the caller or on the whole server.
    Acts(String),
}

impl Effect {
    /// Determines the effect of an operation.
    pub fn of(description: &Description, resources: &Resources, id: OperationId) -> Self {
        let operation = description.operation(id);
        if operation.method.is_safe() {
            return words::of_read(operation).map_or(Self::Reads, |word| {
                Self::Acts(format!("by its name it acts (`{word}`)"))
            });
        }
        let made = resources.made_by(id);
        let creates =
            made.is_some() || (declares_creation(operation) && !is_single(description, operation));
        if operation.method == Method::Post && creates {
            let Some(word) = words::of_creation(operation, made.is_some()) else {
                return Self::Creates(made);
            };
            let why = format!(
                "it does more than create an item (`{word}` in its path, id or documentation)"
            );
            let stays_within =
                operation.path.contains('{') && words::of_outward_action(operation).is_none();
            return if stays_within {
                Self::CreatesWithin(made, why)
            } else {
                Self::Acts(why)
            };
        }
        if !operation.path.contains('{') {
            return Self::Acts("its path names no item, and it creates none".to_owned());
        }
        match words::of_outward_action(operation) {
            Some(word) => Self::Acts(format!("it reaches beyond the deployment (`{word}`)")),
            None => Self::Changes,
        }
    }
}

impl Effect {
    /// Returns whether the operation creates an item.
    pub const fn is_creation(&self) -> bool {
        matches!(self, Self::Creates(_) | Self::CreatesWithin(..))
    }

    /// Returns the resource of which the operation creates an item, if its items have a path.
    pub const fn created(&self) -> Option<ResourceId> {
        match self {
            Self::Creates(made) | Self::CreatesWithin(made, _) => *made,
            _ => None,
        }
    }
}

/// Returns whether the operation declares 201 with a body or `Location`, and its path ends in a
/// name: a POST to an item does not create one.
fn declares_creation(operation: &Operation) -> bool {
    let mut responses = operation.responses.iter();
    let is_told = |one: &Response| {
        let mut headers = one.headers.iter();
        !one.content.is_empty() || headers.any(|one| one.name.eq_ignore_ascii_case("location"))
    };
    !operation.path.trim_end_matches('/').ends_with('}')
        && responses.any(|one| one.status == Status::Code(201) && is_told(one))
}

/// Returns whether a path has a single instance: it has other operations, none of which lists, or
/// it belongs to the caller. A POST there replaces the instance.
fn is_single(description: &Description, operation: &Operation) -> bool {
    let api = &description.api;
    let at_path = || {
        let all = api.operations_of_path(&operation.path);
        all.filter(|one| one.method != operation.method)
    };
    let is_listed = at_path().any(|one| one.method == Method::Get && items_at(api, one).is_some());
    !is_listed && (at_path().next().is_some() || words::is_of_caller(&operation.path))
}
