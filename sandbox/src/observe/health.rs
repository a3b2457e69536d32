//! `GET /healthz`: whether requests can be served.

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use crate::store::Store;

/// How long the database may take to respond.
const PATIENCE: Duration = Duration::from_secs(2);

/// Returns the route.
pub fn router(store: Store) -> Router {
    Router::new()
        .route("/healthz", get(health))
        .with_state(store)
}

async fn health(State(store): State<Store>) -> Response {
    let asked = sqlx::query_scalar::<_, i64>("SELECT value FROM settings WHERE name = $1")
        .bind("clock_offset")
        .fetch_one(store.reads());
    let (status, word) = match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Ok(_)) => (StatusCode::OK, "ok"),
        Ok(Err(error)) => {
            tracing::error!(%error, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
        }
        Err(_) => {
            tracing::error!("the database takes too long to answer");
            (StatusCode::SERVICE_UNAVAILABLE, "unavailable")
        }
    };
    let headers = [(CACHE_CONTROL, "no-store")];
    (status, headers, Json(json!({ "status": word }))).into_response()
}
