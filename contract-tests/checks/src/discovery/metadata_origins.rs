//! META-10: whether all endpoints are on one host.

use url::Url;

use crate::published::{AUTHORIZATION_SERVER, document};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-origins",
    requirement: "META-10",
    strength: None,
    about: "Whether the endpoints that the metadata names all have the origin of the token host.",
    example: "{\"issuer\": \"https://auth.example\", \"jwks_uri\": \"https://keys.example/jwks.json\"}",
    fix: "Nothing has to be done if the other origin is yours. Otherwise serve the endpoint on the \
          token host.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, AUTHORIZATION_SERVER).await?;
    let own = session.address(Host::Token).unwrap_or_default();
    let origin = Url::parse(own).map(|url| url.origin()).ok();
    for (name, value) in answer.body()?.as_object().unwrap_or_default() {
        let is_endpoint = name.ends_with("_endpoint") || &**name == "jwks_uri";
        let Some(address) = value.as_str().filter(|_| is_endpoint) else {
            continue;
        };
        let there = Url::parse(address).map(|url| url.origin()).ok();
        outcome.require(there == origin, &[answer.exchange()], || {
            Fault::new(format!("{name:.60} is not on the token host"))
                .must(expectation::at(
                    &format!("/{}", conformance_core::json::escape(name)),
                    json!({ "pattern": format!("^{}(/|$)", fancy_regex::escape(own)) }),
                ))
                .expected(own)
                .actual(format!("{address:.200}"))
                .pointer(format!("/{}", conformance_core::json::escape(name)))
        });
    }
    Ok(())
}
