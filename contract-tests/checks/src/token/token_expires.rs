//! TOK-18: a token expires after its lifetime.

use std::time::Duration;

use super::support::Client;
use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{LEEWAY, Session, Stop};

pub static CHECK: Check = Check {
    id: "token-expires",
    requirement: "TOK-18",
    strength: None,
    about: "A token is refused once expires_in has passed, with a leeway of 120 seconds.",
    example: "expires_in: 60\n\
              > (three minutes later) GET /org/o1/offer\n\
              < 200",
    fix: "Check exp on every request. A cache of verified tokens must not outlive the token.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// How long to wait between two tries.
const PAUSE: Duration = Duration::from_secs(5);

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let (token, issued) = client.token().await?;
    let life = issued
        .body()?
        .get("expires_in")
        .and_then(conformance_core::json::Json::as_u64);
    let Some(life) = life.map(Duration::from_secs) else {
        return Err(Stop::Skip(
            "the token does not say how long it is valid".to_owned(),
        ));
    };
    let end = session.elapsed().saturating_add(life);
    let last = end.saturating_add(LEEWAY);
    if last.saturating_add(PAUSE) > session.profile.max_time {
        return given(session, outcome).await;
    }
    tokio::time::sleep(life).await;
    loop {
        let answer = session.prepare_with_bearer(&token)?.send().await?;
        if answer.status == 401 {
            outcome.pass();
            return Ok(());
        }
        if session.elapsed() > last {
            let fault = Fault::new("a token is accepted after it expired")
                .expected("401, 120 seconds after expires_in at the latest (RFC 6750 §3.1)")
                .actual(answer.status.to_string());
            outcome.fail(fault, &[issued.exchange(), answer.exchange()]);
            return Ok(());
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Sends the expired token that the run was given, since new ones outlive the run.
async fn given(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let Some(token) = &session.primary().expired else {
        return Err(Stop::Skip(
            "a token is valid longer than the run may take, and no expired one was given"
                .to_owned(),
        ));
    };
    let answer = session.prepare_with_bearer(token.reveal())?.send().await?;
    let status = answer.status;
    outcome.require(status == 401, &[answer.exchange()], || {
        Fault::new("a token is accepted after it expired")
            .must(expectation::status(&[401]))
            .expected("401 (RFC 6750 §3.1)")
            .actual(status.to_string())
    });
    Ok(())
}
