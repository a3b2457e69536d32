//! Writes for each operation how the client is called.

use std::fmt::Write as _;

use spec::Api;
use spec::model::Parameter;

use crate::named::{Answer, Named, wire};
use crate::names::ident;

/// Writes a function that calls an operation, and returns the result. `path` is the method of the
/// client, with its group: `offers().list`.
pub fn call(text: &mut String, api: &Api, named: &Named<'_>, path: &str) {
    let Named { method, pascal, .. } = named;
    let body = named.operation.body.as_ref();
    let one = body.is_none_or(|body| body.content.len() == 1);
    assert!(one, "a body of several kinds");
    let _ = writeln!(
        text,
        "fn {method}(client: ::client::Client, given: Arguments) -> Answering {{\n    \
         Box::pin(async move {{\n        let call = client.{path}({});",
        required(api, named).join(", ")
    );
    setters(text, api, named);
    text.push_str(
        "        match call.with_options(given.options).send().with_response().await {\n",
    );
    success(text, pascal, &named.answers);
    errors(text, pascal, &named.answers);
    text.push_str("            Err(other) => Err(Failure::of(&other)),\n        }\n    })\n}\n\n");
    if named.operation.pagination.is_some() {
        stream(text, api, named, path);
    }
}

/// Writes a function that requests every item of a list.
fn stream(text: &mut String, api: &Api, named: &Named<'_>, path: &str) {
    let Named { method, .. } = named;
    let _ = writeln!(
        text,
        "fn {method}_items(client: ::client::Client, given: Arguments) -> Streaming {{\n    \
         Box::pin(async move {{\n        let call = client.{path}({});",
        required(api, named).join(", ")
    );
    setters(text, api, named);
    text.push_str("        Streamed::of(call.stream()).await\n    })\n}\n\n");
}

/// Returns the parameters, each with the name of its argument.
fn parameters<'a>(named: &'a Named<'_>) -> impl Iterator<Item = (&'a Parameter, &'a str)> {
    let arguments = named.arguments.iter().copied();
    named.operation.parameters.iter().zip(arguments)
}

/// Returns whether a parameter is an argument of the method. A client sets some for all calls; a call
/// sets these like optional ones.
fn is_argument(api: &Api, parameter: &Parameter) -> bool {
    let mut globals = api.globals.iter();
    parameter.required && globals.all(|global| global.name != parameter.name)
}

fn is_success(answer: &Answer<'_>) -> bool {
    answer.response.status.is_success()
}

fn setters(text: &mut String, api: &Api, named: &Named<'_>) {
    for (wire, setter) in optional(api, named) {
        let _ = writeln!(
            text,
            "        let call = match given.optional({wire:?}) {{ \
             Some(value) => call.{setter}(value), None => call }};"
        );
    }
}

/// Returns the arguments of the method itself.
fn required(api: &Api, named: &Named<'_>) -> Vec<String> {
    let required = parameters(named).filter(|(parameter, _)| is_argument(api, parameter));
    let mut names: Vec<_> = required.map(|(parameter, _)| wire(parameter)).collect();
    let body = named.operation.body.as_ref();
    names.extend(body.filter(|body| body.required).map(|_| "body".to_owned()));
    let given = names.iter().map(|name| format!("given.required({name:?})"));
    given.collect()
}

/// Returns the optional arguments, and the method that sets each.
fn optional(api: &Api, named: &Named<'_>) -> Vec<(String, String)> {
    let optional = parameters(named).filter(|(parameter, _)| !is_argument(api, parameter));
    let mut setters: Vec<_> = optional
        .map(|(parameter, argument)| (wire(parameter), ident(argument)))
        .collect();
    let body = named.operation.body.as_ref();
    let body = body.filter(|body| !body.required);
    setters.extend(body.map(|_| ("body".to_owned(), "body".to_owned())));
    setters
}

/// Writes the handling of successes: a single response is returned directly, several as an
/// enumeration.
fn success(text: &mut String, pascal: &str, answers: &[Answer<'_>]) {
    let good: Vec<_> = answers.iter().filter(|answer| is_success(answer)).collect();
    if let [Answer { name, .. }] = good.as_slice() {
        let _ = writeln!(
            text,
            "            Ok(answer) => Outcome::new({name:?}, answer.status(), &answer.raw, \
             encode(&answer.body)).value(),"
        );
        return;
    }
    text.push_str("            Ok(answer) => {\n                let status = answer.status();\n");
    text.push_str("                let raw = answer.raw;\n                match answer.body {\n");
    for answer in good {
        arm(text, &format!("{pascal}Success"), answer, "value()");
    }
    text.push_str(
        "                other => Outcome::unexpected(&other),\n                }\n            }\n",
    );
}

fn errors(text: &mut String, pascal: &str, answers: &[Answer<'_>]) {
    text.push_str(
        "            Err(::client::Error::Api { status, error, message, raw, .. }) => match *error {\n",
    );
    for answer in answers.iter().filter(|answer| !is_success(answer)) {
        arm(text, &format!("{pascal}Error"), answer, "error(message)");
    }
    text.push_str("                other => Outcome::unexpected(&other),\n            },\n");
}

/// Writes a match arm. `ending` is the function of `Outcome` for a value or an error.
fn arm(text: &mut String, kind: &str, answer: &Answer<'_>, ending: &str) {
    let name = answer.name;
    let (pattern, status) = match (answer.is_exact(), answer.media.is_some()) {
        (true, true) => ("(body)", "status"),
        (true, false) => ("", "status"),
        (false, true) => ("(told, body)", "same(status, told)"),
        (false, false) => ("(told)", "same(status, told)"),
    };
    let body = if answer.media.is_some() {
        "encode(&body)"
    } else {
        "Value::Null"
    };
    let _ = writeln!(
        text,
        "                ::client::{kind}::{name}{pattern} => \
         Outcome::new({name:?}, {status}, &raw, {body}).{ending},"
    );
}
