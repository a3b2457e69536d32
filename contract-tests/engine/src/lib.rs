//! Sends what a run asks, guards what others own, and records what comes back.
//!
//! [`wire`] sends and receives, [`guard`] decides what a request may touch, [`session`] is a run
//! under way: it makes what checks need, records every exchange, and lets every
//! [`session::Judge`] look at it. Nothing here knows a check, the plan or a form of report.

pub mod credentials;
pub mod deprecation_fields;
pub mod drift;
pub mod expectation;
pub mod filter;
pub mod guard;
pub mod hints;
pub mod history;
pub mod pool;
pub mod profile;
pub mod reach;
pub mod redact;
pub mod run_state;
pub mod session;
pub mod supplied_values;
pub mod trace;
pub mod verdict;
pub mod wire;
