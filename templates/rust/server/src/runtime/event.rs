//! Events of a stream (HTML §9.2).
#![allow(dead_code, reason = "a description need not have streams")]

use std::time::Duration;

/// An event of a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSentEvent<T> {
    /// What the event says.
    pub data: T,
    event: Option<String>,
    id: Option<String>,
    retry: Option<Duration>,
}

impl<T> ServerSentEvent<T> {
    /// An event of the type `message`, without an ID.
    pub const fn new(data: T) -> Self {
        Self {
            data,
            event: None,
            id: None,
            retry: None,
        }
    }

    /// Sets the type. What follows a line break in it is not sent.
    #[must_use]
    pub fn event(mut self, event: impl Into<String>) -> Self {
        self.event = Some(line(event.into()));
        self
    }

    /// Sets the ID, from which a client goes on after the connection has broken: it sends the ID in
    /// `Last-Event-ID`, which [`Context::last_event_id`](super::Context::last_event_id) gives. What
    /// follows a line break or a NUL in it is not sent.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(line(id.into()));
        self
    }

    /// Sets how long clients wait before they connect again.
    #[must_use]
    pub fn retry(mut self, retry: Duration) -> Self {
        self.retry = Some(retry);
        self
    }

    /// The event as it is sent, with its data as text.
    pub(super) fn written(&self, data: &str) -> Vec<u8> {
        let retry = self.retry.map(|retry| retry.as_millis().to_string());
        let fields = [
            ("event", self.event.as_deref()),
            ("id", self.id.as_deref()),
            ("retry", retry.as_deref()),
        ];
        let mut text = String::new();
        let mut field = |name: &str, value: &str| {
            for piece in [name, ": ", value, "\n"] {
                text.push_str(piece);
            }
        };
        for (name, value) in fields {
            if let Some(value) = value {
                field(name, value);
            }
        }
        // A line break is one, whichever of the three it is (HTML §9.2.5).
        for line in data.replace("\r\n", "\n").split(['\r', '\n']) {
            field("data", line);
        }
        text.push('\n');
        text.into_bytes()
    }
}

/// The first line of a text.
fn line(mut text: String) -> String {
    let end = text.find(['\r', '\n', '\0']).unwrap_or(text.len());
    text.truncate(end);
    text
}
