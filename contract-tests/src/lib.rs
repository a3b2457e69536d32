//! Checks a live deployment against the description of its API.
//!
//! ```text
//! description ─ plan: operation × intent ─▶ values ─▶ request ─ wire ─▶ exchange ─▶ checks ─▶ report
//! ```
//!
//! [`plan`] selects the requests, [`conformance_core::values`] generates their values,
//! [`conformance_engine`] sends them and records the exchanges, [`conformance_checks`] examine
//! these, and [`conformance_report`] writes the report. Only [`conformance_checks::domain`] names
//! one particular service; everything else follows the description.

pub mod certify;
pub mod cli;
pub mod emit;
pub mod explain;
pub mod plan;
pub mod replay;
pub mod run;
pub mod tolerance;
