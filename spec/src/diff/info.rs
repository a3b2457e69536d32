//! What is said of the API as a whole.

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level};

/// The version that one host serves for good: a breaking change has a host of its own.
const SERVED: &str = "1.0";

impl Comparison<'_> {
    pub(super) fn info(&mut self) {
        let (old, new) = (&self.old.version, &self.new.version);
        if old == new {
            return;
        }
        let level = if new == SERVED {
            Level::Info
        } else {
            Level::Error
        };
        let text = format!("the version was `{old}`, and is `{new}`");
        let place = Place::api("info version");
        self.report(
            id!("api-version-changed"),
            level,
            &place,
            text,
            (None, None),
        );
    }
}
