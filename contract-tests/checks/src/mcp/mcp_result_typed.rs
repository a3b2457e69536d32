//! MCP-10: results have a type, and errors have codes of the specification.

use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::exchange::Host;
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::mcp::{MODERN, VERSION, messages};

pub static CHECK: Check = Check {
    id: "mcp-result-typed",
    requirement: "MCP-10",
    strength: None,
    about: "Every result has resultType, and every error code is one that the revision defines.",
    example: "< {\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"tools\": []}}     (no resultType)",
    fix: "Add resultType to every result of the modern era, and use only error codes that the \
          revision defines.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    let request = &seen.exchange.request;
    let is_modern = request.host == Host::Token
        && request.method == "POST"
        && request.path() == seen.session.mcp_path()
        && request.header(VERSION) == Some(MODERN);
    let Some(all) = is_modern.then(|| messages(seen.response).ok()).flatten() else {
        return Verdict::NotApplicable;
    };
    let mut faults = Vec::new();
    let mut is_checked = false;
    for message in &all {
        if let Some(result) = message.get("result") {
            is_checked = true;
            let kind = result.get("resultType").and_then(Json::as_str);
            if kind.is_none_or(str::is_empty) {
                faults.push(
                    Fault::new("a result has no resultType")
                        .must(expectation::json(json!({ "properties": { "result": { "required": ["resultType"], "properties": { "resultType": { "type": "string", "minLength": 1 } } } } })).when(expectation::is_json())).expected("a string")
                        .actual("none")
                        .pointer("/result/resultType"),
                );
            }
        }
        let code = message
            .get("error")
            .and_then(|error| error.get("code")?.as_i64());
        if let Some(code) = code {
            is_checked = true;
            if is_undefined(code) {
                faults.push(
                    Fault::new(format!("an error has the code {code}"))
                        .must(expectation::json(json!({ "properties": { "error": { "properties": { "code": { "not": { "const": code } } } } } })).when(expectation::is_json())).expected("a code that revision 2026-07-28 defines")
                        .actual(code.to_string())
                        .pointer("/error/code"),
                );
            }
        }
    }
    if is_checked {
        Verdict::of(faults)
    } else {
        Verdict::NotApplicable
    }
}

/// Returns whether a code is of an earlier revision, or reserved and not assigned.
const fn is_undefined(code: i64) -> bool {
    matches!(code, -32002 | -32042 | -32099..=-32023)
}
