//! CON-01: every response has a status that its operation declares.

use spec::model::{Operation, Response, Status};

use super::OF_HTTP;
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::intent::Intent;
use conformance_core::lookup::declared;
use conformance_engine::expectation::Rule;

pub static CHECK: Check = Check {
    id: "status-declared",
    requirement: "CON-01",
    strength: None,
    about: "Every answer has a status that its operation declares.",
    example: "description: 200, 404\n\
              > GET /org/o1/offer/x\n\
              < 410",
    fix: "Declare the status in the description, or answer with one that is declared.",
    run: Run::Exchange(check),
};

/// Returns whether a declared response covers a status: if successes are declared, `default` is for
/// errors.
fn covers(operation: &Operation, found: &Response, status: u16) -> bool {
    let names_success = || {
        operation
            .responses
            .iter()
            .any(|one| one.status.is_success())
    };
    found.status != Status::Default || status / 100 != 2 || !names_success()
}

/// Statuses for invalid requests. An operation that declares none of them leaves open how such
/// requests are refused.
const OF_INPUT: [u16; 6] = [400, 403, 404, 409, 410, 422];

/// Returns whether a status follows from other parts of the description: from a required
/// credential, a path variable, a precondition or a media type that is not offered, or because it
/// declares no successes or no client errors at all.
fn is_implied(operation: &Operation, seen: &Seen<'_>, status: u16) -> bool {
    let header = |name: &str| seen.exchange.request.header(name);
    let has = |name: &str| header(name).is_some();
    let tells_errors = || {
        let mut all = operation.responses.iter();
        all.any(|one| match one.status {
            Status::Code(code) => OF_INPUT.contains(&code),
            Status::Range(class) => class == 4,
            Status::Default => true,
        })
    };
    let tells_success = || {
        let mut all = operation.responses.iter();
        all.any(|one| match one.status {
            Status::Code(code) => code < 400,
            Status::Range(class) => class < 4,
            Status::Default => true,
        })
    };
    match status {
        200..=299 => !tells_success(),
        304 => has("if-none-match"),
        406 => header("accept").is_some_and(|accept| !accept.contains("*/*")),
        412 => has("if-match"),
        401 if !operation.security.is_empty() => declared(operation, status).is_none(),
        404 if operation.path.contains('{') => declared(operation, status).is_none(),
        400 | 403 | 404 | 409 | 410 | 413 | 415 | 422 => !tells_errors(),
        _ => false,
    }
}

/// Requires a status that is declared, or that HTTP allows for every operation.
fn allowed(operation: &Operation) -> Rule {
    let of_http = OF_HTTP.iter().map(|status| (*status, *status));
    let declared = operation.responses.iter().map(|one| match one.status {
        Status::Code(code) => (code, code),
        Status::Range(class) => (u16::from(class) * 100, u16::from(class) * 100 + 99),
        Status::Default => (300, 599),
    });
    Rule::Status(declared.chain(of_http).collect())
}

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    let purpose = &seen.exchange.purpose;
    let other_method = seen.exchange.request.method != operation.method.as_str();
    if other_method || matches!(purpose.intent, Intent::UndeclaredMethod | Intent::Head) {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    // Another check reports failures of the server (HTTP-15); descriptions need not declare them.
    if status == 500 {
        return Verdict::NotApplicable;
    }
    if is_implied(operation, seen, status) {
        return Verdict::NotApplicable;
    }
    if OF_HTTP.contains(&status)
        || declared(operation, status).is_some_and(|found| covers(operation, found, status))
    {
        return Verdict::Passed;
    }
    let all: Vec<String> = operation
        .responses
        .iter()
        .map(|one| one.status.to_string())
        .collect();
    Verdict::Failed(vec![
        Fault::new(format!(
            "{} answers with {status}, which it does not declare",
            operation.id
        ))
        .cause(format!("answers with {status}, which is not declared"))
        .must(allowed(operation))
        .expected(format!("one of {}", all.join(", ")))
        .actual(status.to_string())
        .described(operation.span, operation.statuses()),
    ])
}
