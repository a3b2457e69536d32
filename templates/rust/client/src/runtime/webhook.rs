//! Verifies and decodes webhooks.

use std::fmt;

use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::HeaderMap;
use sha2::Sha256;

use super::Secret;
use crate::types::runtime::{Decode, DecodeError, from_slice};

/// The default header field of the signature.
pub const SIGNATURE_HEADER: &str = "X-Service-Signature-256";

const PREFIX: &str = "sha256=";
const SIZE: usize = 32;

/// Verifies webhooks. The signature is `sha256=` followed by the HMAC-SHA256 (RFC 2104) of the body
/// as received, in lower-case hexadecimal digits.
///
/// Signatures are compared in constant time, so that timing reveals nothing about a secret.
#[derive(Debug, Clone)]
#[must_use]
pub struct Verifier {
    secrets: Vec<Secret>,
    header: String,
    upper_case: bool,
}

impl Verifier {
    /// Creates a verifier with one or more secrets. Pass the old and the new one while a secret is
    /// rotated.
    ///
    /// # Errors
    /// Returns an error if there is no secret, or if one is empty.
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

    /// Sets the header field of the signature.
    pub fn header(mut self, name: impl Into<String>) -> Self {
        self.header = name.into();
        self
    }

    /// Accepts upper-case hexadecimal digits as well.
    pub fn allow_upper_case(mut self) -> Self {
        self.upper_case = true;
        self
    }

    /// Verifies that the body is signed with one of the secrets.
    ///
    /// # Errors
    /// Returns an error if the body is not signed with one of them, or the signature is malformed.
    pub fn verify(&self, signature: &str, body: &[u8]) -> Result<(), WebhookError> {
        let signature = self.parse(signature)?;
        let good = |secret: &Secret| hmac(secret, body).verify_slice(&signature).is_ok();
        // Compare with every secret, so that timing does not reveal which one matches.
        let genuine = self
            .secrets
            .iter()
            .fold(false, |any, secret| good(secret) | any);
        genuine.then_some(()).ok_or(WebhookError::Mismatch)
    }

    /// Verifies that the body is signed, with the signature from the header fields.
    ///
    /// # Errors
    /// Returns an error if the body is not signed, or there is not exactly one signature.
    pub fn verify_headers(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), WebhookError> {
        let mut signatures = headers.get_all(self.header.as_str()).into_iter();
        let (Some(signature), None) = (signatures.next(), signatures.next()) else {
            return Err(WebhookError::Missing);
        };
        let signature = signature.to_str().map_err(|_| WebhookError::Malformed)?;
        self.verify(signature, body)
    }

    /// Verifies the body and decodes the event in it.
    ///
    /// # Errors
    /// Returns an error if the body is not signed, or does not have the shape that the description
    /// declares.
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

/// Returns the signature of a body in the form in which it is sent, for tests of webhook handlers.
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

/// An error returned if a webhook is not genuine or cannot be decoded.
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
    /// The body is signed, but does not have the shape that the description declares.
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
