//! AUTH-11: the error of a challenge has only legal characters.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use crate::http::challenges::bearer_challenges;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "challenge-characters",
    requirement: "AUTH-11",
    strength: None,
    about: "error and error_description of a challenge have the characters that RFC 6750 allows.",
    example: "< 401\n\
              < WWW-Authenticate: Bearer error=\"invalid_token\", error_description=\"Token für „api“ abgelaufen\"",
    fix: "Keep both values to printable ASCII without \" and \\. Translate descriptions in the \
          client, not in the header.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !seen.response.headers.contains_key("www-authenticate") {
        return Verdict::NotApplicable;
    }
    let mut faults = Vec::new();
    for challenge in bearer_challenges(seen.response) {
        for (name, value) in &challenge.parameters {
            let is_own = matches!(name.as_str(), "error" | "error_description");
            if is_own && !value.chars().all(is_legal) {
                let fault = Fault::new(format!("{name} of a challenge has illegal characters"));
                let fault = fault
                    .must(
                        expectation::header_matches(
                            "www-authenticate",
                            r#"(?i)error(_description)?="[^"]*(\\|[^\x20-\x7e])"#,
                        )
                        .not(),
                    )
                    .expected("%x20-21, %x23-5B, %x5D-7E (RFC 6750 §3)");
                faults.push(fault.actual(value).pointer("header WWW-Authenticate"));
            }
        }
    }
    Verdict::of(faults)
}

const fn is_legal(c: char) -> bool {
    matches!(c, '\x20'..='\x21' | '\x23'..='\x5B' | '\x5D'..='\x7E')
}
