//! Adds events to the run state, and passes them to those who watch the run.

use std::fmt::Debug;

use super::Session;
use crate::event::Event;

/// Watches a run. It sees each event after the run state has changed by it.
pub trait Observer: Debug + Send + Sync {
    /// Called for each event, also by several threads at once. Of faults it sees only the first of
    /// each finding.
    fn observe(&self, session: &Session, event: &Event);
}

impl Session {
    /// Adds an event to the run state, and passes it to the observers. Returns whether it was news:
    /// a finding that is known already is only counted.
    pub fn emit(&self, event: &Event) -> bool {
        let is_news = self.state.lock().fold(event);
        if is_news {
            for observer in &self.shared.observers {
                observer.observe(self, event);
            }
        }
        is_news
    }

    /// Adds a note to the report.
    pub fn note(&self, text: impl Into<String>) {
        self.emit(&Event::Noted(text.into()));
    }
}
