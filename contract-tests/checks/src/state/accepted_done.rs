//! STA-14: an accepted creation is carried out.

use super::compare::{Comparison, Relation};
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{record, some_creatable};
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::lookup::success_schema;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, LedTo, Session, Stop};

pub static CHECK: Check = Check {
    id: "accepted-done",
    requirement: "STA-14",
    strength: None,
    about: "The progress of a creation that was accepted (202) can be followed, and its result is what was sent.",
    example: "> POST /export {\"name\": \"A\"}\n\
              < 202  Location: /job/7\n\
              > GET /job/7\n\
              < 404",
    fix: "Keep the progress of a request as soon as it is accepted, and work on what was sent.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let api = &session.description.api;
    let accepts = |id| {
        let mut all = session.description.operation(id).responses.iter();
        all.any(|one| one.status == spec::model::Status::Code(202))
    };
    let what = "creation that is accepted and done later";
    for (id, read) in some_creatable(session, what, |one| {
        one.read.filter(|_| one.create.is_some_and(accepts))
    })? {
        let schema = success_schema(api, session.description.operation(read));
        let result = check_one(session, outcome, id, schema).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    id: ResourceId,
    schema: Option<spec::model::SchemaId>,
) -> Result<(), Stop> {
    let primary = session.primary().name.clone();
    let described = session.world.resources.get(id);
    let undecided = |why: &str| Stop::Undecided(format!("{}: {why}", described.name));
    let parents = session.parents_of_new(&primary, id).await?;
    let (Some(create), Some(parents)) = (described.create, parents.into_iter().next()) else {
        return Err(undecided("nothing is known to create one in"));
    };
    let Some(body) = session.accepted_body(create) else {
        return Err(undecided("no body is known that is accepted"));
    };
    let sent = session.renamed(create, body);
    let builder = session
        .prepare(create)
        .intent(Intent::Sequence)
        .bind(&parents);
    let accepted = builder.json(&sent).filled().send().await?;
    if accepted.status != 202 {
        return Err(Stop::Skip(format!(
            "{}: no creation is in progress",
            described.name
        )));
    }
    let Some(progress) = session.progress_of(id, &accepted) else {
        return Err(Stop::Skip(format!(
            "{}: the response does not refer to an operation that reads the progress",
            described.name
        )));
    };
    let led_to = session.led_to(&primary, id, &parents, progress).await?;
    let LedTo { progress, item } = led_to;
    if matches!(progress.status, 404 | 410) {
        let fault = Fault::new(format!(
            "the progress of a creation of {} cannot be read at the address in the response",
            described.name
        ));
        let fault = fault
            .must(expectation::class(2))
            .expected("the progress (RFC 9110 §15.3.3)")
            .actual(progress.status.to_string());
        outcome.fail(fault, &[accepted.exchange(), progress.exchange()]);
        return Ok(());
    }
    let Some((_, item)) = item else {
        return Err(undecided("the progress names no item that can be read"));
    };
    report(
        session,
        outcome,
        id,
        schema,
        &Json::from(&sent),
        [&accepted, &progress, &item],
    )
}

fn report(
    session: &Session,
    outcome: &mut Outcome,
    id: ResourceId,
    schema: Option<spec::model::SchemaId>,
    sent: &Json,
    evidence: [&Answer; 3],
) -> Result<(), Stop> {
    let name = &session.world.resources.get(id).name;
    let comparison = Comparison::of(session, id);
    let found = comparison.differences(Relation::Echo, schema, sent, evidence[2].body()?);
    if found.is_empty() {
        outcome.pass();
    }
    for one in found {
        let title = format!(
            "what was accepted for {name} has another {} than was sent",
            one.place()
        );
        let fault = Fault::new(title)
            .must(one.as_sent())
            .expected(format!("{}, as it was sent", one.expected))
            .actual(one.actual)
            .pointer(one.pointer);
        outcome.fail(fault, &evidence.map(Answer::exchange));
    }
    Ok(())
}
