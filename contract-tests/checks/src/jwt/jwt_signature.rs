//! JWT-01: a token is signed by the token host, and names it.

use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, keys, text};
use crate::token::Client;
use conformance_core::exchange::Host;
use conformance_core::jose::{Jws, Verified, verify};
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "jwt-signature",
    requirement: "JWT-01",
    strength: None,
    about: "A key of the set verifies the token, iss is the issuer, and exp minus iat is expires_in.",
    example: "token: {\"alg\": \"RS256\", \"kid\": \"7\"};  key set: kid 1, kid 2",
    fix: "Publish a key before it signs, and keep it until the last of its tokens has expired. Let \
          exp - iat equal expires_in.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// By how much lifetimes may differ, in seconds.
const LEEWAY: i64 = 60;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (token, issued) = Client::of(session)?.token().await?;
    let Some(jws) = Jws::parse(&token) else {
        return Err(Stop::Skip("the access token is not a JWT".to_owned()));
    };
    signed(session, outcome, &jws, &issued).await?;
    // Another check reports metadata with the wrong issuer.
    let own = session.address(Host::Token).unwrap_or_default();
    let metadata = document(session, AUTHORIZATION_SERVER).await.ok();
    let body = metadata.as_ref().and_then(|answer| answer.json().ok());
    let issuer = body.and_then(|body| text(body, "issuer")).unwrap_or(own);
    let iss = jws.text("iss");
    let holds = iss == Some(issuer) || iss == Some(own);
    outcome.require(holds, &[issued.exchange()], || {
        Fault::new("the token's iss is not the issuer")
            .must(expectation::claims(
                json!({ "required": ["iss"], "properties": { "iss": { "enum": [issuer, own] } } }),
            ))
            .expected(format!("{issuer:.200}"))
            .actual(format!("{:.200}", iss.unwrap_or("it is missing")))
    });
    lifetime(outcome, &jws, &issued);
    Ok(())
}

async fn signed(
    session: &Session,
    outcome: &mut Outcome,
    jws: &Jws,
    issued: &Answer,
) -> Result<(), Stop> {
    // The key may be newer than the set that was read.
    for is_last in [false, true] {
        let (set, answer) = keys(session).await?;
        match verify(jws, &set) {
            Verified::Unknown => {
                outcome.undecided("the token's algorithm is not one that can be verified here");
                break;
            }
            Verified::No if !is_last => {}
            verified => {
                let evidence = [issued.exchange(), answer.exchange()];
                outcome.require(verified == Verified::Yes, &evidence, || {
                    Fault::new("no key of the published set verifies the token")
                        .expected("a signature that the key named by kid has made (RFC 7515 §5.2)")
                        .actual("the signature does not verify")
                });
                break;
            }
        }
    }
    Ok(())
}

fn lifetime(outcome: &mut Outcome, jws: &Jws, issued: &Answer) {
    let said = issued.json().ok();
    let said = said.and_then(|body| body.get("expires_in")?.as_i64());
    let (Some(start), Some(end), Some(said)) = (jws.seconds("iat"), jws.seconds("exp"), said)
    else {
        outcome.skip("the token or the response does not say how long the token is valid");
        return;
    };
    let life = end.saturating_sub(start);
    let holds = life.saturating_sub(said).unsigned_abs() <= LEEWAY.unsigned_abs();
    outcome.require(holds, &[issued.exchange()], || {
        Fault::new("the token's exp minus iat is not expires_in")
            .expected(format!("{said} s, or {LEEWAY} s more or less"))
            .actual(format!("{life} s"))
    });
}
