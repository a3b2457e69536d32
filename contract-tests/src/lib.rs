//! Checks a live deployment by the description of its API.
//!
//! ```text
//! description ─ plan: operation × intent ─▶ values ─▶ request ─ wire ─▶ exchange ─▶ checks ─▶ report
//! ```
//!
//! [`plan`] says what will be asked, [`conformance_core::values`] makes what is sent,
//! [`conformance_engine`] sends it and records what really went over the line,
//! [`conformance_checks`] judge, and [`conformance_report`] tells. Nothing here knows one particular
//! service but what [`conformance_checks::domain`] names; the rest follows the description.

pub mod certify;
pub mod cli;
pub mod emit;
pub mod explain;
pub mod plan;
pub mod replay;
pub mod run;
pub mod tolerance;
