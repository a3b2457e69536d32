//! Repeated requests with the same idempotency key.

use std::collections::HashMap;

use conformance_core::json::Json;
use serde_json::Value;
use spec::model::{Location, Operation};

use crate::parameters::Values;
use crate::reply::Reply;

/// The field (draft-ietf-httpapi-idempotency-key-header-07 §2).
const FIELD: &str = "idempotency-key";

/// The maximum number of keys that are kept.
const MOST: usize = 10_000;

/// The use of a key.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    body: String,
    reply: Reply,
}

/// Returns the key of a request, with its scope; `None` if the description declares none.
pub(crate) fn key(
    operation: &Operation,
    path: &str,
    values: &Values,
    body: Option<&Value>,
) -> Option<String> {
    let mut fields = values.iter();
    let field = fields.find(|((location, name), _)| {
        *location == Location::Header && name.eq_ignore_ascii_case(FIELD)
    });
    let field = field.and_then(|(_, value)| value.as_str().map(str::to_owned));
    let property = operation.idempotency.as_ref();
    let property = property.and_then(|name| body?.get(name).map(Value::to_string));
    Some(format!(
        "{} {path} {}",
        operation.method.as_str(),
        field.or(property)?
    ))
}

/// A known key.
#[derive(Debug)]
pub(crate) enum Known {
    /// The same request was sent, and got this response.
    Same(Reply),
    /// Another request was sent.
    Other,
}

/// The responses to requests with a key.
#[derive(Debug, Default)]
pub(crate) struct Keys(HashMap<String, Kept>);

impl Keys {
    /// Returns the earlier use of a key; `None` if it is new.
    pub(crate) fn find(&self, key: &str, body: Option<&Value>) -> Option<Known> {
        let kept = self.0.get(key)?;
        Some(if kept.body == text(body) {
            Known::Same(kept.reply.clone())
        } else {
            Known::Other
        })
    }

    /// Stores the response to a request with a key, if it was a success.
    pub(crate) fn keep(&mut self, key: String, body: Option<&Value>, reply: &Reply) {
        if reply.status / 100 == 2 && self.0.len() < MOST {
            let kept = Kept {
                body: text(body),
                reply: reply.clone(),
            };
            self.0.insert(key, kept);
        }
    }
}

fn text(body: Option<&Value>) -> String {
    body.map_or_else(String::new, |body| Json::from(body).key())
}
