//! Detects responses from an intermediary between the run and the service.

use conformance_core::exchange::Response;

/// Fields that content delivery networks and load balancers add.
const FIELDS: [&str; 6] = [
    "via",
    "cf-ray",
    "x-amz-cf-id",
    "x-served-by",
    "x-azure-ref",
    "x-akamai-request-id",
];

/// Names of intermediaries in `Server`.
const SERVERS: [&str; 5] = [
    "cloudflare",
    "akamaighost",
    "cloudfront",
    "awselb",
    "google frontend",
];

/// Returns whether a response is an error page of an intermediary: HTML, with typical marks.
#[must_use]
pub fn is_of_intermediary(response: &Response) -> bool {
    if response.status < 400 || response.media_type().as_deref() != Some("text/html") {
        return false;
    }
    let server = response.header("server").unwrap_or_default();
    let server = server.to_ascii_lowercase();
    FIELDS
        .iter()
        .any(|name| response.headers.contains_key(*name))
        || SERVERS.iter().any(|name| server.starts_with(name))
}
