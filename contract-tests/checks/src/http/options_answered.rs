//! HTTP-12: OPTIONS gets a response that lists methods.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "options-answered",
    requirement: "HTTP-12",
    strength: None,
    about: "OPTIONS is answered with 2xx and Allow, or with 405 or 401.",
    example: "> OPTIONS /org/o1/offer\n\
              < 500",
    fix: "Answer 204 with Allow, or 405.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of operations that are called.
const OPERATIONS: usize = 5;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for operation in super::reads(session).into_iter().take(OPERATIONS) {
        let builder = session.prepare(operation).method("OPTIONS");
        let Ok(answer) = builder.send().await else {
            continue;
        };
        // An intermediary that handles preflight requests lists methods in
        // `Access-Control-Allow-Methods`.
        let tells = answer.headers.contains_key("allow")
            || answer.headers.contains_key("access-control-allow-methods");
        let status = answer.status;
        let holds = (answer.is_success() && tells) || matches!(status, 405 | 401);
        outcome.require(holds, &[answer.exchange()], || {
            Fault::new("OPTIONS is answered neither with Allow nor with a refusal")
                .must(
                    expectation::status(&[401, 405]).or(expectation::class(2).and(
                        expectation::header("allow")
                            .or(expectation::header("access-control-allow-methods")),
                    )),
                )
                .expected("2xx with Allow, or 405 or 401 (RFC 9110 §9.3.7)")
                .actual(if answer.is_success() {
                    format!("{status} without Allow")
                } else {
                    status.to_string()
                })
        });
    }
    Ok(())
}
