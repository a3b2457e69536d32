//! ERR-01: the properties of a problem conform to RFC 9457.

use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::json::Json;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "problem-members",
    requirement: "ERR-01",
    strength: None,
    about: "The members of application/problem+json have the right types, and status is that of the response.",
    example: "< 404 application/problem+json\n\
              < {\"title\": \"Not found\", \"status\": \"404\"}",
    fix: "Write status as a number that equals the status of the response, and type and instance \
          as URI references.",
    run: Run::Exchange(check),
};

/// The properties that are strings (RFC 9457 §3.1).
const TEXTS: [&str; 4] = ["type", "title", "detail", "instance"];

fn check(seen: &Seen<'_>) -> Verdict {
    let response = seen.response;
    if response.media_type().as_deref() != Some("application/problem+json") {
        return Verdict::NotApplicable;
    }
    let Ok(body) = response.json() else {
        return Verdict::NotApplicable;
    };
    if body.as_object().is_none() {
        return Verdict::Failed(vec![
            Fault::new("a problem is not an object")
                .must(
                    expectation::json(json!({ "type": "object" }))
                        .when(expectation::status(&[response.status])),
                )
                .expected("an object (RFC 9457 §3)")
                .actual(body.type_name()),
        ]);
    }
    let mut faults = Vec::new();
    for name in TEXTS {
        if let Some(value) = body.get(name).filter(|value| value.as_str().is_none()) {
            let fault = Fault::new(format!("{name} of a problem is not a string"));
            let fault = fault
                .must(
                    expectation::json(json!({ "properties": { name: { "type": "string" } } }))
                        .when(expectation::status(&[response.status])),
                )
                .expected("a string (RFC 9457 §3.1)");
            faults.push(fault.actual(value.type_name()).pointer(format!("/{name}")));
        }
    }
    let status = body.get("status");
    let is_other = status.is_some_and(|value| value.as_u64() != Some(response.status.into()));
    if is_other {
        let fault = Fault::new("status of a problem is not the status of the response");
        let fault = fault
            .must(
                expectation::json(
                    json!({ "properties": { "status": { "const": response.status } } }),
                )
                .when(expectation::status(&[response.status])),
            )
            .expected(format!("{} (RFC 9457 §3.1.2)", response.status));
        let actual = status.map_or_else(String::new, Json::to_string);
        faults.push(fault.actual(actual).pointer("/status"));
    }
    Verdict::of(faults)
}
