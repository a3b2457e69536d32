//! Judges a live deployment by the description of its API.
//!
//! ```text
//! description ─ plan: operation × intent ─▶ values ─▶ request ─ wire ─▶ exchange ─▶ checks ─▶ report
//! ```
//!
//! [`plan`] says what will be asked, [`conformance_core::values`] makes what is sent, [`wire`] sends
//! it, [`session`] records what really went over the line, [`checks`] judge, and [`conformance_report`] tells.
//! Nothing here knows one particular service but what [`checks::domain`] names; the rest follows the
//! description.

pub mod announced;
pub mod certify;
pub mod check;
pub mod checks;
pub mod cli;
pub mod credentials;
pub mod drift;
pub mod emit;
pub mod expectation;
pub mod explain;
pub mod filter;
pub mod gathered;
pub mod guard;
pub mod history;
pub mod known;
pub mod plan;
pub mod pool;
pub mod profile;
pub mod reach;
pub mod redact;
pub mod replay;
pub mod run;
pub mod session;
pub mod tolerance;
pub mod trace;
pub mod verdict;
pub mod wire;

// Names of the layer below, for `guard`.
use conformance_core::{description, exchange, json, resources, validate};
