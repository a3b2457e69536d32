//! Exchanges as reports keep them: redacted, and their bodies cut.

use serde::{Deserialize, Serialize};

use crate::intent::Intent;

/// An exchange, redacted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Recorded {
    /// Its number in the run.
    pub number: u64,
    /// The operation, by id.
    pub operation: Option<String>,
    /// Why it was sent.
    pub intent: Intent,
    /// The identity whose credential it has.
    pub identity: Option<String>,
    /// When it was sent, in milliseconds since the start of the run.
    pub at_ms: u64,
    /// How long the response took, in microseconds.
    pub elapsed_us: u64,
    /// The request.
    pub request: RecordedRequest,
    /// The response.
    pub response: Option<RecordedResponse>,
    /// Why there is no response.
    pub failure: Option<String>,
    /// The request as a command line.
    pub curl: String,
}

/// A request, redacted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedRequest {
    /// The method.
    pub method: String,
    /// The complete address.
    pub url: String,
    /// The header fields.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<RecordedBody>,
}

/// A response, redacted.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedResponse {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Option<RecordedBody>,
}

/// A body, redacted and cut.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordedBody {
    /// The text; base64 if the bytes are not UTF-8.
    pub text: String,
    /// Whether the text is base64.
    #[serde(default)]
    pub base64: bool,
    /// How many bytes the complete body has.
    pub bytes: usize,
    /// Whether the text is only the beginning.
    #[serde(default)]
    pub cut: bool,
}
