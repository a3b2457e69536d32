//! Events of a stream (HTML §9.2).
#![allow(dead_code, reason = "a description need not have streams")]

use std::time::Duration;

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

    /// Returns the event as it is sent, with `data` as its data.
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
        // All three kinds of line break end a line (HTML §9.2.5).
        for line in data.replace("\r\n", "\n").split(['\r', '\n']) {
            field("data", line);
        }
        text.push('\n');
        text.into_bytes()
    }
}

/// Returns the first line of a text.
fn line(mut text: String) -> String {
    let end = text.find(['\r', '\n', '\0']).unwrap_or(text.len());
    text.truncate(end);
    text
}
