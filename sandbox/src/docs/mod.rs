//! `/docs`: the description of the API as a page that loads nothing from elsewhere; and the
//! description itself, `/openapi.yaml` and `/openapi.json`.

mod curl;
mod document;
mod operation;
mod page;
mod prose;
mod schema;
mod states;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use crate::pages;
use crate::tokens::Addresses;

/// The description.
const DESCRIPTION: &str = include_str!("../../../spec/openapi.yaml");

/// Returns the routes, for a sandbox at these addresses.
pub fn router(addresses: &Addresses) -> Router {
    let addresses = addresses.clone();
    // The page is rendered once, for the first reader.
    let page = Arc::new(LazyLock::new(move || page::render(DESCRIPTION, &addresses)));
    let docs = move || {
        let page = Arc::clone(&page);
        async move { shown(&page) }
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
            get(|| async { text("application/yaml", DESCRIPTION) }),
        )
        .route("/openapi.json", get(json))
        .merge(files);
    pages::guarded(router, "script-src 'self'")
}

fn shown(page: &anyhow::Result<String>) -> Response {
    match page {
        Ok(page) => text("text/html; charset=utf-8", page.clone()),
        Err(error) => {
            tracing::error!(%error, "the description cannot be shown");
            axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn json() -> Response {
    static JSON: LazyLock<Option<String>> = LazyLock::new(|| {
        let value: yaml_serde::Value = yaml_serde::from_str(DESCRIPTION).ok()?;
        serde_json::to_string(&value).ok()
    });
    match JSON.as_deref() {
        Some(json) => text("application/json", json),
        None => axum::http::StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn text(media_type: &'static str, text: impl Into<axum::body::Body>) -> Response {
    ([(CONTENT_TYPE, media_type)], text.into()).into_response()
}
