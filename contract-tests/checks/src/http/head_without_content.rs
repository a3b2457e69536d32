//! HTTP-05, first part: HEAD has no body.

use std::fmt::Write as _;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Host;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "head-without-content",
    requirement: "HTTP-05",
    strength: None,
    about: "After the header section of a response to HEAD nothing follows.",
    example: "> HEAD /org/o1/offer\n\
              < 200\n\
              < [{\"id\": \"offer-1\"}]",
    fix: "Let the framework answer HEAD from GET and drop the content.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of operations that are called.
const OPERATIONS: usize = 5;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    if !session.profile.risks.raw_sockets {
        return Err(Stop::Skip(
            "an HTTP client does not see it, and the run may not open raw connections".to_owned(),
        ));
    }
    let reads = super::reads(session).into_iter().take(OPERATIONS);
    for operation in reads {
        let Ok((request, _)) = session.prepare(operation).method("HEAD").request().await else {
            continue;
        };
        let Some(authority) = session.authority(request.host) else {
            continue;
        };
        let base = match request.host {
            Host::Resource => session.profile.base_url.path(),
            Host::Token => session
                .profile
                .auth_url
                .as_ref()
                .map_or("/", |url| url.path()),
        };
        let target = format!("{}{}", base.trim_end_matches('/'), request.target);
        let mut text = format!("HEAD {target} HTTP/1.1\r\nHost: {authority}\r\n");
        for (name, value) in &request.headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        text.push_str("Connection: close\r\n\r\n");
        let bare = session.bare(request, text.as_bytes()).await?;
        if bare.status().is_none() {
            outcome.undecided("HEAD over a bare connection has no response");
            continue;
        }
        let length = bare.after_head().len();
        outcome.require(length == 0, &[&bare.exchange], || {
            Fault::new("HEAD is answered with content")
                .without_test(expectation::NEEDS_BARE_CONNECTION)
                .expected("nothing after the header section (RFC 9110 §9.3.2)")
                .actual(format!("{length} bytes"))
        });
    }
    Ok(())
}
