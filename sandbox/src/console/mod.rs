//! `/console`: a user interface for the sandbox, on loopback only, like the controls that it uses.

use axum::http::header::CACHE_CONTROL;
use axum::middleware::from_fn;
use axum::response::IntoResponse as _;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use crate::controls::guard::only_local;
use crate::pages;
use crate::seed::{CAST, Credentials};
use crate::tokens::Addresses;

/// Returns the routes, for a sandbox at these addresses with secrets from this seed.
pub fn router(addresses: &Addresses, seed: u64) -> Router {
    let credentials = credentials(addresses, seed);
    let shown = move || {
        let credentials = credentials.clone();
        async move { ([(CACHE_CONTROL, "no-store")], Json(credentials)).into_response() }
    };
    let page = pages::files(&[
        (
            "/console",
            "text/html",
            include_str!("../../assets/console.html"),
        ),
        (
            "/assets/console.css",
            "text/css",
            include_str!("../../assets/console.css"),
        ),
        (
            "/assets/console.js",
            "text/javascript",
            include_str!("../../assets/console.js"),
        ),
    ]);
    let page = page.route("/_sandbox/credentials", get(shown));
    pages::guarded(page, "script-src 'self'; connect-src 'self'").layer(from_fn(only_local))
}

/// Returns the exported credentials for people: by organization, each with its purpose.
fn credentials(addresses: &Addresses, seed: u64) -> Value {
    let orgs = CAST.iter().map(|cast| {
        let made = Credentials::of(cast, seed);
        let items = [
            (
                "Client id",
                made.client_id,
                false,
                "OAuth App with every scope",
            ),
            (
                "Client secret",
                made.client_secret,
                true,
                "of the OAuth App",
            ),
            (
                "Reader's client id",
                made.reader_id,
                false,
                "OAuth App that may only read offers",
            ),
            (
                "Reader's client secret",
                made.reader_secret,
                true,
                "of the reader",
            ),
            (
                "Public client id",
                made.desktop_id,
                false,
                "authorization code with PKCE",
            ),
            ("API key", made.api_key, true, "legacy, with every scope"),
            (
                "Webhook secret",
                made.webhook_secret,
                true,
                "signs what is sent to the webhook",
            ),
            ("User", made.user, false, "signs in at the token host"),
            ("Password", made.password, true, "of the user"),
        ];
        let items = items.map(|(name, value, is_secret, use_)| {
            json!({ "name": name, "value": value, "secret": is_secret, "use": use_ })
        });
        (cast.org.to_owned(), json!(items))
    });
    let orgs: serde_json::Map<_, _> = orgs.collect();
    json!({ "baseUrl": addresses.base_url, "authUrl": addresses.auth_url, "orgs": orgs })
}
