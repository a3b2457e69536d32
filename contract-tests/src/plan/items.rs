//! Bodies that are sequences of items: streams, and multipart bodies whose parts have a position.

use serde_json::{Value, json};
use spec::model::{MediaType, SchemaId, Stream};

use super::case::Cases;
use conformance_core::json::Json;
use conformance_core::streams::{items as items_of, written};
use conformance_core::validate::Validator;
use conformance_core::values::{Maker, Manner, Violation};

/// How many items a body has.
const ITEMS: usize = 3;

/// Returns random items of a stream. `seed` is that of an item, by its number.
pub(super) fn of_stream(
    cases: &Cases<'_>,
    media: &MediaType,
    stream: &Stream,
    manner: Manner,
    seed: impl Fn(usize) -> [u8; 32],
) -> Option<Value> {
    let drawn = |schema, number| cases.value(schema, manner, seed(number));
    let item = |number| {
        if !stream.is_of_data() {
            return match stream.item {
                Some(schema) => drawn(schema, number),
                None => Some(json!({ "number": number })),
            };
        }
        let event = media.item_schema.and_then(|schema| drawn(schema, number));
        let mut event = event
            .filter(Value::is_object)
            .unwrap_or_else(|| json!({ "data": "text" }));
        if let Some(schema) = stream.item {
            event["data"] = drawn(schema, number + ITEMS)?;
        }
        Some(event)
    };
    (0..ITEMS).map(item).collect()
}

/// Returns random parts of a multipart body. `seed` is that of a part, by its number.
pub(super) fn of_parts(
    cases: &Cases<'_>,
    schema: SchemaId,
    manner: Manner,
    seed: impl Fn(usize) -> [u8; 32],
) -> Option<Value> {
    let part = |number| cases.value(schema, manner, seed(number));
    (0..ITEMS).map(part).collect()
}

/// Returns whether every item of a stream is valid.
pub(super) fn are_allowed(requests: &Validator, stream: &Stream, items: &Value) -> bool {
    let mut items = items.as_array().into_iter().flatten();
    stream.item.is_none_or(|schema| {
        items.all(|item| {
            let data = Json::from(data(stream, item));
            requests.check(schema, &data).is_empty()
        })
    })
}

/// Returns streams whose last item is invalid, each with what it violates.
pub(super) fn broken<'b>(
    maker: &'b Maker<'_>,
    requests: &'b Validator,
    stream: &'b Stream,
    items: &'b Value,
) -> impl Iterator<Item = (Value, Violation)> + 'b {
    let items = items.as_array().and_then(|items| items.split_last());
    let of_last = stream.item.zip(items).map(|(schema, (last, before))| {
        let violations = maker.violations(schema, data(stream, last)).into_iter();
        let is_invalid = move |violation: &Violation| {
            // What an event has no field for is not sent, so what the server receives counts.
            let item = item_of(stream, &violation.value);
            let sent = written(stream, std::slice::from_ref(&item));
            let mut received = items_of(stream, &sent).into_iter();
            let value = received
                .next()
                .and_then(|item| Json::parse(&item.text).ok());
            value.is_some_and(|value| !requests.check(schema, &value).is_empty())
        };
        violations.filter(is_invalid).map(|violation| {
            let item = item_of(stream, &violation.value);
            let items = before.iter().cloned().chain([item]).collect();
            (items, violation)
        })
    });
    of_last.into_iter().flatten()
}

/// Returns the pointer of the last item.
pub(super) fn last(items: &Value) -> String {
    let count = items.as_array().map_or(0, Vec::len);
    format!("/{}", count.saturating_sub(1))
}

/// Returns the part of an item that the schema describes: of most events, the data.
fn data<'i>(stream: &Stream, item: &'i Value) -> &'i Value {
    if stream.is_of_data() {
        &item["data"]
    } else {
        item
    }
}

/// Returns the item of a value of the schema.
fn item_of(stream: &Stream, value: &Value) -> Value {
    if stream.is_of_data() {
        json!({ "data": value })
    } else {
        value.clone()
    }
}
