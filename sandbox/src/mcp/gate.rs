//! Checks HTTP and OAuth before a message reaches MCP.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse as _, Response};
use http_body_util::LengthLimitError;
use rmcp::model::ErrorCode;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use server::runtime::{Denied, Secret};

use super::caller::Caller;
use super::handler::Tools;
use super::message::Message;
use super::negotiate;
use super::origin::Neighbours;
use super::refusal::Refusal;
use super::tokens::BearerTokens;

/// The maximum size of a message, in bytes.
const GREATEST_BODY: usize = 1024 * 1024;

/// The checks before MCP.
pub(super) struct Gate<T> {
    tokens: T,
    neighbours: Neighbours,
    /// The first parameters of every challenge, and the last one.
    challenge: (&'static str, String),
    tools: Tools,
    protocol: StreamableHttpService<Tools, NeverSessionManager>,
}

/// Responds to a request.
pub(super) async fn serve<T: BearerTokens>(
    State(gate): State<Arc<Gate<T>>>,
    request: Request,
) -> Response {
    match gate.admit(request).await {
        Ok(request) => finish(gate.protocol.handle(request).await.map(Body::new)),
        Err(refusal) => refusal.into_response(),
    }
}

impl<T: BearerTokens> Gate<T> {
    pub(super) fn new(auth_url: &str, tokens: T, neighbours: Neighbours, tools: Tools) -> Self {
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(GREATEST_BODY);
        let sessions = Arc::new(NeverSessionManager::default());
        let each = tools.clone();
        let protocol = StreamableHttpService::new(
            move || Ok(each.clone()),
            sessions,
            neighbours.configure(config),
        );
        let metadata = format!("{auth_url}/.well-known/oauth-protected-resource/mcp");
        Self {
            tokens,
            neighbours,
            challenge: ("realm=\"marketplace\"", metadata),
            tools,
            protocol,
        }
    }

    /// Admits a message that is complete, from an allowed origin, and from an authorized caller.
    async fn admit(&self, request: Request) -> Result<Request, Refusal> {
        let (parts, body) = request.into_parts();
        if !self.neighbours.know_host(&parts.uri, &parts.headers) {
            let detail = "This is not the host of that name.";
            return Err(Refusal::http(StatusCode::FORBIDDEN, detail));
        }
        if !self.neighbours.know_origin(&parts.headers) {
            let detail = "Pages of that origin may not call this.";
            return Err(Refusal::http(StatusCode::FORBIDDEN, detail));
        }
        // Neither sessions nor streams are supported, so GET and DELETE have no meaning.
        if parts.method != Method::POST {
            let detail = "Messages are sent by POST.";
            return Err(Refusal::http(StatusCode::METHOD_NOT_ALLOWED, detail));
        }
        let caller = self.caller(&parts).await?;
        negotiate::accepted(&parts.headers)?;
        negotiate::is_json(&parts.headers)?;
        let message = Message::read(&read(body).await?)?;
        negotiate::revision(&parts.headers, &message)?;
        negotiate::handshake(&parts.headers, &message)?;
        self.reaches(&caller, &message)?;
        Ok(hand_on(parts, message, caller))
    }

    /// Returns the owner of the token (RFC 6750 §2.1: only in the header).
    async fn caller(&self, parts: &Parts) -> Result<Caller, Refusal> {
        let Some(token) = bearer(&parts.headers) else {
            return Err(self.unauthorized("An access token is needed.", &[]));
        };
        match self.tokens.principal(token.expose()).await {
            Ok(principal) => Ok(Caller {
                principal,
                token,
                peer: parts.extensions.get().copied(),
            }),
            Err(Denied::Unavailable) => {
                let detail = "Credentials cannot be checked at the moment.";
                Err(Refusal::http(StatusCode::SERVICE_UNAVAILABLE, detail))
            }
            Err(denied) => {
                let because = match &denied {
                    Denied::InvalidBecause(text) => Some(("error_description", text.as_str())),
                    _ => None,
                };
                let error = [Some(("error", "invalid_token")), because];
                let error: Vec<_> = error.into_iter().flatten().collect();
                let detail = because.map_or("The access token is not valid.", |(_, text)| text);
                Err(self.unauthorized(detail, &error))
            }
        }
    }

