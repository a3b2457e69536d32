//! Sessions of browsers.
//!
//! A browser is identified by a random cookie. It is stored in the database (as a hash) only after
//! a user has signed in, so that visits alone store nothing.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use subtle::ConstantTimeEq as _;

use crate::ids;
use crate::tokens::users::User;
use crate::tokens::{SECOND, TokenHost, now};

/// How long a user stays signed in.
const LIFETIME: i64 = 3600 * SECOND;

/// A browser's session.
pub(super) struct Session {
    secret: String,
    is_new: bool,
}

impl Session {
    /// Returns the session of a request, or a new one.
    pub(super) fn of(host: &TokenHost, headers: &HeaderMap) -> Self {
        let name = name(host);
        let cookies = headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok());
        let mut pairs = cookies
            .flat_map(|text| text.split(';'))
            .filter_map(|it| it.split_once('='));
        let found = pairs
            .find(|(known, _)| known.trim() == name)
            .map(|(_, value)| value.trim());
        match found.filter(|secret| secret.len() == ids::secret("mss").len()) {
            Some(secret) => Self {
                secret: secret.to_owned(),
                is_new: false,
            },
            None => Self::new(),
        }
    }

    /// Returns a new session, without a user.
    pub(super) fn new() -> Self {
        Self {
            secret: ids::secret("mss"),
            is_new: true,
        }
    }

    /// Creates a new session for a user who has signed in.
    pub(super) async fn begin(host: &TokenHost, user: &User) -> sqlx::Result<Self> {
        let session = Self::new();
        sqlx::query("INSERT INTO sessions (hash, user_id, expires) VALUES ($1, $2, $3)")
            .bind(session.hash())
            .bind(user.id.clone())
            .bind(now() + LIFETIME)
            .execute(host.store.writes())
            .await?;
        Ok(session)
    }

    /// Signs the user out.
    pub(super) async fn end(&self, host: &TokenHost) -> sqlx::Result<()> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1")
            .bind(self.hash())
            .execute(host.store.writes())
            .await?;
        Ok(())
    }

    /// Returns the key of the session in the database.
    pub(super) fn hash(&self) -> String {
        ids::hash(&self.secret)
    }

    /// Returns the token of the forms for one authorization request. It depends on the cookie, and
    /// is not valid for any other request.
    pub(super) fn token(&self, query: &str) -> String {
        ids::hash(&format!("form\n{}\n{query}", self.secret))
    }

    /// Returns whether a token belongs to this session and request.
    pub(super) fn issued(&self, token: &str, query: &str) -> bool {
        let equal = self.token(query).as_bytes().ct_eq(token.as_bytes());
        !self.is_new && equal.into()
    }

    /// Returns the cookie, if the browser does not have it: not readable by scripts, and not sent
    /// with requests from other sites (RFC 6265bis).
    pub(super) fn cookie(&self, host: &TokenHost) -> Option<String> {
        let secure = if host.addresses.is_secure() {
            "; Secure"
        } else {
            ""
        };
        let attributes = format!("Path=/; HttpOnly; SameSite=Lax{secure}");
        self.is_new
            .then(|| format!("{}={}; {attributes}", name(host), self.secret))
    }
}

/// Hides the cookie.
impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("is_new", &self.is_new)
            .finish_non_exhaustive()
    }
}

/// Returns the name of the cookie. `__Host-` prevents other hosts of the same domain from setting
/// it.
fn name(host: &TokenHost) -> &'static str {
    if host.addresses.is_secure() {
        "__Host-marketplace-session"
    } else {
        "marketplace-session"
    }
}

/// Returns whether the browser marks the request as cross-site.
pub(super) fn is_cross_site(headers: &HeaderMap) -> bool {
    let site = headers
        .get("sec-fetch-site")
        .map(axum::http::HeaderValue::as_bytes);
    site.is_some_and(|site| site != b"same-origin" && site != b"none")
}
