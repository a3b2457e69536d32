//! Checks of the MCP endpoint.

mod challenge;
mod mcp_audience_checked;
mod mcp_bad_arguments;
mod mcp_batch_refused;
mod mcp_discover_complete;
mod mcp_get_stream;
mod mcp_headers_match;
mod mcp_initialize_complete;
mod mcp_legacy_version_assumed;
mod mcp_legacy_version_refused;
mod mcp_meta_required;
mod mcp_metadata_found;
mod mcp_method_unknown;
mod mcp_no_streams;
mod mcp_notification_accepted;
mod mcp_origin_checked;
mod mcp_response_form;
mod mcp_result_typed;
mod mcp_scope_challenge;
mod mcp_session_deleted;
mod mcp_session_ended;
mod mcp_session_id_required;
mod mcp_session_id_visible;
mod mcp_structured_content;
mod mcp_token_required;
mod mcp_tool_names;
mod mcp_tools_cacheable;
mod mcp_unknown_tool;
mod mcp_version_refused;
mod tool_schemas;
mod tools_stable;

use crate::check::{Check, Fault, Outcome};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::mcp::{Mcp, Message, Reply, SESSION};
use conformance_engine::session::{Answer, Session, Stop};
use serde_json::json;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &mcp_token_required::CHECK,
    &mcp_metadata_found::CHECK,
    &mcp_origin_checked::CHECK,
    &mcp_response_form::CHECK,
    &mcp_batch_refused::CHECK,
    &mcp_notification_accepted::CHECK,
    &mcp_discover_complete::CHECK,
    &mcp_headers_match::CHECK,
    &mcp_version_refused::CHECK,
    &mcp_method_unknown::CHECK,
    &mcp_meta_required::CHECK,
    &mcp_result_typed::CHECK,
    &mcp_no_streams::CHECK,
    &mcp_initialize_complete::CHECK,
    &mcp_legacy_version_refused::CHECK,
    &mcp_legacy_version_assumed::CHECK,
    &mcp_session_id_visible::CHECK,
    &mcp_session_id_required::CHECK,
    &mcp_session_ended::CHECK,
    &mcp_session_deleted::CHECK,
    &mcp_get_stream::CHECK,
    &tools_stable::SET,
    &tools_stable::ORDER,
    &mcp_tool_names::CHECK,
    &tool_schemas::VALID,
    &tool_schemas::LOCAL,
    &mcp_tools_cacheable::CHECK,
    &mcp_unknown_tool::CHECK,
    &mcp_bad_arguments::CHECK,
    &mcp_structured_content::CHECK,
    &mcp_audience_checked::CHECK,
    &mcp_scope_challenge::CHECK,
];

/// Requires a property of a result to have its specified form.
fn result_member(name: &str) -> expectation::Rule {
    let form = match name {
        "ttlMs" => json!({ "type": "number", "minimum": 0 }),
        "cacheScope" => json!({ "enum": ["public", "private"] }),
        "supportedVersions" => json!({ "type": "array", "minItems": 1 }),
        "capabilities" | "serverInfo" => json!({ "type": "object" }),
        "protocolVersion" => json!({ "type": "string", "minLength": 1 }),
        _ => json!({}),
    };
    let mut properties = serde_json::Map::new();
    properties.insert(name.to_owned(), form);
    let result = json!({ "required": [name], "properties": properties });
    expectation::member("result", result)
}

/// A property of a result: its name, its form, and whether a value has that form.
type Rule<'r> = (
    &'static str,
    &'static str,
    &'r (dyn Fn(&Json) -> bool + Sync),
);

/// Why checks of sessions are skipped.
const NO_SESSIONS: &str = "the endpoint gives out no session id";

/// Checks for an error of the modern era: a status and a code.
fn check_error(outcome: &mut Outcome, reply: &Reply, what: &str, error: (u16, i64)) -> bool {
    let (status, code) = error;
    let holds = reply.answer.status == status && reply.code() == Some(code);
    outcome.require(holds, &[reply.answer.exchange()], || {
        Fault::new(format!("{what} is not answered with {status} and {code}"))
            .must(expectation::status(&[status]).and(expectation::member(
                "error",
                json!({ "properties": { "code": { "const": code } }, "required": ["code"] }),
            )))
            .expected(format!("{status} with the error code {code}"))
            .actual(reply.summary())
    })
}

/// Returns whether a value is a lifetime in milliseconds.
fn is_ttl(value: &Json) -> bool {
    value
        .number()
        .and_then(|text| text.parse::<f64>().ok())
        .is_some_and(|number| number >= 0.0)
}

/// Returns whether a value says who may cache a result.
fn is_scope(value: &Json) -> bool {
    matches!(value.as_str(), Some("public" | "private"))
}

/// Begins a separate session and ends it. Returns its id, and the response to its end.
async fn end_session(session: &Session, mcp: &Mcp) -> Result<(String, Answer), Stop> {
    let begun = mcp
        .send(session, Message::initialize(session.mcp_id()))
        .await?;
    let Some(id) = begun.answer.header(SESSION).map(str::to_owned) else {
        return Err(Stop::Skip(NO_SESSIONS.to_owned()));
    };
    let ended = mcp.plain(session, "DELETE").header(SESSION, id.as_str());
    Ok((id, ended.send().await?))
}
