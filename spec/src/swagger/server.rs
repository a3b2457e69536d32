//! Converts `host`, `basePath` and `schemes` (Swagger 2.0, Swagger Object).

use super::build::{Build, array, text};
use super::texts;
use crate::document::Node;

/// Returns the servers of a description, or of an operation with these schemes; `None` if nothing
/// is declared.
pub(super) fn servers(root: &Node, schemes: Option<&Node>) -> Option<Node> {
    let part = |name| {
        let node = root.get(name)?;
        Some((node.as_str()?, node))
    };
    let (host, base) = (part("host"), part("basePath"));
    let (_, place) = host.or(base)?;
    let span = place.span;
    let base = base.map_or("", |(base, _)| base).trim_end_matches('/');
    let slash = if base.is_empty() || base.starts_with('/') {
        ""
    } else {
        "/"
    };
    let url = |scheme: Option<&str>| match (scheme, host) {
        (Some(scheme), Some((host, _))) => format!("{scheme}://{host}{slash}{base}"),
        // Without a scheme, it is that of the description's address.
        (None, Some((host, _))) => format!("//{host}{slash}{base}"),
        (_, None) if base.is_empty() => "/".to_owned(),
        (_, None) => format!("{slash}{base}"),
    };
    let schemes = texts(schemes);
    let mut servers = Vec::new();
    // Without a host the address is relative, and a scheme has no meaning.
    if schemes.is_empty() || host.is_none() {
        servers.push(server(&url(None), place));
    } else {
        let each = schemes.iter();
        servers.extend(each.map(|(scheme, node)| server(&url(Some(scheme)), node)));
    }
    Some(array(servers, span))
}

fn server(url: &str, place: &Node) -> Node {
    let mut server = Build::at(place.span);
    server.put("url", text(url, place.span));
    server.finish()
}
