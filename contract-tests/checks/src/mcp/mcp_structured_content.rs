//! MCP-17: structured content is valid against the tool's output schema.

use serde_json::{Map, Value, json};

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::session::mcp::Tool;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-structured-content",
    requirement: "MCP-17",
    strength: None,
    about: "structuredContent conforms to the outputSchema of its tool.",
    example: "outputSchema: total is an integer\n\
              < {\"structuredContent\": {\"total\": \"12\"}}",
    fix: "Build structuredContent from the type that outputSchema is generated from.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of tools that are called.
const TOOLS: usize = 12;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let tools = mcp.tools(session).await?.iter();
    let tools = tools.filter(|tool| tool.is_read_only());
    let callable = tools.filter_map(|tool| {
        let output = tool.schema("outputSchema")?;
        Some((tool, arguments(session, tool)?, output))
    });
    let callable: Vec<_> = callable.take(TOOLS).collect();
    for (tool, arguments, output) in callable {
        let params = json!({ "name": tool.name(), "arguments": arguments });
        let message = mcp.request(session, "tools/call", params);
        let reply = mcp.send(session, message).await?;
        let Some(result) = reply.result() else {
            outcome.undecided(format!(
                "{} is answered with {}",
                tool.name(),
                reply.summary()
            ));
            continue;
        };
        if result.get("isError").and_then(Json::as_bool) == Some(true) {
            continue;
        }
        let content = result.get("structuredContent").map(Json::to_value);
        let Ok(validator) = jsonschema::draft202012::new(&output) else {
            outcome.undecided(format!(
                "the outputSchema of {} cannot be used",
                tool.name()
            ));
            continue;
        };
        let wrong = match &content {
            None => Some("it is missing".to_owned()),
            Some(content) => validator
                .validate(content)
                .err()
                .map(|error| format!("at {}: {}", error.instance_path(), error.masked())),
        };
        outcome.require(wrong.is_none(), &[reply.answer.exchange()], || {
            Fault::new(format!(
                "the structuredContent of {} is not what its outputSchema says",
                tool.name()
            ))
            .expected("structuredContent that is valid by outputSchema")
            .actual(wrong.unwrap_or_default())
            .pointer("/result/structuredContent")
        });
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        let why = "no tool that only reads has an output schema and arguments that are known";
        return Err(Stop::Skip(why.to_owned()));
    }
    Ok(())
}

/// Returns the arguments that a tool requires, if all of them are known.
fn arguments(session: &Session, tool: &Tool) -> Option<Map<String, Value>> {
    let name = &session.primary().name;
    let given = session.given(name);
    let schema = tool.schema("inputSchema")?;
    let required = schema.get("required").and_then(Value::as_array);
    let mut arguments = Map::new();
    for argument in required.into_iter().flatten().filter_map(Value::as_str) {
        let known = || {
            let resource = session.world.resources.named_by(None, argument)?;
            Some(session.world.pool.first(name, resource)?.id)
        };
        let value = given.get(argument).cloned().or_else(known)?;
        arguments.insert(argument.to_owned(), Value::from(value));
    }
    Some(arguments)
}
