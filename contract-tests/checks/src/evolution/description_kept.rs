//! VER-03: the description changes only compatibly.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use spec::diff::{Level, Policy, Removal, compare};

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "description-kept",
    requirement: "VER-03",
    strength: None,
    about: "The description has no breaking change against that of an earlier day.",
    example: "baseline: GET /org/{orgId}/offer has the property total\n\
              now:      total is gone",
    fix: "Put back what was removed. `diff` lists each change with its rule; `specwright explain \
          RULE` says what to do.",
    run: Run::Finally(check),
};

fn check(session: &Session) -> Outcome {
    let Some(baseline) = &session.world.baseline else {
        return Outcome::skipped("there is no description of an earlier day; give --baseline");
    };
    let mut policy = Policy::on(Timestamp::now().to_zoned(TimeZone::UTC).date());
    if !session.description.is_authoritative {
        // A host of this service keeps its version and everything in it (interface §9).
        policy.version = Some(baseline.api.version.clone());
        policy.removal = Removal::Never;
    }
    let mut outcome = Outcome::default();
    for change in compare(&baseline.api, &session.description.api, &policy) {
        if change.level != Level::Error {
            continue;
        }
        let operation = change.operation.as_deref();
        let mut fault = Fault::new(format!("{}: {}", change.at, change.text))
            .without_test(expectation::OF_DESCRIPTION)
            .expected("no change that breaks clients of the earlier description")
            .actual(format!("the change is of the kind {}", change.rule));
        fault.span = change.new;
        outcome.failed.push(Evidence {
            fault,
            operation: operation.and_then(|id| session.description.find(id)),
            exchanges: Vec::new(),
        });
    }
    if outcome.failed.is_empty() {
        outcome.pass();
    }
    outcome
}
