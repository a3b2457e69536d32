//! Selects the intents of each operation, from the description alone.

use spec::model::{Location, Method, Operation, SecurityKind};

use conformance_core::description::{Description, OperationId};
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;
use conformance_engine::event::LeftOut;
use conformance_engine::profile::Profile;

/// One operation and one intent.
#[derive(Debug, Clone)]
pub struct Unit {
    /// The operation.
    pub operation: OperationId,
    /// The intent.
    pub intent: Intent,
    /// Why no request is sent, if that is known in advance.
    pub left_out: Option<LeftOut>,
}

/// Returns every operation with every intent, in the order of the description.
#[must_use]
pub fn units(description: &Description, profile: &Profile) -> Vec<Unit> {
    let selected = &profile.selection.operations;
    let mut all = Vec::new();
    for (operation, described) in description.operations() {
        if !selected.is_empty() && !selected.iter().any(|one| one.takes(described)) {
            continue;
        }
        for intent in Intent::PLANNED {
            all.push(Unit {
                operation,
                intent,
                left_out: left_out(description, profile, described, intent),
            });
        }
    }
    all
}

fn left_out(
    description: &Description,
    profile: &Profile,
    operation: &Operation,
    intent: Intent,
) -> Option<LeftOut> {
    let unreachable = |why: &str| Some(LeftOut::Unreachable(why.to_owned()));
    let has_json = operation
        .body
        .as_ref()
        .is_some_and(|body| body.content.iter().any(spec::model::MediaType::is_json));
    if operation.path.contains('#') {
        return unreachable("its path has a fragment, which is not sent (RFC 9110 §7.1)");
    }
    match intent {
        Intent::MalformedBody | Intent::UnknownFields if !has_json => {
            unreachable("it takes no JSON")
        }
        Intent::WrongMediaType | Intent::Oversized if operation.body.is_none() => {
            unreachable("it takes no body")
        }
        Intent::WithoutCredential
        | Intent::WrongCredential
        | Intent::ExpiredCredential
        | Intent::TamperedCredential
            if !needs_credential(operation) =>
        {
            unreachable("it needs no credential")
        }
        Intent::OtherOrganization if !is_owned(operation) => {
            unreachable("it belongs to no organization")
        }
        Intent::LegacyCredential if !takes_legacy(description, operation) => {
            unreachable("it takes no older credential")
        }
        Intent::LegacyCredential if !operation.method.is_safe() => {
            unreachable("only reads are compared")
        }
        Intent::Head if operation.method != Method::Get => unreachable("it is not a GET"),
        Intent::UnknownResource if !names_something(operation) => {
            unreachable("its path names no single resource")
        }
        _ if !operation.method.is_safe() && !profile.writes && changes(intent) => Some(
            LeftOut::Skipped(MissingInput::Writes.sentence(description.service())),
        ),
        _ => None,
    }
}

/// Returns whether a request of an intent may change something, if the operation does.
const fn changes(intent: Intent) -> bool {
    !matches!(
        intent,
        Intent::WithoutCredential
            | Intent::WrongCredential
            | Intent::ExpiredCredential
            | Intent::TamperedCredential
            | Intent::Head
            | Intent::UndeclaredMethod
    )
}

/// Returns whether an operation requires a credential.
pub(super) fn needs_credential(operation: &Operation) -> bool {
    let mut alternatives = operation.security.iter();
    !operation.security.is_empty() && alternatives.all(|one| !one.schemes.is_empty())
}

/// Returns whether an operation is about someone's property: it needs a credential, and its path
/// has a variable.
fn is_owned(operation: &Operation) -> bool {
    needs_credential(operation) && operation.path.contains('{')
}

/// Returns whether an operation accepts an API key in addition to a token.
fn takes_legacy(description: &Description, operation: &Operation) -> bool {
    let is_key = |name: &String| {
        let mut schemes = description.api.security_schemes.iter();
        schemes.any(|scheme| {
            scheme.name == *name && matches!(scheme.kind, SecurityKind::ApiKey { .. })
        })
    };
    let keys = operation
        .security
        .iter()
        .filter(|one| one.schemes.iter().any(|(n, _)| is_key(n)));
    let count = keys.count();
    count > 0 && count < operation.security.len()
}

/// Returns whether the last variable of a path names a single resource.
fn names_something(operation: &Operation) -> bool {
    let mut parameters = operation.parameters.iter();
    parameters.any(|one| one.location == Location::Path)
}
