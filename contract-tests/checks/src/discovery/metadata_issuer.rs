//! META-02: the issuer is the token host.

use crate::published::{AUTHORIZATION_SERVER, document, text};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::exchange::Host;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "metadata-issuer",
    requirement: "META-02",
    strength: None,
    about: "issuer is the address of the token host, exactly, with https, no query, no fragment.",
    example: "> GET https://auth.example/.well-known/oauth-authorization-server\n\
              < {\"issuer\": \"https://auth.example/\"}",
    fix: "Make issuer the address that clients are given, without a slash at the end. Clients \
          compare the strings.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = document(session, AUTHORIZATION_SERVER).await?;
    let expected = session.address(Host::Token).unwrap_or_default();
    let issuer = text(answer.body()?, "issuer").unwrap_or_default();
    let evidence = [answer.exchange()];
    outcome.require(issuer == expected, &evidence, || {
        let fault = Fault::new("issuer is not the address of the token host")
            .must(expectation::member("issuer", json!({ "const": expected })))
            .expected(expected)
            .actual(format!("{issuer:.200}"))
            .pointer("/issuer");
        if issuer.trim_end_matches('/') == expected {
            fault
                .strength(Strength::Should)
                .help("They differ by a slash at the end; the run's profile may have it wrong.")
        } else {
            fault.help("RFC 8414 §3.3 compares them character by character.")
        }
    });
    let is_https = issuer.starts_with("https://") || session.profile.is_loopback();
    outcome.require(is_https && !issuer.contains(['?', '#']), &evidence, || {
        Fault::new("issuer is not an https address without query and fragment")
            .must(expectation::member(
                "issuer",
                json!({ "type": "string", "pattern": "^https?://[^?#]*$" }),
            ))
            .expected("https, no query, no fragment (RFC 8414 §2)")
            .actual(format!("{issuer:.200}"))
            .pointer("/issuer")
    });
    Ok(())
}
