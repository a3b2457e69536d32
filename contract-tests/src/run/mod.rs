//! A whole run: look at what is there, let the checks ask, go through the plan, conclude, clean up.

mod conclude;
mod probes;

use std::sync::Arc;

use anyhow::Result;

pub use self::conclude::{conclude, finding_id};
use crate::exchange::{Failure, Host};
use crate::replay::Replay;
use crate::report::model::{Report, Verdict};
use crate::session::Session;

/// What happens during a run, for those who watch.
#[derive(Debug, Clone)]
pub enum Event {
    /// A part of the run has begun; how many steps it has.
    PhaseStarted {
        /// What it does.
        name: &'static str,
        /// How many steps, where that is known.
        steps: Option<usize>,
    },
    /// A step is done.
    StepFinished {
        /// What it was.
        name: String,
    },
}

/// Who watches a run.
pub trait Watcher: Send + Sync {
    /// Something has happened.
    fn watch(&self, session: &Session, event: Event);
}

/// Nobody watches.
#[derive(Debug, Clone, Copy)]
pub struct Unwatched;

impl Watcher for Unwatched {
    fn watch(&self, _: &Session, _: Event) {}
}

/// Judges the deployment of a session.
///
/// # Errors
/// When the run itself fails; what the deployment does wrong is in the report.
pub async fn run(session: &Arc<Session>, watcher: &dyn Watcher) -> Result<Report> {
    let start = |name, steps| {
        session.gathered.lock().begin(name, session.elapsed());
        watcher.watch(session, Event::PhaseStarted { name, steps });
    };
    start("connect", None);
    if let Err(why) = connect(session).await {
        session.gathered.lock().notes.insert(why);
        return Ok(conclude(session, Some(Verdict::Unreachable)));
    }
    if !session.regressions.is_empty() {
        start("regressions", Some(session.regressions.len()));
        for regression in &session.regressions {
            // A check that is gone or not selected stops nobody else's.
            if let Err(why) = regression.send(session).await {
                let note = format!("a regression of {} was not sent: {why:#}", regression.check);
                session.gathered.lock().notes.insert(note);
            }
            let name = regression.check.clone();
            watcher.watch(session, Event::StepFinished { name });
        }
    }
    session.begin_to_expire().await;
    start("explore", None);
    session.explore().await;
    start("probe", Some(session.checks.len()));
    probes::run(session, watcher).await;
    session.pool.freeze();
    let units = crate::plan::units(&session.description, &session.profile);
    start(
        "plan",
        Some(units.iter().filter(|unit| unit.left_out.is_none()).count()),
    );
    crate::plan::run(session, |unit| {
        let operation = &session.description.operation(unit.operation).id;
        let name = format!("{operation} {}", unit.intent);
        watcher.watch(session, Event::StepFinished { name });
    })
    .await;
    start("conclude", None);
    probes::conclude(session);
    start("clean up", None);
    session.clean_up().await;
    Ok(conclude(session, None))
}

/// Sends one finding of an earlier run again.
///
/// # Errors
/// When the check is not there any more.
pub async fn replay(session: &Arc<Session>, finding: &Replay) -> Result<Report> {
    if let Err(why) = connect(session).await {
        session.gathered.lock().notes.insert(why);
        return Ok(conclude(session, Some(Verdict::Unreachable)));
    }
    session.explore().await;
    finding.send(session).await?;
    probes::conclude(session);
    session.clean_up().await;
    Ok(conclude(session, None))
}

/// Whether the deployment answers and takes the credentials.
async fn connect(session: &Session) -> Result<(), String> {
    let identity = session.judged();
    if identity.client_secret.is_some() && session.address(Host::Token).is_some() {
        match session.token_of(identity).await {
            Ok(_) => return Ok(()),
            Err(stop) => return Err(format!("no access token: {}", stop.why())),
        }
    }
    let exchange = session.raw(Host::Resource, "GET", "/").exchange().await;
    match exchange.map(|exchange| exchange.outcome.as_ref().err().cloned()) {
        Ok(Some(Failure::Unreachable(why))) => Err(format!(
            "{} cannot be reached: {why}",
            session.profile.base_url
        )),
        _ => Ok(()),
    }
}
