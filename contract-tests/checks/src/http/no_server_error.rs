//! HTTP-15: no input makes the server fail.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::exchange::Response;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "no-server-error",
    requirement: "HTTP-15",
    strength: None,
    about: "No input is answered with 5xx.",
    example: "> POST /org/o1/offer {\"name\": \"\\u0000\"}\n\
              < 500",
    fix: "Find the exception in the service's log by the time of the request, and answer such \
          input with 4xx. The finding's file replays the request.",
    run: Run::Exchange(check),
};

/// The methods that every server knows (RFC 9110 §9.3, RFC 5789).
const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// Returns the kind of input of an intent, so that one weakness of a parser is one cause.
fn kind(intent: Intent) -> &'static str {
    if intent == Intent::MalformedBody {
        "malformed JSON"
    } else {
        "other input"
    }
}

/// How many characters of an error message distinguish one failure from another.
const TELLING: usize = 60;

/// Returns the beginning of an error message, up to where it differs between responses.
fn signature(response: &Response) -> String {
    let text = match response.json() {
        Ok(body) => message(body).map(str::to_owned),
        Err(_) => Some(String::from_utf8_lossy(&response.body).into_owned()),
    };
    let text = text.unwrap_or_default();
    let varies = |c: char| c.is_ascii_digit() || ":\"'`&<[{(/".contains(c);
    let stable = text
        .split(varies)
        .map(str::trim)
        .find(|part| !part.is_empty());
    let short: String = stable
        .unwrap_or("no message")
        .chars()
        .take(TELLING)
        .collect();
    short
}

/// Returns the first text of a body that looks like a message: one with several words.
fn message(body: &Json) -> Option<&str> {
    match body {
        Json::Array(items) => items.iter().find_map(message),
        Json::Object(members) => members.iter().find_map(|(_, value)| message(value)),
        other => other.as_str().filter(|text| text.trim().contains(' ')),
    }
}

fn check(seen: &Seen<'_>) -> Verdict {
    let status = seen.response.status;
    let method = seen.exchange.request.method.as_str();
    // 501 is the correct response to an unknown method, and 502 to 504 may be temporary.
    let described = seen
        .operation()
        .is_some_and(|one| one.method.as_str() == method);
    // HTTP-05 compares HEAD with GET, whose failure is the same one.
    if method == "HEAD" && !described {
        return Verdict::NotApplicable;
    }
    let is_right = status == 501 && (!described || !KNOWN.contains(&method));
    if is_right || matches!(status, 502..=505) {
        return Verdict::NotApplicable;
    }
    Verdict::require(status < 500, || {
        let name = seen.operation().map_or("the server", |one| &one.id);
        let intent = seen.exchange.purpose.intent;
        Fault::new(format!("{name} fails with {status} ({intent})"))
            .cause(format!(
                "fails with {status} ({}): {}",
                kind(intent),
                signature(seen.response)
            ))
            .must(expectation::Rule::Status(vec![(100, 499)]))
            .expected("a response below 500")
            .actual(status.to_string())
    })
}
