//! DEP-04: a sunset is announced a year before.

use jiff::Timestamp;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::deprecation_fields::a_year_after;
use conformance_engine::expectation;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "notice-of-a-year",
    requirement: "DEP-04",
    strength: None,
    about: "Between the first Sunset and the date that it names are 12 calendar months.",
    example: "first seen on 2027-03-01: Sunset: Wed, 01 Sep 2027 00:00:00 GMT",
    fix: "Move the date to at least twelve months after the day on which the header was first \
          sent.",
    run: Run::Finally(check),
};

fn check(session: &Session) -> Outcome {
    let announced = session.announced();
    let ends = announced
        .iter()
        .filter_map(|(id, one)| Some((*id, one, one.sunset?)));
    let known = session.world.history.as_ref();
    let known = known.and_then(|one| one.deployment(&session.profile.base_url));
    let mut outcome = Outcome::default();
    for (id, one, end) in ends {
        let name = &session.description.operation(id).id;
        let Some(unseen) = unseen_at(known, name) else {
            outcome.skip(format!(
                "{name}: no earlier run looked before its Sunset was announced"
            ));
            continue;
        };
        // It was announced at some time after the run that did not see it.
        outcome.require(end >= a_year_after(unseen), &[&one.exchange], || {
            Fault::new(format!(
                "{name} ends less than 12 months after it announced its end"
            ))
            .without_test(expectation::COMPARES_DAYS)
            .expected(format!(
                "a Sunset that is not before {}",
                a_year_after(unseen)
            ))
            .actual(end.to_string())
            .pointer("header Sunset")
            .help(format!("a run at {unseen} saw no Sunset yet"))
        });
    }
    outcome
}

/// Returns when a run last looked and saw no `Sunset` of an operation.
fn unseen_at(
    known: Option<&conformance_engine::history::Deployment>,
    operation: &str,
) -> Option<Timestamp> {
    let known = known?;
    let text = match known.sunsets.get(operation) {
        Some(ending) => ending.unseen_at.as_ref()?,
        None => &known.last_run,
    };
    text.parse().ok()
}
