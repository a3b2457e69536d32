//! Parameters that a client sets once, for all calls that have them.

use std::collections::HashSet;

use serde_json::{Map, Value, json};
use spec::model::Parameter;

use super::pages;
use super::request::{Request, Requests};
use super::scripts::good;
use crate::Config;
use crate::ir::globals;
use crate::json::{Json, Object};

pub(super) fn vectors(requests: &Requests<'_>, config: &Config) -> Vec<Object> {
    let names = globals::names(requests.api, config);
    if names.is_empty() {
        return Vec::new();
    }
    let all = Globals { requests, names };
    let of_call = all.shown(None).map(|shown| shown.vectors());
    let of_list = all.list();
    of_call
        .unwrap_or_default()
        .into_iter()
        .chain(of_list)
        .collect()
}

struct Globals<'r, 'a> {
    requests: &'r Requests<'a>,
    names: HashSet<&'a str>,
}

/// A request that needs such parameters.
struct Shown<'r, 'a> {
    requests: &'r Requests<'a>,
    request: &'r Request<'a>,
    answer: Json,
    /// The parameter whose value differs, and its values.
    parameter: &'a Parameter,
    value: Value,
    /// The values of the others.
    others: Map<String, Value>,
}

impl<'r, 'a> Globals<'r, 'a> {
    /// Returns the request of an operation, or of the first one that can be shown.
    fn shown(&self, id: Option<&str>) -> Option<Shown<'r, 'a>> {
        let operations = self.requests.api.operations.iter();
        let mut operations = operations.filter(|one| id.is_none_or(|id| one.id == id));
        operations.find_map(|operation| {
            let request = self.requests.plain(operation)?;
            let answer = good(self.requests, operation)?;
            let parameters = operation.parameters.iter();
            let needed = parameters.filter(|one| one.required && self.names.contains(&*one.name));
            let mut needed: Vec<_> = needed
                .filter_map(|one| Some((one, request.value(&one.name)?)))
                .collect();
            let is_shown = |(parameter, value): &(&Parameter, Value)| {
                value.is_string() && self.requests.api.is_any_text(parameter.schema)
            };
            let first = needed.iter().position(is_shown)?;
            let (parameter, value) = needed.remove(first);
            let others = needed
                .into_iter()
                .map(|(one, value)| (one.name.clone(), value));
            Some(Shown {
                requests: self.requests,
                request,
                answer,
                parameter,
                value,
                others: others.collect(),
            })
        })
    }

    /// Returns a vector of a list, whose pages all have the value of the client.
    fn list(&self) -> Option<Object> {
        let lists = pages::vectors(self.requests);
        let mut lists = lists.filter_map(|one| serde_json::to_value(&one).ok());
        lists.find_map(|list| {
            let id = list["name"].as_str()?.strip_suffix("/three")?.to_owned();
            let shown = self.shown(Some(&id))?;
            let expect = json!({"urls": list["expect"]["urls"], "outcome": "end"});
            let vector = shown.vector("list", shown.values(&shown.value), &json!({}), expect);
            Some(
                vector
                    .with("list", true)
                    .with("answers", list["answers"].clone()),
            )
        })
    }
}

impl Shown<'_, '_> {
    fn vectors(&self) -> Vec<Object> {
        let (own, other, none) = (
            self.values(&self.value),
            self.values(&json!("other")),
            json!({}),
        );
        let sent = || json!({"urls": [self.request.url()], "outcome": "value"});
        let other_url = self.url_with(&json!("other"));
        let sent_other = json!({"urls": [other_url], "outcome": "value"});
        let name = &self.parameter.name;
        let refused = json!({"urls": [], "outcome": "refused", "parameter": name});
        let only = json!({name: self.value});
        vec![
            self.vector("client", own.clone(), &none, sent()),
            self.vector("call", none.clone(), &own, sent()),
            self.vector("call-before-client", other.clone(), &only, sent()),
            self.vector(
                "neither",
                Value::Object(self.others.clone()),
                &none,
                refused,
            ),
            self.vector("copy", other.clone(), &none, sent())
                .with("change", only.clone()),
            self.vector("original-of-a-copy", other, &none, sent_other)
                .with("change", only)
                .with("original", true),
        ]
    }

    /// Returns the values of all parameters.
    fn values(&self, value: &Value) -> Value {
        let mut values = self.others.clone();
        values.insert(self.parameter.name.clone(), value.clone());
        Value::Object(values)
    }

    /// Returns the names of all parameters.
    fn names(&self) -> Vec<Value> {
        let others = self.others.keys().map(String::as_str);
        let names = std::iter::once(self.parameter.name.as_str()).chain(others);
        names.map(Value::from).collect()
    }

    fn url_with(&self, value: &Value) -> String {
        self.requests
            .url_with(self.request, &self.parameter.name, value)
    }

    fn vector(&self, name: &str, client: Value, call: &Value, expect: Value) -> Object {
        Object::new()
            .with("name", name)
            .with("request", self.request.name.as_str())
            .with("client", client)
            .with("without", Value::Array(self.names()))
            .with("call", call.clone())
            .with(
                "answers",
                json!([serde_json::to_value(&self.answer).unwrap_or_default()]),
            )
            .with("expect", expect)
    }
}
