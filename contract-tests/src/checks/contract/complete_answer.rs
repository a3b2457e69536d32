//! CON-07: an answer is complete.

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use crate::exchange::Failure;
use crate::intent::Intent;
use crate::session::Session;

/// The check.
pub static CHECK: Check = Check {
    id: "complete-answer",
    requirement: "CON-07",
    strength: None,
    about: "Every answer comes, in time and with as many bytes as it announces.",
    run: Run::Finally(judge),
};

fn judge(session: &Session) -> Outcome {
    let mut outcome = Outcome::default();
    let gathered = session.gathered.lock();
    for ((operation, intent, _), samples) in &gathered.samples {
        // Who is sent far too much may end the connection (RFC 9110 §15.5.14).
        if *intent == Intent::Oversized {
            continue;
        }
        for exchange in samples {
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
                Failure::TooLarge => "answers with more than is read",
                _ => "breaks its answer off",
            };
            outcome.failed.push(Evidence {
                fault: Fault::new(format!("{name} {kind}"))
                    .expected("a whole answer")
                    .actual(failure.to_string()),
                operation: *operation,
                exchanges: vec![std::sync::Arc::clone(exchange)],
            });
        }
    }
    outcome
}
