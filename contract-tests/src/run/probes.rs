//! Runs the checks that send additional requests, one by one.

use crate::plan::is_mine;
use conformance_checks::check::{Outcome, Probe, Run};
use conformance_core::missing_input::MissingInput;
use conformance_engine::event::Event;
use conformance_engine::session::Session;

/// Runs every check of this shard that sends requests which any deployment survives.
pub(super) async fn run(session: &Session) {
    let select = |run| match run {
        Run::Probe(probe) => Some(probe),
        _ => None,
    };
    run_selected(session, select).await;
}

/// Runs the other checks of this shard that send requests. Nothing else is asked of the deployment
/// afterwards.
pub(super) async fn run_last(session: &Session) {
    let select = |run| match run {
        Run::LastProbe(probe) => Some(probe),
        _ => None,
    };
    run_selected(session, select).await;
}

/// Returns whether this shard has a check for [`run_last`].
pub(super) fn has_last(session: &Session) -> bool {
    let mut all = conformance_checks::of(session).enumerate();
    all.any(|(index, check)| {
        matches!(check.run, Run::LastProbe(_)) && is_mine(index, session.profile.shard)
    })
}

async fn run_selected(session: &Session, select: fn(Run) -> Option<Probe>) {
    for (index, check) in conformance_checks::of(session).enumerate() {
        let Some(probe) = select(check.run) else {
            continue;
        };
        if !is_mine(index, session.profile.shard) {
            continue;
        }
        let mut outcome = Outcome::default();
        if session.may_go_on() {
            match probe(session, &mut outcome).await {
                Ok(()) => {}
                Err(stop) => outcome.stopped(stop),
            }
        } else {
            outcome.missing(MissingInput::Budget);
        }
        session.record_outcome(check.named(), outcome);
        let name = check.id.to_owned();
        session.emit(&Event::StepFinished { name });
    }
}

/// Runs every check that examines the run state.
pub(super) fn conclude(session: &Session) {
    for check in conformance_checks::of(session) {
        if let Run::Finally(conclude) = check.run {
            let outcome = conclude(session);
            session.record_outcome(check.named(), outcome);
        }
    }
}
