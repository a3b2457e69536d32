//! What middleware sees of an attempt.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Url;
use reqwest::header::HeaderMap;

use super::Clock;
use super::prepare::Prepared;

/// One time that a request is sent, as middleware sees it: without credentials and body.
pub struct Attempt {
    operation: &'static str,
    method: reqwest::Method,
    path_template: Cow<'static, str>,
    url: Url,
    number: u32,
    headers: HeaderMap,
    clock: Arc<dyn Clock>,
    start: Instant,
}

impl Attempt {
    pub(super) fn new(prepared: &Prepared, number: u32, clock: Arc<dyn Clock>) -> Self {
        Self {
            operation: prepared.operation,
            method: prepared.method.clone(),
            path_template: prepared.path_template.clone(),
            url: prepared.url.clone(),
            number,
            headers: HeaderMap::new(),
            start: clock.now(),
            clock,
        }
    }

    /// Returns the operationId, or `the token endpoint`.
    #[must_use]
    pub fn operation(&self) -> &str {
        self.operation
    }

    /// Returns the HTTP method.
    #[must_use]
    pub fn method(&self) -> &str {
        self.method.as_str()
    }

    /// Returns the path as the description has it, with the names of its parameters.
    #[must_use]
    pub fn path_template(&self) -> &str {
        &self.path_template
    }

    /// Returns the address, without credentials.
    #[must_use]
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns how many times this request has been sent, with this one.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the time since the attempt began, by the clock of the client.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_duration_since(self.start)
    }

    /// Returns the header fields that middleware has added so far.
    #[must_use]
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the header fields that middleware adds. They replace those that would be sent, except
    /// for credentials.
    pub fn headers_mut(&mut self) -> &mut HeaderMap {
        &mut self.headers
    }
}

/// Shows no values of header fields and of the query, which can be secrets of the caller.
impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt")
            .field("operation", &self.operation)
            .field("method", &self.method())
            .field("path_template", &self.path_template)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}
