//! VER-03: responses keep their fields.

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::history::{Change, changes};
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "fields-kept",
    requirement: "VER-03",
    strength: None,
    about: "Responses have every field that earlier runs saw, with its type.",
    example: "earlier run: offer has \"currency\"\n\
              < 200 {\"id\": \"a\", \"name\": \"A\"}",
    fix: "Send the field again, with its old type. If it may be null, say so in the description \
          from the start.",
    run: Run::Finally(check),
};

fn check(session: &Session) -> Outcome {
    let history = session.world.history.as_ref();
    let Some(known) = history.and_then(|one| one.deployment(&session.profile.base_url)) else {
        return Outcome::skipped("there is no history of an earlier run; give --history");
    };
    let mut outcome = Outcome::default();
    for (name, look) in session.looks() {
        let Some(old) = known.shapes.get(&name) else {
            continue;
        };
        let new = look.shape();
        let objects = |place: &str| look.objects.get(place).copied().unwrap_or_default();
        let mut kept = true;
        for (place, change) in changes(old, &new, objects) {
            kept = false;
            outcome.failed.push(Evidence {
                fault: fault(&name, place, change),
                operation: operation(session, &name),
                exchanges: evidence(session, &name),
            });
        }
        if kept {
            outcome.pass();
        }
    }
    outcome
}

fn fault(name: &str, place: &str, change: Change) -> Fault {
    let place_text = place.to_owned();
    match change {
        Change::Gone { objects } => Fault::new(format!("{name} no longer has {place}"))
            .without_test(expectation::COMPARES_DAYS)
            .expected("the field that every object of an earlier run had")
            .actual(format!("none of {objects} objects has it")),
        Change::OtherType { was, is } => {
            Fault::new(format!("{name} has {place} with another type"))
                .without_test(expectation::COMPARES_DAYS)
                .expected(was)
                .actual(is)
        }
    }
    .pointer(place_text)
}

fn operation(session: &Session, name: &str) -> Option<conformance_core::description::OperationId> {
    session.description.find(name.split(' ').next()?)
}

/// Returns a successful exchange of an operation and status.
fn evidence(
    session: &Session,
    name: &str,
) -> Vec<std::sync::Arc<conformance_core::exchange::Exchange>> {
    let id = operation(session, name);
    let status = name.rsplit(' ').next().and_then(|text| text.parse().ok());
    let state = session.state.lock();
    let samples = state.samples.iter();
    let own = samples.filter(|((one, _, code), _)| *one == id && Some(*code) == status);
    let own = own.filter_map(|(_, samples)| samples.first().cloned());
    own.take(1).collect()
}
