//! CON-05: a request that the description allows is not refused as malformed.

use spec::model::{Body, Kind, Location, Operation, Parameter, Provenance, Status};

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_core::intent::Intent;
use conformance_core::lookup::declared;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "valid-accepted",
    requirement: "CON-05",
    strength: None,
    about: "A request that conforms to the description is not refused as malformed.",
    example: "description: name has maxLength 40\n\
              > POST /org/o1/offer {\"name\": \"<40 letters>\"}\n\
              < 400",
    fix: "Accept what the description allows, or describe the limit that the service really has. \
          Count characters, not bytes.",
    run: Run::Exchange(check),
};

/// Statuses that say that a request does not follow the description. `no-server-error` reports 501.
const REFUSALS: [u16; 5] = [400, 405, 411, 414, 415];

/// The length that every target may have, in bytes (RFC 9110 §4.1); beyond it, 414 is no fault.
const LONGEST_TARGET: usize = 8_000;

fn check(seen: &Seen<'_>) -> Verdict {
    let intent = seen.exchange.purpose.intent;
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    // The checks of the token endpoint cover forms, whose fields depend on each other.
    let is_form = seen
        .exchange
        .request
        .header("content-type")
        .is_some_and(|name| name.contains("form"));
    if !matches!(intent, Intent::Valid | Intent::Boundary | Intent::Odd) || is_form {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    if !REFUSALS.contains(&status) {
        return Verdict::Passed;
    }
    if has_json_in_text(seen, operation) {
        return Verdict::NotApplicable;
    }
    if status == 414 && seen.exchange.request.target.len() > LONGEST_TARGET {
        return Verdict::NotApplicable;
    }
    // The operation's provenance covers its path and method; its parts have separate provenance.
    let provenance = match status {
        405 => &operation.provenance,
        _ => accepted(operation),
    };
    Verdict::require(!REFUSALS.contains(&status), || {
        Fault::new(format!(
            "{} refuses with {status} a request that the description allows ({intent})",
            operation.id
        ))
        .cause(format!(
            "requests that the description allows are refused with {status}"
        ))
        .must(expectation::status(&REFUSALS).not())
        .expected("2xx, or a refusal of what the values mean (404, 409, 422)")
        .actual(status.to_string())
        .described(operation.span, provenance)
        .strength(strength(operation, status))
    })
}

/// Returns whether the query has a text that must be JSON, as only prose says: the schema allows
/// every text.
fn has_json_in_text(seen: &Seen<'_>, operation: &Operation) -> bool {
    let api = &seen.description().api;
    let is_free = |one: &Parameter| match &api.schema(api.resolve(one.schema)).kind {
        Kind::String(text) => text.pattern.is_none() && text.format.is_none(),
        _ => false,
    };
    let says_json = |one: &Parameter| {
        let prose = one.description.as_deref().unwrap_or_default();
        let mut words = prose.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.eq_ignore_ascii_case("json"))
    };
    let target = &seen.exchange.request.target;
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let mut sent = url::form_urlencoded::parse(query.as_bytes());
    let in_query = |one: &&Parameter| one.location == Location::Query;
    let parameters: Vec<_> = operation.parameters.iter().filter(in_query).collect();
    sent.any(|(name, _)| {
        let mut own = parameters.iter().filter(|one| one.name == name);
        own.any(|one| is_free(one) && says_json(one))
    })
}

/// Returns how much a refusal weighs. Where an operation has no input, a declared status can only
/// be about the caller or the state of the service.
fn strength(operation: &Operation, status: u16) -> Strength {
    let has_input = !operation.parameters.is_empty() || operation.body.is_some();
    let is_declared =
        declared(operation, status).is_some_and(|response| response.status == Status::Code(status));
    if has_input || !is_declared {
        Strength::Must
    } else {
        Strength::Should
    }
}

/// Returns the provenance of what a request may contain: that of its weakest part.
fn accepted(operation: &Operation) -> &Provenance {
    let parameters = operation.parameters.iter().map(|one| &one.provenance);
    let body = operation.body.iter().flat_map(Body::provenances);
    let all = parameters.chain(body).chain([operation.behavior()]);
    Provenance::weakest(all).unwrap_or(&operation.provenance)
}
