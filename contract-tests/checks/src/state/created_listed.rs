//! STA-03: a created resource is in the list of its collection.

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{Patience, record, some_creatable};
use crate::survey::{List, Walked};
use conformance_core::description::OperationId;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "created-listed",
    requirement: "STA-03",
    strength: None,
    about: "A created resource is in the list of its collection.",
    example: "> POST /org/o1/product  < 201 {\"id\": \"7\"}\n\
              > GET /org/o1/product\n\
              < []",
    fix: "Let the list read what creation writes. Default filters must not hide new resources.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mut patience = Patience::of(session);
    for (id, list) in some_creatable(session, "resource that is created and listed", |one| {
        one.list
    })? {
        let result = check_one(session, outcome, &mut patience, id, list).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    patience: &mut Patience,
    resource: ResourceId,
    list: OperationId,
) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    if described.id_property.is_none() {
        let name = &described.name;
        return Err(Stop::Skip(format!(
            "an item of {name} does not have its id"
        )));
    }
    let created = session.create(resource).await?;
    let list = List::of(session, list, created.bindings.clone());
    if list.is_chosen() {
        let name = list.name();
        return Err(Stop::Skip(format!(
            "{name} shows what shows only on request"
        )));
    }
    let id = created
        .bindings
        .get(&described.variable)
        .map(String::as_str);
    loop {
        let walked = list.walk(session).await?;
        if walked
            .ids(described)
            .iter()
            .any(|one| Some(one.as_str()) == id)
        {
            outcome.pass();
            return Ok(());
        }
        if !walked.is_whole {
            return Err(Stop::Undecided(format!(
                "the list of {} is longer than the run reads",
                described.name
            )));
        }
        if !patience.wait().await {
            report(
                outcome,
                &described.name,
                created.answer.exchange(),
                &walked,
                id.unwrap_or_default(),
            );
            return Ok(());
        }
    }
}

fn report(
    outcome: &mut Outcome,
    name: &str,
    created: &std::sync::Arc<conformance_core::exchange::Exchange>,
    walked: &Walked,
    id: &str,
) {
    let mut evidence = vec![created];
    evidence.extend(walked.last().map(|page| page.answer.exchange()));
    let fault = Fault::new(format!("a created {name} is not in its list"))
        .must(expectation::Rule::Body(expectation::Text::Contains(
            id.to_owned(),
        )))
        .expected("an item with its id on one of the pages")
        .actual(format!("{} other items", walked.items().count()));
    outcome.fail(fault, &evidence);
}
