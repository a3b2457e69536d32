//! The documents that the OpenAPI Initiative classifies as valid and as invalid: every invalid one
//! is reported, at the right place, and every valid one is read.
//!
//! `tests/suites/openapi.txt` contains the diagnostics of each.

use std::fmt::Write as _;
use std::path::Path;

use crate::report::{self, Report};
use crate::snapshot;

const SNAPSHOT: &str = "tests/suites/openapi.txt";

/// The result for a document: a verdict, and each code with its location.
fn diagnostics(loaded: &spec::Loaded, name: &str) -> String {
    let verdict = match &loaded.api {
        _ if loaded.diagnostics.has_errors() => "refused",
        Some(_) if loaded.diagnostics.iter().next().is_some() => "read, with warnings",
        _ => "read",
    };
    let mut said = format!("{name}: {verdict}\n");
    for one in loaded.diagnostics.sorted() {
        let place = loaded.documents.sources.locate(one.span);
        let (line, column) = (place.line, place.column);
        let message = &one.message;
        writeln!(said, "  {line}:{column} {}: {message}", one.code).expect("strings take all");
    }
    said
}

/// The parts of the suite, and whether their documents are valid.
const PARTS: [(&str, &str, bool); 4] = [
    ("3.1 valid", "v3.1/tests/schema/pass", true),
    ("3.1 invalid", "v3.1/tests/schema/fail", false),
    ("3.2 valid", "v3.2/tests/schema/pass", true),
    ("3.2 invalid", "v3.2/tests/schema/fail", false),
];

#[test]
fn invalid_documents_are_reported_and_valid_ones_are_read() {
    let Some(suite) = report::folder("openapi") else {
        return;
    };
    let mut report = Report::new("tests/suites/openapi.yaml");
    let mut snapshot = String::new();
    for (part, folder, valid) in PARTS {
        for file in report::files(&suite.join(folder), "yaml") {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{part}/{stem}");
            let loaded = spec::load(&file);
            let said = diagnostics(&loaded, &name);
            let is_silent = loaded.diagnostics.iter().next().is_none();
            let fails = if valid {
                loaded.api.is_none()
            } else {
                is_silent
            };
            snapshot += &said;
            report.add(part, name, fails.then_some(said));
        }
    }
    snapshot::compare(Path::new(SNAPSHOT), &snapshot);
    report.check("OpenAPI Initiative");
}
