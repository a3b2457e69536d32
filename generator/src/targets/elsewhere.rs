//! Servers to which clients send no credential unasked.

use spec::model::{Api, Server};

use super::servers::expand;

/// The addresses that single operations have of their own, on sites that none of the description's
/// servers is on. Clients send credentials there only where they are told such an address
/// themselves: one line of a description must not give them away.
pub(super) fn elsewhere(api: &Api) -> Vec<&str> {
    let own: Vec<_> = api.servers.iter().map(Site::of).collect();
    let mut found = Vec::new();
    for operation in &api.operations {
        let asks = operation.security.iter().any(|all| !all.schemes.is_empty());
        let Some(server) = operation.servers.first().filter(|_| asks) else {
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
    /// Whoever serves the description: the address is relative.
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

/// The host of an absolute address of the plainest form.
fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    let authority = rest.split('/').next()?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let is_plain = host.bytes().all(plain) && port.bytes().all(|byte| byte.is_ascii_digit());
    (is_plain && !host.is_empty()).then_some(host)
}

/// What of a host one can register: its last two labels, or three below the likes of `co.uk`.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether credentials for `own` go to `other`.
    fn same(own: &str, other: &str) -> bool {
        let site = |url: &str| {
            Site::of(&Server {
                url: url.to_owned(),
                description: None,
                variables: Vec::new(),
            })
        };
        site(own) == site(other)
    }

    #[test]
    fn a_site_is_a_domain_that_one_can_register() {
        let all = [
            ("https://api.example.com/v1", "https://files.example.com"),
            ("https://api.example.com", "http://EXAMPLE.com:8080/x"),
            ("https://api.example.co.uk", "https://files.example.co.uk"),
            ("/v1", "v2/x"),
            ("", "/"),
            ("https://10.0.0.1/a", "https://10.0.0.1:8443/b"),
        ];
        for (own, other) in all {
            assert!(same(own, other), "{own} {other}");
        }
    }

    #[test]
    fn nothing_else_is_the_same_site() {
        let own = "https://api.example.com/v1";
        let others = [
            "https://example.org",
            "https://example.com.evil.org",
            "https://evilexample.com",
            "https://api.example.com@evil.org",
            "https://api.example.com:x@evil.org/",
            "https://evil.org\\.example.com",
            "https://evil.org?.example.com",
            "https://evil.org#.example.com",
            "//evil.org",
            "/\\evil.org",
            "https:evil.org",
            "https:/evil.org",
            "javascript:alert(1)",
            "https://[::1]/",
            "https://",
        ];
        for other in others {
            assert!(!same(own, other), "{other}");
            assert!(!same("/v1", other), "{other}");
        }
        assert!(!same("https://a.co.uk", "https://b.co.uk"));
        assert!(!same("https://10.0.0.1", "https://11.0.0.1"));
    }
}
