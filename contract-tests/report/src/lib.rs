//! The report of a run: one model, and its formats.
//!
//! It knows no check: the caller provides their explanations.

pub mod accept;
pub mod cause;
pub mod fold;
pub mod har;
pub mod html;
pub mod json;
pub mod junit;
pub mod lines;
pub mod markdown;
pub mod merge;
mod message;
pub mod model;
mod pretty;
pub mod sarif;
pub mod terminal;
pub mod text;
pub mod verdict;
mod wrap;
mod write;

pub use self::merge::merge;
pub use self::model::Report;
pub use self::write::{ReportFolder, forms, write};

/// Returns the explanation of a check by its id; `None` for one that this program does not have.
pub type Explain = fn(&str) -> Option<messages::Explanation>;
