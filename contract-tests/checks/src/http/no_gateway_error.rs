//! HTTP-15: errors that may be temporary faults of the infrastructure are reported, and do not fail
//! the run.

use std::collections::BTreeMap;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::description::OperationId;
use conformance_engine::expectation;
use conformance_engine::run_state::Inner;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "no-gateway-error",
    requirement: "HTTP-15",
    strength: None,
    about: "No operation is answered with 502, 503 or 504 each time; one such answer leaves its case \
            undecided.",
    example: "> GET /org/o1/offer\n\
              < 502",
    fix: "Look at the proxy's log: the service behind it was restarted, timed out or closed the \
          connection. The checks on that request stay undecided.",
    run: Run::Finally(check),
};

fn check(session: &Session) -> Outcome {
    let state = session.state.lock();
    let mut outcome = Outcome::default();
    let mut seen: BTreeMap<u16, u64> = BTreeMap::new();
    for (status, count) in &state.statuses {
        if matches!(status, 502..=504) {
            seen.insert(*status, *count);
        } else {
            outcome.pass();
        }
    }
    for (status, count) in seen {
        outcome.undecided(format!("requests answered with {status}: {count}"));
    }
    for (operation, described) in session.description.operations() {
        let Some(status) = unserved(&state, operation) else {
            continue;
        };
        let sample = state.samples.iter();
        let mut sample = sample.filter(|(key, _)| key.0 == Some(operation) && key.2 == status);
        let Some(exchange) = sample.find_map(|(_, samples)| samples.first()) else {
            continue;
        };
        let fault = Fault::new(format!(
            "{} is answered with {status} each time",
            described.id
        ))
        .must(expectation::class(5).not())
        .expected("a response of the service")
        .actual(format!("{status}, and no other status"));
        let fault = if is_temporary_elsewhere(&state, operation, status) {
            fault.strength(Strength::Should)
        } else {
            fault
        };
        outcome.fail(fault, &[exchange]);
    }
    outcome
}

/// From how many responses on a failure does not count as temporary.
const LASTING: u64 = 3;

/// Returns the status of an operation that only fails, as if because of its infrastructure.
fn unserved(state: &Inner, operation: OperationId) -> Option<u16> {
    let answers = state.answered.iter();
    let mut own = answers.filter(|((id, _), _)| *id == operation);
    let ((_, status), count) = own.next()?;
    let lasts = matches!(status, 502..=504) && *count >= LASTING && own.next().is_none();
    lasts.then_some(*status)
}

/// Returns whether other operations get a status now and then: then the deployment is overloaded at
/// times, and the operation may have been sent requests at these only.
fn is_temporary_elsewhere(state: &Inner, operation: OperationId, status: u16) -> bool {
    let others = state.answered.keys().filter(|(id, _)| *id != operation);
    let mut failing = others.filter(|(_, one)| *one == status).map(|(id, _)| *id);
    failing.any(|id| {
        let mut all = state.answered.keys();
        all.any(|(own, one)| *own == id && *one != status)
    })
}
