//! CON-04: declared header fields are present and valid.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::lookup::declared;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "headers-valid",
    requirement: "CON-04",
    strength: None,
    about: "Required header fields are present, and every declared one that is present is valid.",
    example: "description: 201 has a required header Location\n\
              < 201        (no Location)",
    fix: "Send each required header with its status, and keep its value to the described schema.",
    run: Run::Exchange(check),
};

/// Fields that other checks cover, declared or not: CON-02, HTTP-02, HTTP-03, DEP-01, DEP-05 and
/// DEP-08.
const OWN: [&str; 5] = [
    "content-type",
    "www-authenticate",
    "allow",
    "sunset",
    "deprecation",
];

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    if seen.exchange.request.method != operation.method.as_str() {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    let Some(response) = declared(operation, status).filter(|one| !one.headers.is_empty()) else {
        return Verdict::NotApplicable;
    };
    let mut faults = Vec::new();
    for header in &response.headers {
        if OWN.contains(&header.name.to_ascii_lowercase().as_str()) {
            continue;
        }
        let at = format!("header {}", header.name);
        let Some(value) = seen.response.headers.get(header.name.as_str()) else {
            if header.required {
                let title = format!(
                    "{} answers {status} without the header {}",
                    operation.id, header.name
                );
                faults.push(
                    Fault::new(title)
                        .must(
                            expectation::header(&header.name).when(expectation::status(&[status])),
                        )
                        .expected(format!("the header field {}", header.name))
                        .actual("it is missing")
                        .pointer(at)
                        .described(header.span, &header.provenance),
                );
            }
            continue;
        };
        let text = String::from_utf8_lossy(value.as_bytes());
        for mismatch in seen.session.world.answers.check_text(header.schema, &text) {
            let title = format!(
                "{} answers {status} with a header {} that violates its schema ({})",
                operation.id, header.name, mismatch.constraint
            );
            faults.push(
                Fault::new(title)
                    .expected(mismatch.expected)
                    .actual(mismatch.actual)
                    .pointer(at.clone())
                    .described(header.span, &header.provenance),
            );
        }
    }
    Verdict::of(faults)
}
