//! DOM-03: usage of an entitlement that is unknown, or another organization's, is refused.

use spec::model::Method;

use super::interface::{
    ENTITLEMENTS, USAGE, foreign, operation, resource, resubmission, submitted,
};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::intent::Intent;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "unknown-entitlement-refused",
    requirement: "DOM-03",
    strength: None,
    about: "Usage of an entitlement that is unknown, or another organization's, is answered 403, 404 or 400.",
    example: "> POST /org/o1/entitlement/nobodys/usageRecordGroup {…}\n\
              < 201",
    fix: "Look the entitlement up within the organization before usage is stored.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let create = operation(session, Method::Post, USAGE)?;
    let (entitlements, described) = resource(session, ENTITLEMENTS)?;
    let created = submitted(session).await?;
    let variable = &described.variable;
    let Some(known) = created.bindings.get(variable) else {
        return Err(Stop::Skip("no entitlement is known".to_owned()));
    };
    // An id of the same form, so that only what it names can be the reason for a refusal.
    let unknown = session.unlike(known);
    let mut others = vec![("unknown", unknown)];
    match foreign(session, entitlements).and_then(|one| one.get(variable).cloned()) {
        Some(id) => others.push(("another organization's", id)),
        None => outcome.skip("no entitlement of another organization is known"),
    }
    for (what, id) in others {
        let builder = session.prepare(create).intent(Intent::Sequence);
        let builder = builder.bind(&created.bindings).path(variable, &id);
        let answer = builder.json(&resubmission(&created)).send().await?;
        outcome.require(
            matches!(answer.status, 400 | 403 | 404),
            &[answer.exchange()],
            || {
                Fault::new(format!(
                    "usage of an entitlement that is {what} is not refused as such"
                ))
                .must(expectation::status(&[403, 404, 400]))
                .expected("403, 404 or 400")
                .actual(answer.status.to_string())
            },
        );
    }
    Ok(())
}
