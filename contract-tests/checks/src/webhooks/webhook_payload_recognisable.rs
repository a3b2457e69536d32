//! WH-04: a receiver can tell what happened, when, and whether a delivery is a repetition.

use jiff::Timestamp;

use super::evidence;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::webhooks::Delivery;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "webhook-payload-recognisable",
    requirement: "WH-04",
    strength: None,
    about: "A delivery is a POST of a JSON object with a type, an identifier and a timestamp.",
    example: "> POST <receiver>\n\
              > [\"offer.accepted\"]",
    fix: "Send a JSON object with a type, an id and a timestamp.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let campaign = session.webhooks().await?;
    for delivery in campaign.direct() {
        let missing = missing(delivery);
        outcome.require(missing.is_empty(), &evidence(&campaign), || {
            Fault::new("a webhook request does not say what has happened")
                .without_test(expectation::NEEDS_RECEIVER)
                .expected("a POST of a JSON object with a type, an identifier and a timestamp")
                .actual(format!("without {}", missing.join(", ")))
        });
    }
    Ok(())
}

/// Returns what cannot be recognized. Any property names are allowed, and header fields count too.
fn missing(delivery: &Delivery) -> Vec<&'static str> {
    let body = Json::parse(&delivery.body).ok();
    let members = body.as_ref().and_then(Json::as_object);
    let named = |words: &[&str], is: fn(&Json) -> bool| {
        let has = |name: &str| words.iter().any(|word| name.to_lowercase().contains(word));
        let in_body =
            members.is_some_and(|all| all.iter().any(|(name, value)| has(name) && is(value)));
        in_body
            || delivery
                .headers
                .keys()
                .any(|name| has(name.as_str()) && name != "content-type")
    };
    let parts = [
        ("POST", delivery.method == "POST"),
        ("a JSON object", members.is_some()),
        (
            "a type",
            named(&["type", "event", "topic", "action", "kind"], |json| {
                json.as_str().is_some()
            }),
        ),
        (
            "an identifier",
            named(&["id"], |json| {
                json.as_str().is_some() || json.number().is_some()
            }),
        ),
        (
            "a timestamp",
            named(&["time", "date", "created", "at"], is_moment),
        ),
    ];
    let absent = parts.into_iter().filter(|(_, holds)| !holds);
    absent.map(|(name, _)| name).collect()
}

/// Returns whether a value can be a time: RFC 3339, or a number of seconds or milliseconds.
fn is_moment(json: &Json) -> bool {
    let is_text = json
        .as_str()
        .is_some_and(|text| text.parse::<Timestamp>().is_ok());
    is_text || json.as_i64().is_some_and(|number| number > 1_000_000_000)
}
