//! Finds the operation of a request, runs it, and sends its response.

use std::sync::{Arc, PoisonError};

use axum::body::Body;
use axum::http::header::{ALLOW, AUTHORIZATION, CONTENT_TYPE, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use types::runtime::Operation;

use super::authenticator::Access;
use super::call::Call;
use super::finish::{finish, request_id};
use super::guard::{Guarded, guarded};
use super::matcher::Matcher;
use super::segment::{normal, variables};
use super::{Config, Context, Kind, Rejection, Reply, Route, Routes};

/// A table of operations that serves requests.
pub(super) struct Dispatch {
    matcher: Matcher,
    entries: Vec<Entry>,
    config: Arc<Config>,
}

struct Entry {
    route: Route,
    access: Arc<Access>,
    variables: Vec<&'static str>,
}

/// The target of a request.
enum Target<'d> {
    /// Run an operation, with the values of the path variables.
    Operation(&'d Entry, Vec<(&'static str, String)>),
    /// Respond with the supported methods.
    Options(String),
    /// Reject the request.
    Refuse(Rejection),
}

impl Dispatch {
    pub(super) fn new(routes: Routes, config: Config) -> Self {
        let mut matcher = Matcher::default();
        let mut entries = Vec::with_capacity(routes.0.len());
        for (index, (route, access)) in routes.0.into_iter().enumerate() {
            let Operation { path, method, .. } = route.operation;
            matcher.insert(path, method, index);
            entries.push(Entry {
                route,
                access,
                variables: variables(path),
            });
        }
        Self {
            matcher,
            entries,
            config: Arc::new(config),
        }
    }

    pub(super) async fn answer(&self, request: Request<Body>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let id = request_id(&parts.headers);
        let (operation, response) = match self.target(&parts) {
            Target::Operation(entry, values) => {
                let context = Context::new(entry.route.operation, id.clone(), self.marked(parts));
                let response = self.run(entry, context, values, body).await;
                (Some(entry.route.operation), response)
            }
            Target::Options(allow) => (None, options(&allow)),
            Target::Refuse(rejection) => (None, self.refuse(&rejection, None)),
        };
        finish(response, operation, &id)
    }

    fn target(&self, parts: &Parts) -> Target<'_> {
        let path = normal(parts.uri.path());
        let is_options = parts.method == Method::OPTIONS;
        if is_options && path == "*" {
            return Target::Options(self.matcher.allow());
        }
        let below = path.strip_prefix(&*self.config.path_prefix);
        let Some(found) = below.and_then(|path| self.matcher.find(path)) else {
            let detail = "There is no resource at this path.";
            return Target::Refuse(Rejection::new(Kind::UnknownPath, detail));
        };
        match found.methods.get(parts.method.as_str()) {
            Some(index) => {
                let entry = &self.entries[index];
                let values = found.values.iter().map(|value| (*value).to_owned());
                Target::Operation(entry, entry.variables.iter().copied().zip(values).collect())
            }
            None if is_options => Target::Options(found.methods.allow()),
            None => Target::Refuse(unknown_method(&found.methods.allow())),
        }
    }

    /// Marks the headers that carry credentials as sensitive, so that they are not logged by
    /// accident.
    fn marked(&self, mut parts: Parts) -> Parts {
        for (name, value) in &mut parts.headers {
            if *name == AUTHORIZATION || *name == COOKIE || self.carries_key(name) {
                value.set_sensitive(true);
            }
        }
        parts
    }

    fn carries_key(&self, name: &HeaderName) -> bool {
        self.entries
            .iter()
            .any(|entry| entry.access.uses_header(name.as_str()))
    }

    async fn run(
        &self,
        entry: &Entry,
        context: Context,
        variables: Vec<(&'static str, String)>,
        body: Body,
    ) -> Response<Body> {
        let outgoing = context.outgoing();
        let bodies = context.bodies();
        let call = Call {
            context,
            variables,
            body,
            access: Arc::clone(&entry.access),
            config: Arc::clone(&self.config),
        };
        let outcome = Guarded((entry.route.endpoint)(call)).await;
        let mut response = self.respond(outcome, entry.route.operation);
        bodies.replace(&mut response);
        let mut added = outgoing.lock().unwrap_or_else(PoisonError::into_inner);
        replace(response.headers_mut(), std::mem::take(&mut *added));
        response
    }

    /// Creates the response; an outcome of `None` means that the handler panicked.
    fn respond(
        &self,
        outcome: Option<Result<Reply, Rejection>>,
        operation: &'static Operation,
    ) -> Response<Body> {
        let failed = || Rejection::new(Kind::Internal, "The server failed.");
        let sent = outcome
            .unwrap_or_else(|| Err(failed()))
            .and_then(Reply::into_response);
        sent.unwrap_or_else(|rejection| self.refuse(&rejection, Some(operation)))
    }

    fn refuse(
        &self,
        rejection: &Rejection,
        operation: Option<&'static Operation>,
    ) -> Response<Body> {
        let hook = self.config.hook.as_ref();
        let hooked = hook.and_then(|hook| guarded(|| hook(rejection, operation)));
        let mut response = hooked
            .and_then(|reply| reply.into_response().ok())
            .unwrap_or_else(|| problem(rejection));
        replace(
            response.headers_mut(),
            rejection.headers().iter().cloned().collect(),
        );
        response
    }
}

fn problem(rejection: &Rejection) -> Response<Body> {
    let mut response = Response::new(Body::from(rejection.problem().to_json().to_string()));
    *response.status_mut() = rejection.problem().kind.status();
    let media_type = HeaderValue::from_static("application/problem+json");
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response
}

/// Responds to `OPTIONS` (RFC 9110 §9.3.7).
fn options(allow: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
        .headers_mut()
        .extend(HeaderValue::from_str(allow).map(|allow| (ALLOW, allow)));
    response
}

/// Rejects a method that the path does not support (RFC 9110 §15.5.6).
fn unknown_method(allow: &str) -> Rejection {
    let rejection = Rejection::new(
        Kind::UnknownMethod,
        "This path does not support the method.",
    );
    match HeaderValue::from_str(allow) {
        Ok(allow) => rejection.header(ALLOW, allow),
        Err(_) => rejection,
    }
}

/// Adds the fields of `added`, replacing those with the same names.
fn replace(headers: &mut HeaderMap, added: HeaderMap) {
    for name in added.keys() {
        headers.remove(name);
    }
    let mut last = None;
    for (name, value) in added {
        last = name.or(last);
        if let Some(name) = &last {
            headers.append(name.clone(), value);
        }
    }
}
