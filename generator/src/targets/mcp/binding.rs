//! `bindings.json`: how a tool call becomes a request, and the response a result.

use serde_json::json;
use spec::model::{Operation, Requirement, Server};

use super::names::BODY;
use super::plan::{Answer, Argument, BodyArgument, Plan, Tool};
use super::scheme;
use crate::ir::elsewhere::elsewhere;
use crate::json::{Json, Object};

pub(super) fn bindings(plan: &Plan<'_>) -> Object {
    let elsewhere = elsewhere(plan.api);
    let mut servers = Object::new();
    let mut tools = Object::new();
    for tool in &plan.tools {
        let server = server(plan, tool.operation);
        if servers.get(&server.url).is_none() {
            // Credentials are not sent there unless the operator of the MCP server allows it.
            let untrusted = elsewhere.contains(&server.url.as_str()).then_some(true);
            let json = variables(server).with_some("elsewhere", untrusted);
            servers.set(server.url.clone(), json);
        }
        tools.set(tool.name.clone(), binding(tool, server));
    }
    let left_out = plan.left_out.iter().map(|(operation, _)| {
        Object::new()
            .with("operationId", operation.id.as_str())
            .with("method", operation.method.as_str())
            .with("path", operation.path.as_str())
    });
    Object::new()
        .with("servers", servers)
        .with("securitySchemes", scheme::schemes(plan.api))
        .with("tools", tools)
        .with("leftOut", left_out.collect::<Vec<_>>())
}

pub(super) fn binding(tool: &Tool<'_>, server: &Server) -> Object {
    let operation = tool.operation;
    let body = match &tool.body {
        Some(argument) => body(argument).into(),
        None => Json::Value(serde_json::Value::Null),
    };
    let parameters: Vec<_> = tool.arguments.iter().map(parameter).collect();
    let success: Vec<_> = tool.answers.iter().map(|a| answer(tool, a)).collect();
    let security: Vec<_> = operation.security.iter().map(requirement).collect();
    Object::new()
        .with("operationId", operation.id.as_str())
        .with("method", operation.method.as_str())
        .with("server", server.url.as_str())
        .with("path", operation.path.as_str())
        .with("parameters", parameters)
        .with("body", body)
        .with("success", success)
        .with("security", security)
}

/// Returns the server of an operation: its own, or that of the API.
pub(super) fn server<'a>(plan: &Plan<'a>, operation: &'a Operation) -> &'a Server {
    let own = operation.servers.first();
    own.unwrap_or_else(|| &plan.api.servers[0])
}

fn variables(server: &Server) -> Object {
    let mut variables = Object::new();
    for variable in &server.variables {
        let values = (!variable.values.is_empty()).then(|| json!(variable.values));
        let json = Object::new()
            .with("default", variable.default.as_str())
            .with_some("enum", values);
        variables.set(&variable.name, json);
    }
    Object::new().with("variables", variables)
}

fn parameter(argument: &Argument<'_>) -> Object {
    let parameter = argument.parameter;
    Object::new()
        .with("argument", argument.name.as_str())
        .with("name", parameter.name.as_str())
        .with("in", parameter.location.as_str())
        .with("style", json!(parameter.style))
        .with("explode", parameter.explode)
        .with("required", parameter.required)
        .with_some("allowReserved", parameter.allow_reserved.then_some(true))
        .with_some("allowEmptyValue", parameter.allow_empty.then_some(true))
        .with_some("mediaType", parameter.media_type.as_deref())
}

fn body(argument: &BodyArgument<'_>) -> Object {
    let mut fields = Object::new();
    for field in &argument.media.encoding {
        let json = Object::new()
            .with_some("contentType", field.content_type.as_deref())
            .with_some("style", field.style.map(|style| json!(style)))
            .with_some("explode", field.explode)
            .with_some("allowReserved", field.allow_reserved.then_some(true));
        fields.set(&field.property, json);
    }
    Object::new()
        .with("argument", BODY)
        .with("mediaType", argument.media.sent())
        .with("encoding", argument.encoding.as_str())
        .with("required", argument.body.required)
        .with_some("fields", (!fields.is_empty()).then_some(fields))
}

fn answer(tool: &Tool<'_>, answer: &Answer<'_>) -> Object {
    let null = || Json::Value(serde_json::Value::Null);
    let media = answer.content.map(|(media, _)| media.name.as_str().into());
    let encoding = answer.content.map(|(_, encoding)| encoding.as_str().into());
    let headers = answer.response.headers.iter();
    let headers: Vec<_> = headers.map(|header| header.name.as_str()).collect();
    Object::new()
        .with("status", answer.response.status.to_string())
        .with("mediaType", media.unwrap_or_else(null))
        .with("encoding", encoding.unwrap_or_else(null))
        .with("wrapped", if tool.is_bare { "bare" } else { "envelope" })
        .with_some("headers", (!headers.is_empty()).then_some(headers))
}

fn requirement(requirement: &Requirement) -> Object {
    let mut json = Object::new();
    for (scheme, scopes) in &requirement.schemes {
        json.set(scheme, json!(scopes));
    }
    json
}
