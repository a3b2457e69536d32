//! STA-02: a created resource can be read, and reads as in the response to its creation.

use super::compare::{Comparison, Difference, Relation};
use super::moving::lasting;
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{Patience, record, some_creatable};
use conformance_core::description::OperationId;
use conformance_core::json::Json;
use conformance_core::lookup::success_schema;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Created, Session, Stop};

pub static CHECK: Check = Check {
    id: "created-readable",
    requirement: "STA-02",
    strength: None,
    about: "A created resource can be read under its id, and reads as in the response to its creation.",
    example: "> POST … < 201 {\"id\": \"7\", \"name\": \"A\"}\n\
              > GET …/7\n\
              < 404",
    fix: "Commit before answering, and give out the id that the resource can be read under.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mut patience = Patience::of(session);
    for (id, read) in some_creatable(session, "resource that is created and read", |one| one.read)?
    {
        let result = check_one(session, outcome, &mut patience, id, read).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    patience: &mut Patience,
    resource: ResourceId,
    read: OperationId,
) -> Result<(), Stop> {
    let created = session.create(resource).await?;
    let schema = success_schema(
        &session.description.api,
        session.description.operation(read),
    );
    let comparison = Comparison::of(session, resource);
    loop {
        let answer = session.read(resource, &created.bindings).await?;
        // Without properties, the response to the creation shows nothing of the resource.
        let is_shown = matches!(created.value, Json::Object(_));
        let found = if answer.is_success() && is_shown {
            let body = answer.body()?;
            let mut found = comparison.differences(Relation::Part, schema, &created.value, body);
            // Another check reports a resource with a wrong first state.
            found.retain(|one| !comparison.begins_wrong(&one.member(), &created.value));
            found
        } else {
            Vec::new()
        };
        if answer.is_success() && found.is_empty() {
            outcome.pass();
            return Ok(());
        }
        if !patience.wait().await {
            let found = match answer.body() {
                Ok(body) => lasting(session, resource, &created.bindings, body, found).await?,
                Err(_) => found,
            };
            return report(session, outcome, &created, answer, found);
        }
    }
}

fn report(
    session: &Session,
    outcome: &mut Outcome,
    created: &Created,
    answer: Answer,
    found: Vec<Difference>,
) -> Result<(), Stop> {
    let name = &session.world.resources.get(created.resource).name;
    let evidence = [created.answer.exchange(), answer.exchange()];
    if matches!(answer.status, 404 | 410) {
        let fault = Fault::new(format!("a created {name} cannot be read"))
            .must(expectation::class(2))
            .expected("the resource, under the id in the response to its creation")
            .actual(answer.status.to_string());
        outcome.fail(fault, &evidence);
        return Ok(());
    }
    for one in found {
        let title = format!(
            "a created {name} reads with another {} than in the response to its creation",
            one.place()
        );
        let fault = Fault::new(title)
            .must(one.as_in(0))
            .expected(one.expected)
            .actual(one.actual)
            .pointer(one.pointer);
        outcome.fail(fault, &evidence);
    }
    // Any other status says nothing about the resource.
    answer.success().map(|_| ())
}
