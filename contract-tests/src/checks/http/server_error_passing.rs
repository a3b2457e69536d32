//! HTTP-15: what may be a passing fault of the infrastructure is told, and not judged.

use std::collections::BTreeMap;

use crate::check::{Check, Outcome, Run};
use crate::session::Session;

/// The check.
pub static CHECK: Check = Check {
    id: "no-gateway-error",
    requirement: "HTTP-15",
    strength: None,
    about: "No request is answered with 502, 503 or 504; one that is leaves its case undecided.",
    example: "> GET /org/o1/offer\n\
              < 502",
    fix: "Look at the proxy's log: the service behind it was restarted, timed out or closed the \
          connection. The checks on that request stay undecided.",
    run: Run::Finally(judge),
};

fn judge(session: &Session) -> Outcome {
    let gathered = session.gathered.lock();
    let mut outcome = Outcome::default();
    let mut seen: BTreeMap<u16, u64> = BTreeMap::new();
    for (status, count) in &gathered.statuses {
        if matches!(status, 502..=504) {
            seen.insert(*status, *count);
        } else {
            outcome.pass();
        }
    }
    for (status, count) in seen {
        outcome.undecided(format!("{count} requests are answered with {status}"));
    }
    outcome
}
