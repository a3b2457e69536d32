//! Generates the calls of a description.

use std::sync::Arc;

use conformance_core::validate::{Direction, Validator};
use conformance_core::values::{self, Maker, Manner, NothingKnown, Schemas};
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use spec::Api;
use spec::model::Operation;

use crate::whole::Answers;
use crate::{answers, body, parameters};

/// The maximum number of bodies with two combined choices that are sent in each media type.
const PAIRS: usize = 6;

/// The kinds of value for calls with all arguments.
const ALL: [(&str, Manner); 4] = [
    ("all", Manner::Plain),
    ("edges", Manner::Boundary),
    ("other-edges", Manner::Boundary),
    ("odd", Manner::Odd),
];

/// Generates values for one description.
pub struct Drawer<'a> {
    pub api: &'a Api,
    pub maker: Maker<'a>,
    pub validator: Validator,
    /// Generates responses as well, if everything is called: streams and all pages of lists, too.
    pub answers: Option<Answers<'a>>,
    seed: u64,
}

impl Drawer<'_> {
    /// Returns the seed of a value of an operation.
    pub fn seed(&self, operation: &Operation, what: &[&str]) -> [u8; 32] {
        let parts: Vec<&str> = [operation.id.as_str()]
            .iter()
            .chain(what)
            .copied()
            .collect();
        values::seed(&parts, self.seed)
    }
}

/// Returns all calls, the server addresses, and what could not be generated. `is_whole` adds what
/// third-party validators cannot check.
pub fn calls(api: &Api, seed: u64, is_whole: bool) -> Value {
    let schemas = Arc::new(Schemas::new(api));
    let drawer = Drawer {
        api,
        // The calls are the same on every day.
        maker: Maker::sharing(schemas, &NothingKnown, Timestamp::UNIX_EPOCH),
        validator: Validator::new(api, Direction::Request),
        answers: is_whole.then(|| Answers::new(api)),
        seed,
    };
    let mut calls = Vec::new();
    let mut left_out = Vec::new();
    for operation in &api.operations {
        let drawn = of(&drawer, operation);
        if drawn.is_empty() {
            left_out.push(operation.id.as_str());
        }
        calls.extend(drawn);
    }
    let operations = api.operations.len();
    json!({"servers": api.addresses(), "operations": operations, "calls": calls, "leftOut": left_out})
}

/// A call without a name.
type Inputs = (Map<String, Value>, Option<Value>);

/// Returns the calls of an operation: each media type with the required arguments, each optional
/// parameter alone, everything at once, and bodies in which every two choices occur together.
fn of(drawer: &Drawer<'_>, operation: &Operation) -> Vec<Value> {
    let mut named: Vec<(String, Inputs)> = Vec::new();
    let mut add = |name: String, inputs: Option<Inputs>| {
        let Some(inputs) = inputs else { return };
        if !named.iter().any(|(_, known)| *known == inputs) {
            named.push((name, inputs));
        }
    };
    let contents = body::contents(drawer, operation);
    let plain = |what: &str, with: Option<usize>, content: Option<usize>| {
        let seed = [what, "plain"];
        let parameters = parameters::some(drawer, operation, with, &seed)?;
        let body = match content {
            Some(index) => Some(body::draw(drawer, operation, index, Manner::Plain, &seed)?),
            None => None,
        };
        Some((parameters, body))
    };
    let needs_body = operation.body.as_ref().is_some_and(|body| body.required);
    if !needs_body {
        add("least".to_owned(), plain("least", None, None));
    }
    for index in &contents {
        add(format!("body-{index}"), plain("body", None, Some(*index)));
    }
    let content = contents.first().copied().filter(|_| needs_body);
    for (index, parameter) in operation.parameters.iter().enumerate() {
        if !parameter.required {
            let key = parameters::key(operation, parameter);
            add(format!("only-{key}"), plain(&key, Some(index), content));
        }
    }
    for (round, (name, manner)) in ALL.into_iter().enumerate() {
        let seed = [name];
        let drawn = parameters::all(drawer, operation, manner, &seed).and_then(|parameters| {
            let index = contents.get(round % contents.len().max(1));
            let drawn = index.map(|index| body::draw(drawer, operation, *index, manner, &seed));
            match drawn {
                Some(None) if needs_body => None,
                drawn => Some((parameters, drawn.flatten())),
            }
        });
        add(name.to_owned(), drawn);
    }
    for index in &contents {
        let pairs = body::pairs(drawer, operation, *index);
        for (number, value) in pairs.into_iter().take(PAIRS).enumerate() {
            let given = parameters::some(drawer, operation, None, &["pairs"]);
            add(
                format!("pairs-{index}-{number}"),
                given.map(|given| (given, Some(value))),
            );
        }
    }
    let Some(whole) = &drawer.answers else {
        let answers = answers::wanted(operation, named.len());
        let calls = named.into_iter().zip(answers);
        return calls
            .map(|(named, answer)| call(operation, named, &answer))
            .collect();
    };
    let answers = whole.all(drawer, operation);
    let first = named.first().map(|(_, inputs)| inputs.clone());
    // Every response is sent, and answers every kind of request.
    for number in named.len()..answers.len() {
        named.extend(
            first
                .clone()
                .map(|inputs| (format!("answer-{number}"), inputs)),
        );
    }
    let answers = answers.into_iter().cycle();
    let calls = named.into_iter().zip(answers);
    let calls = calls.map(|(named, answer)| call(operation, named, &answer));
    let lists = whole.lists(drawer, operation).into_iter().map(|list| {
        let mut call = call(
            operation,
            (list.name, (list.parameters, None)),
            &list.answer,
        );
        call["pages"] = true.into();
        call
    });
    calls.chain(lists).collect()
}

fn call(
    operation: &Operation,
    (name, (parameters, body)): (String, Inputs),
    answer: &Value,
) -> Value {
    let mut call = json!({
        "name": format!("{}/{name}", operation.id),
        "operation": operation.id,
        "parameters": parameters,
        "answer": answer,
    });
    if let Some(body) = body {
        call["body"] = body;
    }
    call
}
