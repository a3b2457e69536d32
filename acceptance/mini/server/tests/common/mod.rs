//! A small marketplace behind the stubs, and the means to talk to it.
#![allow(dead_code, reason = "not every test file needs all of it")]

use std::fmt::Write as _;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as Task, Poll};

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::header::{CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode};
use bytes::Bytes;
use http_body_util::BodyExt as _;
use serde_json::Value;
use server::files::{GetPreviewRequest, GetPreviewResponse, PutFileRequest, PutFileResponse};
use server::offers::{
    CancelOfferRequest, CancelOfferResponse, CreateOfferRequest, CreateOfferResponse,
    ListOffersRequest, ListOffersResponse,
};
use server::runtime::{
    self, Answer, AnyStatus, Authenticator, Caller, ClientError, Config, Context, Credential,
    Denied, Input, Proof, Rejection, Reply, Routes, Scheme,
};
use server::tokens::{GetTokenRequest, GetTokenResponse};
use server::{Files, Offers, Tokens};
use tower::ServiceExt as _;
use types::runtime::{
    DecodeError, EncodeError, Location, Multipart, Operation, Parameter, Parts, Shape, Style,
};
use types::{Offer, OfferList, OfferStatus, Problem, TokenResponse};

/// The implementation behind the stubs; its behavior depends on the organization's name.
pub struct Market;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User(pub String);

pub const TOKEN: &str = "good-token";
pub const KEY: &str = "good-key";

impl Authenticator for Market {
    type Principal = User;

    async fn authenticate(
        &self,
        credential: Credential,
        _context: &Context,
    ) -> Result<User, Denied> {
        match &credential.proof {
            Proof::Bearer(token) => match token.expose() {
                TOKEN => Ok(User(credential.scheme.to_owned())),
                "narrow" => Err(Denied::InsufficientScope),
                "expired" => Err(Denied::InvalidBecause("it \"expired\"\r\nyesterday".into())),
                "down" => Err(Denied::Unavailable),
                _ => Err(Denied::Invalid),
            },
            Proof::Key(key) if key.expose() == KEY => Ok(User(credential.scheme.to_owned())),
            Proof::Basic { user, password } if password.expose() == "open:sesame" => {
                Ok(User(user.clone()))
            }
            Proof::All(all) => Ok(User(all.iter().map(|one| one.scheme).collect())),
            _ => Err(Denied::Invalid),
        }
    }
}

pub fn offer(id: &str) -> Offer {
    Offer {
        id: id.into(),
        name: "Gold".to_owned(),
        status: OfferStatus::Draft,
        creation_time: "2026-01-01T00:00:00Z".parse().expect("a time"),
        expire_time: None,
        unknown: serde_json::Map::new(),
    }
}

fn problem(detail: &str) -> Problem {
    Problem {
        detail: Some(detail.to_owned()),
        ..Problem::default()
    }
}

impl Offers for Market {
    async fn list_offers(
        &self,
        caller: Caller<User>,
        request: ListOffersRequest,
    ) -> ListOffersResponse {
        match request.org_id.as_str() {
            "panic" => panic!("a secret of the handler"),
            "unimplemented" => ListOffersResponse::Unimplemented,
            "gone" => ListOffersResponse::ClientError(ClientError::GONE, problem("gone")),
            "teapot" => {
                let status = AnyStatus::new(418).expect("a final status");
                ListOffersResponse::Default(status, problem("short and stout"))
            }
            "cached" => {
                let value = HeaderValue::from_static("private, max-age=5");
                caller.respond_with(HeaderName::from_static("cache-control"), value);
                ListOffersResponse::Ok(OfferList {
                    items: Vec::new(),
                    next_offset: None,
                })
            }
            org => {
                let mut first = offer("first");
                let (user, id) = (&caller.principal.0, &caller.request_id);
                first.name = format!("{org} {request:?} by {user} id {id}");
                ListOffersResponse::Ok(OfferList {
                    items: vec![first],
                    next_offset: None,
                })
            }
        }
    }

