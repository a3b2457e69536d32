//! TOK-10 (c): responses do not reveal which clients exist.

use super::support::Client;
use super::token_wrong_secret::WRONG;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::exchange::Response;
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-unknown-client-alike",
    requirement: "TOK-10",
    strength: Some(Strength::Should),
    about: "An unknown client is answered like a known one with a wrong secret.",
    example: "unknown client: 404 {\"error\": \"unknown_client\"}\n\
              wrong secret:   401 {\"error\": \"invalid_client\"}",
    fix: "Answer both with the same status, error and description; otherwise client ids can be \
          probed.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let mut fields = client.without(&["client_id", "client_secret"]);
    fields.push(("client_secret", WRONG));
    let mut known = fields.clone();
    known.push(("client_id", client.id));
    fields.push(("client_id", "conformance-no-such-client"));
    let known = client.send(&known).await?;
    let unknown = client.send(&fields).await?;
    let evidence = [known.exchange(), unknown.exchange()];
    let (expected, actual) = (seen(&known, client.id), seen(&unknown, client.id));
    outcome.require(expected == actual, &evidence, || {
        Fault::new("the response to an unknown client differs from that to a wrong secret")
            .must(
                expectation::Rule::Same(0, expectation::Part::Status)
                    .and(expectation::Rule::Same(
                        0,
                        expectation::Part::Json("/error".to_owned()),
                    ))
                    .and(expectation::Rule::Same(
                        0,
                        expectation::Part::Json("/error_description".to_owned()),
                    )),
            )
            .expected(expected.join(", "))
            .actual(actual.join(", "))
            .help("Anyone who sees the difference can find out which client ids exist.")
    });
    Ok(())
}

/// Returns the parts of a response that could reveal whether a client exists. Properties that
/// differ between requests are left out, and so is the client's id, which was sent.
fn seen(response: &Response, id: &str) -> Vec<String> {
    let body = response.json().ok();
    let member = |name: &str| {
        let value = body.and_then(|body| body.get(name)).and_then(Json::as_str);
        let text = value.unwrap_or("none");
        let text = text.replace(id, "{client_id}");
        let text = text.replace("conformance-no-such-client", "{client_id}");
        format!("{name} {text:.120}")
    };
    vec![
        format!("status {}", response.status),
        member("error"),
        member("error_description"),
        member("error_uri"),
    ]
}
