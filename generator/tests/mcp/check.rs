//! Checks tools against MCP and JSON Schema.

use serde_json::Value;

use crate::made::Made;

/// Returns all errors in the tools of a description.
pub fn complaints(made: &Made) -> Vec<String> {
    let mut complaints = Vec::new();
    let operations = made.api.operations.len();
    let left_out = made.bindings["leftOut"].as_array().map_or(0, Vec::len);
    if made.tools.len() + left_out != operations {
        complaints.push(format!(
            "{operations} operations, {} tools",
            made.tools.len()
        ));
    }
    let mut names = made.names();
    names.sort_unstable();
    names.dedup();
    if names.len() != made.tools.len() {
        complaints.push("two tools have the same name".to_owned());
    }
    for tool in &made.tools {
        let said = of_tool(tool, made.binding(tool));
        complaints.extend(
            said.into_iter()
                .map(|what| format!("{}: {what}", tool["name"])),
        );
    }
    complaints
}

fn of_tool(tool: &Value, binding: &Value) -> Vec<String> {
    const MEMBERS: &[&str] = &[
        "name",
        "title",
        "description",
        "inputSchema",
        "outputSchema",
        "annotations",
    ];
    let mut complaints = Vec::new();
    let members = tool.as_object().expect("a tool is an object");
    let odd = members
        .keys()
        .filter(|name| !MEMBERS.contains(&name.as_str()));
    complaints.extend(odd.map(|name| format!("a tool has no `{name}`")));
    if !is_name(tool["name"].as_str().unwrap_or_default(), 128) {
        complaints.push("the name is not allowed".to_owned());
    }
    let arguments = tool["inputSchema"]["properties"].as_object();
    for argument in arguments.into_iter().flatten().map(|(name, _)| name) {
        if !is_name(argument, 64) {
            complaints.push(format!("`{argument}` is not the name of an argument"));
        }
    }
    let bound = binding["parameters"].as_array().map_or(0, Vec::len);
    let bound = bound + usize::from(!binding["body"].is_null());
    if arguments.map(serde_json::Map::len) != Some(bound) {
        complaints.push("not every argument is bound".to_owned());
    }
    for which in ["inputSchema", "outputSchema"] {
        let said = of_schema(&tool[which]).into_iter();
        complaints.extend(said.map(|what| format!("{which}: {what}")));
    }
    complaints
}

pub fn is_name(name: &str, longest: usize) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (1..=longest).contains(&name.len()) && name.chars().all(allowed)
}

/// Returns the errors of a schema: its dialect, its root, its references, or those of a validator.
fn of_schema(schema: &Value) -> Option<String> {
    const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
    if schema["$schema"] != DIALECT || schema["type"] != "object" {
        return Some("is no schema of an object in 2020-12".to_owned());
    }
    if let Some(reference) = lost(schema, schema) {
        return Some(format!("`{reference}` does not exist"));
    }
    if let Err(error) = jsonschema::draft202012::meta::validate(schema) {
        return Some(format!("{}: {error}", error.instance_path()));
    }
    let compiled = jsonschema::draft202012::new(schema);
    compiled
        .err()
        .map(|error| format!("does not compile: {error}"))
}

/// Returns a reference that leads out of the schema or to nothing.
fn lost(schema: &Value, root: &Value) -> Option<String> {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let name = reference.strip_prefix("#/$defs/");
        if name.and_then(|name| root["$defs"].get(name)).is_none() {
            return Some(reference.to_owned());
        }
    }
    let maps = ["properties", "$defs"].map(|name| schema[name].as_object());
    let maps = maps.into_iter().flatten().flat_map(|map| map.values());
    let lists = ["allOf", "anyOf", "oneOf", "prefixItems"].map(|name| schema[name].as_array());
    let lists = lists.into_iter().flatten().flatten();
    let single = ["items", "additionalProperties", "not"].map(|name| schema.get(name));
    let mut below = maps.chain(lists).chain(single.into_iter().flatten());
    below.find_map(|schema| lost(schema, root))
}

/// Returns a validator for one of the schemas of a tool.
pub fn validator(tool: &Value, which: &str) -> jsonschema::Validator {
    jsonschema::draft202012::new(&tool[which]).expect("it compiles")
}
