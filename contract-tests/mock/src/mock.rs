//! Responds to requests.

use std::sync::{Mutex, PoisonError};

use conformance_core::description::Description;
use hyper::HeaderMap;
use serde_json::Value;
use spec::model::Operation;

use crate::announce::announce;
use crate::body;
use crate::conditions::{stale, unchanged};
use crate::idempotency::{self, Known};
use crate::negotiate::Wishes;
use crate::operate::Call;
use crate::parameters::{self, Query, Sent, Values, query_of};
use crate::place::place;
use crate::raw::Reader;
use crate::reply::Reply;
use crate::route::{Matched, Routes};
use crate::served::Served;
use crate::state::State;

/// The methods of HTTP (RFC 9110 §9, RFC 5789); an operation may have another.
const KNOWN: [&str; 9] = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
];

/// A received request.
#[derive(Debug)]
pub struct Request<'r> {
    /// The method.
    pub method: &'r str,
    /// The path and the query, as they were sent.
    pub target: &'r str,
    /// The header fields.
    pub headers: &'r HeaderMap,
    /// The body; `None` if it exceeds the limit.
    pub body: Option<&'r [u8]>,
}

/// A mock: the served description, and the created and changed items.
#[derive(Debug)]
pub struct Mock {
    pub(crate) served: Served,
    routes: Routes,
    state: Mutex<State>,
}

impl Mock {
    /// Returns a mock without items. The same seed leads to the same responses.
    #[must_use]
    pub fn new(description: Description, seed: u64) -> Self {
        let routes = Routes::new(&description);
        Self {
            served: Served::new(description, seed, &routes.prefix),
            routes,
            state: Mutex::default(),
        }
    }

    /// Responds to a request.
    pub fn respond(&self, request: &Request<'_>) -> Reply {
        let (path, query) = request
            .target
            .split_once('?')
            .unwrap_or((request.target, ""));
        let found = self.routes.find(path, query);
        if found.is_empty() {
            return Reply::empty(404);
        }
        if !self.is_known_method(request.method) {
            return Reply::empty(501);
        }
        let query = query_of(query);
        let own = self.addressed(request, request.method, &query, &found);
        let own = own.or_else(|| match request.method {
            "HEAD" => self.addressed(request, "GET", &query, &found),
            _ => None,
        });
        let Some((matched, operation)) = own else {
            return other_method(request.method, &found);
        };
        let mut reply = self.operate(request, query, matched, operation);
        announce(operation, &mut reply);
        reply
    }

    fn is_known_method(&self, method: &str) -> bool {
        let mut operations = self.served.description.operations();
        KNOWN.contains(&method) || operations.any(|(_, one)| one.method.as_str() == method)
    }

