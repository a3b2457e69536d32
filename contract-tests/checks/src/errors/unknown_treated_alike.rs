//! EVO-03: unknown fields and parameters are treated consistently.

use std::sync::Arc;

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;
use conformance_engine::run_state::Inner;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "unknown-treated-alike",
    requirement: "EVO-03",
    strength: None,
    about: "Unknown fields, and unknown parameters, are ignored everywhere or refused everywhere.",
    example: "> POST /org/o1/offer {\"name\": \"A\", \"x-new\": 1}     < 201\n\
              > POST /org/o1/product {\"name\": \"A\", \"x-new\": 1}   < 400",
    fix: "Decide once whether unknown fields are ignored or refused, and set it in one place for \
          all operations.",
    run: Run::Finally(check),
};

fn check(session: &Session) -> Outcome {
    let mut outcome = Outcome::default();
    let state = session.state.lock();
    for (intent, what) in [
        (Intent::UnknownFields, "fields"),
        (Intent::UnknownQuery, "query parameters"),
    ] {
        let ignored = first(&state, intent, |status| status / 100 == 2);
        let refused = first(&state, intent, |status| matches!(status, 400 | 422));
        match (ignored, refused) {
            (None, None) => outcome.skip(format!("no request with unknown {what} was sent")),
            (Some(ignored), Some(refused)) => outcome.failed.push(Evidence {
                fault: Fault::new(format!(
                    "unknown {what} are ignored by some operations and refused by others"
                ))
                .expected("one treatment")
                .actual("two"),
                operation: refused.purpose.operation,
                exchanges: vec![ignored, refused],
            }),
            _ => outcome.pass(),
        }
    }
    outcome
}

/// Returns the first exchange with an intent and status, for an operation that accepts the same
/// request without the unknown parts.
fn first(state: &Inner, intent: Intent, is: fn(u16) -> bool) -> Option<Arc<Exchange>> {
    let mut all = state.samples.iter();
    let found = all.find(|((operation, own, status), _)| {
        let succeeded = state
            .samples
            .keys()
            .any(|key| key.0 == *operation && key.1 == Intent::Valid && key.2 / 100 == 2);
        *own == intent && is(*status) && succeeded
    });
    found.and_then(|(_, samples)| samples.first().cloned())
}
