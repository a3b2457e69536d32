//! The pages for users. The templates escape all inserted text.

use std::sync::LazyLock;

use askama::Template;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{SHA256, digest};
use url::{Host, Url};

use super::request::AuthorizationRequest;
use super::response;
use crate::store::Store;
use crate::tokens::scope;
use crate::tokens::users::User;

/// The style of all pages; they load nothing else.
pub(super) const STYLE: &str = include_str!("../../../templates/page.css");

static STYLE_HASH: LazyLock<String> =
    LazyLock::new(|| STANDARD.encode(digest(&SHA256, STYLE.as_bytes())));

/// The sign-in page.
#[derive(Debug, Template)]
#[template(path = "sign_in.html")]
pub(super) struct SignIn<'a> {
    pub(super) client: &'a str,
    pub(super) token: &'a str,
    pub(super) problem: Option<&'static str>,
}

/// The consent page.
#[derive(Debug, Template)]
#[template(path = "consent.html")]
pub(super) struct Consent<'a> {
    client: &'a str,
    organization: &'a str,
    name: &'a str,
    email: &'a str,
    resource: &'a str,
    destination: String,
    scopes: Vec<(&'a str, &'static str)>,
    token: &'a str,
}

/// The error page.
#[derive(Debug, Template)]
#[template(path = "error.html")]
struct Failed<'a> {
    detail: &'a str,
}

impl<'a> Consent<'a> {
    /// Creates the page for a user of an organization.
    pub(super) fn new(
        asked: &'a AuthorizationRequest,
        user: &'a User,
        organization: &'a str,
        token: &'a str,
    ) -> Self {
        let scopes = asked
            .scopes
            .iter()
            .map(|it| (it.as_str(), scope::describe(it)))
            .collect();
        Self {
            client: &asked.client.name,
            organization,
            name: &user.name,
            email: &user.email,
            resource: &asked.resource,
            destination: destination(&asked.redirect_uri),
            scopes,
            token,
        }
    }
}

/// A page with forms.
pub(super) trait Page: Template {
    /// Returns the page as a response. Its forms may lead to the client, because browsers apply
    /// `form-action` to redirects as well.
    fn respond(
        &self,
        status: StatusCode,
        redirect_uri: &str,
        cookie: Option<String>,
    ) -> Response<Body> {
        rendered(
            self,
            status,
            &format!("'self' {}", source(redirect_uri)),
            cookie,
        )
    }
}

impl Page for SignIn<'_> {}
impl Page for Consent<'_> {}

/// Returns the error page.
pub(super) fn error(status: StatusCode, detail: &str) -> Response<Body> {
    rendered(&Failed { detail }, status, "'none'", None)
}

fn rendered<T: Template + ?Sized>(
    page: &T,
    status: StatusCode,
    form_action: &str,
    cookie: Option<String>,
) -> Response<Body> {
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; form-action {form_action}; \
         frame-ancestors 'none'; base-uri 'none'",
        *STYLE_HASH,
    );
    match page.render() {
        Ok(html) => response::page(status, html, &policy, cookie),
        Err(error) => {
            tracing::error!(%error, "a page cannot be made");
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            response::page(status, String::new(), &policy, None)
        }
    }
}

/// Returns the display name of an organization.
pub(super) async fn organization(store: &Store, id: &str) -> sqlx::Result<String> {
    let document: Option<String> =
        sqlx::query_scalar("SELECT document FROM organizations WHERE id = $1")
            .bind(id.to_owned())
            .fetch_optional(store.reads())
            .await?;
    let organization = document.and_then(|text| serde_json::from_str(&text).ok());
    Ok(organization.map_or_else(
        || id.to_owned(),
        |it: types::Organization| it.name.to_string(),
    ))
}

/// Returns an address as a source of CSP 3 §2.3.1: its origin, or its scheme if the origin cannot
/// be written (a custom scheme, IPv6).
fn source(uri: &str) -> String {
    let Ok(url) = Url::parse(uri) else {
        return String::new();
    };
    match url.host() {
        Some(Host::Domain(_) | Host::Ipv4(_)) if url.origin().is_tuple() => {
            url.origin().ascii_serialization()
        }
        _ => format!("{}:", url.scheme()),
    }
}

/// Returns where the user is redirected, in a form that they can check.
fn destination(uri: &str) -> String {
    let Ok(url) = Url::parse(uri) else {
        return uri.to_owned();
    };
    match url.host_str() {
        Some("127.0.0.1" | "[::1]") => "a program on this computer".to_owned(),
        Some(host) => host.to_owned(),
        None => format!("the program for {}: links", url.scheme()),
    }
}
