//! HTTP-07: 204 and 304 have no body.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "no-content-is-none",
    requirement: "HTTP-07",
    strength: None,
    about: "204 and 304 have no content, and 204 announces none.",
    example: "< 204\n\
              < Content-Length: 2\n\
              < {}",
    fix: "Send 200 with the content, or 204 without content and Content-Length.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let response = seen.response;
    if !matches!(response.status, 204 | 304) {
        return Verdict::NotApplicable;
    }
    let length = response.header("content-length").unwrap_or("0");
    // A 304 may have the length that 200 would have (RFC 9110 §8.6).
    let announces = response.status == 204
        && (length.trim() != "0" || response.headers.contains_key("transfer-encoding"));
    Verdict::require(response.body.is_empty() && !announces, || {
        Fault::new(format!("{} has content", response.status))
            .must(
                expectation::content()
                    .not()
                    .and(expectation::header_matches("content-length", r"[1-9]").not())
                    .when(expectation::status(&[204])),
            )
            .expected("no content (RFC 9110 §15.3.5, §15.4.5)")
            .actual(if announces {
                format!("Content-Length: {length}")
            } else {
                format!("{} bytes", response.body.len())
            })
    })
}
