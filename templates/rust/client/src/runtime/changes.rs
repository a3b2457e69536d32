//! A changed copy of a client.

use std::sync::Arc;
use std::time::Duration;

use super::client::{Shared, headers};
use super::globals::Globals;
use super::{BuildError, Client, Middleware, Observer, RetryPolicy};

/// Changes to a client, for [`Client::with`].
#[derive(Debug, Default)]
#[must_use]
pub struct Changes {
    timeout: Option<Duration>,
    call_timeout: Option<Duration>,
    limit: Option<usize>,
    retry: Option<RetryPolicy>,
    observer: Option<Arc<dyn Observer>>,
    middleware: Vec<Arc<dyn Middleware>>,
    headers: Vec<(String, String)>,
    query: Vec<(String, String)>,
    pub(super) globals: Globals,
}

impl Changes {
    /// Creates changes that change nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the time limit for one attempt.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets the time limit for a whole call.
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.call_timeout = Some(timeout);
        self
    }

    /// Sets the maximum size of a response, or of an item of a stream, in bytes.
    pub fn response_limit(mut self, bytes: usize) -> Self {
        self.limit = Some(bytes);
        self
    }

    /// Sets when a request is retried.
    pub fn retry(mut self, policy: RetryPolicy) -> Self {
        self.retry = Some(policy);
        self
    }

    /// Sets the observer of deprecations, unknown fields and retries.
    pub fn observer(mut self, observer: impl Observer + 'static) -> Self {
        self.observer = Some(Arc::new(observer));
        self
    }

    /// Adds code that runs around every attempt, inside of that of the original.
    pub fn middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.middleware.push(Arc::new(middleware));
        self
    }

    /// Adds a default header field, or replaces that of the original.
    pub fn default_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Adds a pair to the query of every request. It replaces those of the original with this name.
    pub fn default_query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }
}

impl Client {
    /// Returns a changed copy, which shares connections and tokens with this client.
    ///
    /// # Errors
    /// Returns an error if a header field is not usable.
    pub fn with(&self, changes: Changes) -> Result<Self, BuildError> {
        let mut shared = Shared::clone(&self.0);
        shared.timeout = changes.timeout.unwrap_or(shared.timeout);
        shared.call_timeout = changes.call_timeout.or(shared.call_timeout);
        shared.limit = changes.limit.unwrap_or(shared.limit);
        shared.retry = changes.retry.unwrap_or(shared.retry);
        shared.observer = changes.observer.or(shared.observer);
        // The log that the environment has turned on stays the innermost.
        let end = shared.middleware.len() - usize::from(shared.is_logged);
        shared.middleware.splice(end..end, changes.middleware);
        shared.defaults.headers.extend(headers(&changes.headers)?);
        let replaced = |name: &String| changes.query.iter().any(|(other, _)| other == name);
        shared.defaults.query.retain(|(name, _)| !replaced(name));
        shared.defaults.query.extend(changes.query);
        shared.globals.extend(changes.globals);
        Ok(Self(Arc::new(shared)))
    }
}
