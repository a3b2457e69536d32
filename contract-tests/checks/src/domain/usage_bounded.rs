//! DOM-05: usage at an impossible time is refused.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use spec::Api;
use spec::model::{Kind, Method, SchemaId};

use super::interface::{USAGE, operation, resource, resubmission, set_all, submitted};
use crate::check::{Check, Fault, Outcome, Run};
use crate::state::compare::body_schema;
use conformance_core::intent::Intent;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "usage-bounded",
    requirement: "DOM-05",
    strength: None,
    about: "A quantity that is negative, huge or not a number, and a time in the future, are answered with 4xx.",
    example: "> POST …/usageRecordGroup {\"records\": [{\"quantity\": -5}]}\n\
              < 201",
    fix: "Refuse negative, non-finite and absurd quantities and future timestamps. Metering errors \
          become invoices.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A number of hours ahead that exceeds any clock error.
const AHEAD: i64 = 48;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let create = operation(session, Method::Post, USAGE)?;
    let (id, _) = resource(session, USAGE)?;
    let created = submitted(session).await?;
    let mut cases: Vec<(&str, Value)> = Vec::new();
    for (what, value) in [
        ("a negative quantity", json!("-1")),
        ("a negative quantity", json!(-1)),
        ("a huge quantity", json!("1".repeat(40))),
        ("a huge quantity", json!(1e300)),
        ("a quantity that is not a number", json!("NaN")),
        ("a quantity that is not a number", json!("Infinity")),
    ] {
        let mut body = resubmission(&created);
        if set_all(&mut body, "quantity", &value) > 0 {
            cases.push((what, body));
        }
    }
    let time = body_schema(session, create)
        .and_then(|schema| time_property(&session.description.api, schema));
    let later = Timestamp::now().checked_add(SignedDuration::from_hours(AHEAD));
    if let (Some(name), Ok(later)) = (time, later) {
        let seconds = Timestamp::from_second(later.as_second()).unwrap_or(later);
        let mut body = resubmission(&created);
        body[name] = json!(seconds.to_string());
        cases.push(("a time in the future", body));
    }
    if cases.is_empty() {
        return Err(Stop::Skip("usage has no quantity and no time".to_owned()));
    }
    for (what, body) in cases {
        let builder = session.prepare(create).intent(Intent::Sequence);
        let answer = builder.bind(&created.bindings).json(&body).send().await?;
        session.record_creation(&session.primary().name, id, &created.bindings, &answer);
        outcome.require(
            (400..500).contains(&answer.status),
            &[answer.exchange()],
            || {
                Fault::new(format!("usage with {what} is not refused"))
                    .must(expectation::class(4))
                    .expected("4xx")
                    .actual(answer.status.to_string())
            },
        );
    }
    Ok(())
}

/// Returns the property of a body that is a time.
fn time_property(api: &Api, schema: SchemaId) -> Option<&str> {
    let Kind::Object(object) = &api.schema(api.resolve(schema)).kind else {
        return None;
    };
    let is_time = |id: SchemaId| {
        matches!(&api.schema(api.resolve(id)).kind, Kind::String(text)
            if text.format.as_deref() == Some("date-time"))
    };
    let mut all = object.properties.iter();
    all.find(|one| is_time(one.schema))
        .map(|one| one.name.as_str())
}
