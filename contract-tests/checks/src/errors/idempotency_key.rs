//! IDEM-01: if the description declares an idempotency key, it works as the draft says.

use serde_json::Value;
use spec::model::Location;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "idempotency-key",
    requirement: "IDEM-01",
    strength: None,
    about: "A required Idempotency-Key that is missing gets 400, one reused for another content 422; \
            two requests at once with one key are taken for one.",
    example: "> POST /org/o1/offer  Idempotency-Key: \"k1\"  {\"name\":\"A\"}  < 201\n\
              > POST /org/o1/offer  Idempotency-Key: \"k1\"  {\"name\":\"B\"}  < 201",
    fix: "Store a hash of the request with its key. Answer 422 to another content, 409 while the \
          first is in progress, 400 where a required key is missing.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The field (draft-ietf-httpapi-idempotency-key-header-07 §2).
const FIELD: &str = "Idempotency-Key";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let all: Vec<(ResourceId, OperationId, bool)> = session
        .world
        .resources
        .iter()
        .filter_map(|(id, one)| {
            let create = one.create?;
            let mut parameters = session.description.operation(create).parameters.iter();
            let own = parameters.find(|one| {
                one.location == Location::Header && one.name.eq_ignore_ascii_case(FIELD)
            })?;
            Some((id, create, own.required))
        })
        .collect();
    if all.is_empty() {
        return Err(Stop::Skip(
            "the description has no Idempotency-Key".to_owned(),
        ));
    }
    if !session.profile.writes {
        return Err(MissingInput::Writes.into());
    }
    for (resource, create, required) in all {
        match one(session, resource, create, required, outcome).await {
            Ok(()) => {}
            Err(stop) => outcome.stopped(stop),
        }
    }
    Ok(())
}

async fn one(
    session: &Session,
    resource: ResourceId,
    create: OperationId,
    required: bool,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let primary = session.primary().name.clone();
    let parents = session.parents_of_new(&primary, resource).await?;
    let parents = parents.into_iter().next();
    let body = session.accepted_body(create);
    let body = body.or_else(|| session.candidates(create, &primary).into_iter().next());
    let (Some(parents), Some(body)) = (parents, body) else {
        return Err(Stop::Skip("no accepted request body is known".to_owned()));
    };
    let (first, second) = (
        session.renamed(create, body.clone()),
        session.renamed(create, body),
    );
    let builder = || session.prepare(create).bind(&parents);
    if required {
        let answer = builder().json(&first).send().await?;
        let status = answer.status;
        outcome.require(status == 400, &[answer.exchange()], || {
            Fault::new("a creation without the required Idempotency-Key is not answered with 400")
                .must(expectation::status(&[400]))
                .expected("400")
                .actual(status.to_string())
        });
    }
    let key = session.idempotency_key(session.description.operation(create));
    let made = builder()
        .json(&first)
        .header(FIELD, key.clone())
        .send()
        .await?;
    let made = made.success()?;
    session.record_creation(&primary, resource, &parents, &made);
    if first == second {
        return Err(Stop::Undecided(
            "no second request body is known".to_owned(),
        ));
    }
    let again = builder().json(&second).header(FIELD, key).send().await?;
    if again.is_success() {
        session.record_creation(&primary, resource, &parents, &again);
    }
    let evidence = [made.exchange(), again.exchange()];
    outcome.require(again.status == 422, &evidence, || {
        Fault::new("an Idempotency-Key reused for other content is not answered with 422")
            .must(expectation::status(&[422]))
            .expected("422")
            .actual(again.status.to_string())
    });
    let body = session.renamed(create, second);
    at_once(session, (resource, create), &parents, &body, outcome).await
}

/// Sends the same request twice at once with one key: it is carried out once, or the later one is
/// refused with 409 while the first is in progress (§2.7).
async fn at_once(
    session: &Session,
    (resource, create): (ResourceId, OperationId),
    parents: &Bindings,
    body: &Value,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let primary = session.primary().name.clone();
    let key = session.idempotency_key(session.description.operation(create));
    let builder = || {
        let builder = session.prepare(create).bind(parents).json(body);
        builder.header(FIELD, key.clone()).send()
    };
    let (one, other) = tokio::join!(builder(), builder());
    let (one, other) = (one?, other?);
    let made = [&one, &other].map(|answer| {
        let made = answer.is_success();
        made.then(|| session.record_creation(&primary, resource, parents, answer))
    });
    let evidence = [one.exchange(), other.exchange()];
    let holds = match made {
        [None, None] => {
            return Err(Stop::Undecided(
                "of two requests at once with one Idempotency-Key none is accepted".to_owned(),
            ));
        }
        [Some(one), Some(other)] => one == other,
        [Some(_), None] => other.status == 409,
        [None, Some(_)] => one.status == 409,
    };
    outcome.require(holds, &evidence, || {
        Fault::new("two requests at once with one Idempotency-Key are not treated as one")
            .expected("the same resource twice, or 409 for one of them")
            .actual(format!(
                "{} and {}, and not the same",
                one.status, other.status
            ))
    });
    Ok(())
}
