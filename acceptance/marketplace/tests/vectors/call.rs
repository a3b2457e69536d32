//! Calls of the generated client, as `requests.json` describes them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use client::{Client, RequestOptions};
use marketplace_acceptance::description::API;
use marketplace_acceptance::glue::{Answering, Arguments, Streaming, operation};
use marketplace_acceptance::outcome::{Failure, FailureKind, Outcome};
use marketplace_acceptance::wire::place;
use serde::Deserialize;
use serde_json::{Map, Value};
use spec::model::Operation;

use crate::data::{Verdict, load};

/// All requests, by their names.
pub static REQUESTS: LazyLock<BTreeMap<String, Request>> =
    LazyLock::new(|| load("requests.json").into_iter().collect());

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Request {
    pub operation: String,
    parameters: Map<String, Value>,
    body: Option<Content>,
    pub expect: Expected,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Content {
    /// The client knows the media type: there is one for each body.
    #[serde(rename = "mediaType")]
    _media_type: String,
    value: Value,
}

/// The request of a call.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    pub method: String,
    pub url: String,
    pub headers: BTreeMap<String, String>,
    pub body: Option<String>,
}

impl Request {
    pub fn named(name: &str) -> &'static Self {
        let request = REQUESTS.get(name);
        request.unwrap_or_else(|| panic!("there is no request {name}"))
    }

    pub fn send(&self, client: &Client) -> Answering {
        self.send_without(client, None)
    }

    /// Sends the request without a property of its body.
    pub fn send_without(&self, client: &Client, property: Option<&str>) -> Answering {
        (operation(&self.operation).call)(client.clone(), self.arguments(property))
    }

    /// Sends the request with options.
    pub fn send_with(&self, client: &Client, options: RequestOptions) -> Answering {
        self.send_as(client, None, options)
    }

    /// Sends the request with options, and without a property of its body.
    pub fn send_as(
        &self,
        client: &Client,
        without: Option<&str>,
        options: RequestOptions,
    ) -> Answering {
        let values = self.arguments(without).values;
        (operation(&self.operation).call)(client.clone(), Arguments { values, options })
    }

    /// Returns a copy with another value of a parameter.
    pub fn with(&self, parameter: &str, value: Value) -> Self {
        let mut changed = self.clone();
        changed.parameters.insert(parameter.to_owned(), value);
        changed
    }

    /// Returns a copy without some parameters, and with other ones.
    pub fn setting(&self, without: &[String], values: &Map<String, Value>) -> Self {
        let mut changed = self.clone();
        changed.parameters.retain(|name, _| !without.contains(name));
        changed.parameters.extend(values.clone());
        changed
    }

    /// Requests every item of a list.
    pub fn stream(&self, client: &Client) -> Streaming {
        let items = operation(&self.operation).items.expect("a list");
        items(client.clone(), self.arguments(None))
    }

    fn arguments(&self, without: Option<&str>) -> Arguments {
        let model = self.model();
        let parameters = self.parameters.iter().map(|(name, value)| {
            let mut known = model.parameters.iter();
            let known = known.find(|known| known.name == *name);
            let known = known.unwrap_or_else(|| panic!("there is no parameter {name}"));
            (place(known.location, name), value.clone())
        });
        let body = self.body.iter().map(|content| {
            let mut value = content.value.clone();
            if let (Some(members), Some(property)) = (value.as_object_mut(), without) {
                members.remove(property).expect("the property");
            }
            ("body".to_owned(), value)
        });
        Arguments {
            values: parameters.chain(body).collect(),
            options: RequestOptions::default(),
        }
    }

    fn model(&self) -> &'static Operation {
        let mut all = API.operations.iter();
        let found = all.find(|operation| operation.id == self.operation);
        found.expect("an operation of the description")
    }
}

/// Returns the name of the result in the vectors.
pub fn outcome(ended: &Result<Outcome, Failure>) -> &'static str {
    match ended {
        Ok(Outcome { is_error, .. }) => {
            if *is_error {
                "error"
            } else {
                "value"
            }
        }
        Err(failure) => match failure.kind {
            FailureKind::Declared => "error",
            FailureKind::Undeclared => "undeclared",
            FailureKind::Unreadable(_) => "unreadable",
            FailureKind::Timeout => "timeout",
            FailureKind::Transport => "transport",
            FailureKind::Credentials => "credentials",
            FailureKind::PageLoop => "loop",
            FailureKind::Request => "refused",
            FailureKind::Other => "something else",
        },
    }
}

/// Returns the text of the error that a call has returned.
pub fn message(ended: &Result<Outcome, Failure>) -> Option<&String> {
    match ended {
        Ok(outcome) => outcome.message.as_ref(),
        Err(failure) => Some(&failure.message),
    }
}

/// Checks that the text of an error begins with the operation.
pub fn located(ended: &Result<Outcome, Failure>, request: &str) -> Verdict {
    let start = format!("{}: ", Request::named(request).operation);
    match message(ended) {
        Some(text) if !text.starts_with(&start) => {
            Err(format!("{text:?} does not begin with {start:?}"))
        }
        _ => Ok(()),
    }
}
