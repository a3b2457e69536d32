//! The schemas of tools allow the examples of the description, and responses with additions.

use serde_json::{Map, Value, json};
use spec::Api;
use spec::model::{Additional, Kind, MediaType, Operation, Parameter, Response, SchemaId, Status};

use crate::check::validator;
use crate::made::Made;

#[test]
fn examples_of_requests_are_valid_arguments() {
    let made = Made::ours();
    let mut checked = 0;
    for tool in &made.tools {
        let validator = validator(tool, "inputSchema");
        for arguments in calls(&made, tool) {
            assert_eq!(error(&validator, &arguments), None, "{}", tool["name"]);
            checked += 1;
        }
    }
    assert!(checked >= made.tools.len(), "{checked}");
}

#[test]
fn broken_requests_are_no_arguments() {
    let made = Made::ours();
    let mut checked = 0;
    for tool in &made.tools {
        let validator = validator(tool, "inputSchema");
        for arguments in calls(&made, tool) {
            for broken in broken(tool, &arguments) {
                assert!(!validator.is_valid(&broken), "{}: {broken}", tool["name"]);
                checked += 1;
            }
        }
    }
    assert!(checked > 100, "{checked}");
}

#[test]
fn examples_of_answers_are_valid_results() {
    let made = Made::ours();
    let mut checked = 0;
    for tool in &made.tools {
        let validator = validator(tool, "outputSchema");
        for (result, _) in results(&made, tool) {
            assert_eq!(error(&validator, &result), None, "{}", tool["name"]);
            checked += 1;
        }
    }
    assert!(checked >= made.tools.len(), "{checked}");
}

#[test]
fn answers_with_more_than_is_described_are_valid_results() {
    let made = Made::ours();
    let mut checked = 0;
    for tool in &made.tools {
        let validator = validator(tool, "outputSchema");
        for (result, grown) in results(&made, tool) {
            assert_eq!(error(&validator, &grown), None, "{}: {grown}", tool["name"]);
            checked += usize::from(result != grown);
        }
    }
    assert!(checked > 40, "{checked}");
}

fn error(validator: &jsonschema::Validator, value: &Value) -> Option<String> {
    let mut errors = validator.iter_errors(value);
    errors
        .next()
        .map(|error| format!("{}: {error}", error.instance_path()))
}

fn operation<'m>(made: &'m Made, tool: &Value) -> &'m Operation {
    let id = made.binding(tool)["operationId"]
        .as_str()
        .expect("it is text");
    made.api
        .operation(id)
        .expect("a tool is bound to an operation")
}

/// Returns calls of a tool by its binding: every parameter, and each example of the body.
fn calls(made: &Made, tool: &Value) -> Vec<Value> {
    let operation = operation(made, tool);
    let binding = made.binding(tool);
    let mut arguments = Map::new();
    for bound in binding["parameters"].as_array().expect("it is a list") {
        let is_meant =
            |p: &&Parameter| bound["name"] == *p.name && bound["in"] == p.location.as_str();
        let parameter = operation
            .parameters
            .iter()
            .find(is_meant)
            .expect("it is bound");
        let own = parameter.examples.iter().map(|example| &example.value);
        let schema = made.api.schema(parameter.schema);
        match own.chain(&schema.examples).next() {
            Some(value) => {
                let name = bound["argument"].as_str().expect("it is text");
                arguments.insert(name.to_owned(), value.clone());
            }
            None => assert!(!parameter.required, "{} has no example", parameter.name),
        }
    }
    let Some(body) = &operation.body else {
        return vec![arguments.into()];
    };
    let is_bound = |media: &&MediaType| binding["body"]["mediaType"] == *media.name;
    let media = body.content.iter().find(is_bound).expect("it is bound");
    assert!(
        !media.examples.is_empty(),
        "{} has no example",
        operation.id
    );
    let calls = media.examples.iter().map(|example| {
        let mut arguments = arguments.clone();
        arguments.insert("body".to_owned(), example.value.clone());
        arguments.into()
    });
    calls.collect()
}

