//! Validates URIs (RFC 3986).

use std::net::Ipv6Addr;

/// Returns whether a text is a URI with a scheme (RFC 3986 §3).
pub(super) fn is_uri(text: &str) -> bool {
    scheme(text).is_some_and(is_rest)
}

/// Returns whether a text is a URI or a relative reference (RFC 3986 §4.1).
pub(super) fn is_reference(text: &str) -> bool {
    if is_uri(text) {
        return true;
    }
    // The first segment of a relative path contains no colon, which would end a scheme.
    let first = text.split(['/', '?', '#']).next().unwrap_or_default();
    !first.contains(':') && is_rest(text)
}

/// Returns what follows the scheme.
fn scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_once(':')?;
    let first = scheme.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let all = scheme
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    (first && all).then_some(rest)
}

fn is_rest(text: &str) -> bool {
    let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    let path = match text.strip_prefix("//") {
        None => text,
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            if !is_authority(&rest[..end]) {
                return false;
            }
            &rest[end..]
        }
    };
    are_characters(path, b"/:@")
        && are_characters(query, b"/:@?")
        && are_characters(fragment, b"/:@?")
}

fn is_authority(text: &str) -> bool {
    let (user, host) = text.rsplit_once('@').unwrap_or(("", text));
    let (host, port) = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((literal, port)) if is_literal(literal) => ("", port),
            _ => return false,
        },
        None => host
            .find(':')
            .map_or((host, ""), |colon| host.split_at(colon)),
    };
    let port = port.is_empty()
        || port
            .strip_prefix(':')
            .is_some_and(|port| port.bytes().all(|b| b.is_ascii_digit()));
    port && are_characters(user, b":") && are_characters(host, b"")
}

/// Returns whether a text is an IPv6 address, or one of a later version: `v1.…`.
fn is_literal(text: &str) -> bool {
    let later = || text.starts_with(['v', 'V']) && are_characters(text, b":") && text.contains('.');
    text.parse::<Ipv6Addr>().is_ok() || later()
}

/// Returns whether every character is unreserved, a sub-delimiter, percent-encoded, or one of
/// `others`.
fn are_characters(text: &str, others: &[u8]) -> bool {
    let bytes = text.as_bytes();
    bytes.iter().enumerate().all(|(index, byte)| match byte {
        b'%' => bytes
            .get(index + 1..index + 3)
            .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)),
        byte => {
            byte.is_ascii_alphanumeric()
                || b"-._~!$&'()*+,;=".contains(byte)
                || others.contains(byte)
        }
    })
}
