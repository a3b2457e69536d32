//! Servers to which clients do not send credentials by default.

use std::collections::HashSet;

use indexmap::IndexSet;
use spec::model::{Api, Server};

use super::servers::expand;

/// Returns the addresses of operations on a different site than all servers of the description.
/// Clients send credentials there only if the caller names such an address, because one line of a
/// description must not disclose them.
pub(crate) fn elsewhere(api: &Api) -> IndexSet<&str> {
    let own: HashSet<_> = api.servers.iter().map(Site::of).collect();
    let mut found = IndexSet::new();
    for operation in &api.operations {
        let takes = operation.takes_credential();
        let Some(server) = operation.servers.first().filter(|_| takes) else {
            continue;
        };
        let address = server.url.as_str();
        if !found.contains(address) && !own.contains(&Site::of(server)) {
            found.insert(address);
        }
    }
    found
}

/// The owner of an address.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Site {
    /// The host that serves the description, because the address is relative.
    Here,
    /// The owner of a domain or host.
    Of(String),
    /// Unknown, so that the address is compared as a text.
    Unknown(String),
}

impl Site {
    fn of(server: &Server) -> Self {
        let address = expand(server);
        let first = address.split('/').next().unwrap_or_default();
        if !first.contains(':') && !address.starts_with("//") && !address.contains('\\') {
            return Self::Here;
        }
        match host(&address) {
            Some(host) => Self::Of(domain(&host.to_ascii_lowercase()).to_owned()),
            None => Self::Unknown(address),
        }
    }
}

/// Returns the host of a simple absolute address.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.split('/').next()?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let is_plain = host.bytes().all(plain) && port.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain && !host.is_empty()).then_some(host)
}

/// Returns the registrable domain of a host: its last two labels, or three below domains like
/// `co.uk`.
fn domain(host: &str) -> &str {
    const SHORT: usize = 3;
    if host
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.')
    {
        return host;
    }
    let labels: Vec<&str> = host.split('.').collect();
    let count = match labels[..] {
        [.., second, last] if last.len() < SHORT && second.len() <= SHORT => 3,
        _ => 2,
    };
    let kept = &labels[labels.len().saturating_sub(count)..];
    let length = kept.iter().map(|label| label.len() + 1).sum::<usize>() - 1;
    &host[host.len() - length..]
}
