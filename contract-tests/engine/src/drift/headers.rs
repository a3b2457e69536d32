//! Header fields that need no description.

/// Fields of the connection, of caching, of security and the like, which HTTP servers and the
/// proxies in front of them add.
const STANDARD: [&str; 41] = [
    "accept",
    "accept-patch",
    "accept-post",
    "accept-ranges",
    "age",
    "allow",
    "alt-svc",
    "cache-control",
    "connection",
    "content-encoding",
    "content-language",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "date",
    "etag",
    "expires",
    "keep-alive",
    "last-modified",
    "location",
    "permissions-policy",
    "pragma",
    "proxy-authenticate",
    "referrer-policy",
    "retry-after",
    "server",
    "server-timing",
    "strict-transport-security",
    "traceparent",
    "tracestate",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "vary",
    "via",
    "www-authenticate",
    "x-content-type-options",
    "x-correlation-id",
    "x-request-id",
];

/// Fields that announce the end of an operation (RFC 9745, RFC 8594).
pub(super) const ENDS: [&str; 2] = ["Deprecation", "Sunset"];

/// Whether a field (in lower case) needs no description.
pub(super) fn is_standard(name: &str) -> bool {
    STANDARD.contains(&name) || name.starts_with("access-control-")
}

/// Whether a field announces an end.
pub(super) fn is_end(name: &str) -> bool {
    ENDS.iter().any(|end| end.eq_ignore_ascii_case(name))
}
