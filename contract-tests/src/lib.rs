//! Judges a live deployment by the description of its API.
//!
//! ```text
//! description ─ plan: operation × intent ─▶ values ─▶ request ─ wire ─▶ exchange ─▶ checks ─▶ report
//! ```
//!
//! `plan` says what will be asked, `values` makes what is sent, `wire` sends it and records
//! what really went over the line, `checks` judge, and [`report`] tells. Nothing here knows one
//! particular service but what `checks::domain` names; the rest follows the description.

pub mod catalogue;
pub mod check;
pub mod description;
pub mod exchange;
pub mod intent;
pub mod json;
pub mod report;
pub mod session;
pub mod values;
