//! HTTP-17: excessive requests are refused in time.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::exchange::Failure;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{RequestBuilder, Session, Stop};

pub static CHECK: Check = Check {
    id: "excess-refused",
    requirement: "HTTP-17",
    strength: None,
    about: "Far too long URIs, fields and content, and far too deep JSON, are refused as such and in time.",
    example: "> POST /org/o1/offer  <[[[[… 10,000 levels>\n\
              < (no answer for 60 s)",
    fix: "Set limits for the length of addresses, fields and content, and for nesting, in front of \
          the application.",
    run: Run::LastProbe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The size of a text that is too long, in bytes; the `http` crate sends no longer targets.
const LONG: usize = 60_000;

/// The number of nested arrays.
const DEPTH: usize = 10_000;

/// The size of a body that is too large for most servers, in bytes.
const LARGE: usize = 3 * 1024 * 1024;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let read = super::any_read(session)?;
    let long = "x".repeat(LONG);
    let uri = session
        .prepare(read)
        .raw_query(format!("xConformance={long}"));
    one(outcome, uri, "a URI of 60 kB", &[414, 431], "414").await?;
    let field = session.prepare(read).header("x-conformance", long);
    one(
        outcome,
        field,
        "a header field of 60 kB",
        &[431, 400, 413],
        "431",
    )
    .await?;
    let mut creations = session
        .world
        .resources
        .iter()
        .filter_map(|(_, one)| one.create);
    let Some(create) = creations.next() else {
        outcome.skip("no content is sent: no operation accepts it");
        return Ok(());
    };
    if !session.profile.writes {
        outcome.missing(MissingInput::Writes);
        return Ok(());
    }
    let json = Some("application/json");
    let deep = "[".repeat(DEPTH) + &"]".repeat(DEPTH);
    let deep = session.prepare(create).bytes(json, deep);
    let all: Vec<u16> = (400..500).collect();
    one(outcome, deep, "JSON that nests 10,000 arrays", &all, "4xx").await?;
    if !session.profile.is_loopback() {
        outcome.skip("large content is sent to this machine only");
        return Ok(());
    }
    let _permit = session.permit_large().await;
    let large = format!("{{\"xConformance\":\"{}\"}}", "x".repeat(LARGE));
    let large = session.prepare(create).bytes(json, large);
    one(outcome, large, "content of 3 MB", &[413, 400, 422], "413").await
}

/// Sends one request. A server that can handle it may accept it.
async fn one(
    outcome: &mut Outcome,
    builder: RequestBuilder<'_>,
    what: &str,
    right: &[u16],
    expected: &str,
) -> Result<(), Stop> {
    let exchange = builder.exchange().await?;
    let actual = match &exchange.outcome {
        Ok(response) if response.is_success() || right.contains(&response.status) => None,
        Ok(response) => Some(response.status.to_string()),
        Err(Failure::TimedOut) => Some("no response in time".to_owned()),
        // An intermediary may close the connection.
        Err(_) => None,
    };
    outcome.require(actual.is_none(), &[&exchange], || {
        Fault::new(format!("{what} is not refused as such"))
            .must(expectation::Rule::Status(vec![(200, 299)]).or(expectation::status(right)))
            .expected(format!("{expected} (RFC 9110 §15.5, RFC 6585 §5)"))
            .actual(actual.unwrap_or_default())
    });
    Ok(())
}
