//! Limits the controls to programs and people of this machine.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::{Host, Url};

/// Allows only requests from this machine. Others get 404.
pub async fn only_local(
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if is_local(peer.ip(), request.headers()) {
        return next.run(request).await;
    }
    StatusCode::NOT_FOUND.into_response()
}

/// Returns whether the peer is on this machine, without a proxy, and a browser has not loaded the
/// page from elsewhere: neither from another site (`Origin`), nor under a name that resolves to
/// this machine (`Host`, DNS rebinding).
fn is_local(peer: IpAddr, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host"]
        .iter()
        .any(|name| headers.contains_key(*name));
    let host = text(HOST).and_then(|host| Url::parse(&format!("http://{host}")).ok());
    let origin = match text(ORIGIN) {
        None => headers.get(ORIGIN).is_none(),
        Some(origin) => Url::parse(origin)
            .is_ok_and(|origin| host.as_ref().is_some_and(|host| is_same(host, &origin))),
    };
    peer.is_loopback() && !is_forwarded && origin && host.as_ref().is_some_and(names_loopback)
}

fn is_same(host: &Url, origin: &Url) -> bool {
    host.host() == origin.host() && host.port() == origin.port()
}

fn names_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_local_request(peer: &str, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| {
            (
                axum::http::HeaderName::from_static(name),
                value.parse().unwrap(),
            )
        });
        is_local(peer.parse().unwrap(), &headers.collect())
    }

    #[test]
    fn only_this_machine_gets_in() {
        assert!(is_local_request("127.0.0.1", &[("host", "127.0.0.1:8080")]));
        assert!(is_local_request(
            "::1",
            &[
                ("host", "localhost:8080"),
                ("origin", "http://localhost:8080")
            ]
        ));
        assert!(
            !is_local_request("10.0.0.7", &[("host", "127.0.0.1:8080")]),
            "another machine"
        );
        assert!(
            !is_local_request("127.0.0.1", &[("host", "rebound.example:8080")]),
            "a rebound name"
        );
        assert!(!is_local_request("127.0.0.1", &[]), "no name");
        let foreign = [
            ("host", "localhost:8080"),
            ("origin", "https://evil.example"),
        ];
        assert!(!is_local_request("127.0.0.1", &foreign), "another site");
        let other_port = [
            ("host", "localhost:8080"),
            ("origin", "http://localhost:9000"),
        ];
        assert!(
            !is_local_request("127.0.0.1", &other_port),
            "another program of this machine"
        );
        let opaque = [("host", "localhost:8080"), ("origin", "null")];
        assert!(!is_local_request("127.0.0.1", &opaque), "an opaque origin");
        let proxied = [
            ("host", "localhost:8080"),
            ("x-forwarded-for", "203.0.113.7"),
        ];
        assert!(!is_local_request("127.0.0.1", &proxied), "through a proxy");
    }
}
