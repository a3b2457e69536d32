//! A response of the mock.

use bytes::Bytes;

/// A response.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The header fields, some of which may be invalid.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Bytes,
    /// Whether the body is a stream, which is sent in pieces.
    pub is_stream: bool,
}

impl Reply {
    pub(crate) fn empty(status: u16) -> Self {
        Self {
            status,
            ..Self::default()
        }
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<String>) {
        self.headers
            .retain(|(own, _)| !own.eq_ignore_ascii_case(name));
        self.headers.push((name.to_owned(), value.into()));
    }
}
