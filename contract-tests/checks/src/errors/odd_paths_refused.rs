//! EVO-04: unusual path parameters are refused or name nothing.

use percent_encoding::percent_decode_str;
use spec::model::{Kind, Location, Method, Operation, Parameter};

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::description::OperationId;
use conformance_core::exchange::{Failure, Host};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "odd-paths-refused",
    requirement: "EVO-04",
    strength: None,
    about: "Path parameters that are empty, very long, or hold dots and encoded characters get 4xx.",
    example: "> GET /org/o1/offer/..%2F..%2Fo2%2Foffer%2F1\n\
              < 200",
    fix: "Decode each path segment once, after routing, and check ids against their pattern before \
          they are used.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of operations that are tried.
const OPERATIONS: usize = 8;

/// An unusual text as it is written in the path, and whether an intermediary may change the path
/// because of it.
const ODD: [(&str, &str, bool); 11] = [
    ("empty", "", true),
    ("..", "..", true),
    ("an encoded ..", "%2e%2e", true),
    ("../..", "../..", true),
    ("an encoded slash", "%2F", true),
    (
        "a way up with encoded slashes",
        "..%2F..%2Fetc%2Fpasswd",
        true,
    ),
    ("a twice encoded slash", "%252e%252e%252f", false),
    ("an encoded NUL", "%00", false),
    ("a byte that is not UTF-8", "%ff", false),
    ("an encoded line break", "a%0d%0ab", false),
    ("a wildcard", "*", false),
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let all = session.description.operations().filter(|(_, one)| {
        one.method == Method::Get
            && session.host(one) == Host::Resource
            && last(session, one).is_some()
    });
    // One operation for each kind of path ending, since all are routed alike.
    let (single, other): (Vec<_>, Vec<_>) = all
        .map(|(id, one)| (id, one.path.ends_with('}')))
        .partition(|(_, is_single)| *is_single);
    let chosen = single.into_iter().take(OPERATIONS / 2);
    let chosen: Vec<_> = chosen
        .chain(other.into_iter().take(OPERATIONS / 2))
        .collect();
    let long = "x".repeat(10_000);
    for (operation, _) in chosen {
        let texts = ODD
            .into_iter()
            .chain([("10 kB long", long.as_str(), false)]);
        for (what, text, is_normal) in texts {
            one(session, operation, what, text, is_normal, outcome).await?;
        }
    }
    Ok(())
}

/// Returns the last parameter of the path that names one resource. Where the last names a list, a
/// service may ignore unknown names.
fn last<'o>(session: &Session, operation: &'o Operation) -> Option<&'o Parameter> {
    let api = &session.description.api;
    operation.parameters.iter().rfind(|one| {
        let kind = &api.schema(api.resolve(one.schema)).kind;
        one.location == Location::Path && !matches!(kind, Kind::Array(_))
    })
}

/// Returns whether the description allows the text as a value in one path segment: an item may then
/// have that name.
fn is_allowed(session: &Session, parameter: &Parameter, text: &str) -> bool {
    // Where any text is allowed, what is not UTF-8 may be read as U+FFFD.
    let value = percent_decode_str(text).decode_utf8_lossy();
    let is_segment = !value.contains('/') && !matches!(&*value, "" | "." | "..");
    is_segment
        && session
            .world
            .requests
            .check_text(parameter.schema, &value)
            .is_empty()
}

async fn one(
    session: &Session,
    operation: OperationId,
    what: &str,
    text: &str,
    is_normal: bool,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let described = session.description.operation(operation);
    let Some(last) = last(session, described) else {
        return Ok(());
    };
    let sent = session
        .prepare(operation)
        .raw_path(&last.name, text)
        .exchange()
        .await;
    let Ok(exchange) = sent else { return Ok(()) };
    let status = match &exchange.outcome {
        Ok(response) => response.status,
        // It could not be sent, or an intermediary has closed the connection.
        Err(Failure::TimedOut) => 0,
        Err(_) => return Ok(()),
    };
    if is_normal && matches!(status, 200..=399) {
        let id = &described.id;
        outcome.undecided(format!("{id}: an intermediary rewrites a path with {what}"));
        return Ok(());
    }
    // Another check reports failures of the server (HTTP-15).
    let is_right = match status {
        200..=399 => is_allowed(session, last, text),
        status => status >= 400,
    };
    outcome.require(is_right, &[&exchange], || {
        Fault::new(format!(
            "{} answers {status} for a path parameter that is odd: {what}",
            described.id
        ))
        .cause(format!("answers {status} for an odd path parameter"))
        .must(expectation::class(4))
        .expected("4xx")
        .actual(status.to_string())
    });
    Ok(())
}
