//! AUTH-10, first part: a token gives access to the data of one organization only.

use super::foreign::{Foreign, Pair, foreign_reads, pairs, texts};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::description::OperationId;
use conformance_core::exchange::Exchange;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "organizations-apart",
    requirement: "AUTH-10",
    strength: None,
    about: "Resources of one organization are neither listed, shown nor changed for another, in both directions.",
    example: "> GET /org/o1/offer\n\
              > Authorization: Bearer <token of o1>\n\
              < 200 [{\"id\":\"offer-of-o2\",…}]",
    fix: "Filter every query by the organization of the credential. Row-level security in the \
          database makes it hard to forget.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of requests that are sent for each of the two identities.
const REQUESTS: usize = 120;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let pairs = pairs(session)?;
    lists_apart(session, &pairs[0], outcome);
    for pair in &pairs {
        let secret = texts(session, pair);
        for foreign in foreign_reads(session, pair).into_iter().take(REQUESTS) {
            match read(session, pair, &foreign).await {
                // A service may derive the tenant from the credential, and respond with the
                // caller's own data.
                Ok(answer)
                    if foreign.field.is_some()
                        && answer.is_success()
                        && !tells(&answer, &secret) =>
                {
                    outcome.pass();
                }
                Ok(answer) => refused(session, outcome, &answer, foreign.place, &secret),
                Err(stop) => outcome.stopped(stop),
            }
        }
        if session.profile.writes {
            writes(session, pair, &secret, outcome).await;
        }
    }
    Ok(())
}

async fn read(session: &Session, pair: &Pair, foreign: &Foreign) -> Result<Answer, Stop> {
    let mut builder = session.prepare(foreign.operation).as_identity(&pair.own);
    if let Some((name, value)) = &foreign.field {
        builder = builder.header(name, value.as_str());
    }
    builder.bind(&foreign.bindings).send().await
}

/// Returns whether a response contains data of the other organization.
fn tells(answer: &Answer, secret: &[String]) -> bool {
    let body = String::from_utf8_lossy(&answer.body);
    secret.iter().any(|text| body.contains(text))
}

/// Checks that no item is in the lists of both organizations.
fn lists_apart(session: &Session, pair: &Pair, outcome: &mut Outcome) {
    for (id, resource) in session.world.resources.iter() {
        let own = session.world.pool.all(&pair.own, id);
        let other = session.world.pool.all(&pair.other, id);
        if own.is_empty() || other.is_empty() {
            continue;
        }
        // Ids may repeat between organizations; an equal item with an equal id is the same.
        let mut both = own.iter().filter(|one| {
            let mut all = other.iter();
            all.any(|their| their.id == one.id && their.value.same(&one.value))
        });
        let shared = both.next();
        let name = &resource.name;
        outcome.require(shared.is_none(), &[], || {
            Fault::new(format!(
                "the lists of {name} of two organizations share items"
            ))
            .expected("no item in both")
            .actual(shared.map(|one| one.id.clone()).unwrap_or_default())
        });
    }
}

/// Checks that a response is a refusal that reveals nothing.
fn refused(
    session: &Session,
    outcome: &mut Outcome,
    answer: &Answer,
    place: &str,
    secret: &[String],
) {
    let exchange: &Exchange = answer.exchange();
    let operation = exchange.purpose.operation;
    let name = operation.map(|id| session.description.operation(id).id.as_str());
    let name = name.unwrap_or("the operation");
    let status = answer.status;
    let holds = outcome.require(matches!(status, 403 | 404), &[answer.exchange()], || {
        Fault::new(format!(
            "{name} answers {status} for a resource of another organization, {place}"
        ))
        .must(expectation::status(&[403, 404]))
        .expected("403 or 404 (RFC 9110 §15.5.4)")
        .actual(status.to_string())
    });
    let body = String::from_utf8_lossy(&answer.body);
    let sent = exchange.request.body.as_deref().unwrap_or_default();
    let sent = String::from_utf8_lossy(sent);
    // A response may repeat parts of the request.
    let is_sent = |text: &str| exchange.request.target.contains(text) || sent.contains(text);
    let mut told = secret
        .iter()
        .filter(|text| body.contains(*text) && !is_sent(text));
    let told = told.next();
    outcome.require(!holds || told.is_none(), &[answer.exchange()], || {
        Fault::new(format!(
            "the refusal of {name} reveals data of another organization"
        ))
        .must(
            expectation::Rule::Body(expectation::Text::Contains(
                told.cloned().unwrap_or_default(),
            ))
            .not(),
        )
        .expected("nothing of its data")
        .actual(told.cloned().unwrap_or_default())
    });
}

/// Sends creations in the other organization, and changes of what the run has created there.
async fn writes(session: &Session, pair: &Pair, secret: &[String], outcome: &mut Outcome) {
    let all: Vec<ResourceId> = session.world.resources.iter().map(|(id, _)| id).collect();
    for resource in all {
        let made = create(session, pair, resource, secret, outcome).await;
        let changed = match made {
            Ok(()) => change(session, pair, resource, secret, outcome).await,
            stop => stop,
        };
        match changed {
            Ok(()) => {}
            Err(stop) => outcome.stopped(stop),
        }
    }
}

async fn create(
    session: &Session,
    pair: &Pair,
    resource: ResourceId,
    secret: &[String],
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let Some(create) = session.world.resources.get(resource).create else {
        return Ok(());
    };
    let own = session.parents_of_new(&pair.own, resource).await;
    let own = own.unwrap_or_default();
    let parents = session.parents_of_new(&pair.other, resource).await?;
    // On a path that does not name the other organization, the caller creates its own item.
    let mut parents = parents
        .into_iter()
        .filter(|one| !one.is_empty() && !own.contains(one));
    let parents = parents.next();
    let body = session.candidates(create, &pair.other).into_iter().next();
    let (Some(parents), Some(body)) = (parents, body.or_else(|| session.accepted_body(create)))
    else {
        return Ok(());
    };
    let body = session.renamed(create, body);
    let builder = session
        .prepare(create)
        .as_identity(&pair.own)
        .bind(&parents);
    let answer = builder.json(&body).send().await?;
    if answer.is_success() {
        session.record_creation(&pair.other, resource, &parents, &answer);
    }
    refused(session, outcome, &answer, "on its path", secret);
    Ok(())
}

/// Tries changes on what the run has created for the other organization, and on nothing else.
async fn change(
    session: &Session,
    pair: &Pair,
    resource: ResourceId,
    secret: &[String],
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    let changes = described.update.into_iter().chain(described.delete);
    let changes: Vec<OperationId> = changes.chain(described.actions.iter().copied()).collect();
    if described.create.is_none() || changes.is_empty() {
        return Ok(());
    }
    let created = session.create_as(resource, &pair.other).await?;
    for operation in changes {
        let answer = ask_change(session, pair, operation, &created.bindings).await?;
        refused(session, outcome, &answer, "on its path", secret);
    }
    Ok(())
}

async fn ask_change(
    session: &Session,
    pair: &Pair,
    operation: OperationId,
    bindings: &Bindings,
) -> Result<Answer, Stop> {
    let builder = session
        .prepare(operation)
        .as_identity(&pair.own)
        .bind(bindings);
    let known = session.accepted_body(operation);
    let body = known.or_else(|| {
        session
            .candidates(operation, &pair.other)
            .into_iter()
            .next()
    });
    match body {
        Some(body) => builder.json(&body).send().await,
        None => builder.send().await,
    }
}
