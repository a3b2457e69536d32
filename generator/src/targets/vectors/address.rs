//! Addresses of requests.

use spec::Api;
use spec::encode::{Encoded, path_text, percent};
use spec::model::Operation;

use crate::ir::servers::expand;

/// The base URL given to clients of a description whose servers are relative.
const ORIGIN: &str = "https://vectors.example";

/// Returns the address of a request; `None` if clients refuse it.
pub(super) fn url(
    api: &Api,
    operation: &Operation,
    encoded: &Encoded,
    secrets: &[String],
) -> Option<String> {
    let path = escaped(&path_text(&operation.path_segments(), &encoded.path)?);
    // Clients refuse values that would leave the path (RFC 3986 §5.2.4).
    let is_dots = |segment: &str| matches!(segment, "." | "..");
    if path
        .to_ascii_lowercase()
        .replace("%2e", ".")
        .split('/')
        .any(is_dots)
    {
        return None;
    }
    let pairs: Vec<_> = encoded.query.iter().chain(secrets).cloned().collect();
    Some(with_query(&base(api, operation)?, &path, &pairs))
}

/// Returns the address of a path on the server of an operation.
pub(super) fn at(api: &Api, operation: &Operation, path: &str, pairs: &[String]) -> Option<String> {
    Some(with_query(&base(api, operation)?, path, pairs))
}

/// Returns the address of the operation's server, without a slash at the end.
fn base(api: &Api, operation: &Operation) -> Option<String> {
    let server = api.server(operation)?;
    let address = expand(server);
    let address = address.trim_end_matches('/');
    Some(match address.split_once("://") {
        Some((scheme, rest)) => format!("{scheme}://{}", without_default_port(scheme, rest)),
        None => format!("{ORIGIN}{address}"),
    })
}

/// Leaves out the port that the scheme has anyway (RFC 3986 §6.2.3).
fn without_default_port(scheme: &str, rest: &str) -> String {
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let port = match scheme {
        "http" => ":80",
        _ => ":443",
    };
    format!(
        "{}{path}",
        authority.strip_suffix(port).unwrap_or(authority)
    )
}

fn with_query(base: &str, path: &str, pairs: &[String]) -> String {
    if pairs.is_empty() {
        format!("{base}{path}")
    } else {
        format!("{base}{path}?{}", pairs.join("&"))
    }
}

/// Encodes the characters that are not allowed in a path (RFC 3986 §3.3); escapes are kept.
fn escaped(path: &str) -> String {
    let own = |character: char| {
        let other = matches!(
            character,
            '"' | '#' | '<' | '>' | '?' | '[' | '\\' | ']' | '^'
        );
        let other = other || matches!(character, '`' | '{' | '|' | '}');
        if character.is_ascii_graphic() && !other {
            character.to_string()
        } else {
            percent(character.encode_utf8(&mut [0; 4]))
        }
    };
    path.chars().map(own).collect()
}
