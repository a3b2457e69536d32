//! Public suites: the reader's results for each case, compared with the expected results.
//!
//! `UPDATE_SUITES=1 cargo test -p spec --test suites` updates the snapshots and the counts: read
//! the difference as a user would.

mod cases;
mod json_schema;
mod openapi;
mod overlay;
mod report;
mod snapshot;
