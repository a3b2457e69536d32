//! The authorization endpoint (RFC 6749 §3.1): users sign in, and give or refuse their consent.
//!
//! The authorization request stays in the address of the page. The forms are sent to the same
//! address, with a token that is bound to the browser's session and to that request.

mod page;
mod request;
mod response;
mod session;

use axum::extract::{RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use self::page::{Consent, Page, SignIn};
use self::request::{AuthorizationRequest, Refusal};
use self::session::Session;
use super::client::{self, Client};
use super::error::OAuthError;
use super::form::Form;
use super::grant::{self, Consent as Consented};
use super::redirect::with_parameters;
use super::users::{self, User};
use super::{TokenHost, gate, now};

const NO_MATCH: &str = "This email address and password do not match.";
const OTHER_ORGANIZATION: &str =
    "This account does not belong to the organization of the application.";

/// Shows the page for an authorization request: to sign in, or to consent.
pub(super) async fn show(
    State(host): State<TokenHost>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let query = query.unwrap_or_default();
    match shown(&host, &query, &headers).await {
        Ok(response) => response,
        Err(refusal) => refuse(&host, refusal),
    }
}

/// Handles a form of the page.
pub(super) async fn submit(State(host): State<TokenHost>, request: Request) -> Response {
    let query = request.uri().query().unwrap_or_default().to_owned();
    match submitted(&host, &query, request).await {
        Ok(response) => response,
        Err(refusal) => refuse(&host, refusal),
    }
}

async fn shown(host: &TokenHost, query: &str, headers: &HeaderMap) -> Result<Response, Refusal> {
    let request = AuthorizationRequest::read(host, query).await?;
    let session = Session::of(host, headers);
    match signed_in(host, &session, &request.client).await? {
        Some(user) => consent_page(host, &request, &session, &user, query).await,
        None => Ok(sign_in_page(host, &request, &session, query, None)),
    }
}

async fn submitted(host: &TokenHost, query: &str, request: Request) -> Result<Response, Refusal> {
    let asked = AuthorizationRequest::read(host, query).await?;
    let session = Session::of(host, request.headers());
    let crossed = session::is_cross_site(request.headers());
    if !gate::is_form(request.headers()) {
        return Err(Refusal::page(
            "The form was sent in a way that this page does not.",
        ));
    }
    let form = gate::read(request.into_body()).await?;
    // The form is not ours, or comes from another browser (RFC 9700 §4.7).
    if crossed || !session.issued(form.get("form_token").unwrap_or_default(), query) {
        return Err(Refusal::page(
            "The form is out of date, or cookies are blocked. Go back to the application and start \
             again.",
        ));
    }
    match form.get("action") {
        Some("sign-in") => sign_in(host, &asked, &session, &form, query).await,
        Some("sign-out") => {
            session.end(host).await?;
            Ok(response::reload(host, query, &Session::new()))
        }
        action => decide(host, &asked, &session, action == Some("allow"), query).await,
    }
}

/// Checks the user's password. Each sign-in gets a new session, so that a planted session is
/// useless.
async fn sign_in(
    host: &TokenHost,
    asked: &AuthorizationRequest,
    session: &Session,
    form: &Form,
    query: &str,
) -> Result<Response, Refusal> {
    let field = |name| form.get(name).unwrap_or_default();
    let problem = match users::sign_in(&host.store, field("email"), field("password")).await? {
        Some(user) if user.org == asked.client.org => {
            let session = Session::begin(host, &user).await?;
            return Ok(response::reload(host, query, &session));
        }
        Some(_) => OTHER_ORGANIZATION,
        None => NO_MATCH,
    };
    Ok(sign_in_page(host, asked, session, query, Some(problem)))
}

/// Handles the user's decision.
async fn decide(
    host: &TokenHost,
    asked: &AuthorizationRequest,
    session: &Session,
    allowed: bool,
    query: &str,
) -> Result<Response, Refusal> {
    let Some(user) = signed_in(host, session, &asked.client).await? else {
        return Ok(response::reload(host, query, session));
    };
    if !allowed {
        return Err(asked.refused("access_denied", "The person has not consented."));
    }
    let consent = Consented {
        client_id: &asked.client.id,
        user_id: &user.id,
        scopes: &asked.scopes,
        resource: &asked.resource,
        redirect_uri: &asked.redirect_uri,
        challenge: &asked.challenge,
    };
    let code = grant::create(&host.store, consent).await?;
    tracing::info!(
        user = user.id,
        client = asked.client.id,
        "a person has consented"
    );
    Ok(respond(
        host,
        &asked.redirect_uri,
        asked.state.as_deref(),
        &[("code", &code)],
    ))
}

/// Returns the signed-in user, if they belong to the client's organization.
async fn signed_in(
    host: &TokenHost,
    session: &Session,
    client: &Client,
) -> Result<Option<User>, Refusal> {
    let user = users::of_session(&host.store, &session.hash(), now()).await?;
    Ok(user.filter(|user| user.org == client.org))
}

fn sign_in_page(
    host: &TokenHost,
    asked: &AuthorizationRequest,
    session: &Session,
    query: &str,
    problem: Option<&'static str>,
) -> Response {
    let token = session.token(query);
    let page = SignIn {
        client: &asked.client.name,
        token: &token,
        problem,
    };
    let status = if problem.is_some() {
        StatusCode::BAD_REQUEST
    } else {
        StatusCode::OK
    };
    page.respond(status, &asked.redirect_uri, session.cookie(host))
}

async fn consent_page(
    host: &TokenHost,
    asked: &AuthorizationRequest,
    session: &Session,
    user: &User,
    query: &str,
) -> Result<Response, Refusal> {
    let organization = page::organization(&host.store, &user.org).await?;
    let token = session.token(query);
    let page = Consent::new(asked, user, &organization, &token);
    Ok(page.respond(StatusCode::OK, &asked.redirect_uri, session.cookie(host)))
}

/// Sends a refusal to the client if its address is known to be valid, otherwise to a page (RFC 6749
/// §4.1.2.1).
fn refuse(host: &TokenHost, refusal: Refusal) -> Response {
    match refusal {
        Refusal::Page { status, detail } => page::error(status, &detail),
        Refusal::Client {
            redirect_uri,
            state,
            error,
            description,
        } => {
            let parameters = [("error", error), ("error_description", &*description)];
            respond(host, &redirect_uri, state.as_deref(), &parameters)
        }
    }
}

/// Redirects the user to the client, with `state`, and with `iss` against mix-up attacks (RFC
/// 9207).
fn respond(
    host: &TokenHost,
    redirect_uri: &str,
    state: Option<&str>,
    parameters: &[(&str, &str)],
) -> Response {
    let state = state.map(|state| ("state", state));
    let issuer = ("iss", &*host.addresses.auth_url);
    let parameters: Vec<_> = parameters
        .iter()
        .copied()
        .chain(state)
        .chain([issuer])
        .collect();
    response::redirect(&with_parameters(redirect_uri, &parameters))
}

impl From<OAuthError> for Refusal {
    fn from(error: OAuthError) -> Self {
        Self::Page {
            status: error.status(),
            detail: error.description,
        }
    }
}

impl From<sqlx::Error> for Refusal {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "the sign-in page has failed");
        let detail = "The service has failed. Try again later.".to_owned();
        Self::Page {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            detail,
        }
    }
}

/// Returns the client that a request names.
async fn named(host: &TokenHost, form: &Form) -> Result<Client, Refusal> {
    let unknown = || Refusal::page("The application is not known here: its client_id is wrong.");
    let id = form.get("client_id").ok_or_else(unknown)?;
    client::find(&host.store, id).await?.ok_or_else(unknown)
}
