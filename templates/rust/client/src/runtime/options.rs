//! The options of a single request.

use std::fmt;
use std::time::Duration;

use super::RetryPolicy;

/// Options of a single request that override the settings of the client.
#[derive(Clone, Default)]
#[must_use]
pub struct RequestOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) call_timeout: Option<Duration>,
    retry: Option<RetryPolicy>,
    attempts: Option<u32>,
    pub(super) idempotency_key: Option<String>,
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

    /// Sets the time limit for the whole call, with all attempts, waits and requests for tokens,
    /// overriding the client's. Of a list, it is the limit of each page; of a stream, until its
    /// response begins. If a wait would end after it, the call ends at once, with the result of the
    /// last attempt.
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = Some(timeout);
        self
    }

    /// Sets when the request is retried, overriding the client's policy.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.retry = Some(policy);
        self
    }

    /// Sets the maximum number of attempts, including the first, overriding that of the policy.
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = Some(attempts);
        self
    }

    /// Sets the idempotency key, which is a random UUID otherwise. It is an error if the operation
    /// has none, or if the body has one already.
    pub fn idempotency_key(mut self, key: impl Into<String>) -> Self {
        self.idempotency_key = Some(key.into());
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

    /// Returns the policy for a request of a client with this policy.
    pub(super) fn policy(&self, client: &RetryPolicy) -> RetryPolicy {
        let policy = self.retry.as_ref().unwrap_or(client).clone();
        match self.attempts {
            Some(attempts) => policy.attempts(attempts),
            None => policy,
        }
    }
}

/// Shows only the names of header fields and query parameters, because their values can be secrets.
impl fmt::Debug for RequestOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestOptions")
            .field("timeout", &self.timeout)
            .field("call_timeout", &self.call_timeout)
            .field("retry", &self.retry)
            .field("attempts", &self.attempts)
            .field("idempotent", &self.idempotent)
            .field("headers", &names(&self.headers))
            .field("query", &names(&self.query))
            .finish()
    }
}

fn names(pairs: &[(String, String)]) -> Vec<&str> {
    pairs.iter().map(|(name, _)| name.as_str()).collect()
}
