//! MCP-17: invalid arguments are reported as a tool result, which the caller's model can read.

use serde_json::{Value, json};

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::json::Json;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "mcp-bad-arguments",
    requirement: "MCP-17",
    strength: None,
    about: "A call with arguments that fail validation gives a result with isError true.",
    example: "> tools/call {\"name\": \"listOffers\", \"arguments\": {\"limit\": \"many\"}}\n\
              < {\"error\": {\"code\": -32603}}",
    fix: "Validate arguments by inputSchema and answer with a result that has isError: true and \
          says what was wrong, so that the model can correct itself.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of tools that are called.
const TOOLS: usize = 5;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let tools = mcp.tools(session).await?.iter();
    let tools = tools.filter(|tool| tool.is_read_only());
    let bad = tools.filter_map(|tool| Some((tool, unfit(&tool.schema("inputSchema")?)?)));
    let bad: Vec<_> = bad.take(TOOLS).collect();
    if bad.is_empty() {
        let why = "there is no tool that only reads and needs an argument of a type";
        return Err(Stop::Skip(why.to_owned()));
    }
    // Up to revision 2025-06-18, they count as protocol errors.
    let is_old = mcp.discovered.is_none() && mcp.revision() < "2025-11-25";
    for (tool, arguments) in bad {
        let params = json!({ "name": tool.name(), "arguments": arguments });
        let message = mcp.request(session, "tools/call", params);
        let reply = mcp.send(session, message).await?;
        if reply.answer.status == 403 {
            outcome.skip(format!(
                "the token does not have the scope for {}",
                tool.name()
            ));
            continue;
        }
        let flag = reply.result().and_then(|result| result.get("isError"));
        let holds =
            flag.and_then(Json::as_bool) == Some(true) || (is_old && reply.code() == Some(-32602));
        outcome.require(holds, &[reply.answer.exchange()], || {
            Fault::new("a call with bad arguments does not give a result with isError")
                .must(expectation::member("result", json!({ "properties": { "isError": { "const": true } }, "required": ["isError"] }))).expected("a result with isError true")
                .actual(format!("{}: {}", tool.name(), reply.summary()))
        });
    }
    Ok(())
}

/// Returns arguments of which one has a type that its schema does not allow.
fn unfit(schema: &Value) -> Option<Value> {
    let required = schema.get("required")?.as_array()?;
    let mut names = required.iter().filter_map(Value::as_str);
    let validator = jsonschema::draft202012::new(schema).ok()?;
    names.find_map(|name| {
        let arguments = json!({ name: [{ "conformance": null }] });
        (!validator.is_valid(&arguments)).then_some(arguments)
    })
}
