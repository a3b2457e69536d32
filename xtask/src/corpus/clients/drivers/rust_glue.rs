//! Writes the Rust functions with which the driver calls each operation, from the names that the
//! generator gives them. `diff-truth` includes this file as well.

use std::fmt::Write as _;

use serde::Deserialize;
use serde_json::Value;
use spec::model::{Operation, Parameter, SecurityKind};

/// The dependencies of the driver in addition to the client, in the versions of the tests.
pub const DEPENDENCIES: &str = "\
base64 = \"0.22\"
bytes = \"1\"
rust_decimal = { version = \"1\", default-features = false }
serde = \"1\"
serde_json = { version = \"1\", features = [\"float_roundtrip\"] }
tokio = { version = \"1\", features = [\"macros\", \"rt\"] }
uuid = \"1\"

[dependencies.jiff]
version = \"0.2\"
default-features = false
features = [\"std\"]
";

#[derive(Deserialize)]
struct View {
    operations: Vec<OperationView>,
    types: Vec<TypeView>,
}

#[derive(Deserialize)]
struct OperationView {
    #[serde(rename = "type")]
    pascal: String,
    call: CallView,
}

#[derive(Deserialize)]
struct CallView {
    method: String,
    arguments: Vec<String>,
    /// For each argument, the type that it is converted into, if it is.
    into: Vec<Option<String>>,
    bodies: Vec<BodyView>,
    answers: Vec<AnswerView>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BodyView {
    media_type: String,
    variant: String,
    /// The kind of the body.
    content: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerView {
    variant: String,
    content: Option<String>,
    has_status: bool,
    is_success: bool,
    is_default: bool,
}

#[derive(Deserialize)]
struct TypeView {
    name: String,
    form: String,
}

/// Returns the file `glue.rs` of the driver `client.rs`, from the view of the target Rust.
///
/// # Errors
/// Returns an error if the view is not one of the target Rust.
pub fn glue(api: &spec::Api, view: Value) -> serde_json::Result<String> {
    let view: View = serde_json::from_value(view)?;
    let mut text = String::from(
        "#![allow(clippy::all, clippy::pedantic, deprecated, unreachable_patterns, unused_variables)]\n\n\
         use serde_json::Value;\n\nuse crate::{Given, base64, error, events, failed, items, listed, value, written};\n\n",
    );
    let sent = api.security_schemes.iter().filter_map(|scheme| {
        let is_basic = match &scheme.kind {
            SecurityKind::Http { scheme, .. } if scheme == "basic" => true,
            SecurityKind::Http { scheme, .. } if scheme != "bearer" => return None,
            SecurityKind::MutualTls => return None,
            _ => false,
        };
        Some((scheme.name.as_str(), is_basic))
    });
    let schemes: Vec<_> = sent.collect();
    let _ = writeln!(
        text,
        "pub(crate) const SCHEMES: &[(&str, bool)] = &{schemes:?};\n"
    );
    for made in view.types.iter().filter(|made| made.form == "IntegerEnum") {
        let _ = writeln!(
            text,
            "crate::taken_by_value!(client::types::{});\n",
            made.name
        );
    }
    text.push_str(
        "pub(crate) async fn call(client: client::Client, given: Given) -> Value {\n    \
         match given.operation() {\n",
    );
    for (number, operation) in api.operations.iter().enumerate() {
        let _ = writeln!(
            text,
            "        {:?} => Box::pin(call_{number}(client, given)).await,",
            operation.id
        );
    }
    text.push_str("        other => panic!(\"no operation {other}\"),\n    }\n}\n");
    for (number, (operation, view)) in api.operations.iter().zip(&view.operations).enumerate() {
        function(&mut text, number, operation, view);
    }
    Ok(text)
}

/// Writes the function that calls an operation.
fn function(text: &mut String, number: usize, operation: &Operation, view: &OperationView) {
    let call = &view.call;
    let arguments = || call.arguments.iter().zip(&call.into);
    let parameters = || operation.parameters.iter().zip(arguments());
    let given = |method: &str, parameter: &Parameter, into: &Option<String>| {
        let ty = into.as_ref().map(|ty| format!("::<&client::{ty}>"));
        let ty = ty.unwrap_or_default();
        format!("given.{method}{ty}({:?})", key(operation, parameter))
    };
    let mut required: Vec<_> = parameters()
        .filter(|(parameter, _)| parameter.required)
        .map(|(parameter, (_, into))| given("required", parameter, into))
        .collect();
    let takes_body = operation.body.is_some() && !call.bodies.is_empty();
    let needs_body = takes_body && operation.body.as_ref().is_some_and(|body| body.required);
    required.extend(needs_body.then(|| body(view)));
    let _ = writeln!(
        text,
        "\nasync fn call_{number}(client: client::Client, given: Given) -> Value {{\n    \
         let call = client.{}({});",
        call.method,
        required.join(", ")
    );
    let optional = parameters().filter(|(parameter, _)| !parameter.required);
    for (parameter, (setter, into)) in optional {
        let _ = writeln!(
            text,
            "    let call = match {} {{ Some(value) => call.{setter}(value), None => call }};",
            given("optional", parameter, into)
        );
    }
    if takes_body && !needs_body {
        let _ = writeln!(
            text,
            "    let call = if given.has_body() {{ call.body({}) }} else {{ call }};",
            body(view)
        );
    }
    if operation.pagination.is_some() {
        text.push_str(
            "    if given.is_of_pages() {\n        return listed(call.all()).await;\n    }\n",
        );
    }
    outcome(text, view);
}

/// Returns an expression for the body in the given media type.
fn body(view: &OperationView) -> String {
    let given = |body: &BodyView| match body.content.as_str() {
        "items" => "given.items()",
        "events" => "given.events()",
        _ => "given.body()",
    };
    if let [one] = view.call.bodies.as_slice() {
        return given(one).to_owned();
    }
    let mut text = "match given.media() { ".to_owned();
    for one in &view.call.bodies {
        let BodyView {
            media_type,
            variant,
            ..
        } = one;
        let given = given(one);
        let pascal = &view.pascal;
        let _ = write!(
            text,
            "{media_type:?} => client::{pascal}Body::{variant}({given}), "
        );
    }
    text.push_str("other => panic!(\"no media type {other}\") }");
    text
}

/// Writes the code that returns the response, encoded again.
fn outcome(text: &mut String, view: &OperationView) {
    let answers = &view.call.answers;
    let has_success = answers.iter().any(|answer| answer.is_success);
    let is_good = |answer: &&AnswerView| answer.is_success || !has_success && answer.is_default;
    let good: Vec<_> = answers.iter().filter(is_good).collect();
    let bad = answers.iter().filter(|answer| !answer.is_success);
    text.push_str("    match call.await {\n");
    match good.as_slice() {
        [] => text.push_str("        Ok(()) => value(Value::Null),\n"),
        [one] if !one.has_status => {
            let _ = writeln!(text, "        Ok(body) => value({}),", shown(one));
        }
        _ => {
            for one in good {
                let pattern = pattern(one);
                let (pascal, variant) = (&view.pascal, &one.variant);
                let _ = writeln!(
                    text,
                    "        Ok(client::{pascal}Success::{variant}{pattern}) => value({}),",
                    shown(one)
                );
            }
            text.push_str("        Ok(other) => panic!(\"{other:?}\"),\n");
        }
    }
    text.push_str(
        "        Err(client::Error::Api { error: found, message, .. }) => match *found {\n",
    );
    for one in bad {
        let pattern = pattern(one);
        let (pascal, variant) = (&view.pascal, &one.variant);
        let _ = writeln!(
            text,
            "            client::{pascal}Error::{variant}{pattern} => error(&message, {}),",
            shown(one)
        );
    }
    if answers.iter().any(|answer| !answer.is_success) {
        text.push_str("            other => panic!(\"{other:?}\"),\n");
    }
    text.push_str("        },\n        Err(other) => failed(&other),\n    }\n}\n");
}

fn pattern(answer: &AnswerView) -> &'static str {
    match (answer.has_status, answer.content.is_some()) {
        (false, false) => "",
        (false, true) => "(body)",
        (true, false) => "(_)",
        (true, true) => "(_, body)",
    }
}

fn shown(answer: &AnswerView) -> &'static str {
    match answer.content.as_deref() {
        None => "Value::Null",
        Some("items") => "items(body).await",
        Some("events") => "events(body).await",
        Some("bytes") => "base64(&body)",
        Some(_) => "written(&body)",
    }
}

/// Returns the name of a parameter in a call, with its location if two have the same name.
fn key(operation: &Operation, parameter: &Parameter) -> String {
    let same = operation.parameters.iter();
    if same.filter(|other| other.name == parameter.name).count() == 1 {
        parameter.name.clone()
    } else {
        format!("{}.{}", parameter.location.as_str(), parameter.name)
    }
}
