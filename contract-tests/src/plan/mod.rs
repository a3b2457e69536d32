//! The plan: every operation with every intent.
//!
//! A [`Unit`] is one operation and one intent. The description alone decides whether a unit
//! applies. Its requests follow from the description, the seed, and what is known to exist when the
//! plan begins.

mod allowed;
mod body;
mod case;
mod credentials;
mod forbidden;
mod items;
mod methods;
mod shrink;
mod target;
mod units;

use futures_util::StreamExt as _;

pub use self::units::{Unit, units};
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;
use conformance_engine::event::Event;
use conformance_engine::event::LeftOut;
use conformance_engine::session::{Session, Stop};

/// The maximum number of units that are finished before the share is computed again.
const AT_ONCE: usize = 64;

/// Sends the requests of all units of this run's shard, several units at once. The units of one
/// intent are finished before those of the next begin, because these use what the others learn: the
/// requests must not depend on which units are faster. Each unit gets its share of the remaining
/// requests and time.
pub async fn run(session: &Session) {
    let units = units(&session.description, &session.profile);
    for unit in &units {
        if let Some(why) = &unit.left_out {
            leave_out(session, unit, why.clone());
        }
    }
    let shard = session.profile.shard;
    let mut mine: Vec<(usize, Unit)> = units
        .into_iter()
        .enumerate()
        .filter(|(index, unit)| unit.left_out.is_none() && is_mine(*index, shard))
        .collect();
    let begun = session.spent();
    let mut left = mine.len();
    for intent in Intent::PLANNED {
        let (mut now, later): (Vec<_>, Vec<_>) = mine
            .into_iter()
            .partition(|(_, unit)| unit.intent == intent);
        mine = later;
        while !now.is_empty() {
            let some: Vec<_> = now.drain(..now.len().min(AT_ONCE)).collect();
            let (share, units) = (session.share(left, begun), some.len());
            at_once(session, some, share).await;
            left -= units;
        }
    }
}

/// Sends the requests of units, several at once.
async fn at_once(session: &Session, units: Vec<(usize, Unit)>, share: usize) {
    let tasks = units.into_iter().map(|(index, unit)| {
        let session = session.for_unit(index);
        tokio::spawn(async move {
            if session.may_go_on() {
                send(&session, &unit, share).await;
            } else {
                leave_out(
                    &session,
                    &unit,
                    LeftOut::Skipped(sentence(&session, &MissingInput::Budget)),
                );
            }
            unit
        })
    });
    // Tasks start when they are spawned, so the stream spawns only as many as may run at once.
    let mut running =
        futures_util::stream::iter(tasks).buffer_unordered(session.profile.concurrency);
    while let Some(unit) = running.next().await {
        match unit {
            Ok(unit) => finish(session, &unit),
            Err(error) => {
                session.note(format!("a part of the plan did not finish: {error}"));
            }
        }
    }
    session.world.accepted.share();
}

fn finish(session: &Session, unit: &Unit) {
    let operation = &session.description.operation(unit.operation).id;
    let name = format!("{operation} {}", unit.intent);
    session.emit(&Event::StepFinished { name });
}

/// Returns whether the unit or check with an index belongs to this shard.
#[must_use]
pub fn is_mine(index: usize, shard: Option<(u32, u32)>) -> bool {
    match shard {
        Some((part, of)) => index % (of.max(1) as usize) == (part.max(1) - 1) as usize,
        None => true,
    }
}

/// Sends the requests of one unit, at most its share.
async fn send(session: &Session, unit: &Unit, share: usize) {
    if let Err(why) = session.world.guard.permit_operation(unit.operation) {
        leave_out(session, unit, left_out(session, why.into()));
        return;
    }
    let sent = match unit.intent {
        Intent::Valid | Intent::Boundary | Intent::Odd => allowed::send(session, unit, share).await,
        Intent::UnknownFields | Intent::UnknownQuery => allowed::ask_unknown(session, unit).await,
        Intent::MalformedBody | Intent::WrongMediaType | Intent::Oversized => {
            body::send(session, unit, share).await
        }
        Intent::WithoutCredential
        | Intent::WrongCredential
        | Intent::ExpiredCredential
        | Intent::TamperedCredential
        | Intent::OtherOrganization
        | Intent::LegacyCredential => credentials::send(session, unit).await,
        Intent::Head | Intent::UndeclaredMethod | Intent::UnknownResource => {
            methods::send(session, unit).await
        }
        _ => forbidden::send(session, unit, share).await,
    };
    match sent {
        Ok(0) => {
            let why = "the description has nothing of that kind here";
            leave_out(session, unit, LeftOut::Unreachable(why.to_owned()));
        }
        Ok(_) => {}
        Err(stop) => leave_out(session, unit, left_out(session, stop)),
    }
}

/// Returns as many planned requests as the share of a unit allows. A note in the report says that
/// there were more.
fn within<T>(session: &Session, mut planned: Vec<T>, share: usize) -> Vec<T> {
    if planned.len() > share {
        planned.truncate(share);
        let note = "time or requests did not allow all that was planned: operations and intents got \
                    equal shares (a greater --max-time or --max-requests allows more)";
        session.note(note);
    }
    planned
}

/// Returns the missing input and how to provide it.
fn sentence(session: &Session, input: &MissingInput) -> String {
    input.sentence(session.description.service())
}

fn left_out(session: &Session, stop: Stop) -> LeftOut {
    match stop {
        Stop::Skip(why) => LeftOut::Unreachable(why),
        Stop::MissingInput(one) => LeftOut::Skipped(sentence(session, &one)),
        Stop::Undecided(why) => LeftOut::Skipped(why),
    }
}

fn leave_out(session: &Session, unit: &Unit, why: LeftOut) {
    session.emit(&Event::LeftOut {
        operation: unit.operation,
        intent: unit.intent,
        why,
    });
}