    async fn create_offer(
        &self,
        _caller: Caller<User>,
        request: CreateOfferRequest,
    ) -> CreateOfferResponse {
        match request.body.name.as_str() {
            "taken" => CreateOfferResponse::Conflict(problem("taken")),
            name => CreateOfferResponse::Created {
                body: Offer {
                    name: name.to_owned(),
                    ..offer("new")
                },
                location: format!("/org/{}/offer/{name}", request.org_id),
                x_draft_version: (name == "versioned").then_some(7),
            },
        }
    }

    async fn cancel_offer(
        &self,
        _caller: Caller<User>,
        request: CancelOfferRequest,
    ) -> CancelOfferResponse {
        match request.offer_id.as_str() {
            "cancelled" => CancelOfferResponse::NoContent,
            "unknown" => CancelOfferResponse::NotFound(problem("no such offer")),
            id => CancelOfferResponse::Accepted(offer(id)),
        }
    }
}

impl Tokens for Market {
    async fn get_token(&self, _context: Context, request: GetTokenRequest) -> GetTokenResponse {
        if request.body.grant_type != "client_credentials" {
            return GetTokenResponse::BadRequest(problem("unsupported_grant_type"));
        }
        GetTokenResponse::Ok(TokenResponse {
            access_token: format!("for {}", request.body.client_id.unwrap_or_default()),
            token_type: "Bearer".to_owned(),
            expires_in: Some(3600),
        })
    }
}

impl Files for Market {
    async fn put_file(
        &self,
        _caller: Caller<Option<User>>,
        _request: PutFileRequest,
    ) -> PutFileResponse {
        PutFileResponse::Created
    }

    async fn get_preview(
        &self,
        _caller: Caller<User>,
        _request: GetPreviewRequest,
    ) -> GetPreviewResponse {
        GetPreviewResponse::NoContent
    }
}

/// Returns the marketplace as it is deployed: all operations except those of files.
pub fn market() -> Router {
    market_with(Config::default())
}

pub fn market_with(config: Config) -> Router {
    let api = Arc::new(Market);
    let routes = server::offers::routes(&api).merge(server::tokens::routes(&api));
    routes.into_router(config)
}

/// A response, split into its parts.
#[derive(Debug)]
pub struct Answered {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answered {
    pub fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("text"))
    }

    pub fn all(&self, name: &str) -> Vec<&str> {
        let values = self.headers.get_all(name).iter();
        values.map(|value| value.to_str().expect("text")).collect()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    /// Asserts that this is a problem of the stub.
    #[track_caller]
    pub fn is_problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["type"], "about:blank");
        assert_eq!(problem["status"], status);
        assert_eq!(problem["code"], code, "{problem}");
        problem
    }
}

pub async fn send(router: &Router, request: Request<Body>) -> Answered {
    let response = router.clone().oneshot(request).await.expect("infallible");
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a body").to_bytes();
    Answered {
        status: parts.status,
        headers: parts.headers,
        body,
    }
}

pub fn request(method: &str, target: &str) -> axum::http::request::Builder {
    Request::builder()
        .method(Method::from_bytes(method.as_bytes()).expect("a method"))
        .uri(target)
}

/// Returns a request with a valid token.
pub fn authorized(method: &str, target: &str) -> axum::http::request::Builder {
    request(method, target).header("authorization", format!("Bearer {TOKEN}"))
}

pub fn empty(builder: axum::http::request::Builder) -> Request<Body> {
    builder.body(Body::empty()).expect("a request")
}

pub fn with_body(
    builder: axum::http::request::Builder,
    media_type: &str,
    body: impl Into<Body>,
) -> Request<Body> {
    builder
        .header(CONTENT_TYPE, media_type)
        .body(body.into())
        .expect("a request")
}

pub async fn get(target: &str) -> Answered {
    send(&market(), empty(authorized("GET", target))).await
}

pub async fn post_json(target: &str, body: impl Into<Body>) -> Answered {
    send(
        &market(),
        with_body(authorized("POST", target), "application/json", body),
    )
    .await
}

/// A body of unknown length.
pub struct Chunks(pub Vec<Bytes>);

