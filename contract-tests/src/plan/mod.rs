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
mod methods;
mod shrink;
mod target;
mod units;

use std::sync::Arc;

use futures_util::StreamExt as _;

pub use self::units::{Unit, units};
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;
use conformance_engine::run_state::LeftOut;
use conformance_engine::session::{Session, Stop};

/// The intents whose units are finished before all others begin, because the others use what they
/// learn. Without this order, the requests would depend on which units are faster.
const FIRST: [Intent; 3] = [Intent::Valid, Intent::Boundary, Intent::Odd];

/// Sends the requests of all units of this run's shard, several units at once.
pub async fn run(session: &Arc<Session>, finished: impl Fn(&Unit) + Send + Sync) {
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
    for intent in FIRST {
        let (first, rest): (Vec<_>, Vec<_>) = mine
            .into_iter()
            .partition(|(_, unit)| unit.intent == intent);
        at_once(session, first, &finished).await;
        mine = rest;
    }
    at_once(session, mine, &finished).await;
}

/// Sends the requests of units, several at once.
async fn at_once(
    session: &Arc<Session>,
    units: Vec<(usize, Unit)>,
    finished: &(impl Fn(&Unit) + Send + Sync),
) {
    let tasks = units.into_iter().map(|(index, unit)| {
        let session = Arc::clone(session);
        tokio::spawn(async move {
            if session.may_go_on() {
                session.in_part(index, send(&session, &unit)).await;
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
            Ok(unit) => finished(&unit),
            Err(error) => {
                let mut state = session.state.lock();
                state
                    .notes
                    .insert(format!("a part of the plan was broken off: {error}"));
            }
        }
    }
    session.share_accepted();
}

/// Returns whether the unit or check with an index belongs to this shard.
#[must_use]
pub fn is_mine(index: usize, shard: Option<(u32, u32)>) -> bool {
    match shard {
        Some((part, of)) => index % (of.max(1) as usize) == (part.max(1) - 1) as usize,
        None => true,
    }
}

/// Sends the requests of one unit.
async fn send(session: &Session, unit: &Unit) {
    if let Err(why) = session.guard.permit_operation(unit.operation) {
        leave_out(session, unit, left_out(session, why.into()));
        return;
    }
    let sent = match unit.intent {
        Intent::Valid | Intent::Boundary | Intent::Odd => allowed::send(session, unit).await,
        Intent::UnknownFields | Intent::UnknownQuery => allowed::ask_unknown(session, unit).await,
        Intent::MalformedBody | Intent::WrongMediaType | Intent::Oversized => {
            body::send(session, unit).await
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
        _ => forbidden::send(session, unit).await,
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
    let mut state = session.state.lock();
    state
        .left_out
        .entry((unit.operation, unit.intent))
        .or_insert(why);
}
