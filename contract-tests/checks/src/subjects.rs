//! What checks of state and lists work on, and how long they wait.

use std::time::Duration;

use crate::check::Outcome;
use conformance_core::json::Json;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::session::{Session, Stop};

/// How many resources a check works on.
const MOST: usize = 6;

/// The first wait for a delayed effect; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(50);

/// Returns the resources that a check can create, with what `needs` returns for each; at most 6
/// that have it.
#[must_use]
pub fn creatable<'s, T>(
    session: &'s Session,
    needs: impl Fn(&'s Resource) -> Option<T>,
) -> Vec<(ResourceId, T)> {
    let all = session.world.resources.iter();
    all.filter(|(_, one)| one.create.is_some())
        .filter_map(|(id, one)| Some((id, needs(one)?)))
        .take(MOST)
        .collect()
}

/// Returns the same as [`creatable`].
///
/// # Errors
/// Returns an error if nothing can be created, or the run may not write.
pub fn some_creatable<'s, T>(
    session: &'s Session,
    what: &str,
    needs: impl Fn(&'s Resource) -> Option<T>,
) -> Result<Vec<(ResourceId, T)>, Stop> {
    if !session.profile.writes {
        return Err(MissingInput::Writes.into());
    }
    let all = creatable(session, needs);
    if all.is_empty() {
        return Err(Stop::Skip(format!("the description has no {what}")));
    }
    Ok(all)
}

/// Records why one of several subjects was not checked; the others still are.
pub fn record(outcome: &mut Outcome, result: Result<(), Stop>) {
    match result {
        Ok(()) => {}
        Err(stop) => outcome.stopped(stop),
    }
}

/// Returns the property that holds an item's id, as text.
#[must_use]
pub fn id_of(resource: &Resource, item: &Json) -> Option<String> {
    let member = resource.id_in(item)?;
    let text = member.as_str().or_else(|| member.number())?;
    Some(text.to_owned())
}

/// How long a check may still wait for delayed effects. It is shared by the check's requests, so
/// that a deployment with many faults does not delay it.
#[derive(Debug)]
pub struct Patience {
    left: Duration,
    next: Duration,
}

impl Patience {
    /// Returns the patience of the run.
    #[must_use]
    pub fn of(session: &Session) -> Self {
        Self {
            left: session.profile.patience,
            next: FIRST_WAIT,
        }
    }

    /// Waits, longer each time. Returns false if no time is left.
    pub async fn wait(&mut self) -> bool {
        let wait = self.next.min(self.left);
        if wait.is_zero() {
            return false;
        }
        self.left -= wait;
        self.next *= 2;
        tokio::time::sleep(wait).await;
        true
    }
}
