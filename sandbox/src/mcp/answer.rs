//! Converts the response of an operation to the result of its tool.

use axum::body::to_bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rmcp::model::{CallToolResult, ContentBlock, MetaObject};
use serde_json::{Map, Value, json};

use super::binding::{Binding, Success, Wrapped};

/// The property of `_meta` with the header fields of a response that add to its body.
const HEADERS: &str = "marketplace.example/headers";

/// Reads a response. A result is also sent as text, for clients that do not support structured
/// content (MCP, Tools, Structured Content). An error is sent as text only: structured content
/// would have to conform to the output schema.
///
/// # Errors
/// Returns an error if the response does not follow the description.
pub(super) async fn read(binding: &Binding, response: Response) -> anyhow::Result<CallToolResult> {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await?;
    let success = binding
        .success
        .iter()
        .find(|success| success.status == parts.status.as_u16());
    let Some(success) = success else {
        anyhow::ensure!(
            !parts.status.is_success(),
            "{} is not described",
            parts.status
        );
        return Ok(error(parts.status, &String::from_utf8_lossy(&body)));
    };
    let content = match &success.media_type {
        Some(_) => Some(serde_json::from_slice(&body)?),
        None => None,
    };
    let wrapped = wrap(success, content)?;
    let mut result = CallToolResult::success(vec![ContentBlock::text(wrapped.to_string())]);
    result.structured_content = Some(wrapped);
    result.meta = meta(success, &parts.headers);
    Ok(result)
}

/// Returns a tool error, which the caller can read and correct.
pub(super) fn error(status: StatusCode, body: &str) -> CallToolResult {
    let text = match body {
        "" => status.to_string(),
        body => body.to_owned(),
    };
    CallToolResult::error(vec![ContentBlock::text(text)])
}

fn wrap(success: &Success, content: Option<Value>) -> anyhow::Result<Value> {
    match (success.wrapped, content) {
        (Wrapped::Bare, Some(content)) => Ok(content),
        (Wrapped::Bare, None) => anyhow::bail!("the answer is empty"),
        (Wrapped::Envelope, content) => {
            let mut envelope = Map::from_iter([("status".to_owned(), json!(success.status))]);
            if let Some(content) = content {
                envelope.insert("mediaType".to_owned(), json!(success.media_type));
                envelope.insert("body".to_owned(), content);
            }
            Ok(Value::Object(envelope))
        }
    }
}

fn meta(success: &Success, headers: &HeaderMap) -> Option<MetaObject> {
    let named = success.headers.iter().filter_map(|name| {
        let value = headers.get(name)?.to_str().ok()?;
        Some((name.clone(), json!(value)))
    });
    let named: Map<String, Value> = named.collect();
    if named.is_empty() {
        return None;
    }
    let mut meta = MetaObject::default();
    meta.insert(HEADERS.to_owned(), Value::Object(named));
    Some(meta)
}
