//! Prints the events of a run as lines of JSON, for programs that follow it.

use std::io::Write as _;

use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;
use conformance_engine::event::Event;
use conformance_engine::event::LeftOut;
use conformance_engine::session::{Observer, Session};
use serde::Serialize;

/// Prints each event to standard output when it happens.
#[derive(Debug)]
pub(super) struct EventLines;

/// A line of the stream. Durations are since the start of the run.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'e> {
    PhaseStarted {
        name: &'e str,
        /// The number of steps, if it is known.
        steps: Option<usize>,
        at_ms: u128,
    },
    StepFinished {
        name: &'e str,
    },
    Exchanged(Exchanged<'e>),
    /// The first time that a fault is seen. The report has its level.
    Found {
        id: String,
        check: &'e str,
        requirement: &'e str,
        operation: Option<&'e str>,
        title: String,
        at_ms: u128,
    },
    LeftOut {
        operation: &'e str,
        intent: Intent,
        why: &'e str,
    },
    Noted {
        text: String,
    },
    LeftBehind {
        text: String,
    },
}

/// A request, and the status of its response or why there is none.
#[derive(Debug, Serialize)]
struct Exchanged<'e> {
    number: u64,
    operation: Option<&'e str>,
    intent: Intent,
    identity: Option<&'e str>,
    method: &'e str,
    target: String,
    status: Option<u16>,
    failure: Option<String>,
    at_ms: u128,
    elapsed_us: u128,
}

impl Observer for EventLines {
    fn observe(&self, session: &Session, event: &Event) {
        if let Some(line) = line(session, event)
            && let Ok(text) = messages::json::line(&line)
        {
            // Who follows the run may go away; the run goes on.
            let _ = writeln!(std::io::stdout().lock(), "{text}");
        }
    }
}

fn line<'e>(session: &'e Session, event: &'e Event) -> Option<Line<'e>> {
    let id = |operation| session.description.operation(operation).id.as_str();
    let clean = |text: &str| session.redactor.text(text);
    Some(match event {
        Event::PhaseStarted { name, steps, at } => Line::PhaseStarted {
            name,
            steps: *steps,
            at_ms: at.as_millis(),
        },
        Event::StepFinished { name } => Line::StepFinished { name },
        Event::Exchanged(exchange) => Line::Exchanged(exchanged(session, exchange)),
        Event::Found { key, found, at } => Line::Found {
            id: key.id(&session.description),
            check: key.check,
            requirement: found.check.requirement,
            operation: key.operation.map(id),
            title: clean(&key.title),
            at_ms: at.as_millis(),
        },
        Event::LeftOut {
            operation,
            intent,
            why: LeftOut::Unreachable(why) | LeftOut::Skipped(why),
        } => Line::LeftOut {
            operation: id(*operation),
            intent: *intent,
            why,
        },
        Event::Noted(text) => Line::Noted { text: clean(text) },
        Event::LeftBehind(text) => Line::LeftBehind { text: clean(text) },
        Event::Passed { .. }
        | Event::Concluded { .. }
        | Event::Shrunk { .. }
        | Event::Unenforced(_)
        | Event::Ended => return None,
    })
}

fn exchanged<'e>(session: &'e Session, exchange: &'e Exchange) -> Exchanged<'e> {
    let operation = exchange.purpose.operation;
    let failure = exchange.outcome.as_ref().err();
    Exchanged {
        number: exchange.number,
        operation: operation.map(|id| session.description.operation(id).id.as_str()),
        intent: exchange.purpose.intent,
        identity: exchange.purpose.identity.as_deref(),
        method: &exchange.request.method,
        target: session.redactor.text(&exchange.request.target),
        status: exchange.status(),
        failure: failure.map(|why| session.redactor.text(&why.to_string())),
        at_ms: exchange.at.as_millis(),
        elapsed_us: exchange.elapsed.as_micros(),
    }
}
