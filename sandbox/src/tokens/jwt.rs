//! Access tokens: JWTs by RFC 9068, verified by RFC 8725.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Validation, decode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::key::{Key, KeyError};
use super::keys::Keys;
use crate::ids;

/// The tolerated difference of clocks, in seconds.
const LEEWAY: u64 = 30;

/// Longer than any token of this host.
const MAX_BYTES: usize = 8192;

/// The claims of an access token (RFC 9068 §2.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) iss: String,
    /// The user or, without one, the client.
    pub(super) sub: String,
    pub(super) aud: String,
    pub(super) client_id: String,
    pub(super) scope: String,
    pub(super) org_id: String,
    pub(super) jti: String,
    pub(super) iat: i64,
    pub(super) exp: i64,
    /// The consent that it was issued for; `None` for a token of the client itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) grant_id: Option<String>,
}

/// Why a token is refused.
#[derive(Debug)]
pub(super) enum BadToken {
    /// The token is not one of ours. The error gives no details, because the caller may have forged
    /// it.
    Forged,
    /// The token is no longer valid, for a reason that developers may know.
    Spent(&'static str),
    /// The token cannot be verified.
    Unknown(KeyError),
}

/// Returns a signed token.
pub(super) fn sign(key: &Key, claims: &Claims) -> Result<String, KeyError> {
    let header = json!({"alg": key.algorithm.name(), "typ": "at+jwt", "kid": key.kid});
    let claims = serde_json::to_vec(claims).map_err(|_| KeyError::Unusable(key.kid.clone()))?;
    let header = URL_SAFE_NO_PAD.encode(header.to_string());
    let message = format!("{header}.{}", URL_SAFE_NO_PAD.encode(claims));
    let signature = key.sign(message.as_bytes())?;
    Ok(format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature)))
}

/// Returns the claims of a token for one of the audiences (RFC 9068 §4).
pub(super) async fn verify(
    keys: &Keys,
    token: &str,
    issuer: &str,
    audiences: &[String],
) -> Result<Claims, BadToken> {
    let (kid, alg) = named_key(token).ok_or(BadToken::Forged)?;
    let key = keys
        .find(&kid)
        .await
        .map_err(BadToken::Unknown)?
        .ok_or(BadToken::Forged)?;
    if key.algorithm.name() != alg {
        return Err(BadToken::Forged);
    }
    let hash = ids::hash(token);
    if let Some(claims) = keys.verified.find(&hash, issuer, audiences) {
        return Ok(claims);
    }
    let checked = decode::<Claims>(token, &key.verification, &rules(&key, issuer, audiences));
    checked
        .map(|token| {
            keys.verified.remember(hash, &token.claims);
            token.claims
        })
        .map_err(|error| match error.kind() {
            ErrorKind::ExpiredSignature => BadToken::Spent("The token has expired."),
            ErrorKind::InvalidAudience => BadToken::Spent("The token is for another resource."),
            _ => BadToken::Forged,
        })
}

/// Returns the validation rules, including everything that the library does not check by default.
fn rules(key: &Key, issuer: &str, audiences: &[String]) -> Validation {
    let mut rules = Validation::new(key.algorithm.for_verification());
    rules.set_required_spec_claims(&["iss", "sub", "aud", "exp"]);
    rules.set_issuer(&[issuer]);
    rules.set_audience(audiences);
    rules.validate_exp = true;
    rules.validate_nbf = true;
    rules.validate_aud = true;
    rules.leeway = LEEWAY;
    rules
}

/// Returns the `kid` and `alg` of a token's header, if this host could have written it. Only `kid`
/// selects a key; other key parameters (`jku`, `jwk`, `x5u`, `x5c`) are ignored.
fn named_key(token: &str) -> Option<(String, String)> {
    if token.len() > MAX_BYTES || token.split('.').count() != 3 {
        return None;
    }
    let header = URL_SAFE_NO_PAD.decode(token.split('.').next()?).ok()?;
    let header: Map<String, Value> = serde_json::from_slice(&header).ok()?;
    let text = |name: &str| header.get(name).and_then(Value::as_str);
    let typ = text("typ")?.to_ascii_lowercase();
    let is_access_token = typ == "at+jwt" || typ == "application/at+jwt";
    // No extension is supported, so none can be critical (RFC 7515 §4.1.11).
    let is_plain = !header.contains_key("crit") && !header.contains_key("b64");
    (is_access_token && is_plain).then_some((text("kid")?.to_owned(), text("alg")?.to_owned()))
}