    /// The operation that a request is for: of those whose paths differ in the names of variables
    /// only, the first one that understands it.
    fn addressed<'f>(
        &'f self,
        request: &Request<'_>,
        method: &str,
        query: &Query,
        found: &'f [Matched<'f>],
    ) -> Option<(&'f Matched<'f>, &'f Operation)> {
        let mut all = found.iter().filter_map(|one| {
            let id = *one.path.operations.get(method)?;
            Some((one, self.served.description.operation(id)))
        });
        let first = all.next()?;
        let mut twins = all
            .filter(|(one, _)| one.path.is_twin(first.0.path))
            .peekable();
        let understands =
            |own: &(&Matched<'_>, &Operation)| self.read(request, query, own.0, own.1).is_ok();
        // Most paths have no twin, so the request is read once.
        if twins.peek().is_none() || understands(&first) {
            return Some(first);
        }
        Some(twins.find(understands).unwrap_or(first))
    }

    fn operate(
        &self,
        request: &Request<'_>,
        query: Query,
        matched: &Matched<'_>,
        operation: &Operation,
    ) -> Reply {
        let wishes = Wishes::of(request.headers);
        let allowed = self.served.credentials.authorize(
            &self.served.description.api,
            operation,
            request.headers,
            &query,
        );
        if let Err(challenge) = allowed {
            let why = "there is no credential that is accepted";
            let mut reply = self.served.refuse(operation, &wishes, &[401], why);
            if reply.status == 401 {
                reply.set("www-authenticate", challenge);
            }
            return reply;
        }
        let (values, body) = match self.read(request, &query, matched, operation) {
            Ok(read) => read,
            Err((statuses, why)) => return self.served.refuse(operation, &wishes, &statuses, &why),
        };
        let place = place(matched, operation);
        let call = Call {
            served: &self.served,
            operation,
            wishes,
            path: place.path,
            template: place.template,
            chain: place.chain,
            is_item: place.is_item,
            query,
            values,
            body,
        };
        self.once(&call, request.headers)
    }

    /// Reads a request. Otherwise returns the statuses with which it may be refused, and why.
    fn read(
        &self,
        request: &Request<'_>,
        query: &Query,
        matched: &Matched<'_>,
        operation: &Operation,
    ) -> Result<(Values, Option<Value>), (Vec<u16>, String)> {
        let reader = Reader {
            api: &self.served.description.api,
            requests: &self.served.requests,
        };
        let (_, whole) = request.target.split_once('?').unwrap_or_default();
        let sent = Sent {
            matched,
            query,
            whole,
            headers: request.headers,
        };
        if let Some(own) = &operation.query_string {
            body::query(reader, own, whole).map_err(|why| (vec![400, 422], why))?;
        }
        let bytes = request
            .body
            .ok_or_else(|| (vec![413, 400, 422], "the body is too large".to_owned()))?;
        let values =
            parameters::read(reader, operation, &sent).map_err(|why| (vec![400, 422], why))?;
        let content_type = request.headers.get("content-type");
        let content_type = content_type.and_then(|value| value.to_str().ok());
        let body = operation
            .body
            .as_ref()
            .map(|own| body::read(reader, own, content_type, bytes));
        let body = body.transpose().map_err(|(status, why)| match status {
            415 => (vec![415, 400, 422], why),
            status => (vec![status, 422], why),
        })?;
        Ok((values, body.flatten()))
    }

    /// Responds to a request, or repeats the response to the same request with its idempotency key.
    fn once(&self, call: &Call<'_>, headers: &HeaderMap) -> Reply {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let key = idempotency::key(call.operation, &call.path, &call.values, call.body.as_ref());
        let known = key
            .as_ref()
            .and_then(|key| state.keys.find(key, call.body.as_ref()));
        match known {
            Some(Known::Same(reply)) => return reply,
            Some(Known::Other) => {
                let why = "the idempotency key was used for something else";
                return call.refuse(&[422, 409], why);
            }
            None => {}
        }
        if let Some(reply) = stale(call, headers, &mut state) {
            return reply;
        }
        let reply = call.answer(&mut state);
        if let Some(key) = key {
            state.keys.keep(key, call.body.as_ref(), &reply);
        }
        if call.operation.method.is_safe() {
            return unchanged(headers, reply);
        }
        reply
    }
}

fn other_method(method: &str, found: &[Matched<'_>]) -> Reply {
    // The same path may be written with other variable names.
    let first = found.first().map(|one| one.path.shape());
    let same = found.iter().filter(|one| Some(one.path.shape()) == first);
    let methods = same.flat_map(|one| one.path.operations.keys().copied());
    let mut methods: Vec<&str> = methods.collect();
    methods.sort_unstable();
    methods.dedup();
    if methods.contains(&"GET") && !methods.contains(&"HEAD") {
        methods.push("HEAD");
    }
    let is_options = method == "OPTIONS";
    let mut reply = Reply::empty(if is_options { 204 } else { 405 });
    if is_options {
        methods.push("OPTIONS");
    }
    reply.set("allow", methods.join(", "));
    reply
}