    /// Checks that the token has the scopes for the called tool (MCP, Authorization, Scope
    /// Challenge Handling).
    fn reaches(&self, caller: &Caller, message: &Message) -> Result<(), Refusal> {
        let scopes = message.tool().and_then(|tool| self.tools.scopes(tool));
        let needed: Vec<_> = scopes
            .unwrap_or_default()
            .iter()
            .map(String::as_str)
            .collect();
        if caller.principal.may(&needed) {
            return Ok(());
        }
        let scope = needed.join(" ");
        let error = [("error", "insufficient_scope"), ("scope", scope.as_str())];
        Err(Refusal::Http {
            status: StatusCode::FORBIDDEN,
            detail: format!("The tool needs the scope {scope}."),
            challenge: Some(self.challenge(&error)),
        })
    }

    fn unauthorized(&self, detail: &str, error: &[(&str, &str)]) -> Refusal {
        Refusal::Http {
            status: StatusCode::UNAUTHORIZED,
            detail: detail.to_owned(),
            challenge: Some(self.challenge(error)),
        }
    }

    /// Returns a value of `WWW-Authenticate` (RFC 6750 §3; RFC 9728 §5.1).
    fn challenge(&self, parameters: &[(&str, &str)]) -> String {
        let (realm, metadata) = &self.challenge;
        let mut text = format!("Bearer {realm}");
        for (name, value) in parameters
            .iter()
            .chain(&[("resource_metadata", metadata.as_str())])
        {
            let legal = |sign: &char| matches!(sign, ' '..='~') && !matches!(sign, '"' | '\\');
            let value: String = value.chars().filter(legal).collect();
            let _ = write!(text, ", {name}=\"{value}\"");
        }
        text
    }
}

/// Returns the bearer token, if exactly one was sent.
fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let mut fields = headers.get_all(AUTHORIZATION).iter();
    let (field, None) = (fields.next()?, fields.next()) else {
        return None;
    };
    let (scheme, token) = field.to_str().ok()?.split_once(' ')?;
    let token = token.trim();
    let is_bearer = scheme.eq_ignore_ascii_case("bearer") && !token.is_empty();
    is_bearer.then(|| Secret::new(token))
}

async fn read(body: Body) -> Result<Bytes, Refusal> {
    to_bytes(body, GREATEST_BODY).await.map_err(|error| {
        let mut causes = std::iter::successors(
            Some(&error as &(dyn std::error::Error + 'static)),
            |error| error.source(),
        );
        if causes.any(<dyn std::error::Error>::is::<LengthLimitError>) {
            let detail = "A message has at most 1 MiB.";
            return Refusal::http(StatusCode::PAYLOAD_TOO_LARGE, detail);
        }
        Refusal::Rpc {
            status: StatusCode::BAD_REQUEST,
            id: None,
            code: ErrorCode::PARSE_ERROR,
            message: "The body did not arrive.".to_owned(),
            data: None,
        }
    })
}

/// Returns the request for the protocol: with the checked message, and without the token.
fn hand_on(mut parts: Parts, message: Message, caller: Caller) -> Request {
    for name in [AUTHORIZATION, CONTENT_LENGTH, TRANSFER_ENCODING] {
        parts.headers.remove(name);
    }
    let both = HeaderValue::from_static("application/json, text/event-stream");
    parts.headers.insert(ACCEPT, both);
    parts.extensions.insert(caller);
    Request::from_parts(parts, Body::from(message.into_body()))
}

/// Forbids caching, because results may be confidential, and replaces refusals of `rmcp` in plain
/// text with problems.
fn finish(mut response: Response) -> Response {
    let status = response.status();
    let is_json = response
        .headers()
        .get(CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    if status.as_u16() >= 400 && !is_json {
        tracing::warn!(%status, "a message was refused that the gate had let pass");
        return Refusal::http(status, "The message does not follow the protocol.").into_response();
    }
    let none = HeaderValue::from_static("no-store");
    response.headers_mut().insert(CACHE_CONTROL, none);
    response
}
