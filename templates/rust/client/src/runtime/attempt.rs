//! What middleware sees of an attempt.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Url;
use reqwest::header::HeaderMap;

use super::prepare::Prepared;
use super::{Client, Clock, SchemeKind, SecurityScheme};

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
    pub(super) fn new(prepared: &Prepared, number: u32, client: &Client) -> Self {
        let clock = Arc::clone(&client.0.clock);
        Self {
            operation: prepared.operation,
            method: prepared.method.clone(),
            path_template: prepared.path_template.clone(),
            url: without_secrets(&prepared.url, client.0.api.schemes),
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

/// Returns an address without the parameters of credentials, which a service may have added to the
/// address of a page.
fn without_secrets(url: &Url, schemes: &[SecurityScheme]) -> Url {
    let is_secret = |name: &str| {
        let mut schemes = schemes.iter();
        schemes.any(|one| matches!(one.kind, SchemeKind::Query { name: known } if known == name))
    };
    let mut plain = url.clone();
    if url.query_pairs().any(|(name, _)| is_secret(&name)) {
        let pairs = url.query_pairs();
        let kept: Vec<_> = pairs.filter(|(name, _)| !is_secret(name)).collect();
        plain.set_query(None);
        if !kept.is_empty() {
            plain.query_pairs_mut().extend_pairs(kept);
        }
    }
    plain
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
