//! Tokens in the compact form (RFC 7515 §7.1).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::json::Json;

/// The longest token that is read, in bytes.
const LONGEST: usize = 64 * 1024;

/// A token whose payload is a set of claims (RFC 7519).
#[derive(Debug, Clone)]
pub struct Jws {
    /// The header.
    pub header: Json,
    /// The claims.
    pub claims: Json,
    /// The signed text: the first two parts and the dot between them.
    pub signed: String,
    /// The signature.
    pub signature: Vec<u8>,
}

impl Jws {
    /// Parses a token; `None` if it is not a JWS whose payload is claims.
    #[must_use]
    pub fn parse(token: &str) -> Option<Self> {
        if token.len() > LONGEST {
            return None;
        }
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let object = |part: &str| {
            let value = Json::parse(&decode(part)?).ok()?;
            value.as_object().is_some().then_some(value)
        };
        Some(Self {
            header: object(header)?,
            claims: object(claims)?,
            signed: signed.to_owned(),
            signature: decode(signature)?,
        })
    }

    /// Returns a string in the header.
    #[must_use]
    pub fn header_text(&self, name: &str) -> Option<&str> {
        self.header.get(name)?.as_str()
    }

    /// Returns a claim that is a string.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.claims.get(name)?.as_str()
    }

    /// Returns a claim that is a number of seconds since 1970 (RFC 7519 §2), without its fraction.
    #[must_use]
    pub fn seconds(&self, name: &str) -> Option<i64> {
        let number = self.claims.get(name)?.number()?;
        let whole = number.split('.').next().unwrap_or_default();
        whole.parse().ok()
    }

    /// Returns the audience of the token: `aud` is a string or an array of strings (RFC 7519
    /// §4.1.3).
    #[must_use]
    pub fn audience(&self) -> Vec<&str> {
        match self.claims.get("aud") {
            Some(Json::String(text)) => vec![text],
            Some(Json::Array(items)) => items.iter().filter_map(Json::as_str).collect(),
            _ => Vec::new(),
        }
    }
}

/// Encodes bytes as base64url without padding (RFC 7515 §2).
#[must_use]
pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes base64url without padding.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
