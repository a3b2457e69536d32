//! HTTP-15: no input makes the server fail.

use crate::check::{Check, Fault, Judgement, Run, Seen};
use crate::expectation;

/// The check.
pub static CHECK: Check = Check {
    id: "no-server-error",
    requirement: "HTTP-15",
    strength: None,
    about: "No input is answered with 5xx.",
    example: "> POST /org/o1/offer {\"name\": \"\\u0000\"}\n\
              < 500",
    fix: "Find the exception in the service's log by the time of the request, and answer such \
          input with 4xx. The finding's file replays the request.",
    run: Run::Exchange(judge),
};

/// The methods that every server knows of (RFC 9110 §9.3, RFC 5789).
const KNOWN: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

fn judge(seen: &Seen<'_>) -> Judgement {
    let status = seen.response.status;
    let method = seen.exchange.request.method.as_str();
    // 501 is the right answer to an unknown method, and 502 to 504 may be passing faults.
    let described = seen
        .operation()
        .is_some_and(|one| one.method.as_str() == method);
    let is_right = status == 501 && (!described || !KNOWN.contains(&method));
    if is_right || matches!(status, 502..=505) {
        return Judgement::NotApplicable;
    }
    Judgement::expect(status < 500, || {
        let name = seen.operation().map_or("the server", |one| &one.id);
        let intent = seen.exchange.purpose.intent;
        Fault::new(format!("{name} fails with {status} ({intent})"))
            .must(expectation::Rule::Status(vec![(100, 499)]))
            .expected("an answer below 500")
            .actual(status.to_string())
    })
}