impl HttpBody for Chunks {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Task<'_>,
    ) -> Poll<Option<Result<http_body::Frame<Bytes>, Self::Error>>> {
        Poll::Ready(self.0.pop().map(|chunk| Ok(http_body::Frame::data(chunk))))
    }
}

/// Returns an operation that the marketplace's description does not have.
pub fn operation(method: &'static str, path: &'static str) -> Operation {
    Operation {
        id: path,
        method,
        path,
        server: "{base_url}",
        parameters: Box::leak(path_parameters(path).into()),
        body: None,
        responses: &[],
        security: &[],
        idempotent: true,
        idempotency: None,
        deprecation: None,
    }
}

fn path_parameters(path: &'static str) -> Vec<Parameter> {
    let names = path
        .split('{')
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('}')?.0));
    names
        .map(|name| parameter(name, Location::Path, Style::Simple, Shape::Text))
        .collect()
}

pub const fn parameter(
    name: &'static str,
    location: Location,
    style: Style,
    shape: Shape,
) -> Parameter {
    let explode = matches!(style, Style::Form);
    let required = matches!(location, Location::Path);
    Parameter {
        name,
        location,
        style,
        explode,
        required,
        allow_reserved: false,
        shape,
    }
}

/// The arguments of an operation, as text.
pub struct Echo(pub String);

impl runtime::Request for Echo {
    fn read(input: &Input) -> Result<Self, Rejection> {
        let mut text = format!("{} {}", input.operation().method, input.operation().path);
        for parameter in input.operation().parameters {
            let argument = match parameter.location {
                Location::Path => input.path(parameter.name),
                Location::Query => input.query(parameter.name),
                Location::Header => input.header(parameter.name),
                Location::Cookie => input.cookie(parameter.name),
            };
            let value: Option<Value> = argument.optional()?;
            let value = value.unwrap_or_default();
            let _ = write!(text, " {}={value}", parameter.name);
        }
        let body = match input.media_type() {
            "" => String::new(),
            "application/json" => input.json::<Value>()?.to_string(),
            "application/x-www-form-urlencoded" => input.form::<Value>()?.to_string(),
            "multipart/form-data" => input.multipart::<AnyForm>()?.0,
            "text/plain" => input.text()?,
            other => format!("{other}:{}", input.bytes()?.len()),
        };
        Ok(Self(format!("{text} {body}").trim_end().to_owned()))
    }
}

struct AnyForm(String);

impl Multipart for AnyForm {
    fn write(&self, _: &mut Parts) -> Result<(), EncodeError> {
        Ok(())
    }

    fn read(parts: &mut Parts) -> Result<Self, DecodeError> {
        Ok(Self(Value::Object(parts.rest()).to_string()))
    }
}

/// The response to an [`Echo`].
pub struct EchoResponse(pub String);

impl Answer for EchoResponse {
    fn into_reply(self) -> Reply {
        Reply::text(200, "text/plain", self.0)
    }
}

/// Returns operations that respond with their arguments.
pub fn echo_routes(schemes: &[Scheme], operations: Vec<Operation>) -> Routes {
    let api = Arc::new(Market);
    let routes = operations.into_iter().map(|operation| {
        let operation: &'static Operation = Box::leak(Box::new(operation));
        if operation.security.iter().any(|all| all.is_empty()) {
            runtime::optional(&api, operation, |_, caller, request: Echo| {
                let user = caller.principal.map(|user| user.0);
                Box::pin(async move { EchoResponse(format!("{} by {user:?}", request.0)) })
            })
        } else if operation.security.is_empty() {
            runtime::open(&api, operation, |_, _, request: Echo| {
                Box::pin(async move { EchoResponse(request.0) })
            })
        } else {
            runtime::secured(&api, operation, |_, caller, request: Echo| {
                Box::pin(
                    async move { EchoResponse(format!("{} by {}", request.0, caller.principal.0)) },
                )
            })
        }
    });
    Routes::new(schemes, routes.collect())
}

pub fn echo(operations: Vec<Operation>) -> Router {
    echo_routes(&[], operations).into_router(Config::default())
}
