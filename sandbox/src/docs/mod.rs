//! `/docs`: the description of the API as a page that loads nothing from elsewhere; and the
//! description itself, `/openapi.yaml` and `/openapi.json`.

mod curl;
mod document;
mod operation;
mod page;
mod prose;
mod schema;
mod served;
mod states;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use self::served::Served;
use crate::pages;
use crate::tokens::Addresses;

/// The description.
const DESCRIPTION: &str = include_str!("../../../spec/openapi.yaml");

/// Returns the routes, for a sandbox at these addresses.
pub fn router(addresses: &Addresses) -> Router {
    // Both are built once, for the first reader.
    let own = addresses.clone();
    let served = Arc::new(LazyLock::new(move || Served::of(DESCRIPTION, &own)));
    let (own, description) = (addresses.clone(), Arc::clone(&served));
    let page = LazyLock::new(move || match &**description {
        Ok(served) => page::render(&served.yaml, &own),
        Err(error) => Err(anyhow::anyhow!("{error:#}")),
    });
    let page = Arc::new(page);
    let docs = move || {
        let page = Arc::clone(&page);
        async move { shown(&page, "text/html; charset=utf-8", String::as_str) }
    };
    let file = |media_type, pick: fn(&Served) -> &str| {
        let served = Arc::clone(&served);
        move || {
            let served = Arc::clone(&served);
            async move { shown(&served, media_type, pick) }
        }
    };
    let files = pages::files(&[
        (
            "/assets/docs.css",
            "text/css",
            include_str!("../../assets/docs.css"),
        ),
        (
            "/assets/docs.js",
            "text/javascript",
            include_str!("../../assets/docs.js"),
        ),
    ]);
    let router = Router::new()
        .route("/docs", get(docs))
        .route(
            "/openapi.yaml",
            get(file("application/yaml", |served| &served.yaml)),
        )
        .route(
            "/openapi.json",
            get(file("application/json", |served| &served.json)),
        )
        .merge(files);
    pages::guarded(router, "script-src 'self'")
}

/// Returns the response with a text that was built from the description.
fn shown<T>(
    made: &anyhow::Result<T>,
    media_type: &'static str,
    pick: impl FnOnce(&T) -> &str,
) -> Response {
    match made {
        Ok(made) => ([(CONTENT_TYPE, media_type)], pick(made).to_owned()).into_response(),
        Err(error) => {
            tracing::error!(%error, "the description cannot be shown");
            axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}
