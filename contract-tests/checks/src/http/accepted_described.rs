//! HTTP-14, second part: the response with 202 describes the progress.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "accepted-described",
    requirement: "HTTP-14",
    strength: None,
    about: "202 describes the status of the request, or points to where it can be followed.",
    example: "> POST /org/o1/export\n\
              < 202        (no content, no Location)",
    fix: "Describe the state of the work in the content, or send Location with an address where it \
          can be followed.",
    run: Run::Exchange(check),
};

/// The property that every JSON-RPC message has.
const NOTIFICATION: &[u8] = b"\"jsonrpc\"";

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status != 202 {
        return Verdict::NotApplicable;
    }
    // A notification of JSON-RPC has no response (MCP, Streamable HTTP).
    let body = seen.exchange.request.body.as_deref().unwrap_or_default();
    let is_notification = body
        .windows(NOTIFICATION.len())
        .any(|window| window == NOTIFICATION);
    if is_notification {
        return Verdict::NotApplicable;
    }
    let headers = &seen.response.headers;
    let points = ["location", "content-location", "link", "operation-location"];
    let points = points.iter().any(|name| headers.contains_key(*name));
    Verdict::require(points || !seen.response.body.is_empty(), || {
        Fault::new("202 says nothing about the request's status")
            .must(
                expectation::content()
                    .or(expectation::header("location"))
                    .or(expectation::header("content-location"))
                    .or(expectation::header("link"))
                    .or(expectation::header("operation-location"))
                    .when(expectation::status(&[202])),
            )
            .expected("content or a link to follow (RFC 9110 §15.3.3)")
            .actual("neither")
    })
}
