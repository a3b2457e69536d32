//! RT-02: a refresh grants nothing more.

use std::collections::BTreeSet;

use super::flow::{Client, member};
use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{AUTHORIZATION_SERVER, document, texts};
use crate::token::error_code;
use conformance_core::jose::Jws;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "refresh-narrow",
    requirement: "RT-02",
    strength: None,
    about: "A refresh widens neither scope nor resource, and a made-up refresh token is refused with invalid_grant.",
    example: "> POST /oauth2/token grant_type=refresh_token&scope=read+write     (granted: read)\n\
              < 200 {\"scope\":\"read write\"}",
    fix: "Limit scope and resource of a refresh to those of the original grant, and answer made-up \
          tokens with invalid_grant.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A resource that no deployment serves: the name is reserved (RFC 6761 §6.4).
const FOREIGN: &str = "https://conformance.invalid/";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    made_up(&client, outcome).await?;
    let metadata = document(session, AUTHORIZATION_SERVER).await?;
    let scopes = texts(metadata.body()?, "scopes_supported").unwrap_or_default();
    let plain = ["openid", "offline_access", "profile", "email"];
    let mut scopes = scopes.into_iter().filter(|scope| !plain.contains(scope));
    let (Some(narrow), Some(more)) = (scopes.next(), scopes.next()) else {
        outcome.skip("the metadata has no two scopes");
        return Ok(());
    };
    let first = client
        .tokens(&client.request().with("scope", narrow))
        .await?;
    let Some(token) = member(&first, "refresh_token") else {
        outcome.skip("the deployment issues no refresh token");
        return Ok(());
    };
    let wider = format!("{narrow} {more}");
    let answer = client.refresh(&token, &[("scope", &wider)]).await?;
    widened(outcome, &answer, more);
    // The refresh may have replaced the token.
    let token = member(&answer, "refresh_token").unwrap_or(token);
    let answer = client.refresh(&token, &[("resource", FOREIGN)]).await?;
    let is_foreign = member(&answer, "access_token")
        .and_then(|token| Jws::parse(&token))
        .is_some_and(|jws| {
            jws.audience()
                .iter()
                .any(|one| one.contains("conformance.invalid"))
        });
    outcome.require(!is_foreign, &[answer.exchange()], || {
        Fault::new("a refresh yields a token for another resource than was consented to")
            .must(expectation::class(2).not())
            .expected("400 with the error invalid_target (RFC 8707 §2.2)")
            .actual("aud has the foreign resource")
    });
    Ok(())
}

async fn made_up(client: &Client<'_>, outcome: &mut Outcome) -> Result<(), Stop> {
    let answer = client.refresh("conformance-was-never-issued", &[]).await?;
    let code = error_code(&answer);
    if matches!(code, Some("unauthorized_client" | "unsupported_grant_type")) {
        outcome.skip("the client may not use the grant refresh_token");
        return Ok(());
    }
    let holds = answer.status == 400 && code == Some("invalid_grant");
    outcome.require(holds, &[answer.exchange()], || {
        Fault::new("a made-up refresh token is not refused with invalid_grant")
            .must(expectation::status(&[400]).and(expectation::error_code("invalid_grant")))
            .expected("400 with the error invalid_grant (RFC 6749 §5.2)")
            .actual(match code {
                Some(code) => format!("{} with the error {code:.60}", answer.status),
                None => answer.status.to_string(),
            })
    });
    Ok(())
}

/// Checks for a refusal, or for a token without the additional scope.
fn widened(outcome: &mut Outcome, answer: &Answer, more: &str) {
    let set = |text: &str| -> BTreeSet<String> {
        text.split_ascii_whitespace().map(str::to_owned).collect()
    };
    let shown =
        member(answer, "access_token").and_then(|token| Jws::parse(&token)?.text("scope").map(set));
    let told = member(answer, "scope").map(|text| set(&text));
    let granted = shown.or(told);
    // If the response does not name the scope, the requested one was granted (RFC 6749 §5.1).
    let has_more = granted.map_or(answer.is_success(), |all| all.contains(more));
    outcome.require(!has_more, &[answer.exchange()], || {
        Fault::new("a refresh yields a wider scope than was consented to")
            .expected("400 with the error invalid_scope (RFC 6749 §6)")
            .actual(answer.status.to_string())
    });
}
