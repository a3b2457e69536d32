//! Checks of the MCP endpoint.

mod audience_checked;
mod bad_arguments;
mod batch_refused;
mod challenge;
mod discover_complete;
mod get_stream;
mod headers_match;
mod initialize_complete;
mod legacy_version_assumed;
mod legacy_version_refused;
mod meta_required;
mod metadata_found;
mod method_unknown;
mod no_streams;
mod notification_accepted;
mod origin_checked;
mod response_form;
mod result_typed;
mod scope_challenge;
mod session_deleted;
mod session_ended;
mod session_id_required;
mod session_id_visible;
mod structured_content;
mod token_required;
mod tool_names;
mod tool_schemas;
mod tools_cacheable;
mod tools_stable;
mod unknown_tool;
mod version_refused;

use crate::check::{Check, Fault, Outcome};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::mcp::{Mcp, Message, Reply, SESSION};
use conformance_engine::session::{Answer, Session, Stop};
use serde_json::json;

/// The checks, in the order of the catalogue.
pub static ALL: &[&Check] = &[
    &token_required::CHECK,
    &metadata_found::CHECK,
    &origin_checked::CHECK,
    &response_form::CHECK,
    &batch_refused::CHECK,
    &notification_accepted::CHECK,
    &discover_complete::CHECK,
    &headers_match::CHECK,
    &version_refused::CHECK,
    &method_unknown::CHECK,
    &meta_required::CHECK,
    &result_typed::CHECK,
    &no_streams::CHECK,
    &initialize_complete::CHECK,
    &legacy_version_refused::CHECK,
    &legacy_version_assumed::CHECK,
    &session_id_visible::CHECK,
    &session_id_required::CHECK,
    &session_ended::CHECK,
    &session_deleted::CHECK,
    &get_stream::CHECK,
    &tools_stable::SET,
    &tools_stable::ORDER,
    &tool_names::CHECK,
    &tool_schemas::VALID,
    &tool_schemas::LOCAL,
    &tools_cacheable::CHECK,
    &unknown_tool::CHECK,
    &bad_arguments::CHECK,
    &structured_content::CHECK,
    &audience_checked::CHECK,
    &scope_challenge::CHECK,
];

/// A result has a member, in the form that it must have.
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

/// A member of a result: its name, what it must be, and whether a value is that.
type Rule<'r> = (
    &'static str,
    &'static str,
    &'r (dyn Fn(&Json) -> bool + Sync),
);

/// Why checks of sessions are left out.
const NO_SESSIONS: &str = "the endpoint gives out no session id";

/// Expects an error of the modern era: a status and a code.
fn expect_error(outcome: &mut Outcome, reply: &Reply, what: &str, error: (u16, i64)) -> bool {
    let (status, code) = error;
    let holds = reply.answer.status == status && reply.code() == Some(code);
    outcome.expect(holds, &[reply.answer.exchange()], || {
        Fault::new(format!("{what} is not answered with {status} and {code}"))
            .must(expectation::status(&[status]).and(expectation::member(
                "error",
                json!({ "properties": { "code": { "const": code } }, "required": ["code"] }),
            )))
            .expected(format!("{status} with the error code {code}"))
            .actual(reply.summary())
    })
}

/// Whether a value says how long something may be kept, in milliseconds.
fn is_ttl(value: &Json) -> bool {
    value
        .number()
        .and_then(|text| text.parse::<f64>().ok())
        .is_some_and(|number| number >= 0.0)
}

/// Whether a value says for whom something may be kept.
fn is_scope(value: &Json) -> bool {
    matches!(value.as_str(), Some("public" | "private"))
}

/// Begins a session of its own and ends it; its id, and the answer to its end.
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
