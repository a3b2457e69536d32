//! HTTP-16: ambiguous framing is refused.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::{Host, Request};
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Bare, Session, Stop};

pub static CHECK: Check = Check {
    id: "framing-strict",
    requirement: "HTTP-16",
    strength: None,
    about: "A malformed header section is answered with 400, and framing in two ways is not read twice.",
    example: "> POST / HTTP/1.1\n\
              > Content-Length: 5\n\
              > Transfer-Encoding: chunked\n\
              < 200, and the rest of the body is answered as a second request",
    fix: "Use an HTTP server that refuses ambiguous framing, and the same one behind the proxy. \
          This is request smuggling.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    if !session.profile.risks.raw_sockets {
        return Err(MissingInput::RawSockets.into());
    }
    let Some(host) = session.authority(Host::Resource) else {
        return Err(Stop::Skip("the host has no name".to_owned()));
    };
    let malformed = [
        (
            "whitespace before a colon",
            format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Probe : 1\r\n\r\n"),
            "RFC 9112 §5.1",
        ),
        (
            "a missing Host",
            "GET / HTTP/1.1\r\nX-Probe: 1\r\n\r\n".to_owned(),
            "RFC 9112 §3.2",
        ),
        (
            "a repeated Host",
            format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: example.com\r\n\r\n"),
            "RFC 9112 §3.2",
        ),
    ];
    for (what, text, source) in malformed {
        let bare = session.bare(request("GET"), text.as_bytes()).await?;
        let status = bare.status();
        if status.is_none() && !bare.closed {
            outcome.undecided(format!("{what} gets no response"));
            continue;
        }
        // Closing the connection without a response is also a refusal.
        outcome.require(
            matches!(status, Some(400) | None),
            &[&bare.exchange],
            || {
                Fault::new(format!("{what} is not answered with 400"))
                    .without_test(expectation::NEEDS_BARE_CONNECTION)
                    .expected(format!("400 ({source})"))
                    .actual(shown(status))
            },
        );
    }
    two_lengths(session, &host, outcome).await
}

/// Sends Content-Length together with Transfer-Encoding: if the former is used, the next chunk
/// would be read as a second request.
async fn two_lengths(session: &Session, host: &str, outcome: &mut Outcome) -> Result<(), Stop> {
    // The path does not exist, because an operation might act on the POST.
    let target = format!("/{}", session.next_uuid());
    let text = format!(
        "POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n\
         0\r\n\r\nGET /second HTTP/1.1\r\nHost: {host}\r\n\r\n"
    );
    let request = Request {
        target,
        ..request("POST")
    };
    let bare = session.bare(request, text.as_bytes()).await?;
    let answers = answers(&bare);
    outcome.require(
        bare.status() == Some(400) || answers < 2,
        &[&bare.exchange],
        || {
            Fault::new("a connection stays open after Content-Length with Transfer-Encoding").without_test(expectation::NEEDS_BARE_CONNECTION).expected("400, or a response and the end of the connection (RFC 9112 §6.1)")
            .actual(format!("{answers} responses on one connection"))
            .help("An intermediary that reads the other field sees other requests than the server.")
        },
    );
    Ok(())
}

/// Returns how many responses are among the bytes.
fn answers(bare: &Bare) -> usize {
    let start = b"HTTP/1.1 ";
    let windows = bare.bytes.windows(start.len());
    windows.filter(|window| window == start).count()
}

fn request(method: &str) -> Request {
    Request {
        host: Host::Resource,
        method: method.to_owned(),
        target: "/".to_owned(),
        headers: Vec::new(),
        body: None,
    }
}

fn shown(status: Option<u16>) -> String {
    status.map_or_else(|| "no answer".to_owned(), |status| status.to_string())
}
