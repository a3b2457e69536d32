//! CON-07: a response is complete.

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::exchange::{Exchange, Failure, Request};
use conformance_engine::expectation;
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
    run: Run::Finally(judge),
};

fn judge(session: &Session) -> Outcome {
    let mut outcome = Outcome::default();
    let state = session.state.lock();
    let late = state.samples.values().flatten().filter(|one| is_late(one));
    // One late answer of a run may be the load of the machine.
    let of_lateness = match late.count() {
        ..=1 => Strength::Should,
        _ => Strength::Must,
    };
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
                Err(failure) => failure,
            };
            let request = &exchange.request;
            let name = operation.map(|id| session.description.operation(id).id.clone());
            let name = name.unwrap_or_else(|| format!("{} {}", request.method, request.path()));
            let kind = match failure {
                Failure::TimedOut => "does not answer in time",
                Failure::TooLarge => "responds with more than the run reads",
                _ => "ends its response early",
            };
            let fault = Fault::new(format!("{name} {kind}"));
            let fault = match failure {
                Failure::TimedOut => fault.strength(of_lateness),
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

fn is_late(exchange: &Exchange) -> bool {
    matches!(exchange.outcome, Err(Failure::TimedOut))
}

fn is_much(request: &Request) -> bool {
    let fields = request.headers.iter();
    let head = fields.map(|(name, value)| name.len() + value.len());
    let body = request.body.as_ref().map_or(0, bytes::Bytes::len);
    request.target.len() + head.sum::<usize>() > MUCH || body > MUCH
}
