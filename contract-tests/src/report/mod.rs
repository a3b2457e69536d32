//! What a run leaves: one model, and the forms it is told in.

pub mod json;
pub mod junit;
pub mod markdown;
pub mod model;
pub mod sarif;
pub mod text;
pub mod verdict;

pub use self::model::Report;
