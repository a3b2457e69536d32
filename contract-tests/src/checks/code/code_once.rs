//! CODE-05 (a): a code works once.
//!
//! That it lives for ten minutes at most (c) is not judged: no run waits that long for one verdict.

use super::flow::{Client, member};
use crate::check::{Check, Fault, Outcome, Run};
use crate::session::{Session, Stop};

/// The check.
pub static CHECK: Check = Check {
    id: "code-once",
    requirement: "CODE-05",
    strength: None,
    about: "A second use of an authorization code is refused.",
    run: Run::Probe(|session, outcome| Box::pin(judge(session, outcome))),
};

async fn judge(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let request = client.request();
    let (code, _) = client.code(&request).await?;
    let first = client.exchange(&code, Some(&request.verifier)).await?;
    let first = first.success()?;
    let second = client.exchange(&code, Some(&request.verifier)).await?;
    let holds = !second.is_success() && member(&second, "access_token").is_none();
    outcome.expect(holds, &[first.exchange(), second.exchange()], || {
        Fault::new("an authorization code works twice")
            .expected("400 with the error invalid_grant (RFC 6749 §4.1.2)")
            .actual(second.status.to_string())
    });
    Ok(())
}
