//! STA-09: a new resource is in an initial state.

use super::machines::state_of;
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};

pub static CHECK: Check = Check {
    id: "starts-initial",
    requirement: "STA-09",
    strength: None,
    about: "A resource is created in an initial state of its state machine.",
    example: "x-states: initial: draft\n\
              > POST /org/o1/offer\n\
              < 201 {\"status\": \"published\"}",
    fix: "Create resources in an initial state; ignore or refuse a state that the request asks \
          for.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let session = seen.session;
    let made = seen
        .exchange
        .purpose
        .operation
        .and_then(|id| session.world.resources.made_by(id));
    // 200 to a creation is a repetition, which shows an existing resource (RFC 9110 §15.3.2).
    if made.is_none() || seen.response.status != 201 || !seen.response.is_json() {
        return Verdict::NotApplicable;
    }
    let machine = made.and_then(|id| {
        session
            .world
            .resources
            .get(id)
            .states(&session.description.api)
    });
    let (Some(operation), Some(machine), Ok(body)) =
        (seen.operation(), machine, seen.response.json())
    else {
        return Verdict::NotApplicable;
    };
    let Some(state) = state_of(machine, body) else {
        return Verdict::NotApplicable;
    };
    Verdict::require(machine.initial.iter().any(|one| one == state), || {
        Fault::new(format!("{} creates in the state {state}", operation.id))
            .must(
                expectation::member(&machine.field, json!({ "enum": machine.initial }))
                    .when(expectation::status(&[201])),
            )
            .expected(format!(
                "one of the initial states: {}",
                machine.initial.join(", ")
            ))
            .actual(state.to_owned())
            .pointer(format!("/{}", machine.field))
            .behavior(operation)
    })
}
