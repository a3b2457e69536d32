//! TOK-07: tokens are requested by POST, with credentials in the body.

use url::form_urlencoded::Serializer;

use super::support::{Client, token_text};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "token-post-only",
    requirement: "TOK-07",
    strength: None,
    about: "Neither GET nor credentials in the URI yield a token.",
    example: "> GET /oauth2/token?grant_type=client_credentials&client_id=…&client_secret=…\n\
              < 200",
    fix: "Route POST only, and read parameters from the body only.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    // On other machines, the secret would end up in logs of servers and proxies.
    if !session.profile.is_loopback() {
        return Err(Stop::Skip(
            "a secret is put into a URI on this machine only".to_owned(),
        ));
    }
    client.token().await?;
    let query =
        |fields: &[(&str, &str)]| Serializer::new(String::new()).extend_pairs(fields).finish();
    let path = session.token_path();
    let target = format!("{path}?{}", query(&client.fields()));
    let answer = session.raw(Host::Token, "GET", &target).send().await?;
    refused(outcome, &answer, "GET yields a token", "RFC 6749 §3.2");
    let secret = [("client_id", client.id), ("client_secret", client.secret)];
    let target = format!("{path}?{}", query(&secret));
    let form = client.without(&["client_id", "client_secret"]);
    let request = session.raw(Host::Token, "POST", &target).form(&form);
    let answer = request.send().await?;
    let title = "client credentials in the URI yield a token";
    refused(outcome, &answer, title, "RFC 6749 §2.3.1");
    Ok(())
}

fn refused(outcome: &mut Outcome, answer: &Answer, title: &str, source: &str) {
    outcome.require(token_text(answer).is_none(), &[answer.exchange()], || {
        Fault::new(title)
            .must(
                expectation::member("access_token", json!({ "type": "string", "minLength": 1 }))
                    .not(),
            )
            .expected(format!("a refusal, such as 400 or 405 ({source})"))
            .actual(format!("{} with an access token", answer.status))
    });
}
