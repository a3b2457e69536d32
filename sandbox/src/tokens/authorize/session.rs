//! The sessions of browsers.
//!
//! A browser is known by a random cookie. Only when a person has signed in does the database know
//! of it (by its hash), so visits alone fill nothing.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use subtle::ConstantTimeEq as _;

use crate::ids;
use crate::tokens::users::User;
use crate::tokens::{SECOND, TokenHost, now};

/// How long a person stays signed in.
const LIFETIME: i64 = 3600 * SECOND;

/// A browser's session.
pub(super) struct Session {
    secret: String,
    is_new: bool,
}

impl Session {
    /// Returns the session of a request; a new one if it has none.
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

    /// A new session, before anyone has signed in.
    pub(super) fn new() -> Self {
        Self {
            secret: ids::secret("mss"),
            is_new: true,
        }
    }

    /// A new session, in which a person has signed in.
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

    /// Signs the person out.
    pub(super) async fn end(&self, host: &TokenHost) -> sqlx::Result<()> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1")
            .bind(self.hash())
            .execute(host.store.writes())
            .await?;
        Ok(())
    }

    /// By which the database knows it.
    pub(super) fn hash(&self) -> String {
        ids::hash(&self.secret)
    }

    /// Returns the token of the forms for one authorization request. It cannot be computed without
    /// the cookie, and is valid for no other request.
    pub(super) fn token(&self, query: &str) -> String {
        ids::hash(&format!("form\n{}\n{query}", self.secret))
    }

    /// Returns whether a token is of this session.
    pub(super) fn made(&self, token: &str, query: &str) -> bool {
        let equal = self.token(query).as_bytes().ct_eq(token.as_bytes());
        !self.is_new && equal.into()
    }

    /// The cookie, if the browser does not have it: of no use to scripts, nor to requests that
    /// other sites make (RFC 6265bis).
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

/// The cookie is a secret.
impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("is_new", &self.is_new)
            .finish_non_exhaustive()
    }
}

/// `__Host-` keeps other hosts of the same domain from setting it.
fn name(host: &TokenHost) -> &'static str {
    if host.addresses.is_secure() {
        "__Host-marketplace-session"
    } else {
        "marketplace-session"
    }
}

/// Returns whether the browser says that another site has made the request.
pub(super) fn is_cross_site(headers: &HeaderMap) -> bool {
    let site = headers
        .get("sec-fetch-site")
        .map(axum::http::HeaderValue::as_bytes);
    site.is_some_and(|site| site != b"same-origin" && site != b"none")
}
