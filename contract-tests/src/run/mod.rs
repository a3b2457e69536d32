//! A complete run: explore, run the checks, run the plan, conclude, clean up.

mod conclude;
mod probes;

use std::panic::{AssertUnwindSafe, resume_unwind};
use std::time::Duration;

use anyhow::Result;
use futures_util::FutureExt as _;

pub use self::conclude::conclude;
pub(crate) use self::conclude::millis;
use crate::replay::Replay;
use conformance_core::exchange::{Failure, Host};
use conformance_engine::event::Event;
use conformance_engine::session::Session;
use conformance_report::model::{Report, Verdict};

/// How often the run checks whether the deployment responds.
const PAUSE: Duration = Duration::from_millis(250);

/// Checks the deployment of a session, beginning with the findings of earlier runs. Whatever
/// happens, what the run has created is deleted.
///
/// # Errors
/// Returns an error if the run itself fails; faults of the deployment are in the report.
pub async fn run(session: &Session, regressions: &[Replay]) -> Result<Report> {
    start(session, "connect", None);
    if let Err(why) = connect(session).await {
        session.note(why);
        return Ok(end(session, Some(Verdict::Unreachable)));
    }
    let work = AssertUnwindSafe(check(session, regressions))
        .catch_unwind()
        .await;
    start(session, "clean up", None);
    session.clean_up().await;
    note_end(session);
    match work {
        Ok(()) => Ok(end(session, None)),
        Err(panic) => {
            session.emit(&Event::Ended);
            resume_unwind(panic)
        }
    }
}

fn start(session: &Session, name: &'static str, steps: Option<usize>) {
    let at = session.elapsed();
    session.emit(&Event::PhaseStarted { name, steps, at });
}

/// Ends the run, and returns its report.
fn end(session: &Session, verdict: Option<Verdict>) -> Report {
    session.emit(&Event::Ended);
    conclude(session, verdict)
}

/// Runs everything between the first request and the clean-up.
async fn check(session: &Session, regressions: &[Replay]) {
    if !regressions.is_empty() {
        start(session, "regressions", Some(regressions.len()));
        for regression in regressions {
            // A regression whose check is gone or not selected does not stop the others.
            if let Err(why) = regression.send(session).await {
                let note = format!("a regression of {} was not sent: {why:#}", regression.check);
                session.note(note);
            }
            let name = regression.check.clone();
            session.emit(&Event::StepFinished { name });
        }
    }
    if !probes::has_last(session) {
        session.spend_reserve();
    }
    session.begin_to_expire().await;
    start(session, "explore", None);
    session.explore().await;
    start(session, "probe", Some(session.checks().len()));
    probes::run(session).await;
    session.world.pool.freeze();
    let units = crate::plan::units(&session.description, &session.profile);
    let steps = units.iter().filter(|unit| unit.left_out.is_none()).count();
    start(session, "plan", Some(steps));
    crate::plan::run(session).await;
    start(session, "conclude", None);
    session.spend_reserve();
    probes::run_last(session).await;
    probes::conclude(session);
}

/// Notes where a deployment stopped responding, and how often it demanded to retry later.
fn note_end(session: &Session) {
    let waits = session.waits();
    if waits.refused > 0 {
        let seconds = waits.waited.as_secs_f64();
        let mut note = format!(
            "responses with 429 (too many requests): {}; requests waited {seconds:.1} s for them in \
             total",
            waits.refused
        );
        if waits.given_up > 0 {
            let more = format!("; requests that were not repeated: {}", waits.given_up);
            note.push_str(&more);
        }
        session.note(note);
    }
    if session.is_gone() {
        let last = session.last_answered().unwrap_or_else(|| "none".to_owned());
        let next = session
            .first_unanswered()
            .unwrap_or_else(|| "none".to_owned());
        let note = format!(
            "the deployment stopped answering; the last request that it answered is {last}; the first \
             that it did not answer is {next}"
        );
        session.note(note);
    }
}

/// Sends one finding of an earlier run again.
///
/// # Errors
/// Returns an error if the check does not exist any more.
pub async fn replay(session: &Session, finding: &Replay) -> Result<Report> {
    if let Err(why) = connect(session).await {
        session.note(why);
        return Ok(end(session, Some(Verdict::Unreachable)));
    }
    session.explore().await;
    let sent = finding.send(session).await;
    probes::conclude(session);
    session.clean_up().await;
    note_end(session);
    sent?;
    Ok(end(session, None))
}

/// Waits until the deployment responds, for at most as long as `--wait` allows. A gateway that does
/// not reach it responds 502, 503 or 504 (RFC 9110 §15.6).
async fn await_deployment(session: &Session) {
    let wait = session.profile.reach.wait;
    while session.elapsed() < wait && session.may_go_on() {
        let is_there = match session.look().await {
            Ok(response) => !matches!(response.status, 502..=504),
            Err(failure) => matches!(failure, Failure::Broken(_) | Failure::TooLarge),
        };
        if is_there {
            return;
        }
        let left = wait.saturating_sub(session.elapsed());
        tokio::time::sleep(PAUSE.min(left)).await;
    }
}

/// Checks that the deployment responds and accepts the credentials.
async fn connect(session: &Session) -> Result<(), String> {
    await_deployment(session).await;
    let identity = session.primary();
    let has_secret = identity.client_secret.is_some() && session.address(Host::Token).is_some();
    if has_secret || identity.token_command.is_some() {
        match session.token_of(identity).await {
            Ok(_) => return Ok(()),
            Err(stop) => return Err(format!("no access token: {}", stop.why())),
        }
    }
    let exchange = session.raw(Host::Resource, "GET", "/").exchange().await;
    match exchange.map(|exchange| exchange.outcome.as_ref().err().cloned()) {
        Ok(Some(Failure::Unreachable(why) | Failure::Lost(why))) => Err(format!(
            "{} cannot be reached: {why}",
            session.profile.base_url
        )),
        _ => Ok(()),
    }
}
