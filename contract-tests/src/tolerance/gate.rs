//! Limits what a client may change through the proxies, as for any run, because the client runs
//! several times.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use hyper::HeaderMap;

use super::Options;
use conformance_core::description::Description;
use conformance_core::exchange::{Exchange, Host, Purpose, Request, Response};
use conformance_core::intent::Intent;
use conformance_core::resources::Resources;
use conformance_core::validate::{Direction, Validator};
use conformance_engine::credentials::Credentials;
use conformance_engine::guard::{Guard, SAFE, Withheld};
use conformance_engine::profile::Profile;

/// Decides which requests are passed on.
#[derive(Debug)]
pub(super) struct Gate {
    /// `None` if the client is trusted to change anything.
    guard: Option<Guard>,
    started: Instant,
}

impl Gate {
    pub(super) fn new(description: &Arc<Description>, options: &Options) -> Self {
        let guard = || {
            let mut profile = Profile::new(options.base_url.clone());
            profile.writes |= options.writes;
            profile.allow_actions = options.allow_actions;
            profile.parameters.clone_from(&options.parameters);
            let resources = Arc::new(Resources::of(description));
            let requests = Arc::new(Validator::new(&description.api, Direction::Request));
            let credentials = Credentials::default();
            Guard::new(description, &resources, &requests, &profile, &credentials)
        };
        Self {
            guard: (!options.trusts_client).then(guard),
            started: Instant::now(),
        }
    }

    /// Decides whether a request is passed on.
    ///
    /// # Errors
    /// Returns the reason that it is rejected.
    pub(super) fn permit(&self, request: &Request) -> Result<(), Withheld> {
        let Some(guard) = &self.guard else {
            return Ok(());
        };
        // A body that is too large to be read may name anything.
        let content_type = request.header("content-type").unwrap_or_default();
        let names_items = ["json", "xml", "urlencoded"]
            .iter()
            .any(|kind| content_type.contains(kind));
        let is_read = SAFE.contains(&request.method.as_str()) || request.body.is_some();
        if names_items && !is_read {
            return Err(Withheld::Unclear("its body is too large".to_owned()));
        }
        guard.permit(request)
    }

    /// Records what a response shows: the client may change what it has created.
    pub(super) fn absorb(
        &self,
        request: &Request,
        at: Duration,
        status: u16,
        headers: HeaderMap,
        body: Bytes,
    ) {
        let Some(guard) = &self.guard else { return };
        guard.absorb(&Exchange {
            number: 0,
            purpose: Purpose {
                operation: None,
                intent: Intent::Probe,
                defect: None,
                identity: Some("client".into()),
            },
            request: request.clone(),
            outcome: Ok(Response::new(status, headers, body)),
            at,
            elapsed: self.now().saturating_sub(at),
        });
    }

    /// Returns the time since the proxies were started.
    pub(super) fn now(&self) -> Duration {
        self.started.elapsed()
    }
}

/// Returns a request in the form that the guard examines.
pub(super) fn request(
    host: Host,
    method: &str,
    target: &str,
    headers: &HeaderMap,
    body: Option<Bytes>,
) -> Request {
    let fields = headers.iter().filter_map(|(name, value)| {
        Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned()))
    });
    Request {
        host,
        method: method.to_owned(),
        target: target.to_owned(),
        headers: fields.collect(),
        body,
    }
}
