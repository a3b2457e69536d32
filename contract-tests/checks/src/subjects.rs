//! On what the checks of this section work, and how long they wait.

use std::time::Duration;

use crate::check::Outcome;
use conformance_core::json::Json;
use conformance_core::missing_input::Lack;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::session::{Session, Stop};

/// On how many kinds of resource a check works.
const MOST: usize = 6;

/// The first wait for what takes effect later; each one after it is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(50);

/// The resources that a check can make, and that something holds of; at most 6.
#[must_use]
pub fn creatable(
    session: &Session,
    holds: impl Fn(&Resource) -> bool,
) -> Vec<(ResourceId, &Resource)> {
    let all = session.resources.iter();
    all.filter(|(_, one)| one.create.is_some() && holds(one))
        .take(MOST)
        .collect()
}

/// As [`creatable`].
///
/// # Errors
/// When nothing can be created, or the run may not write.
pub fn some_creatable<'s>(
    session: &'s Session,
    what: &str,
    holds: impl Fn(&Resource) -> bool,
) -> Result<Vec<(ResourceId, &'s Resource)>, Stop> {
    if !session.profile.writes {
        return Err(Lack::Writes.into());
    }
    let all = creatable(session, holds);
    if all.is_empty() {
        return Err(Stop::Skip(format!("the description has no {what}")));
    }
    Ok(all)
}

/// Takes in why one of several things was not judged; the others still are.
pub fn take_in(outcome: &mut Outcome, judged: Result<(), Stop>) {
    match judged {
        Ok(()) => {}
        Err(stop) => outcome.stopped(stop),
    }
}

/// The value of the property that holds an item's id, as text.
#[must_use]
pub fn id_of(resource: &Resource, item: &Json) -> Option<String> {
    let member = resource.id_in(item)?;
    let text = member.as_str().or_else(|| member.number())?;
    Some(text.to_owned())
}

/// How long a check still waits for what takes effect later. It is that of the whole check, so
/// that a deployment with many faults does not hold it up.
#[derive(Debug)]
pub struct Patience {
    left: Duration,
    next: Duration,
}

impl Patience {
    /// That of the run.
    #[must_use]
    pub const fn of(session: &Session) -> Self {
        Self {
            left: session.profile.patience,
            next: FIRST_WAIT,
        }
    }

    /// Waits a little, longer each time; false where there is nothing left to wait.
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
