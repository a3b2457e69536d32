//! What an operation does, as far as the description tells.

use spec::model::{Method, Operation, Status};

use super::words;
use crate::description::{Description, OperationId};
use crate::resources::{ResourceId, Resources};

/// What an operation does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It changes nothing (RFC 9110 §9.2.1).
    Reads,
    /// It creates an item: of this resource, or one whose items have no path.
    Creates(Option<ResourceId>),
    /// It works on the item that its path names.
    Changes,
    /// It acts on a collection, on the caller or on the whole server.
    Acts(String),
}

impl Effect {
    /// The effect of an operation.
    pub(crate) fn of(description: &Description, resources: &Resources, id: OperationId) -> Self {
        let operation = description.operation(id);
        if operation.method.is_safe() {
            return words::of_read(operation).map_or(Self::Reads, |word| {
                Self::Acts(format!("by its name it acts (`{word}`)"))
            });
        }
        let made = resources.made_by(id);
        if operation.method == Method::Post && (made.is_some() || declares_creation(operation)) {
            return match words::of_creation(operation, made.is_some()) {
                Some(word) => Self::Acts(format!(
                    "it does more than create an item (`{word}` in its path, id or documentation)"
                )),
                None => Self::Creates(made),
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

/// Whether 201 is declared, and the path ends in a name: a POST to an item does not create one.
fn declares_creation(operation: &Operation) -> bool {
    let mut responses = operation.responses.iter();
    !operation.path.trim_end_matches('/').ends_with('}')
        && responses.any(|one| one.status == Status::Code(201))
}
