//! Checks the origin of requests: a page of another site must not reach the endpoint through a
//! user's browser (MCP, Streamable HTTP, Security Warning; DNS rebinding).

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};
use rmcp::transport::streamable_http_server::StreamableHttpServerConfig;
use url::{ParseError, Url};

/// Names of this machine. A name that an attacker controls is not included, whatever it resolves
/// to.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The token host itself, and programs of this machine.
#[derive(Debug, Clone)]
pub(super) struct Neighbours {
    own: Url,
}

impl Neighbours {
    /// Returns the allowed origins for a token host.
    ///
    /// # Errors
    /// Returns an error if it is not a URL.
    pub(super) fn of(auth_url: &str) -> Result<Self, ParseError> {
        let own = Url::parse(auth_url)?;
        Ok(Self { own })
    }

    /// Returns whether the request is addressed to the token host by an allowed name.
    pub(super) fn know_host(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let named = match headers.get(HOST) {
            Some(host) => host.to_str().ok(),
            None => uri.authority().map(axum::http::uri::Authority::as_str),
        };
        let url = named.and_then(|host| self.at(host));
        url.is_some_and(|url| self.know(&url)) && headers.get_all(HOST).iter().count() < 2
    }

    /// Returns whether the request comes from an allowed page, or not from a page.
    pub(super) fn know_origin(&self, headers: &HeaderMap) -> bool {
        headers.get_all(ORIGIN).iter().all(|origin| {
            let text = origin.to_str().unwrap_or_default();
            let url = Url::parse(text).ok();
            let is_origin = |url: &Url| url.origin().ascii_serialization() == text;
            url.is_some_and(|url| is_origin(&url) && self.know(&url))
        })
    }

    /// Configures the same origins for `rmcp`, which checks them again.
    pub(super) fn configure(
        &self,
        config: StreamableHttpServerConfig,
    ) -> StreamableHttpServerConfig {
        let name = self.own.host_str().unwrap_or_default();
        let port = self.own.port_or_known_default().unwrap_or_default();
        let own = format!("{}://{name}:{port}", self.own.scheme());
        let local = LOOPBACK.iter();
        let local =
            local.flat_map(|name| [format!("http://{name}:*"), format!("https://{name}:*")]);
        config
            .with_allowed_hosts(LOOPBACK.into_iter().chain([name]))
            .with_allowed_origins([own].into_iter().chain(local))
            .enforce_origin_validation()
    }

    /// Returns the address of a host, with the scheme of the token host; `None` if the text is not
    /// only a host.
    fn at(&self, host: &str) -> Option<Url> {
        let url = Url::parse(&format!("{}://{host}", self.own.scheme())).ok()?;
        let is_host = url.path() == "/" && !host.contains(['/', '?', '#', '@', '\\']);
        is_host.then_some(url)
    }

    fn know(&self, url: &Url) -> bool {
        let is_local = || LOOPBACK.iter().any(|name| url.host_str() == Some(*name));
        let is_web = matches!(url.scheme(), "http" | "https");
        url.origin() == self.own.origin() || (is_web && is_local())
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, Uri};

    use super::Neighbours;

    fn headers(name: &'static str, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name.parse().unwrap(), value.parse().unwrap())])
    }

    #[test]
    fn hosts() {
        let neighbours = Neighbours::of("https://auth.example").unwrap();
        let known = |host| neighbours.know_host(&Uri::from_static("/mcp"), &headers("host", host));
        for host in [
            "auth.example",
            "AUTH.example:443",
            "localhost:9",
            "127.0.0.1",
            "[::1]:80",
        ] {
            assert!(known(host), "{host}");
        }
        for host in [
            "auth.example:444",
            "evil.example",
            "auth.example.evil.example",
            "",
            "127.0.0.2",
        ] {
            assert!(!known(host), "{host}");
        }
        for host in ["auth.example/", "x@auth.example", "auth.example#", "a b"] {
            assert!(!known(host), "{host}");
        }
        assert!(!neighbours.know_host(&Uri::from_static("/mcp"), &HeaderMap::new()));
    }

    #[test]
    fn origins() {
        let neighbours = Neighbours::of("https://auth.example/sub").unwrap();
        let known = |origin| neighbours.know_origin(&headers("origin", origin));
        assert!(neighbours.know_origin(&HeaderMap::new()));
        for origin in [
            "https://auth.example",
            "http://localhost:6274",
            "http://[::1]:1",
        ] {
            assert!(known(origin), "{origin}");
        }
        for origin in [
            "http://auth.example",
            "https://evil.example",
            "null",
            "",
            "file://localhost",
        ] {
            assert!(!known(origin), "{origin}");
        }
        for origin in [
            "https://auth.example/",
            "https://auth.example.evil.example",
            "localhost",
        ] {
            assert!(!known(origin), "{origin}");
        }
    }
}
