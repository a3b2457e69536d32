//! Writes for each operation how the server's trait is implemented.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::named::{Answer, Held, Named, wire};
use crate::names::{ident, snake};

/// Header fields that the stub sets on deprecated operations.
const OF_DEPRECATION: &[&str] = &["sunset", "deprecation", "link"];

/// Writes the implementation of a trait.
pub fn implementation(text: &mut String, tag: &str, operations: &[Named<'_>]) {
    let module = snake(tag);
    let _ = writeln!(text, "impl ::server::{tag} for Scripted {{");
    for named in operations {
        handler(text, &module, named);
    }
    text.push_str("}\n\n");
}

fn handler(text: &mut String, module: &str, named: &Named<'_>) {
    let Named { method, pascal, .. } = named;
    let secured = !named.operation.security.is_empty();
    let mut alternatives = named.operation.security.iter();
    let is_optional = alternatives.any(|one| one.schemes.is_empty());
    let (context, kind) = match (secured, is_optional) {
        (false, _) => ("context", "context: ::server::runtime::Context"),
        (true, false) => (
            "caller.context",
            "caller: ::server::runtime::Caller<String>",
        ),
        (true, true) => (
            "caller.context",
            "caller: ::server::runtime::Caller<Option<String>>",
        ),
    };
    let request = if named.takes() { "request" } else { "_" };
    let _ = writeln!(
        text,
        "    async fn {method}(&self, {kind}, {request}: ::server::{module}::{pascal}Request) \
         -> ::server::{module}::{pascal}Response {{\n        \
         let script = self.exchange(&{context}, vec!["
    );
    for (parameter, argument) in named.operation.parameters.iter().zip(&named.arguments) {
        let (wire, argument) = (wire(parameter), ident(argument));
        let _ = writeln!(text, "            ({wire:?}, encode(&request.{argument})),");
    }
    if let Some(body) = named.body() {
        let encoded = match body {
            Held::Value => "encode(&request.body)",
            Held::Bytes => "bytes(request.body)",
            Held::Items => "items(request.body).await",
            Held::Events => "events(request.body).await",
        };
        let _ = writeln!(text, "            (\"body\", {encoded}),");
    }
    text.push_str("        ]);\n        match script.answer {\n");
    let mut of_stub: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for answer in &named.answers {
        if answer.is_of_stub(named.operation) {
            let media_type = answer.media.map_or("", |media| &media.name);
            let names = of_stub.entry(media_type).or_default();
            names.push(format!("{:?}", answer.name));
            continue;
        }
        let variant = format!("::server::{module}::{pascal}Response::{}", answer.name);
        let fields = fields(answer, named.operation.deprecation.is_some());
        let _ = writeln!(text, "            {:?} => {variant}{fields},", answer.name);
    }
    for (media_type, names) in of_stub {
        let names = names.join(" | ");
        let unimplemented = format!("::server::{module}::{pascal}Response::Unimplemented");
        let _ = writeln!(
            text,
            "            {names} => {{ self.refuse_as({media_type:?}); {unimplemented} }}"
        );
    }
    text.push_str("            other => panic!(\"no answer {other}\"),\n        }\n    }\n\n");
}

/// Returns the fields of a scripted response.
fn fields(answer: &Answer<'_>, deprecated: bool) -> String {
    let set_here = |name: &str| deprecated && OF_DEPRECATION.contains(&name);
    let headers = answer.response.headers.iter();
    let headers: Vec<_> = headers
        .filter(|header| !set_here(&header.name.to_ascii_lowercase()))
        .collect();
    let mut values = Vec::new();
    if !answer.is_exact() {
        values.push(("status".to_owned(), "script.status()".to_owned()));
    }
    if let Some(body) = answer.body() {
        let body = match body {
            Held::Value => "script.body()",
            Held::Bytes => "script.bytes()",
            Held::Items => "script.items()",
            Held::Events => "script.events()",
        };
        values.push(("body".to_owned(), body.to_owned()));
    }
    let tuple = headers.is_empty();
    for header in headers {
        let method = if header.required {
            "header"
        } else {
            "optional_header"
        };
        values.push((
            snake(&header.name),
            format!("script.{method}({:?})", header.name),
        ));
    }
    let values = values.iter().map(|(name, value)| {
        if tuple {
            value.clone()
        } else {
            format!("{name}: {value}")
        }
    });
    match (tuple, values.collect::<Vec<_>>().join(", ")) {
        (true, none) if none.is_empty() => none,
        (true, values) => format!("({values})"),
        (false, values) => format!(" {{ {values} }}"),
    }
}
