//! Webhooks: whether one is genuine, and what is in it.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::HeaderMap;
use sha2::Sha256;

use super::Secret;
use crate::types::runtime::{Decode, DecodeError, from_slice};

/// The header field that carries a signature, by default.
pub const SIGNATURE_HEADER: &str = "X-Service-Signature-256";

const PREFIX: &str = "sha256=";
const SIZE: usize = 32;

/// Verifies webhooks: a signature is `sha256=` and the HMAC-SHA256 (RFC 2104) of the body, byte for
/// byte as received, in lower-case hexadecimal digits.
///
/// Time says nothing about a secret: signatures are compared in constant time.
#[derive(Debug, Clone)]
#[must_use]
pub struct Verifier {
    secrets: Vec<Secret>,
    header: String,
    upper_case: bool,
}

impl Verifier {
    /// Verifies with one of these secrets; while one is replaced, both are good.
    ///
    /// # Errors
    /// When there is no secret, or an empty one, with which anyone could sign.
    pub fn new<S: Into<Secret>>(
        secrets: impl IntoIterator<Item = S>,
    ) -> Result<Self, WebhookError> {
        let secrets: Vec<Secret> = secrets.into_iter().map(Into::into).collect();
        if secrets.is_empty() || secrets.iter().any(|secret| secret.expose().is_empty()) {
            return Err(WebhookError::NoSecret);
        }
        Ok(Self {
            secrets,
            header: SIGNATURE_HEADER.to_owned(),
            upper_case: false,
        })
    }

    /// Sets the header field that carries signatures.
    pub fn header(mut self, name: impl Into<String>) -> Self {
        self.header = name.into();
        self
    }

    /// Accepts upper-case hexadecimal digits as well.
    pub fn allow_upper_case(mut self) -> Self {
        self.upper_case = true;
        self
    }

    /// Whether the body is signed with one of the secrets.
    ///
    /// # Errors
    /// When it is not, or the signature is malformed.
    pub fn verify(&self, signature: &str, body: &[u8]) -> Result<(), WebhookError> {
        let signature = self.parse(signature)?;
        let good = |secret: &Secret| hmac(secret, body).verify_slice(&signature).is_ok();
        // Every secret is tried, so that time does not say which one it was.
        let genuine = self
            .secrets
            .iter()
            .fold(false, |any, secret| good(secret) | any);
        genuine.then_some(()).ok_or(WebhookError::Mismatch)
    }

    /// Whether the body is signed, with the signature among these header fields.
    ///
    /// # Errors
    /// When it is not, or there is not exactly one signature.
    pub fn verify_headers(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), WebhookError> {
        let mut signatures = headers.get_all(self.header.as_str()).into_iter();
        let (Some(signature), None) = (signatures.next(), signatures.next()) else {
            return Err(WebhookError::Missing);
        };
        let signature = signature.to_str().map_err(|_| WebhookError::Malformed)?;
        self.verify(signature, body)
    }

    /// The event in a body that is signed.
    ///
    /// # Errors
    /// When it is not signed, or not of the shape that the description gives it.
    pub fn verify_and_parse<T: Decode>(
        &self,
        signature: &str,
        body: &[u8],
    ) -> Result<T, WebhookError> {
        self.verify(signature, body)?;
        let (event, _) = from_slice(body).map_err(WebhookError::Decode)?;
        Ok(event)
    }

    fn parse(&self, signature: &str) -> Result<[u8; SIZE], WebhookError> {
        let digits = signature
            .strip_prefix(PREFIX)
            .ok_or(WebhookError::Malformed)?;
        let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
        if pairs.len() != SIZE || !rest.is_empty() {
            return Err(WebhookError::Malformed);
        }
        let mut bytes = [0; SIZE];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = (self.digit(*high)? << 4) | self.digit(*low)?;
        }
        Ok(bytes)
    }

    fn digit(&self, character: u8) -> Result<u8, WebhookError> {
        match character {
            b'0'..=b'9' => Ok(character - b'0'),
            b'a'..=b'f' => Ok(character - b'a' + 10),
            b'A'..=b'F' if self.upper_case => Ok(character - b'A' + 10),
            _ => Err(WebhookError::Malformed),
        }
    }
}

/// Returns the signature of a body, as it is sent; for those who test what they do with webhooks.
#[must_use]
pub fn sign(secret: &Secret, body: &[u8]) -> String {
    let mut signature = PREFIX.to_owned();
    for byte in hmac(secret, body).finalize().into_bytes() {
        signature.push_str(&format!("{byte:02x}"));
    }
    signature
}

fn hmac(secret: &Secret, body: &[u8]) -> Hmac<Sha256> {
    let hmac = Hmac::<Sha256>::new_from_slice(secret.expose().as_bytes());
    hmac.expect("HMAC takes keys of any length (RFC 2104 §3)")
        .chain_update(body)
}

/// A webhook is not to be trusted, or cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WebhookError {
    /// There is no secret to verify with, or an empty one.
    NoSecret,
    /// There is no signature, or more than one.
    Missing,
    /// The signature is not `sha256=` and 64 hexadecimal digits.
    Malformed,
    /// The body is not signed with any of the secrets.
    Mismatch,
    /// The body is signed, but not of the shape that the description gives it.
    Decode(DecodeError),
}

impl fmt::Display for WebhookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSecret => "there is no secret to verify webhooks with, or an empty one",
            Self::Missing => "the webhook does not have exactly one signature",
            Self::Malformed => "the signature is not `sha256=` and 64 hexadecimal digits",
            Self::Mismatch => "the signature does not match the body",
            Self::Decode(_) => "the webhook is signed correctly, but its body cannot be read",
        })
    }
}

impl std::error::Error for WebhookError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Decode(error) => Some(error),
            _ => None,
        }
    }
}
