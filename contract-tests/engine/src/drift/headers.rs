//! Header fields that a description need not declare.

/// Fields for connections, caching, security and the like, which HTTP servers and proxies add.
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

/// Fields that announce a deprecation or a sunset (RFC 9745, RFC 8594).
pub(super) const ENDS: [&str; 2] = ["Deprecation", "Sunset"];

/// Returns whether a field (in lower case) need not be declared.
pub(super) fn is_standard(name: &str) -> bool {
    STANDARD.contains(&name) || name.starts_with("access-control-")
}

/// Returns whether a field announces a deprecation or a sunset.
pub(super) fn is_end(name: &str) -> bool {
    ENDS.iter().any(|end| end.eq_ignore_ascii_case(name))
}
