//! JSON-01: JSON is UTF-8.

use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "json-utf8",
    requirement: "JSON-01",
    strength: None,
    about: "JSON is UTF-8 without a byte order mark.",
    example: "< EF BB BF 7B 22 69 64 …     (a byte order mark before {)",
    fix: "Write UTF-8 without a byte order mark. Some template engines and file-based caches add \
          one.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let body = &seen.response.body;
    if body.is_empty() || !seen.response.is_json() {
        return Verdict::NotApplicable;
    }
    let what = if body.starts_with(b"\xef\xbb\xbf") {
        Some("a byte order mark")
    } else if std::str::from_utf8(body).is_err() || body.contains(&0) {
        Some("bytes that are not UTF-8")
    } else {
        None
    };
    Verdict::require(what.is_none(), || {
        let what = what.unwrap_or_default();
        Fault::new(format!("JSON has {what}"))
            .must(
                expectation::json(json!({}))
                    .when(expectation::is_json().and(expectation::content())),
            )
            .expected("UTF-8 without a byte order mark (RFC 8259 §8.1)")
            .actual(what)
    })
}
