//! Responses of an MCP endpoint: one JSON object, or an event stream with several.

use crate::session::Answer;
use conformance_core::exchange::Response;
use conformance_core::json::Json;
use conformance_core::streams::data_of_events;

/// The maximum number of messages of one event stream that are read.
const MESSAGES: usize = 1_000;

/// A response of an MCP endpoint.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The response.
    pub answer: Answer,
    /// The JSON-RPC messages in it; empty if none can be read.
    pub messages: Vec<Json>,
}

impl Reply {
    /// Parses a response.
    #[must_use]
    pub fn of(answer: Answer) -> Self {
        let messages = messages(&answer).unwrap_or_default();
        Self { answer, messages }
    }

    /// Returns the message with a result or an error, if there is exactly one.
    #[must_use]
    pub fn response(&self) -> Option<&Json> {
        let mut all = self.messages.iter().filter(|one| is_response(one));
        all.next()
    }

    /// Returns the result, if the message has one.
    #[must_use]
    pub fn result(&self) -> Option<&Json> {
        self.response()?.get("result")
    }

    /// Returns the error, if the message has one.
    #[must_use]
    pub fn error(&self) -> Option<&Json> {
        self.response()?.get("error")
    }

    /// Returns the code of the error, if there is one.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        self.error()?.get("code")?.as_i64()
    }

    /// Describes the status and the kind of message.
    #[must_use]
    pub fn summary(&self) -> String {
        let status = self.answer.status;
        match (self.code(), self.result()) {
            (Some(code), _) => format!("{status} with the error code {code}"),
            (None, Some(_)) => format!("{status} with a result"),
            (None, None) => format!("{status} without a JSON-RPC response"),
        }
    }
}

/// Returns whether a message is a response (JSON-RPC 2.0 §5).
#[must_use]
pub fn is_response(message: &Json) -> bool {
    message.get("result").is_some() || message.get("error").is_some()
}

/// Returns the messages of a response: those of an event stream, or the body.
///
/// # Errors
/// Returns what is wrong with a text that should be JSON.
pub fn messages(response: &Response) -> Result<Vec<Json>, String> {
    if response.media_type().as_deref() == Some("text/event-stream") {
        let events = events(&response.body).into_iter().take(MESSAGES);
        let read = |data: Vec<u8>| Json::parse(&data).map_err(|error| error.to_string());
        return events.map(read).collect();
    }
    match response.json() {
        Ok(json) => Ok(vec![json.clone()]),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the data of the events in a stream, without events that have none. The stream may end
/// without the blank line after its last event.
fn events(body: &[u8]) -> Vec<Vec<u8>> {
    let closed = [body, b"\n\n"].concat();
    let data = data_of_events(&closed).into_iter();
    data.map(|event| event.text)
        .filter(|text| !text.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::events;

    #[test]
    fn events_of_streams() {
        for (text, expected) in [
            ("", vec![]),
            ("data: {}\n\n", vec!["{}"]),
            ("data:{}\r\n\r\ndata: 1\r\rdata: 2", vec!["{}", "1", "2"]),
            (": ping\n\nid: 1\ndata:\n\n", vec![]),
            ("event: message\nid: 7\ndata: {\ndata: }\n\n", vec!["{\n}"]),
            ("data\ndata: x\n\n", vec!["\nx"]),
            ("database: x\n\n", vec![]),
        ] {
            let expected: Vec<_> = expected.into_iter().map(str::as_bytes).collect();
            assert_eq!(events(text.as_bytes()), expected, "{text:?}");
        }
    }
}
