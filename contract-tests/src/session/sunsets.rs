//! The ends that answers have announced.

use super::Session;
use crate::report::model::Sunset;

impl Session {
    /// The ends that answers have announced, by operation.
    #[must_use]
    pub fn sunsets(&self) -> Vec<Sunset> {
        Vec::new()
    }
}
