//! Writes for each operation how the client is called.

use std::fmt::Write as _;

use serde_json::Value;
use spec::Api;
use spec::model::Parameter;

use crate::named::{Answer, Named, wire};
use crate::names::ident;

/// Writes a function that calls an operation, and returns the result. `view` is how programs call it.
pub fn call(text: &mut String, api: &Api, named: &Named<'_>, view: &Value) {
    let Named { method, pascal, .. } = named;
    // The method of the client, with its group: `offers().list`.
    let path = view["method"].as_str().expect("a method");
    let arguments = arguments(named, view);
    let (required, optional): (Vec<_>, Vec<_>) = arguments
        .into_iter()
        .partition(|one| is_required(api, *one));
    let called = Called {
        named,
        path,
        required,
        optional,
    };
    let body = named.operation.body.as_ref();
    let one = body.is_none_or(|body| body.content.len() == 1);
    assert!(one, "a body of several kinds");
    let _ = writeln!(
        text,
        "fn {method}(client: ::client::Client, given: Arguments) -> Answering {{\n    \
         Box::pin(async move {{\n        let call = client.{path}({});",
        called.required().join(", ")
    );
    called.write_setters(text);
    text.push_str(
        "        match call.with_options(given.options).send().with_response().await {\n",
    );
    success(text, pascal, &named.answers);
    errors(text, pascal, &named.answers);
    text.push_str("            Err(other) => Err(Failure::of(&other)),\n        }\n    })\n}\n\n");
    if named.operation.pagination.is_some() {
        called.write_stream(text);
    }
}

/// An operation, and how it is called.
struct Called<'a> {
    named: &'a Named<'a>,
    path: &'a str,
    required: Vec<Argument<'a>>,
    optional: Vec<Argument<'a>>,
}

impl Called<'_> {
    /// Writes a function that requests every item of a list.
    fn write_stream(&self, text: &mut String) {
        let (method, path) = (&self.named.method, self.path);
        let _ = writeln!(
            text,
            "fn {method}_items(client: ::client::Client, given: Arguments) -> Streaming {{\n    \
             Box::pin(async move {{\n        let call = client.{path}({});",
            self.required().join(", ")
        );
        self.write_setters(text);
        text.push_str("        Streamed::of(call.all()).await\n    })\n}\n\n");
    }

    /// Returns whether a body must be given, if there can be one.
    fn needs_body(&self) -> Option<bool> {
        let body = self.named.operation.body.as_ref();
        body.map(|body| body.required)
    }

    /// Returns the arguments of the method itself.
    fn required(&self) -> Vec<String> {
        let required = self.required.iter();
        let mut given: Vec<_> = required.map(|one| one.given("required")).collect();
        if self.needs_body() == Some(true) {
            given.push("given.required(\"body\")".to_owned());
        }
        given
    }

    /// Writes the optional arguments, each with the method that sets it.
    fn write_setters(&self, text: &mut String) {
        let optional = self.optional.iter();
        let mut setters: Vec<_> = optional
            .map(|one| (one.given("optional"), ident(one.name)))
            .collect();
        if self.needs_body() == Some(false) {
            setters.push(("given.optional(\"body\")".to_owned(), "body".to_owned()));
        }
        for (given, setter) in setters {
            let _ = writeln!(
                text,
                "        let call = match {given} {{ \
                 Some(value) => call.{setter}(value), None => call }};"
            );
        }
    }
}

/// A parameter as an argument.
#[derive(Clone, Copy)]
struct Argument<'a> {
    parameter: &'a Parameter,
    name: &'a str,
    /// The type that it is converted into, if it is.
    into: Option<&'a str>,
}

impl Argument<'_> {
    /// Returns how it is given to the function `method` of `Arguments`.
    fn given(self, method: &str) -> String {
        let wire = wire(self.parameter);
        let ty = self.into.map(|ty| format!("::<&'static ::{ty}>"));
        format!("given.{method}{}({wire:?})", ty.unwrap_or_default())
    }
}

fn arguments<'a>(named: &'a Named<'_>, view: &'a Value) -> Vec<Argument<'a>> {
    let into = view["into"].as_array().expect("a list").iter();
    let names = named.arguments.iter().zip(into);
    let all = named.operation.parameters.iter().zip(names);
    let all = all.map(|(parameter, (name, into))| Argument {
        parameter,
        name,
        into: into.as_str(),
    });
    all.collect()
}

/// Returns whether the method takes an argument. A client sets some for all calls; a call sets these
/// like optional ones.
fn is_required(api: &Api, argument: Argument<'_>) -> bool {
    let mut globals = api.globals.iter();
    let Argument { parameter, .. } = argument;
    parameter.required && globals.all(|global| global.name != parameter.name)
}

fn is_success(answer: &Answer<'_>) -> bool {
    answer.response.status.is_success()
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
