//! CODE-05 (c): a code lives for ten minutes at most.

use std::time::Duration;

use super::flow::Client;
use crate::catalogue::Strength;
use crate::check::{Check, Fault, Outcome, Run};
use crate::session::{Session, Stop};

/// The check.
pub static CHECK: Check = Check {
    id: "code-lifetime",
    requirement: "CODE-05",
    strength: Some(Strength::Should),
    about: "An authorization code is refused ten minutes after it was issued.",
    run: Run::Probe(|session, outcome| Box::pin(judge(session, outcome))),
};

/// Ten minutes, and a little.
const LIFE: Duration = Duration::from_secs(605);

async fn judge(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let end = session.elapsed().saturating_add(LIFE * 2);
    if end > session.profile.max_time {
        return Err(Stop::Skip(
            "the run may not take so long that a code of ten minutes ends in it".to_owned(),
        ));
    }
    let request = client.request();
    let (code, came) = client.code(&request).await?;
    tokio::time::sleep(LIFE).await;
    let answer = client.exchange(&code, Some(&request.verifier)).await?;
    let mut evidence = came.evidence();
    evidence.push(answer.exchange());
    outcome.expect(!answer.is_success(), &evidence, || {
        Fault::new("an authorization code lives longer than ten minutes")
            .expected("400 with the error invalid_grant (RFC 6749 §4.1.2)")
            .actual(answer.status.to_string())
    });
    Ok(())
}
