//! From a request to an answer.

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use conformance::description::Description;
use conformance::resources::Resources;
use conformance::validate::{Direction, Validator};
use hyper::HeaderMap;
use jiff::Timestamp;
use spec::model::{Location, Operation};

use crate::body;
use crate::credentials::Credentials;
use crate::idempotency::{self, Known};
use crate::nodes::{Nodes, path_of};
use crate::operate::{Call, Step, below, collection};
use crate::parameters::{self, Sent, query_of, unmarked};
use crate::raw::Reader;
use crate::reply::Reply;
use crate::route::{Matched, Routes, Segment};
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
    credentials: Credentials,
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

    /// The credentials, for people.
    pub(crate) fn credentials_told(&self) -> String {
        let own = &self.credentials;
        format!(
            "accepted: bearer {}, API key {}, user {} with password {}",
            own.bearer, own.api_key, own.user, own.password
        )
    }

    /// The credentials and what is there from the start, as TOML.
    pub(crate) fn credentials_file(&self) -> String {
        let own = &self.credentials;
        let mut text = String::from("[identities.mock]\n");
        let pairs = [
            ("bearer", &own.bearer),
            ("api_key", &own.api_key),
            ("user", &own.user),
            ("password", &own.password),
        ];
        for (name, value) in pairs {
            // A `String` takes everything that is written to it.
            let _ = writeln!(text, "{name} = {}", quoted(value));
        }
        text.push_str("\n[identities.mock.parameters]\n");
        for (name, value) in self.nodes.given() {
            let _ = writeln!(text, "{} = {}", quoted(&name), quoted(&value));
        }
        text
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

    /// The refusal of a write on a condition that does not hold (RFC 9110 §13.1.1), where reads have
    /// entity tags.
    fn stale(&self, call: &Call<'_>, headers: &HeaderMap, state: &mut State) -> Option<Reply> {
        let wanted = headers.get("if-match")?.to_str().ok()?;
        let read = self.description.api.operations.iter().find(|one| {
            one.path == call.operation.path && one.method == spec::model::Method::Get
        })?;
        if call.operation.method.is_safe() || wanted.trim() == "*" {
            return None;
        }
        let current = Call {
            mock: self,
            operation: read,
            path: call.path.clone(),
            template: call.template.clone(),
            chain: call.chain.clone(),
            is_item: call.is_item,
            query: Vec::new(),
            values: parameters::Values::new(),
            body: None,
        };
        let current = current.answer(state);
        let (_, tag) = current.headers.iter().find(|(name, _)| name == "etag")?;
        let holds = wanted.split(',').any(|one| one.trim() == tag);
        (!holds).then(|| self.refuse(call.operation, &[412], "it has changed"))
    }
}

/// What a path names.
#[derive(Debug, Default)]
struct Place {
    path: String,
    template: String,
    chain: Vec<Step>,
    is_item: bool,
}

/// What a path names.
fn place(matched: &Matched<'_>, operation: &Operation) -> Place {
    let templates: Vec<&str> = path_of(&operation.path).split('/').collect();
    let mut place = Place::default();
    for (index, segment) in matched.segments.iter().enumerate().skip(1) {
        let text = plain(segment, operation);
        let template = templates.get(..=index).unwrap_or_default().join("/");
        if let (true, Some((name, _))) = (segment.is_variable, segment.variables.first()) {
            place.chain.push(Step {
                collection: collection(&place.path, name),
                template: template.clone(),
                text: text.clone(),
                variable: name.clone(),
            });
        }
        place.path = below(&place.path, &text);
        place.template = template;
        place.is_item = segment.is_variable;
    }
    place
}

/// The text of a segment without the marks of a style.
fn plain(segment: &Segment, operation: &Operation) -> String {
    let variable = segment.variables.first().filter(|_| segment.is_variable);
    let parameter = variable.and_then(|(name, _)| {
        let mut all = operation.parameters.iter();
        all.find(|one| one.location == Location::Path && one.name == *name)
    });
    match parameter {
        Some(parameter) => unmarked(parameter, &segment.text),
        None => segment.text.clone(),
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

/// 304 in place of content that is known (RFC 9110 §13.1.2).
fn unchanged(headers: &HeaderMap, reply: Reply) -> Reply {
    let own = reply.headers.iter().find(|(name, _)| name == "etag");
    let known = headers
        .get("if-none-match")
        .and_then(|value| value.to_str().ok());
    let (Some((_, own)), Some(known), 200) = (own, known, reply.status) else {
        return reply;
    };
    if !known
        .split(',')
        .any(|one| one.trim() == own || one.trim() == "*")
    {
        return reply;
    }
    let mut short = Reply::empty(304);
    short.set("etag", own.clone());
    short
}

/// What the description announces of an operation's end (RFC 8594, RFC 9745).
fn announce(operation: &Operation, reply: &mut Reply) {
    /// A distant end, where the description has none and yet a field for it.
    const DISTANT: &str = "Thu, 31 Dec 2099 23:59:59 GMT";
    let Some(deprecation) = &operation.deprecation else {
        return;
    };
    let declares = |name: &str| {
        let mut all = operation.responses.iter().flat_map(|one| &one.headers);
        all.any(|one| one.name.eq_ignore_ascii_case(name))
    };
    let moment = |text: &Option<String>| text.as_ref()?.parse::<Timestamp>().ok();
    match moment(&deprecation.sunset) {
        Some(end) => reply.set(
            "sunset",
            end.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string(),
        ),
        None if declares("sunset") => reply.set("sunset", DISTANT),
        None => {}
    }
    match moment(&deprecation.since) {
        Some(since) => reply.set("deprecation", format!("@{}", since.as_second())),
        None if declares("deprecation") => reply.set("deprecation", "@1735689600"),
        None => {}
    }
    let guide = deprecation.guide.as_deref();
    let is_plain = |guide: &&str| {
        guide
            .bytes()
            .all(|byte| (0x21..0x7f).contains(&byte) && byte != b'>')
    };
    if let Some(guide) = guide.filter(is_plain) {
        reply.headers.push((
            "link".to_owned(),
            format!("<{guide}>; rel=\"deprecation\"; type=\"text/html\""),
        ));
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
