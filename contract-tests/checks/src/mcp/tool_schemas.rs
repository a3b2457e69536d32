//! MCP-16 d and e: the schema of a tool's arguments is valid, and usable without network access.

use serde_json::Value;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_engine::session::{Session, Stop};

/// The check of the schemas.
pub static VALID: Check = Check {
    id: "mcp-tool-schemas-valid",
    requirement: "MCP-16",
    strength: None,
    about: "Every inputSchema is a valid JSON Schema for an object.",
    example: "{\"name\": \"listOffers\", \"inputSchema\": {\"type\": \"array\"}}",
    fix: "Let inputSchema be a valid JSON Schema of type object, also for tools without arguments.",
    run: Run::Probe(|session, outcome| Box::pin(check_valid(session, outcome))),
};

/// The check of their references.
pub static LOCAL: Check = Check {
    id: "mcp-tool-schemas-local",
    requirement: "MCP-16",
    strength: Some(Strength::Should),
    about: "No inputSchema refers to an address on the network.",
    example: "{\"inputSchema\": {\"$ref\": \"https://example.com/offer.json\"}}",
    fix: "Put the referenced schema under $defs of the same schema.",
    run: Run::Probe(|session, outcome| Box::pin(check_local(session, outcome))),
};

/// The maximum depth to which schemas are searched.
const DEPTH: usize = 64;

async fn check_valid(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    check(session, outcome, fault).await
}

async fn check_local(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    check(session, outcome, |schema| {
        schema
            .and_then(|schema| remote(schema, DEPTH))
            .map(|target| {
                Fault::new("the inputSchema of a tool refers to an address on the network")
                    .expected("no such $ref")
                    .actual(target.to_owned())
            })
    })
    .await
}

async fn check(
    session: &Session,
    outcome: &mut Outcome,
    fault: impl Fn(Option<&Value>) -> Option<Fault>,
) -> Result<(), Stop> {
    let mcp = session.mcp().await?;
    let pages = mcp.list_tools(session).await?;
    let exchanges: Vec<_> = pages.iter().map(|page| page.answer.exchange()).collect();
    for tool in mcp.tools(session).await? {
        let schema = tool.schema("inputSchema");
        match fault(schema.as_ref()) {
            None => outcome.pass(),
            Some(mut fault) => {
                fault.actual = format!("{}: {}", tool.name(), fault.actual);
                outcome.fail(fault, &exchanges);
            }
        }
    }
    Ok(())
}

/// Returns what is wrong with an input schema (MCP 2026-07-28, basic, JSON Schema Usage).
fn fault(schema: Option<&Value>) -> Option<Fault> {
    let wrong = |actual: String| {
        let title = "the inputSchema of a tool is not a valid JSON Schema for an object";
        let expected = "a JSON Schema (2020-12 if $schema is missing) with `type: object`";
        Some(Fault::new(title).expected(expected).actual(actual))
    };
    let Some(schema) = schema else {
        return wrong("it is missing".to_owned());
    };
    if schema.get("type").and_then(Value::as_str) != Some("object") {
        return wrong("`type` is not `object`".to_owned());
    }
    let known = schema.get("$schema").and_then(Value::as_str);
    let is_standard = known.is_none_or(|name| name.contains("json-schema.org/"));
    let checked = match known {
        None => jsonschema::draft202012::meta::validate(schema),
        Some(_) if is_standard => jsonschema::meta::validate(schema),
        // Any dialect may be declared, and what it requires is unknown.
        Some(_) => Ok(()),
    };
    checked.err().and_then(|error| wrong(error.to_string()))
}

/// Returns the first reference to an address on the network.
fn remote(schema: &Value, depth: usize) -> Option<&str> {
    let depth = depth.checked_sub(1)?;
    match schema {
        Value::Array(items) => items.iter().find_map(|item| remote(item, depth)),
        Value::Object(members) => members
            .iter()
            .find_map(|(name, value)| match name.as_str() {
                "$ref" | "$dynamicRef" => value.as_str().filter(|target| {
                    target.starts_with("http://") || target.starts_with("https://")
                }),
                "const" | "default" | "enum" | "examples" => None,
                _ => remote(value, depth),
            }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{DEPTH, fault, remote};

    #[test]
    fn schemas() {
        for (schema, is_good) in [
            (json!({ "type": "object" }), true),
            (
                json!({ "type": "object", "properties": { "a": { "type": "int" } } }),
                false,
            ),
            (json!({ "type": "string" }), false),
            (json!(true), false),
            (
                json!({ "$schema": "http://json-schema.org/draft-07/schema#", "type": "object" }),
                true,
            ),
            (
                json!({ "$schema": "https://example.invalid/own", "type": "object", "items": 1 }),
                true,
            ),
        ] {
            assert_eq!(fault(Some(&schema)).is_none(), is_good, "{schema}");
        }
        assert!(fault(None).is_some());
    }

    #[test]
    fn references() {
        let far = json!({ "properties": { "a": { "anyOf": [{ "$ref": "https://example.invalid/a" }] } } });
        assert_eq!(remote(&far, DEPTH), Some("https://example.invalid/a"));
        let near =
            json!({ "$ref": "#/$defs/a", "default": { "$ref": "https://example.invalid/a" } });
        assert_eq!(remote(&near, DEPTH), None);
    }
}
