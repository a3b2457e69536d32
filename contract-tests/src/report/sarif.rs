//! SARIF 2.1.0 (OASIS), for code hosts that show findings at their line of the description.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use super::model::{CheckRow, Finding, Level, Report, Verdict};
use super::text::{cut, lines};
use crate::description::Place;

/// The schema of the form, as the standard names it.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// How many characters of a text one message carries.
const LONGEST: usize = 4_000;

/// What a path segment of a relative URI need not encode (RFC 3986 section 3.3), and the slash.
const PATH: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'.')
    .remove(b'-')
    .remove(b'_')
    .remove(b'~');

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Log<'r> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'r>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'r> {
    tool: Tool<'r>,
    invocations: [Invocation<'r>; 1],
    column_kind: &'static str,
    results: Vec<Sarif<'r>>,
}

#[derive(Serialize)]
struct Tool<'r> {
    driver: Driver<'r>,
}

#[derive(Serialize)]
struct Driver<'r> {
    name: &'static str,
    version: &'r str,
    rules: Vec<Rule<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule<'r> {
    id: &'r str,
    short_description: Text,
    properties: Properties<'r>,
}

#[derive(Serialize)]
struct Properties<'r> {
    requirement: &'r str,
    strength: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation<'r> {
    execution_successful: bool,
    start_time_utc: &'r str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sarif<'r> {
    rule_id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text,
    locations: Vec<Location>,
    partial_fingerprints: BTreeMap<&'static str, &'r str>,
    occurrence_count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressions: Option<[Suppression; 1]>,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
}

#[derive(Serialize)]
struct Suppression {
    kind: &'static str,
    justification: String,
}

/// The report as SARIF.
pub fn render(report: &Report) -> Result<String> {
    let rules = report.checks.iter().map(rule).collect();
    let results = report.findings.iter();
    let run = Run {
        tool: Tool {
            driver: Driver {
                name: "conformance",
                version: &report.tool,
                rules,
            },
        },
        invocations: [Invocation {
            execution_successful: report.verdict != Verdict::Unreachable,
            start_time_utc: &report.started,
        }],
        column_kind: "unicodeCodePoints",
        results: results.map(|finding| result(report, finding)).collect(),
    };
    let log = Log {
        schema: SCHEMA,
        version: "2.1.0",
        runs: [run],
    };
    let text = serde_json::to_string_pretty(&log).context("SARIF cannot be written")?;
    Ok(text + "\n")
}

fn rule(check: &CheckRow) -> Rule<'_> {
    Rule {
        id: &check.id,
        short_description: message(&check.about),
        properties: Properties {
            requirement: &check.requirement,
            strength: check.strength.as_str(),
        },
    }
}

fn result<'r>(report: &'r Report, finding: &'r Finding) -> Sarif<'r> {
    let mut checks = report.checks.iter();
    let accepted = finding.accepted.as_deref();
    let accepted = accepted.or((finding.level == Level::Accepted).then_some("accepted"));
    Sarif {
        rule_id: &finding.check,
        rule_index: checks.position(|check| check.id == finding.check),
        level: level(finding.level, report.target.strict),
        message: message(&told(finding)),
        locations: finding.place.iter().map(location).collect(),
        partial_fingerprints: BTreeMap::from([("finding/v1", finding.id.as_str())]),
        // The standard has it from 1.
        occurrence_count: finding.count.max(1),
        suppressions: accepted.map(|why| {
            [Suppression {
                kind: "external",
                justification: cut(&lines(why), LONGEST),
            }]
        }),
    }
}

/// What fails the run is an error.
const fn level(level: Level, strict: bool) -> &'static str {
    match level {
        _ if level.fails(strict) => "error",
        Level::Violation | Level::Assumed | Level::Warning => "warning",
        Level::Info | Level::Accepted => "note",
    }
}

fn told(finding: &Finding) -> String {
    let operation = finding.operation.as_ref();
    let operation = operation.map(|id| format!("{id}: ")).unwrap_or_default();
    format!(
        "{operation}{}\nExpected: {}\nActual: {}\n{} ({})",
        finding.title, finding.expected, finding.actual, finding.requirement, finding.source
    )
}

fn message(text: &str) -> Text {
    Text {
        text: cut(&lines(text), LONGEST),
    }
}

fn location(place: &Place) -> Location {
    let file = place.file.replace('\\', "/");
    let file = file.trim_start_matches("./");
    let encoded = utf8_percent_encode(file, PATH);
    let uri = if file.starts_with('/') {
        format!("file://{encoded}")
    } else {
        encoded.to_string()
    };
    Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation { uri },
            region: Region {
                start_line: place.line.max(1),
                start_column: place.column.max(1),
            },
        },
    }
}
