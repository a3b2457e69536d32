//! Compares the version of the API.

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message};

impl Comparison<'_> {
    pub(super) fn info(&mut self) {
        let (old, new) = (&self.old.version, &self.new.version);
        if old == new {
            return;
        }
        let promised = self.policy.version.as_ref();
        let level = if promised.is_none_or(|promised| promised == new) {
            Level::Info
        } else {
            Level::Error
        };
        let text = format!("the version was `{old}`, and is `{new}`");
        let text = Message::new(text, &[old, new]);
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
