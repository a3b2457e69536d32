//! CON-07: a response is complete.

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::description::OperationId;
use conformance_core::exchange::{Exchange, Failure, Request};
use conformance_engine::expectation;
use conformance_engine::run_state::Inner;
use conformance_engine::session::Session;

/// From how many bytes a header section or body is too large for some servers.
const MUCH: usize = 32 * 1024;

pub static CHECK: Check = Check {
    id: "complete-answer",
    requirement: "CON-07",
    strength: None,
    about: "Every response arrives, in time and with as many bytes as it announces.",
    example: "< 200\n\
              < Content-Length: 512\n\
              < (300 bytes, then the connection closes)",
    fix: "Look for a timeout or a crash while the body is written, also in proxies; compute \
          Content-Length after compression.",
    run: Run::Finally(check),
};

fn check(session: &Session) -> Outcome {
    let mut outcome = Outcome::default();
    let state = session.state.lock();
    for ((operation, ..), samples) in &state.samples {
        // A server that is sent far too much may end the connection (RFC 9110 §15.5.14).
        let answerable = samples.iter().filter(|one| !is_much(&one.request));
        for exchange in answerable {
            let failure = match &exchange.outcome {
                Ok(_) => {
                    outcome.pass();
                    continue;
                }
                Err(Failure::OverBudget | Failure::Unreachable(_)) => continue,
                // The deployment may have been started again.
                Err(Failure::Lost(_)) if !session.is_ended_by(exchange) => continue,
                Err(failure) => failure,
            };
            let request = &exchange.request;
            let name = operation.map(|id| session.description.operation(id).id.clone());
            let name = name.unwrap_or_else(|| format!("{} {}", request.method, request.path()));
            let kind = match failure {
                Failure::Broken(_) | Failure::Lost(_) if session.is_ended_by(exchange) => {
                    "gets no response, and from then on nothing does"
                }
                Failure::TimedOut => "does not answer in time",
                Failure::TooLarge => "responds with more than the run reads",
                _ => "ends its response early",
            };
            let fault = Fault::new(format!("{name} {kind}"));
            let fault = match failure {
                Failure::TimedOut if !is_late_again(&state, *operation, exchange) => {
                    fault.strength(Strength::Should)
                }
                _ => fault,
            };
            outcome.failed.push(Evidence {
                fault: fault
                    .must(expectation::Rule::Answered)
                    .expected("a whole response")
                    .actual(failure.to_string()),
                operation: *operation,
                exchanges: vec![std::sync::Arc::clone(exchange)],
            });
        }
    }
    outcome
}

/// Returns whether a late response is more than the load of a machine: the run repeats an idempotent
/// request that is late once, and of others the operation must have left several unanswered.
fn is_late_again(state: &Inner, operation: Option<OperationId>, exchange: &Exchange) -> bool {
    if exchange.request.is_idempotent() {
        return true;
    }
    let is_own = |id: OperationId| Some(id) == operation;
    let asked = state.asked.iter().filter(|((id, _), _)| is_own(*id));
    let answered = state.answered.iter().filter(|((id, _), _)| is_own(*id));
    let asked: u64 = asked.map(|(_, count)| count).sum();
    let answered: u64 = answered.map(|(_, count)| count).sum();
    asked - answered > 1
}

fn is_much(request: &Request) -> bool {
    let fields = request.headers.iter();
    let head = fields.map(|(name, value)| name.len() + value.len());
    let body = request.body.as_ref().map_or(0, bytes::Bytes::len);
    request.target.len() + head.sum::<usize>() > MUCH || body > MUCH
}
