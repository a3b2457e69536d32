//! TOK-11: unsupported grants are refused.

use super::support::{Client, error_code, refusal};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "token-unsupported-grant",
    requirement: "TOK-11",
    strength: None,
    about: "password, implicit and made-up grant types are refused with unsupported_grant_type.",
    example: "> grant_type=password&username=…\n\
              < 401 {\"error\": \"invalid_client\"}",
    fix: "Answer 400 with unsupported_grant_type, for every client.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// Grant types, and whether a server may support them.
const GRANTS: [(&str, bool); 3] = [
    ("password", true),
    ("implicit", true),
    ("urn:example:conformance:no-such-grant", false),
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    for (grant, is_known) in GRANTS {
        let mut fields = client.without(&["grant_type"]);
        fields.push(("grant_type", grant));
        if grant == "password" {
            fields.extend([("username", "conformance"), ("password", "conformance")]);
        }
        let answer = client.send(&fields).await?;
        let code = error_code(&answer).filter(|_| !answer.is_success());
        let holds = code == Some("unsupported_grant_type")
            || (is_known && code == Some("unauthorized_client"));
        outcome.require(holds, &[answer.exchange()], || {
            Fault::new(format!(
                "the grant type {grant} is not refused as unsupported"
            ))
            .must(
                expectation::class(2)
                    .not()
                    .and(expectation::error_code("unsupported_grant_type")),
            )
            .expected("400 with the error unsupported_grant_type (RFC 6749 §5.2)")
            .actual(refusal(&answer))
        });
    }
    Ok(())
}
