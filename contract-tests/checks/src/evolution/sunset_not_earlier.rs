//! DEP-03: an announced sunset is kept.

use jiff::Timestamp;

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_core::description::OperationId;
use conformance_engine::expectation;
use conformance_engine::history::Ending;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "sunset-not-earlier",
    requirement: "DEP-03",
    strength: None,
    about: "No Sunset moves to an earlier date, and the operation answers until then.",
    example: "run 1: Sunset: Sat, 01 Jan 2028 00:00:00 GMT\n\
              run 2: Sunset: Fri, 01 Oct 2027 00:00:00 GMT",
    fix: "Put the old date back. A sunset may only be postponed.",
    run: Run::Finally(check),
};

/// How many responses must say that an operation is gone.
const ANSWERS: usize = 3;

fn check(session: &Session) -> Outcome {
    let history = session.world.history.as_ref();
    let Some(known) = history.and_then(|one| one.deployment(&session.profile.base_url)) else {
        return Outcome::skipped("there is no history of an earlier run; give --history");
    };
    let mut outcome = Outcome::default();
    for (name, ending) in &known.sunsets {
        if let (Some(id), Some(before)) = (session.description.find(name), ending.date()) {
            moved(session, &mut outcome, id, before, ending);
            answers(session, &mut outcome, id, before);
        }
    }
    if known.sunsets.is_empty() {
        outcome.skip("no earlier run has seen a Sunset");
    }
    outcome
}

/// Checks that the date is not earlier than before.
fn moved(
    session: &Session,
    outcome: &mut Outcome,
    id: OperationId,
    before: Timestamp,
    ending: &Ending,
) {
    let Some(announced) = session.announced().remove(&id) else {
        return;
    };
    let Some(now) = announced.sunset else { return };
    let name = &session.description.operation(id).id;
    let first = &ending.first_seen;
    outcome.require(now >= before, &[&announced.exchange], || {
        Fault::new(format!("the Sunset of {name} has moved to an earlier date"))
            .without_test(expectation::COMPARES_DAYS)
            .expected(format!("not before {before}, as an earlier run saw it"))
            .actual(now.to_string())
            .pointer("header Sunset")
            .help(format!("the Sunset was first seen at {first}"))
    });
}

/// Checks that an operation still responds before its sunset.
fn answers(session: &Session, outcome: &mut Outcome, id: OperationId, before: Timestamp) {
    let operation = session.description.operation(id);
    let state = session.state.lock();
    let samples = state.samples.iter();
    let own = samples.filter(|((one, ..), _)| *one == Some(id));
    let own = own.flat_map(|(_, samples)| samples);
    // A refusal for another reason proves nothing about the operation, and neither does another
    // method.
    let own: Vec<_> = own
        .filter(|one| one.request.method == operation.method.as_str() && one.status().is_some())
        .filter(|one| one.purpose.intent.is_allowed())
        .collect();
    if before <= Timestamp::now() || own.len() < ANSWERS {
        return;
    }
    let is_gone = |status| matches!(status, Some(404 | 405 | 410 | 501));
    if !own.iter().all(|one| is_gone(one.status())) {
        outcome.pass();
        return;
    }
    let name = &operation.id;
    outcome.failed.push(Evidence {
        fault: Fault::new(format!("{name} is gone before its Sunset"))
            .without_test(expectation::COMPARES_DAYS)
            .expected(format!("answers until {before}"))
            .actual("every answer is 404, 405, 410 or 501"),
        operation: Some(id),
        exchanges: own.into_iter().take(2).cloned().collect(),
    });
}
