//! HTTP-01: nothing is served without TLS.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::{Failure, Host, Request};
use conformance_engine::expectation;
use conformance_engine::profile::is_loopback;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "tls-only",
    requirement: "HTTP-01",
    strength: None,
    about: "A request by plain HTTP is refused or redirected.",
    example: "> GET http://api.example/org/o1/offer\n\
              < 200",
    fix: "Close port 80, or redirect everything on it to https before a credential is read.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The port of plain HTTP.
const PORT: u16 = 80;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let hosts = [
        (Host::Resource, Some(&session.profile.base_url)),
        (Host::Token, session.profile.auth_url.as_ref()),
    ];
    for (host, url) in hosts {
        let Some(url) = url else { continue };
        if is_loopback(url) {
            outcome.skip("a deployment on this machine may do without TLS");
            continue;
        }
        // If the address itself has no TLS, its port is tried.
        let port = if url.scheme() == "http" {
            url.port_or_known_default().unwrap_or(PORT)
        } else {
            PORT
        };
        let name = url.host_str().unwrap_or_default();
        let target = match host {
            Host::Resource => "/".to_owned(),
            Host::Token => "/.well-known/oauth-authorization-server".to_owned(),
        };
        let text = format!("GET {target} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n");
        let request = Request {
            host,
            method: "GET".to_owned(),
            target,
            headers: Vec::new(),
            body: None,
        };
        let bare = session.bare_at(url, port, request, text.as_bytes()).await?;
        if matches!(bare.exchange.outcome, Err(Failure::TimedOut)) {
            outcome.pass();
            continue;
        }
        let status = bare.status();
        let served = matches!(status, Some(200..=299)) || url.scheme() == "http";
        outcome.require(!served || status.is_none(), &[&bare.exchange], || {
            Fault::new("the deployment answers by plain HTTP")
                .without_test(expectation::NEEDS_BARE_CONNECTION)
                .expected("a refusal or a redirection (RFC 6750 §5.2, RFC 6749 §3.2)")
                .actual(format!("status {}", status.unwrap_or_default()))
        });
    }
    Ok(())
}
