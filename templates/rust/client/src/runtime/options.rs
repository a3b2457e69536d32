//! The options of a single request.

use std::fmt;
use std::time::Duration;

/// Options of a single request that override the settings of the client.
#[derive(Clone, Default)]
#[must_use]
pub struct RequestOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) idempotent: Option<bool>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) query: Vec<(String, String)>,
}

impl RequestOptions {
    /// Creates options that change nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the time limit for one attempt, overriding the client's.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets whether the request may safely be sent twice, overriding the description.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = Some(idempotent);
        self
    }

    /// Sets a header field, replacing the one that would be sent. Header fields that carry a
    /// credential of the client are not replaced.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Adds a pair to the query, behind the parameters. It replaces the default of the client with
    /// this name.
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }
}

/// Shows only the names of header fields and query parameters, because their values can be secrets.
impl fmt::Debug for RequestOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestOptions")
            .field("timeout", &self.timeout)
            .field("idempotent", &self.idempotent)
            .field("headers", &names(&self.headers))
            .field("query", &names(&self.query))
            .finish()
    }
}

fn names(pairs: &[(String, String)]) -> Vec<&str> {
    pairs.iter().map(|(name, _)| name.as_str()).collect()
}
