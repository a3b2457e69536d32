//! HTTP-08: a body has a media type, and matches it.

use super::intermediary::is_of_intermediary;
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};

pub static CHECK: Check = Check {
    id: "content-type-there",
    requirement: "HTTP-08",
    strength: None,
    about: "Content has a Content-Type, and is of that type.",
    example: "< 200\n\
              < {\"id\": \"offer-1\"}        (no Content-Type)",
    fix: "Set Content-Type on every answer with content, and check that the content is of that \
          type.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let response = seen.response;
    let is_page = response.status >= 500 && response.media_type().as_deref() == Some("text/html");
    if response.body.is_empty() || is_page || is_of_intermediary(response) {
        return Verdict::NotApplicable;
    }
    let fault = |title: &str, expected: &str, actual: String| {
        let fault = Fault::new(title)
            .must(expectation::header("content-type").when(expectation::content()))
            .must(
                expectation::json(json!({}))
                    .when(expectation::is_json().and(expectation::content())),
            )
            .expected(expected)
            .actual(actual);
        Verdict::Failed(vec![fault.pointer("header Content-Type")])
    };
    let Some(media_type) = response.media_type().filter(|name| !name.is_empty()) else {
        return fault(
            "content has no Content-Type",
            "Content-Type (RFC 9110 §8.3)",
            format!("{} bytes without", response.body.len()),
        );
    };
    match response.json() {
        Err(error) if response.is_json() && !error.is_beyond_limits => fault(
            "content that is labeled as JSON is not JSON",
            "JSON (RFC 8259)",
            format!("{media_type}: {error}"),
        ),
        _ => Verdict::Passed,
    }
}
