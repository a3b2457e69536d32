//! What changed, for people and for programs.

use std::fmt::Display;

/// What changed. Its words are for people and may be improved at any time, so ids of changes are
/// computed from its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) text: String,
    /// What distinguishes it from other changes by the same rule at the same place.
    pub(super) values: Vec<String>,
}

impl Message {
    pub(super) fn new(text: impl Into<String>, values: &[&dyn Display]) -> Self {
        Self {
            text: text.into(),
            values: values.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A message of which there is only one for its rule at its place.
impl From<&'static str> for Message {
    fn from(text: &'static str) -> Self {
        Self::new(text, &[])
    }
}
