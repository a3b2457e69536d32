//! Observing a running sandbox: its log, its metrics, its health.

mod access;
mod caller;
mod health;
pub mod log;
mod metrics;
mod operation;
mod request_id;

pub use self::access::{Observer, observed};
pub use self::caller::Seen;
pub use self::health::router as health;
pub use self::metrics::{Metrics, router as metrics};
pub use self::operation::Operations;
