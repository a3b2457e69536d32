//! Sends requests for a run, protects foreign items, and records the responses.
//!
//! [`wire`] sends and receives, [`guard`] decides what a request may touch, and [`session`] is a
//! run in progress: it creates what checks need, records every exchange, and passes each to every
//! [`session::SelectedCheck`]. Nothing here knows a particular check, the plan or a report format.

pub mod accepted_bodies;
pub mod credentials;
pub mod deprecation_fields;
pub mod drift;
pub mod event;
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
pub mod world;
