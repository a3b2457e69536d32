//! Generates the items of streams.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use conformance_core::json::Json;
use conformance_core::lookup::property;
use conformance_core::validate::Validator;
use conformance_core::values::{self, Maker, Manner};
use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};
use spec::Api;
use spec::model::{MediaType, SchemaId, Stream};

/// How often a value is drawn before it is given up.
const TRIES: usize = 6;

/// Where values come from.
pub struct Source<'a> {
    pub api: &'a Api,
    pub maker: &'a Maker<'a>,
    pub validator: &'a Validator,
}

/// Returns an event object as it arrives: its lines end in one way, and readers limit how long they
/// wait.
fn as_it_arrives(mut event: Value) -> Value {
    let Some(object) = event.as_object_mut() else {
        return event;
    };
    if object.contains_key("retry") {
        object.insert("retry".to_owned(), 1500.into());
    }
    object.insert("id".to_owned(), "1".into());
    if let Some(Value::String(data)) = object.get_mut("data") {
        *data = data.replace('\r', " ");
    }
    event
}

impl Source<'_> {
    /// Returns an allowed value of a schema; `None` if none is found. `seed` gives another one for
    /// each number.
    pub fn value(
        &self,
        schema: SchemaId,
        manner: Manner,
        seed: &dyn Fn(usize) -> [u8; 32],
    ) -> Option<Value> {
        (0..TRIES).find_map(|round| {
            // If a special value cannot be found, a plain one is drawn.
            let manner = if round < TRIES / 2 {
                manner
            } else {
                Manner::Plain
            };
            let strategy = self.maker.strategy(schema, manner);
            let value = values::tree(&strategy, seed(round)).ok()?.current();
            let found = self.validator.check(schema, &Json::from(&value));
            found.is_empty().then_some(value)
        })
    }

    /// Returns as many items of a stream; `None` if one of them is not found. An event is an object
    /// with its fields.
    pub fn items(
        &self,
        (media, stream): (&MediaType, &Stream),
        manner: Manner,
        count: usize,
        seed: &dyn Fn(usize) -> [u8; 32],
    ) -> Option<Vec<Value>> {
        let one = |number: usize| {
            let seed = |round: usize| seed(number * TRIES + round);
            if stream.is_of_data() {
                return self.event((media, stream), manner, number, &seed);
            }
            if stream.is_of_bytes() {
                return Some(BASE64_STANDARD.encode(format!("part {number}\r\n")).into());
            }
            match stream.item {
                Some(schema) if stream.json_events.is_some() => {
                    self.value(schema, manner, &seed).map(as_it_arrives)
                }
                Some(schema) => self.value(schema, manner, &seed),
                None => Some(json!({"number": number})),
            }
        };
        (0..count).map(one).collect()
    }

    fn event(
        &self,
        (media, stream): (&MediaType, &Stream),
        manner: Manner,
        number: usize,
        seed: &dyn Fn(usize) -> [u8; 32],
    ) -> Option<Value> {
        let mut event = json!({"id": (number + 1).to_string()});
        let field = |name| property(self.api, media.item_schema?, name);
        let name = field("event").and_then(|schema| self.value(schema, Manner::Plain, seed));
        // It ends at a line break, and an empty one means nothing (HTML §9.2.6).
        let is_line = |text: &&str| !text.is_empty() && !text.contains(['\r', '\n', '\0']);
        if let Some(name) = name.as_ref().and_then(Value::as_str).filter(is_line) {
            event["event"] = name.into();
        }
        event["data"] = match (stream.item, field("data")) {
            (Some(schema), _) => self.value(schema, manner, seed)?,
            // Its lines end in one way after it was sent.
            (None, Some(schema)) => self
                .value(schema, manner, seed)?
                .as_str()?
                .replace('\r', " ")
                .into(),
            (None, None) => format!("event {number}").into(),
        };
        Some(event)
    }
}
