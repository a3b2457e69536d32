//! Deliveries of events to webhooks.
//!
//! The transaction of a change also queues the delivery of its event ([`enqueue`]), so both are
//! stored or neither is. Workers ([`run`]) on any number of instances send due deliveries.
//! Deliveries use the real time, not that of the marketplace.

mod address;
mod attempt;
mod backoff;
mod claim;
mod example;
mod log;
mod options;
mod outcome;
mod queue;
mod registration;
mod resolve;
mod secrets;
mod signature;
mod stats;
mod targets;
mod worker;

pub use self::address::{is_loopback, is_public};
pub use self::backoff::Backoff;
pub use self::example::made_up;
pub use self::log::{find, list, newest};
pub use self::options::{ANSWER_TIME, Options};
pub use self::queue::{enqueue, pending, repeat, send};
pub use self::registration::{disable, register, registered};
pub use self::resolve::Lookup;
pub use self::secrets::{GRACE, ensure_secret, rotate, set_secret};
pub use self::stats::{Counts, Stats};
pub use self::targets::{Refusal, Targets};
pub use self::worker::run;

use std::time::Duration;

use jiff::Timestamp;

/// Returns the real time in microseconds, rounded down to milliseconds like all times of the
/// service.
fn now() -> i64 {
    let now = Timestamp::now().as_microsecond();
    now - now.rem_euclid(1000)
}

/// Returns a span in microseconds.
fn micros(span: Duration) -> i64 {
    i64::try_from(span.as_micros()).unwrap_or(i64::MAX)
}

/// Returns an instant of the database.
fn instant(micros: i64) -> Timestamp {
    Timestamp::from_microsecond(micros).unwrap_or(Timestamp::MAX)
}
