//! Public suites: what the reader makes of each of their cases, compared with what is expected.
//!
//! `UPDATE_SUITES=1 cargo test -p spec --test suites` writes the snapshots and the counts: read
//! the difference as a user would.

mod cases;
mod json_schema;
mod openapi;
mod overlay;
mod report;
mod snapshot;
