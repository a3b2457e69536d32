//! CODE-04: a code is worth nothing without its verifier.

use super::flow::{Client, member};
use crate::check::{Check, Fault, Outcome, Run};
use crate::token::error_code;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "code-verifier-proved",
    requirement: "CODE-04",
    strength: None,
    about: "A wrong or missing code_verifier is refused with invalid_grant, and so is one without a challenge.",
    example: "> POST /oauth2/token code=abc&code_verifier=wrong\n\
              < 200",
    fix: "Compare BASE64URL(SHA256(code_verifier)) with the stored challenge before issuing \
          tokens; refuse a verifier for a code without challenge as well.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A verifier that does not match any challenge.
const WRONG: &str = "conformance-wrong-verifier-0123456789-0123456789";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let (code, _) = client.code(&client.request()).await?;
    let answer = client.exchange(&code, Some(WRONG)).await?;
    refused(
        outcome,
        &answer,
        "a wrong code_verifier",
        &["invalid_grant"],
    );
    let (code, _) = client.code(&client.request()).await?;
    let answer = client.exchange(&code, None).await?;
    let codes = ["invalid_grant", "invalid_request"];
    refused(outcome, &answer, "no code_verifier", &codes);
    downgrade(&client, outcome).await
}

/// Checks that a code issued without a challenge cannot be redeemed with a verifier: an attacker
/// may have removed the challenge from the authorization request (RFC 9700 §4.8.2).
async fn downgrade(client: &Client<'_>, outcome: &mut Outcome) -> Result<(), Stop> {
    let request = client.request();
    let bare = request
        .clone()
        .without("code_challenge")
        .without("code_challenge_method");
    let came = client.authorize(&bare).await?;
    let Some(code) = came.parameter("code") else {
        outcome.pass();
        return Ok(());
    };
    let answer = client.exchange(&code, Some(&request.verifier)).await?;
    let what = "a code_verifier for a code without a challenge";
    refused(
        outcome,
        &answer,
        what,
        &["invalid_grant", "invalid_request"],
    );
    Ok(())
}

fn refused(outcome: &mut Outcome, answer: &Answer, what: &str, codes: &[&str]) {
    let code = error_code(answer);
    let holds =
        member(answer, "access_token").is_none() && code.is_some_and(|code| codes.contains(&code));
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new(format!(
            "a token request with {what} is not refused with invalid_grant"
        ))
        .must(expectation::status(&[400]))
        .expected("400 with the error invalid_grant (RFC 7636 §4.6)")
        .actual(match code {
            Some(code) => format!("{} with the error {code:.60}", answer.status),
            None => answer.status.to_string(),
        })
    });
}
