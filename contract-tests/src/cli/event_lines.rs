//! Prints the events of a run as lines of JSON, for programs that follow it.

use std::io::Write as _;

use crate::run::millis;
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;
use conformance_engine::event::Event;
use conformance_engine::event::LeftOut;
use conformance_engine::session::{Observer, Session};
use serde::Serialize;

/// Prints each event to standard output when it happens.
#[derive(Debug)]
pub(super) struct EventLines;

/// A line of the stream.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Line<'e> {
    /// A part of the run has begun.
    PhaseStarted {
        /// The name of the step.
        name: &'e str,
        /// The number of steps, if it is known.
        steps: Option<usize>,
        /// When, in milliseconds since the start of the run.
        at_ms: u64,
    },
    /// A step of the part is done.
    StepFinished {
        /// Its name: a check, or an operation and an intent.
        name: &'e str,
    },
    /// A request was sent, and its response has come or not.
    Exchanged(Exchanged<'e>),
    /// A fault was seen for the first time. The line of its finding has its level.
    Found {
        /// The id of the finding.
        id: String,
        /// The check.
        check: &'e str,
        /// The requirement.
        requirement: &'e str,
        /// The operation, by id.
        operation: Option<&'e str>,
        /// What is wrong, in one line.
        title: String,
        /// When, in milliseconds since the start of the run.
        at_ms: u64,
    },
    /// The plan left out an operation with an intent.
    LeftOut {
        /// The operation, by id.
        operation: &'e str,
        /// The intent.
        intent: Intent,
        /// Why.
        why: String,
    },
    /// A note for readers of the report.
    Noted {
        /// The note.
        text: String,
    },
    /// Something that the run has created could not be deleted.
    LeftBehind {
        /// Its kind and address, and why.
        text: String,
    },
}

/// A request, and the status of its response or the reason why it has no response.
#[derive(Debug, Serialize)]
struct Exchanged<'e> {
    /// The number of the request in the run.
    number: u64,
    /// The operation, by id.
    operation: Option<&'e str>,
    /// Why it was sent.
    intent: Intent,
    /// The identity whose credential it has.
    identity: Option<&'e str>,
    /// The method.
    method: &'e str,
    /// The path and the query, without secrets.
    target: String,
    /// The status; `null` without a response.
    status: Option<u16>,
    /// Why there is no response.
    failure: Option<String>,
    /// When it was sent, in milliseconds since the start of the run.
    at_ms: u64,
    /// How long the response took, in microseconds.
    elapsed_us: u64,
}

impl Observer for EventLines {
    fn observe(&self, session: &Session, event: &Event) {
        if let Some(line) = line(session, event)
            && let Ok(text) = messages::json::line(&line)
        {
            // If the reader closes the pipe, the run continues.
            let _ = writeln!(std::io::stdout().lock(), "{text}");
        }
    }
}

fn line<'e>(session: &'e Session, event: &'e Event) -> Option<Line<'e>> {
    let id = |operation| session.description.operation(operation).id.as_str();
    let clean = |text: &str| session.redactor.shown(text);
    Some(match event {
        Event::PhaseStarted { name, steps, at } => Line::PhaseStarted {
            name,
            steps: *steps,
            at_ms: millis(*at),
        },
        Event::StepFinished { name } => Line::StepFinished { name },
        Event::Exchanged(exchange) => Line::Exchanged(exchanged(session, exchange)),
        Event::Found { key, found, at } => Line::Found {
            id: key.id(&session.description),
            check: key.check,
            requirement: found.check.requirement,
            operation: key.operation.map(id),
            title: clean(&key.title),
            at_ms: millis(*at),
        },
        Event::LeftOut {
            operation,
            intent,
            why: LeftOut::Unreachable(why) | LeftOut::Skipped(why),
        } => Line::LeftOut {
            operation: id(*operation),
            intent: *intent,
            why: clean(why),
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
        target: session.redactor.shown(&exchange.request.target),
        status: exchange.status(),
        failure: failure.map(|why| session.redactor.shown(&why.to_string())),
        at_ms: millis(exchange.at),
        elapsed_us: u64::try_from(exchange.elapsed.as_micros()).unwrap_or(u64::MAX),
    }
}
