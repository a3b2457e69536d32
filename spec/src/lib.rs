//! Reads an OpenAPI description and resolves it into a model.
//!
//! Text becomes a tree with places ([`document`]), the tree becomes plain resolved data
//! ([`model`]), and everything that is wrong is collected ([`diagnostic`]).

pub mod budget;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod encode;
pub mod globals;
pub mod hidden;
mod lower;
pub mod methods;
pub mod model;
mod overlay;
mod reading;
mod select;
pub mod source;
mod swagger;
pub mod words;

use std::path::{Path, PathBuf};

pub use crate::budget::{Budget, Unit};
pub use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
pub use crate::document::{Documents, Store};
pub use crate::lower::{is_list, is_pattern};
pub use crate::model::Api;
pub use crate::reading::Reading;
pub use crate::select::{Pattern, Selection, unmatched};
pub use crate::source::{Location, Sources, Span};

/// The result of reading a description.
#[derive(Debug)]
pub struct Loaded {
    /// The model; `None` if there is an error.
    pub api: Option<Api>,
    /// All diagnostics.
    pub diagnostics: Diagnostics,
    /// The files and their trees.
    pub documents: Documents,
}

/// Reads a description and all files that it refers to.
#[must_use]
pub fn load(path: &Path) -> Loaded {
    Reading::default().file(path)
}

/// Reads a description, and applies overlays to it in order (OpenAPI Overlay 1.0 and 1.1).
#[must_use]
pub fn load_with(path: &Path, overlays: &[PathBuf]) -> Loaded {
    Reading::default().overlays(overlays).file(path)
}

/// Reads a description as [`load_with`] does, and refuses it if it costs more than `budget`.
#[must_use]
pub fn load_within(path: &Path, overlays: &[PathBuf], budget: Budget) -> Loaded {
    Reading::within(budget).overlays(overlays).file(path)
}

/// Reads a description from memory. Messages call it `name`, whose extension says whether it is
/// JSON or YAML. References to other files are refused.
#[must_use]
pub fn load_text(name: &str, text: impl Into<String>) -> Loaded {
    Reading::default().text(name, text)
}

/// Reads a description from memory as [`load_text`] does, and applies overlays from files.
#[must_use]
pub fn load_text_with(name: &str, text: impl Into<String>, overlays: &[PathBuf]) -> Loaded {
    Reading::default().overlays(overlays).text(name, text)
}

/// Reads a description as [`load_text_with`] does, and refuses it if it costs more than `budget`.
#[must_use]
pub fn load_text_within(
    name: &str,
    text: impl Into<String>,
    overlays: &[PathBuf],
    budget: Budget,
) -> Loaded {
    Reading::within(budget).overlays(overlays).text(name, text)
}

/// Reads a description from memory as [`load_text`] does, from bytes that may not be UTF-8.
#[must_use]
pub fn load_bytes(name: &str, bytes: Vec<u8>) -> Loaded {
    Reading::default().bytes(name, bytes)
}
