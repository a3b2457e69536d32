//! Servers to which clients send no credential without being told to.

use spec::model::{Api, Server};

use super::servers::expand;

/// Returns the addresses of operations that are on a different site than all servers of the
/// description. Clients send credentials there only if the caller names such an address:
/// one line of a description must not disclose them.
pub(crate) fn elsewhere(api: &Api) -> Vec<&str> {
    let own: Vec<_> = api.servers.iter().map(Site::of).collect();
    let mut found = Vec::new();
    for operation in &api.operations {
        let takes = operation.takes_credential();
        let Some(server) = operation.servers.first().filter(|_| takes) else {
            continue;
        };
        let address = server.url.as_str();
        if !own.contains(&Site::of(server)) && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// Whom an address belongs to.
#[derive(Debug, PartialEq)]
enum Site {
    /// The host that serves the description: the address is relative.
    Here,
    /// The holder of a domain, or of a host.
    Of(String),
    /// It cannot be told, so that an address is only what it is itself.
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

/// Returns the host of an absolute address of the plainest form.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.split('/').next()?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let is_plain = host.bytes().all(plain) && port.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain && !host.is_empty()).then_some(host)
}

/// Returns what of a host one can register: its last two labels, or three below the likes of
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
