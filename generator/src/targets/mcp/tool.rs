//! `tools.json`: each operation as an MCP tool.

use super::plan::Tool;
use super::prose;
use super::prose::visible;
use crate::json::Object;

/// Returns a tool, with its schemas.
pub(super) fn tool(tool: &Tool<'_>, input: Object, output: Option<Object>) -> Object {
    let operation = tool.operation;
    let title = operation.summary.as_deref();
    let title = title.map(|title| visible(title.trim()));
    let method = operation.method;
    let annotations = Object::new()
        .with_some("title", title.clone())
        .with("readOnlyHint", method.is_safe())
        .with("destructiveHint", operation.is_destructive())
        .with("idempotentHint", method.is_idempotent())
        .with("openWorldHint", true);
    Object::new()
        .with("name", tool.name.as_str())
        .with_some("title", title)
        .with("description", prose::of_tool(operation))
        .with("inputSchema", input)
        .with_some("outputSchema", output)
        .with("annotations", annotations)
}
