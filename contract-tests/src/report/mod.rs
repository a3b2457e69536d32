//! What a run leaves: one model, and the forms it is told in.

pub mod model;

pub use self::model::Report;
