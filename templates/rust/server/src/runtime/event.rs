//! Events of a stream (HTML §9.2).
#![allow(dead_code, reason = "a description need not have streams")]

use std::time::Duration;

use types::runtime::{Frame, write_event};

/// An event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSentEvent<T> {
    /// The data of the event.
    pub data: T,
    event: Option<String>,
    id: Option<String>,
    retry: Option<Duration>,
}

impl<T> ServerSentEvent<T> {
    /// Creates an event of the type `message`, without an ID.
    pub const fn new(data: T) -> Self {
        Self {
            data,
            event: None,
            id: None,
            retry: None,
        }
    }

    /// Sets the type. Text after a line break is not sent.
    #[must_use]
    pub fn event(mut self, event: impl Into<String>) -> Self {
        self.event = Some(line(event.into()));
        self
    }

    /// Sets the ID. After the connection breaks, the client resumes from it: it sends the ID in
    /// `Last-Event-ID`, which [`Context::last_event_id`](super::Context::last_event_id) returns.
    /// Text after a line break or a NUL is not sent.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(line(id.into()));
        self
    }

    /// Sets how long clients wait before they reconnect.
    #[must_use]
    pub fn retry(mut self, retry: Duration) -> Self {
        self.retry = Some(retry);
        self
    }

    /// Returns the event type; `message` by default.
    #[must_use]
    pub fn event_type(&self) -> &str {
        self.event.as_deref().unwrap_or("message")
    }

    /// Returns the ID; for a received event, the last event ID.
    #[must_use]
    pub fn last_event_id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// Returns the reconnection time that the event sets.
    #[must_use]
    pub const fn reconnection_time(&self) -> Option<Duration> {
        self.retry
    }

    /// Returns a received event.
    pub(super) fn received(frame: Frame, data: T) -> Self {
        Self {
            data,
            event: Some(frame.event),
            id: Some(frame.id).filter(|id| !id.is_empty()),
            retry: frame.retry,
        }
    }

    /// Returns the event as it is sent, with `data` as its data.
    pub(super) fn written(&self, data: &str) -> Vec<u8> {
        let (event, id) = (self.event.as_deref(), self.id.as_deref());
        write_event(event, id, self.retry, data)
    }
}

/// Returns the first line of a text.
fn line(mut text: String) -> String {
    let end = text.find(['\r', '\n', '\0']).unwrap_or(text.len());
    text.truncate(end);
    text
}
