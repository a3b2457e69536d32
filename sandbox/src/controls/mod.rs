//! `/_sandbox/…`: what buyers, partners and the clock do, done by hand. On loopback only.
//!
//! | request | does |
//! |---|---|
//! | `GET /_sandbox/org` | the organizations |
//! | `GET`, `POST /_sandbox/clock` | the marketplace's time; moves it forward (`{"advance": "P1DT2H"}`) |
//! | `POST /_sandbox/keys/rotate` | access tokens are signed with a new key |
//! | `GET …/{collection}` | its newest items, for the console |
//! | `POST …/offer/{id}/accept`, `…/reject` | the buyer decides |
//! | `POST …/product/{id}/retire` | the partner takes it off the marketplace |
//! | `POST …/agreement/{id}/terminate` | the partner ends it |
//! | `POST …/agreement/{id}/disburse` | the partner pays out (`{"amount": "10.00"}`, or the price) |
//! | `POST …/entitlement/{id}/suspend`, `…/resume` | the partner pauses it, lets it continue |
//! | `POST …/usageRecordReport/{id}/invoice` | the partner charges the buyer |
//! | `POST …/quota/{name}` | sets a quota (`{"limit": 5}`) |
//!
//! `…` is `/_sandbox/org/{orgId}`.

mod actions;
mod clock;
pub mod guard;
mod keys;
mod look;

#[cfg(test)]
pub(crate) use self::look::MOST as NEWEST;

use axum::Router;
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::failure::Failure;
use crate::store::Store;
use crate::tokens::TokenHost;

/// Returns the router of all controls.
pub fn router(store: Store, tokens: TokenHost) -> Router {
    let keys = Router::new()
        .route("/_sandbox/keys/rotate", post(keys::rotate))
        .with_state(tokens);
    let org = Router::new()
        .route("/{collection}", get(look::collection))
        .route("/offer/{id}/accept", post(actions::accept_offer))
        .route("/offer/{id}/reject", post(actions::reject_offer))
        .route("/product/{id}/retire", post(actions::retire_product))
        .route(
            "/agreement/{id}/terminate",
            post(actions::terminate_agreement),
        )
        .route("/agreement/{id}/disburse", post(actions::disburse))
        .route(
            "/entitlement/{id}/suspend",
            post(actions::suspend_entitlement),
        )
        .route(
            "/entitlement/{id}/resume",
            post(actions::resume_entitlement),
        )
        .route(
            "/usageRecordReport/{id}/invoice",
            post(actions::invoice_report),
        )
        .route("/quota/{id}", post(actions::set_quota));
    Router::new()
        .route("/_sandbox/org", get(actions::organizations))
        .route("/_sandbox/clock", get(clock::read).post(clock::advance))
        .nest("/_sandbox/org/{org}", org)
        .with_state(store)
        .merge(keys)
        .layer(from_fn(guard::only_local))
}

/// A refusal, as a problem.
struct Refusal(Failure);

impl<E: Into<Failure>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let problem = self.0.into_problem();
        let status = u16::try_from(problem.status).ok();
        let status = status.and_then(|status| axum::http::StatusCode::from_u16(status).ok());
        let media_type = [(axum::http::header::CONTENT_TYPE, "application/problem+json")];
        (
            status.unwrap_or_default(),
            media_type,
            axum::Json(problem).into_response().into_body(),
        )
            .into_response()
    }
}