/// Returns calls with one defect: a missing or additional argument, or a missing property of the
/// body.
fn broken(tool: &Value, arguments: &Value) -> Vec<Value> {
    let schema = &tool["inputSchema"];
    let mut broken = Vec::new();
    let mut more = arguments.clone();
    more["unheardOf"] = true.into();
    broken.push(more);
    let required = |schema: &Value| schema["required"].as_array().cloned().unwrap_or_default();
    for name in required(schema).iter().filter_map(Value::as_str) {
        let mut less = arguments.clone();
        less.as_object_mut().expect("it is an object").remove(name);
        broken.push(less);
        let mut other = arguments.clone();
        other[name] = json!([[]]);
        broken.push(other);
    }
    let body = &schema["properties"]["body"];
    let reference = body["$ref"].as_str().unwrap_or_default();
    let definition = reference.strip_prefix("#/$defs/").unwrap_or_default();
    for name in required(&schema["$defs"][definition])
        .iter()
        .filter_map(Value::as_str)
    {
        let mut less = arguments.clone();
        less["body"]
            .as_object_mut()
            .expect("it is an object")
            .remove(name);
        broken.push(less);
    }
    broken
}

/// Returns the results for the example responses, each also with additions.
fn results(made: &Made, tool: &Value) -> Vec<(Value, Value)> {
    let operation = operation(made, tool);
    let mut results = Vec::new();
    for bound in made.binding(tool)["success"]
        .as_array()
        .expect("it is a list")
    {
        let is_meant = |r: &&Response| bound["status"] == *r.status.to_string();
        let response = operation
            .responses
            .iter()
            .find(is_meant)
            .expect("it is bound");
        let Status::Code(status) = response.status else {
            panic!("{}: {}", operation.id, response.status);
        };
        let wrap = |body: &Value| match bound["wrapped"].as_str() {
            Some("bare") => body.clone(),
            _ => json!({ "status": status, "mediaType": bound["mediaType"], "body": body }),
        };
        if bound["mediaType"].is_null() {
            let result = json!({ "status": status });
            results.push((result.clone(), result));
            continue;
        }
        let is_bound = |media: &&MediaType| bound["mediaType"] == *media.name;
        let media = response.content.iter().find(is_bound).expect("it is bound");
        assert!(
            !media.examples.is_empty(),
            "{} {status} has no example",
            operation.id
        );
        for example in &media.examples {
            let grown = match media.schema {
                Some(id) => grown(&made.api, id, &example.value),
                None => example.value.clone(),
            };
            results.push((wrap(&example.value), wrap(&grown)));
        }
    }
    results
}

/// Returns a value as a later version of the service might send it.
fn grown(api: &Api, id: SchemaId, value: &Value) -> Value {
    match (&api.schema(api.resolve(id)).kind, value) {
        (Kind::Enumeration(list), Value::String(known)) if list.extensible => {
            format!("MORE_THAN_{known}").into()
        }
        (Kind::Array(array), Value::Array(items)) => items
            .iter()
            .map(|item| grown(api, array.items, item))
            .collect(),
        (Kind::Object(object), Value::Object(members)) => {
            let mut members = members.clone();
            for property in &object.properties {
                if let Some(value) = members.get_mut(&property.name) {
                    *value = grown(api, property.schema, value);
                }
            }
            if !matches!(object.additional, Additional::Schema(_)) {
                members.insert("addedLater".to_owned(), json!({ "deep": [1] }));
            }
            members.into()
        }
        (Kind::Union(union), Value::Object(members)) => {
            let property = union.discriminator.as_ref().map(|d| d.property.as_str());
            let told = property.and_then(|property| members.get(property)?.as_str());
            let is_told =
                |m: &&spec::model::Member| m.values.iter().any(|v| Some(v.as_str()) == told);
            let member = union.members.iter().find(is_told);
            member.map_or(value.clone(), |member| grown(api, member.schema, value))
        }
        _ => value.clone(),
    }
}
