//! Events as objects, whose name determines what their data is.

use std::fmt::Write as _;

use serde_json::Value;
use spec::model::SchemaId;

use crate::ir::sample::Variant;
use crate::ir::samples::Samples;
use crate::json::{Json, Object};

/// A reconnection time, in milliseconds.
const RETRY: u64 = 1500;

/// Returns a complete event of each kind, to be sent or received.
pub(super) fn samples(all: &Samples<'_>, item: SchemaId, request: bool) -> Vec<Object> {
    let members = all.api.members(item).iter().filter_map(|member| {
        let mut sampler = all.sampler(Variant::Full(0), request);
        let Json::Object(mut object) = sampler.sample(member.schema)? else {
            return None;
        };
        // Readers limit how long they wait, and samples are large.
        if object.get("retry").is_some() {
            object.set("retry", RETRY);
        }
        Some(object)
    });
    members.collect()
}

/// Returns an event as it is sent; `json` are the names of the events whose data is JSON.
pub(super) fn written(object: &Object, json: &[String]) -> String {
    let plain = |name| match object.get(name) {
        Some(Json::Value(Value::String(text))) => Some(text.clone()),
        other => other.and_then(|value| serde_json::to_string(value).ok()),
    };
    let event = plain("event").unwrap_or_default();
    let mut text = format!("event: {event}\n");
    for name in ["id", "retry"] {
        if let Some(value) = plain(name) {
            _ = writeln!(text, "{name}: {value}");
        }
    }
    let data = if json.contains(&event) {
        let data = object.get("data");
        data.and_then(|data| serde_json::to_string(data).ok())
    } else {
        plain("data")
    };
    for line in data.unwrap_or_default().split('\n') {
        _ = writeln!(text, "data: {line}");
    }
    text + "\n"
}

/// Returns the objects that clients return for events that are received in this order: the ID of an
/// event is also that of those after it, until one has another.
pub(super) fn received(objects: Vec<Object>) -> Vec<Object> {
    let mut last = None;
    let mut with_id = |mut object: Object| {
        match (object.get("id"), &last) {
            (Some(id), _) => last = Some(id.clone()),
            (None, Some(id)) => object.set("id", id.clone()),
            (None, None) => {}
        }
        object
    };
    objects.into_iter().map(&mut with_id).collect()
}
