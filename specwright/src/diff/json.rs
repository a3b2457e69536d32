//! Writes changes as one JSON list.

use anyhow::Result;
use serde_json::{Value, json};

use super::finding::{Counterexample, Finding, Program, Spot};
use super::report::Report;

/// Returns the whole report.
pub(super) fn render(report: &Report) -> Result<String> {
    let list: Vec<_> = report.findings.iter().map(entry).collect();
    let list = serde_json::to_string_pretty(&list)?;
    Ok(messages::json::escaped(&list) + "\n")
}

fn entry(finding: &Finding) -> Value {
    let change = &finding.change;
    let endpoint = finding.endpoint();
    let shown = |spot: &Option<Spot>| spot.as_ref().map(Spot::shown);
    let pointer = |spot: &Option<Spot>| spot.as_ref().map(|one| one.pointer.clone());
    let operations: Vec<_> = change.operations.iter().map(|one| &**one).collect();
    json!({
        "rule": change.rule,
        "level": change.level,
        "category": change.category,
        "way": change.way,
        "operation": change.operation,
        "method": endpoint.map(|(method, _)| method),
        "path": endpoint.map(|(_, path)| path),
        "status": change.status,
        "operations": operations,
        "at": change.at,
        "text": change.text,
        "old": shown(&finding.old),
        "new": shown(&finding.new),
        "oldPointer": pointer(&finding.old),
        "newPointer": pointer(&finding.new),
        "fingerprint": finding.fingerprint,
        "accepted": finding.accepted,
        "excuse": change.excuse,
        "retypes": change.retypes,
        "rebuilds": change.rebuilds,
        "hits": finding.hits,
        "counterexample": finding.counterexample.as_ref().map(counterexample),
        "programs": finding.programs.iter().map(program).collect::<Vec<_>>(),
    })
}

/// A line that may no longer compile.
fn program(program: &Program) -> Value {
    json!({"language": program.language, "line": program.line})
}

/// Returns the request or the response; null if none was found.
fn counterexample(shown: &Counterexample) -> Value {
    let Counterexample::Found(found) = shown else {
        return Value::Null;
    };
    let value = found.value.as_deref();
    let value = value.and_then(|text| serde_json::from_str::<Value>(text).ok());
    json!({
        "place": found.place,
        "what": found.what,
        "value": value,
        "why": found.why,
    })
}
