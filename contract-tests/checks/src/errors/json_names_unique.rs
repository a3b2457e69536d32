//! JSON-02: no object repeats a name.

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::json::general;

pub static CHECK: Check = Check {
    id: "json-names-unique",
    requirement: "JSON-02",
    strength: None,
    about: "No JSON object has two members of one name.",
    example: "< {\"id\": \"a\", \"id\": \"b\"}",
    fix: "Build JSON from a map, not by joining strings. Look for a serializer that writes a \
          renamed field under both names.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if !seen.response.is_json() {
        return Verdict::NotApplicable;
    }
    let Ok(body) = seen.response.json() else {
        return Verdict::NotApplicable;
    };
    let mut faults: Vec<Fault> = Vec::new();
    for pointer in body.duplicates() {
        let title = format!("{} appears twice", general(&pointer));
        if faults.iter().all(|fault| fault.title != title) {
            let fault = Fault::new(title).expected("one member of a name (RFC 8259 §4)");
            faults.push(fault.actual("two or more").pointer(pointer));
        }
    }
    Verdict::of(faults)
}
