//! Machine-readable messages of this project's programs: JSON lines, GitHub annotations and SARIF;
//! and explanations of the ids in them, for people.
//!
//! Every string may come from a description or a server. Each format escapes it for the place where
//! it ends up, so that no string can control a terminal, end a line early or forge an annotation.

pub mod accepted;
pub mod consumer;
pub mod explain;
mod format;
pub mod github;
pub mod json;
mod message;
pub mod sarif;
pub mod select;
pub mod terminal;
pub mod text;

pub use explain::Explanation;
pub use format::MessageFormat;
pub use message::{Level, Message, Place, fingerprint, relative};
