//! From a request to an answer.

use std::sync::{Mutex, PoisonError};

use conformance::description::Description;
use conformance::resources::Resources;
use conformance::validate::{Direction, Validator};
use hyper::HeaderMap;
use spec::model::Operation;

use crate::announce::announce;
use crate::body;
use crate::conditions::unchanged;
use crate::credentials::Credentials;
use crate::idempotency::{self, Known};
use crate::nodes::Nodes;
use crate::operate::Call;
use crate::parameters::{self, Sent, query_of};
use crate::place::place;
use crate::raw::Reader;
use crate::reply::Reply;
use crate::route::{Matched, Routes};
use crate::shape::Shaper;
use crate::state::State;

/// The methods that HTTP knows (RFC 9110 §9, RFC 5789).
const KNOWN: [&str; 9] = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
];

/// A request as it came.
#[derive(Debug)]
pub(crate) struct Request<'r> {
    pub(crate) method: &'r str,
    pub(crate) target: &'r str,
    pub(crate) headers: &'r HeaderMap,
    /// The content; none where it is larger than is taken.
    pub(crate) body: Option<&'r [u8]>,
}

/// A description, ready to be served.
#[derive(Debug)]
pub(crate) struct Mock {
    pub(crate) description: Description,
    pub(crate) resources: Resources,
    pub(crate) requests: Validator,
    pub(crate) shaper: Shaper,
    pub(crate) nodes: Nodes,
    /// Scheme and authority that it is reached at.
    pub(crate) origin: String,
    routes: Routes,
    pub(crate) credentials: Credentials,
    state: Mutex<State>,
}

impl Mock {
    pub(crate) fn new(description: Description, seed: u64) -> Self {
        let resources = Resources::of(&description);
        let requests = Validator::new(&description.api, Direction::Request);
        let shaper = Shaper::new(&description.api, seed);
        Self {
            nodes: Nodes::new(&description, &resources, &shaper, &requests),
            routes: Routes::new(&description),
            credentials: Credentials::new(seed),
            state: Mutex::default(),
            origin: String::new(),
            description,
            resources,
            requests,
            shaper,
        }
    }

    /// What stands before all paths.
    pub(crate) fn prefix(&self) -> &str {
        &self.routes.prefix
    }

    /// Answers a request.
    pub(crate) fn respond(&self, request: &Request<'_>) -> Reply {
        let (path, query) = request
            .target
            .split_once('?')
            .unwrap_or((request.target, ""));
        let found = self.routes.find(path, query);
        if found.is_empty() {
            return Reply::empty(404);
        }
        if !KNOWN.contains(&request.method) {
            return Reply::empty(501);
        }
        let is_for = |method: &str| {
            let mut all = found.iter();
            all.find_map(|one| Some((one, *one.path.operations.get(method)?)))
        };
        let own = is_for(request.method);
        let own = own.or_else(|| (request.method == "HEAD").then(|| is_for("GET")).flatten());
        let Some((matched, id)) = own else {
            return other_method(request.method, &found);
        };
        let operation = self.description.operation(id);
        let mut reply = self.operate(request, query, matched, operation);
        announce(operation, &mut reply);
        reply
    }

    fn operate(
        &self,
        request: &Request<'_>,
        query: &str,
        matched: &Matched<'_>,
        operation: &Operation,
    ) -> Reply {
        let query = query_of(query);
        let allowed =
            self.credentials
                .authorize(&self.description.api, operation, request.headers, &query);
        if let Err(challenge) = allowed {
            let mut reply =
                self.refuse(operation, &[401], "there is no credential that is accepted");
            if reply.status == 401 {
                reply.set("www-authenticate", challenge);
            }
            return reply;
        }
        let Some(bytes) = request.body else {
            return self.refuse(operation, &[413, 400, 422], "the body is too large");
        };
        let reader = Reader {
            api: &self.description.api,
            requests: &self.requests,
        };
        let sent = Sent {
            segments: &matched.segments,
            query,
            headers: request.headers,
        };
        let values = match parameters::read(reader, operation, &sent) {
            Ok(values) => values,
            Err(why) => return self.refuse(operation, &[400, 422], &why),
        };
        let content_type = request.headers.get("content-type");
        let content_type = content_type.and_then(|value| value.to_str().ok());
        let body = match &operation.body {
            Some(own) => body::read(reader, own, content_type, bytes),
            None => Ok(None),
        };
        let body = match body {
            Ok(body) => body,
            Err((415, why)) => return self.refuse(operation, &[415, 400, 422], &why),
            Err((status, why)) => return self.refuse(operation, &[status, 422], &why),
        };
        let place = place(matched, operation);
        let call = Call {
            mock: self,
            operation,
            path: place.path,
            template: place.template,
            chain: place.chain,
            is_item: place.is_item,
            query: sent.query,
            values,
            body,
        };
        self.once(&call, request.headers)
    }

    /// Answers a request, or repeats the answer to the same one with its idempotency key.
    fn once(&self, call: &Call<'_>, headers: &HeaderMap) -> Reply {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let key = idempotency::key(call.operation, &call.path, &call.values, call.body.as_ref());
        let known = key
            .as_ref()
            .and_then(|key| idempotency::known(&state, key, call.body.as_ref()));
        match known {
            Some(Known::Same(reply)) => return reply,
            Some(Known::Other) => {
                let why = "the idempotency key was used for something else";
                return self.refuse(call.operation, &[422, 409], why);
            }
            None => {}
        }
        if let Some(reply) = self.stale(call, headers, &mut state) {
            return reply;
        }
        let reply = call.answer(&mut state);
        if let Some(key) = key {
            idempotency::keep(&mut state, key, call.body.as_ref(), &reply);
        }
        if call.operation.method.is_safe() {
            return unchanged(headers, reply);
        }
        reply
    }
}

fn other_method(method: &str, found: &[Matched<'_>]) -> Reply {
    // The same path may be written with other names of its variables.
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
