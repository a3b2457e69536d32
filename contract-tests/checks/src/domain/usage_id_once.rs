//! DOM-04: two usage record groups with one id never become two records.

use serde_json::{Value, json};
use spec::model::Method;

use super::interface::{USAGE, operation, resource, resubmission, submitted};
use crate::check::{Check, Fault, Outcome, Run};
use crate::state::compare::{Comparison, Difference, Relation};
use crate::survey::List;
use conformance_core::intent::Intent;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "usage-id-once",
    requirement: "DOM-04",
    strength: None,
    about: "Usage that is submitted twice under one id, with other content, is refused or the same record.",
    example: "> POST …/usageRecordGroup {\"id\": \"a\", \"quantity\": 1}  < 201\n\
              > POST …/usageRecordGroup {\"id\": \"a\", \"quantity\": 2}  < 201     (two records)",
    fix: "Put a unique constraint on organization and client id, and answer a repetition with the \
          first record or with 409.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let create = operation(session, Method::Post, USAGE)?;
    let (id, described) = resource(session, USAGE)?;
    let created = submitted(session).await?;
    let chosen = session.next_uuid();
    let body = |quantity: &str| {
        let mut body = resubmission(&created);
        super::interface::set_all(&mut body, "quantity", &quantity_of(&created.sent, quantity));
        body["id"] = json!(chosen);
        body
    };
    let send = |body: Value| {
        let builder = session.prepare(create).intent(Intent::Sequence);
        builder.bind(&created.bindings).json(&body).send()
    };
    let first = send(body("1")).await?.success()?;
    if first.body()?.get("id").and_then(|id| id.as_str()) != Some(&chosen) {
        return Err(Stop::Skip(
            "usage does not accept an id from the client".to_owned(),
        ));
    }
    session.record_creation(&session.primary().name, id, &created.bindings, &first);
    let second = send(body("2")).await?;
    let evidence = [first.exchange(), second.exchange()];
    if second.is_success() {
        let comparison = Comparison::of(session, id);
        let found =
            comparison.differences(Relation::Unchanged, None, first.body()?, second.body()?);
        outcome.require(found.is_empty(), &evidence, || {
            Fault::new("usage with other content is accepted under an id that was used before")
                .expected("409, or the record as it was first stored")
                .actual(
                    found
                        .iter()
                        .map(Difference::place)
                        .collect::<Vec<_>>()
                        .join(", "),
                )
        });
    } else {
        outcome.pass();
    }
    if let Some(list) = described.list {
        let walked = List::of(session, list, created.bindings.clone())
            .walk(session)
            .await?;
        let count = walked
            .ids(described)
            .iter()
            .filter(|one| **one == chosen)
            .count();
        outcome.require(count <= 1, &evidence, || {
            Fault::new("two submissions of usage under one id create two records")
                .expected("one record")
                .actual(format!("{count} records"))
        });
    }
    Ok(())
}

/// Returns a quantity in the type that was accepted.
fn quantity_of(sent: &Value, text: &str) -> Value {
    let is_number = sent
        .to_string()
        .split("\"quantity\":")
        .nth(1)
        .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    if is_number {
        json!(text.parse::<f64>().unwrap_or_default())
    } else {
        json!(text)
    }
}
