//! STA-06: a nested resource is not under another parent.

use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{id_of, record, some_creatable};
use crate::survey::List;
use conformance_core::json::Json;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Created, Session, Stop};

pub static CHECK: Check = Check {
    id: "nested-under-one-parent",
    requirement: "STA-06",
    strength: None,
    about: "A nested resource can be read and is listed only under its parent.",
    example: "> GET /org/o1/product/p2/plan/<plan of p1>\n\
              < 200",
    fix: "Load nested resources by parent and id together.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for (id, _) in some_creatable(session, "nested resource that is created", |one| {
        one.parent.as_ref().and(one.read.or(one.list))
    })? {
        let result = check_one(session, outcome, id).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    resource: ResourceId,
) -> Result<(), Stop> {
    let created = session.create(resource).await?;
    let described = session.world.resources.get(resource);
    let other = other_parent(session, &created).await?;
    let mut elsewhere = created.bindings.clone();
    elsewhere.extend(other.clone());
    let name = &described.name;
    if described.read.is_some() {
        let answer = session.read(resource, &elsewhere).await?;
        // Two parents may use the same ids for different items, so the items must look the same.
        let is_it = answer.is_success() && looks_the_same(answer.body()?, &created);
        outcome.require(
            !is_it,
            &[created.answer.exchange(), answer.exchange()],
            || {
                Fault::new(format!("one of {name} can be read under another parent"))
                    .must(expectation::status(&[404]))
                    .expected("404 under a parent that it does not belong to")
                    .actual(answer.status.to_string())
            },
        );
    }
    if let Some(list) = described.list {
        let walked = List::of(session, list, other).walk(session).await?;
        let id = created.bindings.get(&described.variable);
        let is_it =
            |item: &&Json| id_of(described, item).as_ref() == id && looks_the_same(item, &created);
        let found = walked
            .pages
            .iter()
            .find(|page| page.items.iter().any(|one| is_it(&one)));
        let shown = found.or(walked.last()).map(|page| page.answer.exchange());
        let mut evidence = vec![created.answer.exchange()];
        evidence.extend(shown);
        outcome.require(found.is_none(), &evidence, || {
            Fault::new(format!("one of {name} is in the list of another parent"))
                .must(
                    expectation::Rule::Body(expectation::Text::Contains(
                        id.cloned().unwrap_or_default(),
                    ))
                    .not(),
                )
                .expected("only what belongs to the parent of the path")
                .actual("an item that was created under another parent")
        });
    }
    Ok(())
}

/// Returns whether a representation is that of the created item, apart from the names of its
/// parents.
fn looks_the_same(value: &Json, created: &Created) -> bool {
    let plain = |value: &Json| {
        let members = value.as_object().unwrap_or_default().iter();
        let own = members.filter(|(name, _)| !created.bindings.contains_key(&**name));
        Json::Object(own.cloned().collect())
    };
    plain(value).same(&plain(&created.value))
}

/// Returns another parent of the same kind: an existing one, otherwise a new one.
async fn other_parent(session: &Session, created: &Created) -> Result<Bindings, Stop> {
    let described = session.world.resources.get(created.resource);
    let Some(parent) = described.parent else {
        return Err(Stop::Skip(format!("{} is not nested", described.name)));
    };
    let variable = &session.world.resources.get(parent).variable;
    let known = session.world.pool.all(&session.primary().name, parent);
    let mut others = known.into_iter().filter(|one| {
        // Only siblings, which have the same parents above them.
        one.bindings
            .iter()
            .all(|(name, value)| (name == variable) != (created.bindings.get(name) == Some(value)))
    });
    if let Some(other) = others.next() {
        return Ok(other.bindings);
    }
    let made = session.create(parent).await.map_err(|_| {
        Stop::Skip(format!(
            "only one parent of {} is known, and no other can be created",
            described.name
        ))
    })?;
    Ok(made.bindings)
}
