//! The token host: an OAuth 2.0 authorization server (RFC 6749) for the resource host and the MCP
//! endpoint.
//!
//! The process only caches keys and verified tokens, which never change: codes, sessions, refresh
//! tokens and keys are in the database, so that several instances can share one address. It uses
//! the real time, not that of the marketplace.

mod access;
mod addresses;
mod authorize;
mod client;
mod code;
mod credentials;
mod discovery;
mod endpoint;
mod error;
mod form;
mod gate;
mod grant;
mod introspect;
mod jwt;
mod key;
mod keys;
mod last_use;
mod pkce;
mod redirect;
mod refresh;
mod refusals;
mod revoke;
mod scope;
mod sweep;
mod users;
mod verified;
mod verifier;

pub use self::access::AccessTokens;
pub use self::addresses::Addresses;
pub use self::discovery::{protected_resource, protected_resource_url};
pub use self::key::{KeyError, SigningAlgorithm};
pub use self::redirect::register_redirects;
pub use self::users::{User, seed_user};

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use jiff::Timestamp;
use server::runtime::Config;
use types::Scope;

use self::keys::Keys;
use crate::ids;
use crate::observe::Operations;
use crate::store::Store;

/// The lifetime of an access token, in seconds.
pub const ACCESS_TOKEN_SECONDS: i64 = 3600;

/// The number of microseconds in a second: times in the database are in microseconds.
const SECOND: i64 = 1_000_000;

/// The token host.
#[derive(Debug, Clone)]
pub struct TokenHost {
    store: Store,
    addresses: Arc<Addresses>,
    keys: Keys,
}

impl TokenHost {
    /// Creates the host, with a database and addresses.
    #[must_use]
    pub fn new(store: Store, addresses: Addresses) -> Self {
        let keys = Keys::new(store.clone());
        Self {
            store,
            addresses: Arc::new(addresses),
            keys,
        }
    }

    /// Returns the verification of access tokens, which shares the cache of keys.
    #[must_use]
    pub fn access_tokens(&self) -> AccessTokens {
        AccessTokens::of(self)
    }

    /// Returns the router of the token endpoint, the sign-in page and the discovery documents, and
    /// the list of its operations.
    pub fn router(self, config: Config) -> (Router, Operations) {
        let api = Arc::new(self.clone());
        let routes = server::tokens::routes(&api).merge(server::discovery::routes(&api));
        let operations = routes.operations().collect();
        let described = routes
            .into_router(config.on_rejection(refusals::reply))
            .layer(from_fn_with_state(self.clone(), gate::gate));
        let router = Router::new()
            .route(
                "/oauth2/authorize",
                get(authorize::show).post(authorize::submit),
            )
            .route("/oauth2/introspect", post(introspect::introspect))
            .route("/oauth2/revoke", post(revoke::revoke))
            .route(
                "/.well-known/oauth-protected-resource/mcp",
                get(discovery::mcp_metadata),
            )
            .with_state(self)
            .fallback_service(described);
        (router, operations)
    }

    /// Signs with a new key from now on. The old one is published until its last token has expired.
    ///
    /// # Errors
    /// Returns an error if the key cannot be generated or stored.
    pub async fn rotate_keys(&self) -> Result<(), KeyError> {
        self.rotate_keys_to(SigningAlgorithm::default()).await
    }

    /// Rotates the keys as [`rotate_keys`](Self::rotate_keys) does, to a key of this algorithm.
    ///
    /// # Errors
    /// Returns an error if the key cannot be generated or stored.
    pub async fn rotate_keys_to(&self, algorithm: SigningAlgorithm) -> Result<(), KeyError> {
        self.keys.rotate(algorithm).await.map(drop)
    }

    /// Returns an access token of a client that expired an hour ago, to test its refusal without
    /// waiting.
    ///
    /// # Errors
    /// Returns an error if it cannot be signed.
    pub async fn expired_token(&self, client: &str, org: &str) -> Result<String, KeyError> {
        let expired = now() / SECOND - ACCESS_TOKEN_SECONDS;
        let claims = jwt::Claims {
            iss: self.addresses.auth_url.clone(),
            sub: client.to_owned(),
            aud: self.addresses.base_url.clone(),
            client_id: client.to_owned(),
            scope: Scope::VALUES.join(" "),
            org_id: org.to_owned(),
            jti: ids::id("tok"),
            iat: expired - ACCESS_TOKEN_SECONDS,
            exp: expired,
            grant_id: None,
        };
        let key = self.keys.current().await?;
        jwt::sign(&key, &claims)
    }

    /// Deletes expired data; to be called about once a minute.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn sweep(&self) -> sqlx::Result<()> {
        sweep::sweep(&self.store, now()).await
    }
}

/// Returns the current time, in microseconds since 1970.
fn now() -> i64 {
    Timestamp::now().as_microsecond()
}
