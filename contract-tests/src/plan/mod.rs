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
mod task;
mod units;

use futures_util::StreamExt as _;

use self::task::Task;
pub use self::units::{Unit, units};
use conformance_core::intent::Intent;
use conformance_core::missing_input::MissingInput;
use conformance_engine::event::Event;
use conformance_engine::event::LeftOut;
use conformance_engine::session::{Session, Spent, Stop};

/// The maximum number of units that are finished before the share is computed again.
const AT_ONCE: usize = 64;

/// Sends the requests of all units of this run's shard, several units at once. The units of one
/// intent are finished before those of the next begin, because these use what the others learn: the
/// requests must not depend on which units are faster. Each unit gets its share of the remaining
/// requests and time; units that needed more continue when all have had their share.
pub async fn run(session: &Session) {
    let units = units(&session.description, &session.profile);
    for unit in &units {
        if let Some(why) = &unit.left_out {
            leave_out(session, unit, why.clone());
        }
    }
    let shard = session.profile.shard;
    let mut mine: Vec<Task> = units
        .into_iter()
        .enumerate()
        .filter(|(index, unit)| unit.left_out.is_none() && is_mine(*index, shard))
        .map(|(index, unit)| Task::new(session, index, unit))
        .collect();
    let begun = session.spent();
    let mut left = mine.len();
    let mut cut = Vec::new();
    for intent in Intent::PLANNED {
        let (now, later) = mine
            .into_iter()
            .partition(|task| task.unit.intent == intent);
        mine = later;
        cut.extend(turns(session, now, &mut left, begun).await);
    }
    while !cut.is_empty() && session.may_go_on() {
        left = cut.len();
        cut = turns(session, cut, &mut left, begun).await;
    }
    if !cut.is_empty() {
        session.note(
            "time or requests did not allow all that was planned: operations and intents got equal \
             shares (a greater --max-time or --max-requests allows more)",
        );
    }
    for task in &cut {
        finish(session, &task.unit);
    }
}

/// Gives each unit a turn, in groups. `left` is the number of units that still wait for theirs.
/// Returns the units that needed more than their share.
async fn turns(
    session: &Session,
    mut tasks: Vec<Task>,
    left: &mut usize,
    begun: Spent,
) -> Vec<Task> {
    let mut cut = Vec::new();
    while !tasks.is_empty() {
        let group: Vec<_> = tasks.drain(..tasks.len().min(AT_ONCE)).collect();
        let (share, size) = (session.share(*left, begun), group.len());
        cut.extend(at_once(session, group, share).await);
        *left -= size;
    }
    cut
}

/// Sends requests of units, several at once. Returns the units that needed more than their share.
async fn at_once(session: &Session, group: Vec<Task>, share: usize) -> Vec<Task> {
    let turns = group.into_iter().map(|mut task| {
        tokio::spawn(async move {
            task.progress.advance(share);
            if task.session.may_go_on() {
                send(&mut task).await;
            } else if task.progress.is_first() {
                let why = sentence(&task.session, &MissingInput::Budget);
                leave_out(&task.session, &task.unit, LeftOut::Skipped(why));
            }
            task
        })
    });
    // Tasks start when they are spawned, so the stream spawns only as many as may run at once.
    let mut running =
        futures_util::stream::iter(turns).buffer_unordered(session.profile.concurrency);
    let mut cut = Vec::new();
    while let Some(task) = running.next().await {
        match task {
            Ok(task) if task.progress.is_cut() => cut.push(task),
            Ok(task) => finish(session, &task.unit),
            Err(error) => {
                session.note(format!("a part of the plan did not finish: {error}"));
            }
        }
    }
    session.world.accepted.share();
    cut
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

/// Sends the requests of one unit whose turn it is.
async fn send(task: &mut Task) {
    let Task {
        unit,
        session,
        progress,
    } = task;
    if let Err(why) = session.world.guard.permit_operation(unit.operation) {
        leave_out(session, unit, left_out(session, why.into()));
        return;
    }
    let sent = match unit.intent {
        Intent::Valid | Intent::Boundary | Intent::Odd => {
            allowed::send(session, unit, progress).await
        }
        Intent::UnknownFields | Intent::UnknownQuery => allowed::ask_unknown(session, unit).await,
        Intent::MalformedBody | Intent::WrongMediaType | Intent::Oversized => {
            body::send(session, unit, progress).await
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
        _ => forbidden::send(session, unit, progress).await,
    };
    let is_first = progress.is_first();
    match sent {
        Ok(0) if is_first => {
            let why = "the description has nothing of that kind here";
            leave_out(session, unit, LeftOut::Unreachable(why.to_owned()));
        }
        Ok(_) => {}
        Err(stop) => {
            progress.end();
            if is_first {
                leave_out(session, unit, left_out(session, stop));
            }
        }
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
    session.emit(&Event::LeftOut {
        operation: unit.operation,
        intent: unit.intent,
        why,
    });
}
