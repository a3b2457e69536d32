//! Judges a live deployment by the description of its API.
//!
//! ```text
//! description ─ plan: operation × intent ─▶ values ─▶ request ─ wire ─▶ exchange ─▶ checks ─▶ report
//! ```
//!
//! [`plan`] says what will be asked, [`values`] makes what is sent, [`wire`] sends it and records
//! what really went over the line, [`checks`] judge, and [`report`] tells. Nothing here knows one
//! particular service but what [`checks::domain`] names; the rest follows the description.

pub mod accept;
pub mod announced;
pub mod catalogue;
pub mod certify;
pub mod check;
pub mod checks;
pub mod cli;
pub mod credentials;
pub mod description;
pub mod drift;
pub mod emit;
pub mod exchange;
pub mod expectation;
pub mod explain;
pub mod filter;
pub mod gathered;
pub mod guard;
pub mod history;
pub mod intent;
pub mod jose;
pub mod json;
pub mod lack;
mod matcher;
pub mod plan;
pub mod pool;
pub mod profile;
pub mod redact;
pub mod replay;
pub mod report;
pub mod resources;
pub mod run;
pub mod session;
pub mod tolerance;
pub mod trace;
pub mod validate;
pub mod values;
pub mod wire;
