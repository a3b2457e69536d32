//! RT-01 (a): a refresh token of a public client works once.

use super::flow::{Client, member};
use crate::check::{Check, Fault, Outcome, Run};
use crate::token::error_code;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "refresh-rotated",
    requirement: "RT-01",
    strength: None,
    about: "A refresh token of a public client is replaced by its use; the old one is refused with invalid_grant.",
    example: "> refresh with r1\n\
              < 200 {\"access_token\":…}        (no new refresh_token)",
    fix: "Issue a new refresh token with each use for public clients, and invalidate the old one.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = public(session)?;
    let first = client.tokens(&client.request()).await?;
    let old = refresh_token(&first)?;
    let second = client.refresh(&old, &[]).await?.success()?;
    let mut again = client.refresh(&old, &[]).await?;
    if again.is_success() {
        // A client that lost the response may retry for a while.
        tokio::time::sleep(session.profile.patience).await;
        again = client.refresh(&old, &[]).await?;
    }
    let replaced = member(&second, "refresh_token").is_none_or(|new| new != old);
    let refused = error_code(&again) == Some("invalid_grant") && !again.is_success();
    let evidence = [first.exchange(), second.exchange(), again.exchange()];
    outcome.require(refused && replaced, &evidence, || {
        Fault::new("a refresh token of a public client works more than once")
            .must(expectation::class(2).not())
            .expected("400 with the error invalid_grant, after it was replaced (RFC 9700 §2.2.2)")
            .actual(match error_code(&again) {
                Some(code) => format!("{} with the error {code:.60}", again.status),
                None => again.status.to_string(),
            })
    });
    Ok(())
}

/// Returns the public client of the run.
pub(super) fn public(session: &Session) -> Result<Client<'_>, Stop> {
    let client = Client::of(session)?;
    match client.secret {
        None => Ok(client),
        Some(_) => Err(session.missing(MissingInput::PublicClient)),
    }
}

/// Returns the refresh token of a response, if it can be replayed: one that is bound to a key
/// cannot.
pub(super) fn refresh_token(answer: &conformance_engine::session::Answer) -> Result<String, Stop> {
    let bound = member(answer, "token_type").is_some_and(|kind| kind.eq_ignore_ascii_case("dpop"));
    let token = member(answer, "refresh_token").filter(|_| !bound);
    token.ok_or_else(|| {
        Stop::Skip(
            "the deployment issues no refresh token that another client could use".to_owned(),
        )
    })
}
