//! Tests of the harness itself: faulty deployments.
//!
//! Each is the sandbox with one fault injected by a layer. The fault must be found by its own
//! check, and no other check may report a violation. Without a fault, nothing may be found.
//!
//! # How to add a fault
//!
//! In the file for the section of its check (`contract.rs`, `http.rs`, …), add a [`Fault`] to
//! `faults()`: a name, the ID of the check that must find it, and what the layer does:
//!
//! ```ignore
//! Fault::answering("status-undeclared", "status-declared", |asked, answer| {
//!     if asked.is("GET", "/org/*/offer") { answer.status = 299; }
//! }),
//! Fault::asking("media-type-ignored", "wrong-media-type-refused", |asked| {
//!     asked.set("content-type", "application/json");
//!     None // forward it; `Some(Answer)` answers in place of the deployment
//! }),
//! Fault::stateful("…", "…", || Box::new(MyLayer::default())), // a `Layer` with memory
//! ```
//!
//! `cargo test --test faulty` runs all faults; `-- NAME…` runs those whose name or check contains a
//! word; `-- --table` prints the table; `-- --alone` gives each a separate deployment (otherwise
//! several share one, see [`groups`]); `-- --full` runs every check and the whole plan for each
//! fault; `-- --healthy N` runs without a fault, with N seeds. `-- --open` runs the deployments of
//! [`open`], which have no fault, and the faults that violate a statement of the interface.
//! `-- --emitted` writes findings as tests (`--emit-tests`), which must fail on the faulty
//! deployment and pass on the healthy one.

mod bearer;
mod check;
mod code;
mod command;
mod contract;
mod deployment;
mod discovery;
mod domain;
mod emitted;
mod errors;
mod evolution;
mod fault;
mod groups;
mod harness;
mod healthy;
mod http;
mod issued;
mod jwt;
mod key;
mod limit;
mod lists;
mod mcp;
mod message;
mod open;
mod outcome;
mod proxy;
mod relay;
mod resource_indicator;
mod scope;
mod state;
mod stated;
mod token;
mod webhooks;

use std::process::ExitCode;

use fault::Fault;

/// Returns all faults, section by section.
fn faults() -> Vec<Fault> {
    [
        contract::faults(),
        http::faults(),
        bearer::faults(),
        key::faults(),
        token::faults(),
        resource_indicator::faults(),
        code::faults(),
        discovery::faults(),
        jwt::faults(),
        evolution::faults(),
        errors::faults(),
        domain::faults(),
        webhooks::faults(),
        mcp::faults(),
        state::faults(),
        lists::faults(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn main() -> ExitCode {
    command::main(faults())
}
