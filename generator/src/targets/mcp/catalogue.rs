//! The catalogue: few tools that search, describe and call the operations of a large API.

use serde_json::json;

use super::plan::{Plan, Tool};
use crate::json::Object;

/// The name of the argument that selects an operation.
const OPERATION: &str = "operation";

/// The tools that call operations. Each has operations with the same hints, so that a client can
/// ask its user before it calls a destructive one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Read,
    Write,
    Destroy,
}

impl Effect {
    const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Destroy];

    fn of(tool: &Tool<'_>) -> Self {
        let operation = tool.operation;
        if operation.is_destructive() {
            Self::Destroy
        } else if operation.method.is_safe() {
            Self::Read
        } else {
            Self::Write
        }
    }

    /// Returns the name of the tool that calls operations with this effect.
    const fn tool(self) -> &'static str {
        match self {
            Self::Read => "call_read_operation",
            Self::Write => "call_write_operation",
            Self::Destroy => "call_destructive_operation",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Read => "Call an operation that changes nothing",
            Self::Write => "Call an operation that adds or changes something",
            Self::Destroy => "Call an operation whose effect cannot be undone",
        }
    }
}

/// Returns the tools of the list: those that search and describe, and one for each effect that
/// operations have.
pub(super) fn tools(plan: &Plan<'_>) -> Object {
    let mut tools = vec![search(), describe()];
    for effect in Effect::ALL {
        let mut own = plan.tools.iter().filter(|tool| Effect::of(tool) == effect);
        if own.clone().next().is_some() {
            let is_idempotent = own.all(|tool| tool.operation.method.is_idempotent());
            tools.push(call(effect, is_idempotent));
        }
    }
    Object::new().with("tools", tools)
}

/// Returns an entry of the catalogue.
pub(super) fn entry(tool: &Tool<'_>, json: Object) -> Object {
    Object::new()
        .with("callWith", Effect::of(tool).tool())
        .with("tags", json!(tool.operation.tags))
        .with("tool", json)
}

fn search() -> Object {
    let query = Object::new()
        .with("type", "string")
        .with("minLength", 1_u64)
        .with("maxLength", 200_u64)
        .with(
            "description",
            "Words of names, titles, tags, paths and descriptions.",
        );
    let limit = Object::new()
        .with("type", "integer")
        .with("minimum", 1_u64)
        .with("maximum", 50_u64)
        .with("default", 10_u64)
        .with(
            "description",
            "The greatest number of operations to return.",
        );
    let properties = Object::new().with("query", query).with("limit", limit);
    tool(
        "search_operations",
        "Search operations",
        "Finds operations of the API by words, the best matches first. Returns the name of each, \
         its title, its request, and the tool to call it with.",
        input(properties, &["query"]),
        hints(Effect::Read, true, false),
    )
}

fn describe() -> Object {
    tool(
        "describe_operation",
        "Describe an operation",
        "Returns the description of an operation and the JSON Schema of its arguments.",
        input(Object::new().with(OPERATION, operation()), &[OPERATION]),
        hints(Effect::Read, true, false),
    )
}

fn call(effect: Effect, is_idempotent: bool) -> Object {
    let arguments = Object::new().with("type", "object").with(
        "description",
        "The arguments, by the schema that `describe_operation` returns.",
    );
    let properties = Object::new()
        .with(OPERATION, operation())
        .with("arguments", arguments);
    let title = effect.title();
    let description = format!(
        "{title}. `search_operations` returns the operations with this tool as `callWith`."
    );
    tool(
        effect.tool(),
        title,
        &description,
        input(properties, &[OPERATION]),
        hints(effect, is_idempotent, true),
    )
}

fn operation() -> Object {
    Object::new()
        .with("type", "string")
        .with("description", "The name of the operation.")
}

fn input(properties: Object, required: &[&str]) -> Object {
    Object::new()
        .with("$schema", super::schema::DIALECT)
        .with("type", "object")
        .with("properties", properties)
        .with("required", required.to_vec())
        .with("additionalProperties", false)
}

/// Returns the hints of a tool; one that reads the catalogue does not reach the service.
fn hints(effect: Effect, is_idempotent: bool, reaches: bool) -> Object {
    Object::new()
        .with("readOnlyHint", effect == Effect::Read)
        .with("destructiveHint", effect == Effect::Destroy)
        .with("idempotentHint", is_idempotent)
        .with("openWorldHint", reaches)
}

fn tool(name: &str, title: &str, description: &str, input: Object, hints: Object) -> Object {
    let mut annotations = Object::new().with("title", title);
    annotations.extend(hints);
    Object::new()
        .with("name", name)
        .with("title", title)
        .with("description", description)
        .with("inputSchema", input)
        .with("annotations", annotations)
}
