//! STA-07: a deleted resource is gone.

use spec::model::Kind;

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{Patience, id_of, record, some_creatable};
use crate::survey::List;
use conformance_core::description::OperationId;
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::expectation;
use conformance_engine::session::{Created, Session, Stop};

pub static CHECK: Check = Check {
    id: "deleted-gone",
    requirement: "STA-07",
    strength: None,
    about: "A deleted resource can no longer be read, and is in no list.",
    example: "> DELETE …/7  < 204\n\
              > GET …/7\n\
              < 200",
    fix: "Exclude resources that are marked as deleted from reads and from lists.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Words in a state that say that a resource is deleted.
const ENDED: [&str; 12] = [
    "delet", "remov", "archiv", "cancel", "inactive", "disabled", "closed", "terminat", "revok",
    "trash", "destroy", "purg",
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mut patience = Patience::of(session);
    for (id, delete) in some_creatable(session, "resource that is created and deleted", |one| {
        let shows = one.read.or(one.list);
        one.delete.filter(|_| shows.is_some())
    })? {
        let result = check_one(session, outcome, &mut patience, id, delete).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    patience: &mut Patience,
    resource: ResourceId,
    delete: OperationId,
) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    let created = session.create(resource).await?;
    let deleted = session
        .prepare(delete)
        .intent(Intent::Sequence)
        .bind(&created.bindings)
        .filled()
        .send()
        .await?
        .success()?;

    // An accepted deletion may take time (RFC 9110 §9.3.5).
    let mut may_wait = deleted.status == 202;
    loop {
        let found = remains(session, described, resource, &created).await?;
        let Some((how, seen)) = found else {
            outcome.pass();
            return Ok(());
        };
        may_wait = may_wait && patience.wait().await;
        if !may_wait {
            let path = deleted.exchange().request.path();
            let gone = path.rsplit('/').next().unwrap_or_default().to_owned();
            let fault = Fault::new(format!("a deleted {} {how}", described.name))
                .must(
                    expectation::class(2)
                        .and(expectation::Rule::Body(expectation::Text::Contains(
                            gone.clone(),
                        )))
                        .not(),
                )
                .expected("404 or 410 to its read, and no item with its id in the list")
                .actual(how);
            outcome.fail(fault, &[deleted.exchange(), &seen]);
            return Ok(());
        }
    }
}

/// Returns in what way a deleted resource still exists, with the evidence.
async fn remains(
    session: &Session,
    described: &Resource,
    resource: ResourceId,
    created: &Created,
) -> Result<Option<(&'static str, std::sync::Arc<Exchange>)>, Stop> {
    if described.read.is_some() {
        let answer = session.read(resource, &created.bindings).await?;
        if answer.is_success() {
            let seen = answer.exchange().clone();
            let is_told = answer
                .json()
                .is_ok_and(|body| says_ended(session, described, body));
            return Ok((!is_told).then_some(("can still be read", seen)));
        }
    }
    let Some(list) = described.list else {
        return Ok(None);
    };
    let list = List::of(session, list, created.bindings.clone());
    let walked = list.walk(session).await?;
    let id = created.bindings.get(&described.variable);
    for page in &walked.pages {
        let found = page
            .items
            .iter()
            .find(|item| id_of(described, item).as_ref() == id);
        if found.is_some_and(|item| !says_ended(session, described, item)) {
            return Ok(Some((
                "is still in the list",
                page.answer.exchange().clone(),
            )));
        }
    }
    Ok(None)
}

/// Returns whether a representation says that the resource is no longer in use.
fn says_ended(session: &Session, described: &Resource, value: &Json) -> bool {
    let api = &session.description.api;
    let machine = described.states(api);
    let Some(members) = value.as_object() else {
        return false;
    };
    members.iter().any(|(name, value)| {
        let by_machine = machine.is_some_and(|machine| {
            *machine.field == **name
                && value
                    .as_str()
                    .is_some_and(|state| machine.terminal.iter().any(|one| one == state))
        });
        let lower = name.to_ascii_lowercase();
        let is_state = ["status", "state", "phase"]
            .iter()
            .any(|part| lower.contains(part));
        let text = value.as_str().unwrap_or_default().to_ascii_lowercase();
        let by_state = is_state && ENDED.iter().any(|word| text.contains(word));
        // Free text may contain any word, so only a complete value counts.
        let is_mark = ENDED.iter().any(|word| lower.contains(word));
        let by_mark = is_mark && (value.as_bool() == Some(true) || !text.is_empty());
        let by_flag =
            ["active", "enabled"].contains(&lower.as_str()) && value.as_bool() == Some(false);
        by_machine || by_state || by_flag || (by_mark && !is_kept_text(session, described, name))
    })
}

/// Returns whether a property is text that clients write.
fn is_kept_text(session: &Session, described: &Resource, name: &str) -> bool {
    let api = &session.description.api;
    let bodies = [described.create, described.update].into_iter().flatten();
    let mut schemas = bodies.filter_map(|id| super::compare::body_schema(session, id));
    schemas.any(|id| {
        conformance_core::lookup::property(api, id, name)
            .is_some_and(|id| matches!(api.schema(api.resolve(id)).kind, Kind::String(_)))
    })
}
