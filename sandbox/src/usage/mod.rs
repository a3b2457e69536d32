//! Metered usage: submission, totals by day, reports.

mod before;
mod content;
mod groups;
mod reports;
mod submit;

pub use self::groups::{get, list};
pub use self::reports::{get as get_report, list as list_reports};
pub use self::submit::{Submission, Submitted, submit};
