//! The token endpoint (RFC 6749 §4.4).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use super::Styled;
use crate::server::{Call, Reply, field};
use crate::styled::callers::TENANTS;

/// A client's id and secret.
type Client = (String, String);

impl Styled {
    pub(super) fn issue(&mut self, call: &Call<'_>) -> Reply {
        let body = call.members();
        let text = |name: &str| body[name].as_str().unwrap_or_default().to_owned();
        let basic = basic(field(call.headers, "authorization"));
        let form = (text("client_id"), text("client_secret"));
        let (is_basic, client) = match basic {
            Some(_) if !form.1.is_empty() => {
                return failure(400, "invalid_request", "one authentication is enough");
            }
            Some(client) => (true, client),
            None => (false, form),
        };
        let known = TENANTS
            .iter()
            .find(|(name, secret)| client.0 == *name && client.1 == *secret);
        let Some((name, _)) = known else {
            let reply = failure(401, "invalid_client", "there is no such client");
            let challenge = "Basic realm=\"styled\", charset=\"UTF-8\"";
            return if is_basic || client.0.is_empty() {
                reply.with("www-authenticate", challenge)
            } else {
                reply.with("www-authenticate", "Form realm=\"styled\"")
            };
        };
        if text("grant_type") != "client_credentials" {
            return failure(400, "unsupported_grant_type", "only client_credentials");
        }
        self.next += 1;
        let token = format!("issued-{name}-{:x}", self.next * 7_919);
        self.issued.insert(token.clone(), (*name).to_owned());
        let body = json!({ "access_token": token, "token_type": "Bearer", "expires_in": 3600 });
        Reply::json(200, &body)
            .with("cache-control", "no-store")
            .with("pragma", "no-cache")
    }
}

/// Returns an error of a token endpoint (RFC 6749 §5.2).
pub(super) fn failure(status: u16, error: &str, why: &str) -> Reply {
    Reply::json(status, &json!({ "error": error, "error_description": why }))
        .with("cache-control", "no-store")
        .with("pragma", "no-cache")
}

/// Returns the client of HTTP Basic, whose parts are encoded as in a form (RFC 6749 §2.3.1).
fn basic(given: &str) -> Option<Client> {
    let (scheme, rest) = given.split_once(' ')?;
    let text = STANDARD
        .decode(rest)
        .ok()
        .filter(|_| scheme.eq_ignore_ascii_case("basic"))?;
    let text = String::from_utf8(text).ok()?;
    let (id, secret) = text.split_once(':')?;
    let read = |text: &str| {
        let pairs = format!("v={text}");
        let mut all = url::form_urlencoded::parse(pairs.as_bytes());
        all.next()
            .map(|(_, value)| value.into_owned())
            .unwrap_or_default()
    };
    Some((read(id), read(secret)))
}
