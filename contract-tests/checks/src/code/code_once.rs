//! CODE-05 (a): a code works once, and (c): for ten minutes at most.

use std::time::Duration;

use super::flow::{Client, member};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "code-once",
    requirement: "CODE-05",
    strength: None,
    about: "A second use of an authorization code is refused, and so is one after ten minutes.",
    example: "> POST /oauth2/token grant_type=authorization_code&code=abc\n\
              < 200\n\
              > (the same again)\n\
              < 200",
    fix: "Mark a code as used in the same transaction that issues the tokens, and let codes expire \
          within ten minutes.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// How long a code may live (RFC 6749 §4.1.2).
const LONGEST: Duration = Duration::from_mins(10);

/// How far clocks may differ.
const LEEWAY: Duration = Duration::from_mins(1);

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let request = client.request();
    let (code, _) = client.code(&request).await?;
    let first = client.exchange(&code, Some(&request.verifier)).await?;
    let first = first.success()?;
    let second = client.exchange(&code, Some(&request.verifier)).await?;
    let holds = !second.is_success() && member(&second, "access_token").is_none();
    outcome.require(holds, &[first.exchange(), second.exchange()], || {
        Fault::new("an authorization code works twice")
            .must(expectation::class(2).not())
            .expected("400 with the error invalid_grant (RFC 6749 §4.1.2)")
            .actual(second.status.to_string())
    });
    lifetime(session, &client, outcome).await
}

/// Redeems a code after ten minutes, if the run waits that long.
async fn lifetime(
    session: &Session,
    client: &Client<'_>,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let wait = LONGEST + LEEWAY;
    let left = session.profile.max_time.saturating_sub(session.elapsed());
    if session.profile.expiry_wait < wait || left < wait {
        let seconds = wait.as_secs();
        outcome.skip(format!(
            "that a code lives for ten minutes at most takes {seconds} s to see: \
             --wait-for-expiry and --max-time would have to be as long"
        ));
        return Ok(());
    }
    let request = client.request();
    let (code, _) = client.code(&request).await?;
    tokio::time::sleep(wait).await;
    let late = client.exchange(&code, Some(&request.verifier)).await?;
    outcome.require(!late.is_success(), &[late.exchange()], || {
        Fault::new("an authorization code works after more than ten minutes")
            .must(expectation::class(2).not())
            .expected("400 with the error invalid_grant (RFC 6749 §4.1.2)")
            .actual(late.status.to_string())
            .strength(Strength::Should)
    });
    Ok(())
}
