//! Parameters that are set once for all calls.

use serde::Serialize;

use crate::source::Span;

/// The name of a parameter that a client sets once, for all operations that have it (`x-globals`).
/// It is usable: [`Parameters::find`](crate::globals::Parameters::find) returns the parameter.
#[derive(Debug, Clone, Serialize)]
pub struct Global {
    /// The name of the parameter, as it is sent.
    pub name: String,
    /// Where it is in the description.
    #[serde(skip)]
    pub span: Span,
}
