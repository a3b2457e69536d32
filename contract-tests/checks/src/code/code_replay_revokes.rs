//! CODE-05 (b): a second use of a code revokes the tokens that the first use issued.

use super::flow::{Client, member};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-replay-revokes",
    requirement: "CODE-05",
    strength: Some(Strength::Should),
    about: "A second use of an authorization code revokes the tokens that the first use issued.",
    example: "> POST /oauth2/token code=abc      < 200 {\"access_token\":\"t1\"}\n\
              > POST /oauth2/token code=abc      < 400\n\
              > GET /org/o1/offer Authorization: Bearer t1\n\
              < 200",
    fix: "Store which tokens a code led to, and revoke them when the code is used a second time: \
          one of the two users is an attacker.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let request = client.request();
    let (code, _) = client.code(&request).await?;
    let first = client.exchange(&code, Some(&request.verifier)).await?;
    let first = first.success()?;
    let again = client.exchange(&code, Some(&request.verifier)).await?;
    if again.is_success() {
        return Err(Stop::Undecided("the code works twice".to_owned()));
    }
    if let Some(token) = member(&first, "access_token") {
        let answer = session.prepare_with_bearer(&token)?.send().await?;
        let evidence = [first.exchange(), again.exchange(), answer.exchange()];
        outcome.require(answer.status == 401, &evidence, || {
            Fault::new("an access token outlives the second use of its code")
                .must(expectation::status(&[401]))
                .expected("401: it was revoked (RFC 6749 §4.1.2)")
                .actual(answer.status.to_string())
        });
    }
    if let Some(token) = member(&first, "refresh_token") {
        let answer = client.refresh(&token, &[]).await?;
        let evidence = [first.exchange(), again.exchange(), answer.exchange()];
        outcome.require(!answer.is_success(), &evidence, || {
            Fault::new("a refresh token outlives the second use of its code")
                .must(expectation::class(2).not())
                .expected("400 with the error invalid_grant (RFC 6749 §4.1.2)")
                .actual(answer.status.to_string())
        });
    }
    Ok(())
}
