//! CON-01: every answer has a status that its operation declares.

use spec::model::{Operation, Response, Status};

use super::{OF_HTTP, declared};
use crate::check::{Check, Fault, Judgement, Run, Seen};
use crate::intent::Intent;

/// The check.
pub static CHECK: Check = Check {
    id: "status-declared",
    requirement: "CON-01",
    strength: None,
    about: "Every answer has a status that its operation declares.",
    run: Run::Exchange(judge),
};

/// Whether a declared response is meant for a status: beside declared successes, `default` is for
/// what goes wrong.
fn covers(operation: &Operation, found: &Response, status: u16) -> bool {
    let names_success = || {
        operation
            .responses
            .iter()
            .any(|one| one.status.is_success())
    };
    found.status != Status::Default || status / 100 != 2 || !names_success()
}

fn judge(seen: &Seen<'_>) -> Judgement {
    let Some(operation) = seen.operation() else {
        return Judgement::NotApplicable;
    };
    let purpose = &seen.exchange.purpose;
    let other_method = seen.exchange.request.method != operation.method.as_str();
    if other_method || matches!(purpose.intent, Intent::UndeclaredMethod | Intent::Head) {
        return Judgement::NotApplicable;
    }
    let status = seen.response.status;
    if OF_HTTP.contains(&status)
        || declared(operation, status).is_some_and(|found| covers(operation, found, status))
    {
        return Judgement::Passed;
    }
    let all: Vec<String> = operation
        .responses
        .iter()
        .map(|one| one.status.to_string())
        .collect();
    Judgement::Failed(vec![
        Fault::new(format!(
            "{} answers with {status}, which it does not declare",
            operation.id
        ))
        .expected(format!("one of {}", all.join(", ")))
        .actual(status.to_string())
        .described(operation.span, &operation.provenance),
    ])
}
