//! The options of a single request.

use std::fmt;
use std::time::Duration;

/// What can be asked of a single request, in addition to what the operation takes.
#[derive(Clone, Default)]
#[must_use]
pub struct RequestOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) idempotent: Option<bool>,
    pub(super) headers: Vec<(String, String)>,
}

impl RequestOptions {
    /// Nothing out of the ordinary.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how long one attempt may take, instead of what the client says.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Whether sending the request twice is harmless, instead of what the description says.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// Sends one more header field, or another value of one that would be sent; but what the
    /// client has a credential for stays its own.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }
}

/// A header field can be a secret, so only names are shown.
impl fmt::Debug for RequestOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<&str> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("RequestOptions")
            .field("timeout", &self.timeout)
            .field("idempotent", &self.idempotent)
            .field("headers", &headers)
            .finish()
    }
}
