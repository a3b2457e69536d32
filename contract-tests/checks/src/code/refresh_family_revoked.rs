//! RT-01 (b): the use of a replaced refresh token revokes all tokens of the same consent.

use super::flow::{Client, member};
use super::refresh_rotated::{public, refresh_token};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "refresh-family-revoked",
    requirement: "RT-01",
    strength: Some(Strength::Should),
    about: "Use of a replaced refresh token revokes the one that replaced it.",
    example: "> refresh with r1 → r2; refresh with r1 again → 400\n\
              > refresh with r2\n\
              < 200",
    fix: "When a replaced refresh token is used again, revoke every token that descends from it.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client: Client<'_> = public(session)?;
    let first = client.tokens(&client.request()).await?;
    let old = refresh_token(&first)?;
    let second = client.refresh(&old, &[]).await?.success()?;
    let Some(new) = member(&second, "refresh_token").filter(|new| *new != old) else {
        return Err(Stop::Skip("refresh tokens are not replaced".to_owned()));
    };
    let mut again = client.refresh(&old, &[]).await?;
    if again.is_success() {
        tokio::time::sleep(session.profile.patience).await;
        again = client.refresh(&old, &[]).await?;
    }
    if again.is_success() {
        return Err(Stop::Undecided("a replaced refresh token works".to_owned()));
    }
    let last = client.refresh(&new, &[]).await?;
    let evidence = [second.exchange(), again.exchange(), last.exchange()];
    outcome.require(!last.is_success(), &evidence, || {
        Fault::new("a refresh token outlives the use of the one that it replaced")
            .must(expectation::class(2).not())
            .expected("400 with the error invalid_grant: the token may have been stolen (RFC 9700 §4.14.2)")
            .actual(last.status.to_string())
    });
    Ok(())
}
