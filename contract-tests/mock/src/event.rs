//! The events of a stream (HTML §9.2).

use std::fmt::Write as _;

use conformance_core::lookup::property;
use serde_json::{Value, json};
use spec::model::{Additional, Kind, MediaType, SchemaId, Stream};

use crate::block::Block;
use crate::served::Served;

/// The reconnection time of events that have one, in milliseconds.
const RETRY: u64 = 10;

/// An event.
#[derive(Debug, Default)]
pub(crate) struct Event {
    name: Option<String>,
    id: Option<String>,
    retry: Option<u64>,
    data: String,
}

impl Event {
    pub(crate) fn of_data(data: &str) -> Self {
        Self {
            data: data.to_owned(),
            ..Self::default()
        }
    }

    /// Parses an event from a value of its schema.
    fn of(value: &Value) -> Self {
        let text = |name| value.get(name).and_then(text_of);
        let is_line = |text: &String| !text.contains(['\r', '\n', '\0']);
        Self {
            name: text("event").filter(is_line),
            id: text("id").filter(is_line),
            retry: value.get("retry").and_then(Value::as_u64),
            data: text("data").unwrap_or_default(),
        }
    }

    /// Returns the event as it is sent.
    pub(crate) fn block(self) -> Block {
        let mut text = String::new();
        let retry = self.retry.map(|retry| retry.to_string());
        let fields = [("event", &self.name), ("id", &self.id), ("retry", &retry)];
        for (name, value) in fields {
            if let Some(value) = value {
                // Writing to a `String` cannot fail.
                let _ = writeln!(text, "{name}: {value}");
            }
        }
        for line in self.data.replace("\r\n", "\n").split(['\r', '\n']) {
            let _ = writeln!(text, "data: {line}");
        }
        text.push('\n');
        Block { id: self.id, text }
    }
}

impl Served {
    /// Returns an event of a stream, with `data` if that is given; `None` if its schema cannot be
    /// satisfied.
    pub(crate) fn event(
        &self,
        (media, stream): (&MediaType, &Stream),
        data: Option<&Value>,
        (at, number): (&str, usize),
    ) -> Option<Event> {
        let api = &self.description.api;
        if !stream.is_of_data() {
            return self.named_event(stream, data, (at, number));
        }
        let schema = media.item_schema.map(|id| self.turn(id, number));
        let mut event = match schema {
            Some(schema) => {
                let known = json!({ "id": number.to_string(), "retry": RETRY });
                Event::of(&self.shaper.around(api, schema, Some(&known), at)?)
            }
            None => Event::of_data(&format!("event {number}")),
        };
        if event.id.is_none() && schema.is_none_or(|schema| self.may_have_id(schema)) {
            event.id = Some(number.to_string());
        }
        let content = stream.item.or_else(|| self.content_of_data(schema?));
        if let Some(data) = data {
            event.data = data.to_string();
        } else if content.is_some() {
            event.data = self.item(content, (at, number))?.to_string();
        }
        Some(event)
    }

    /// Returns an event whose name determines its data; `given` is the event as an object.
    fn named_event(
        &self,
        stream: &Stream,
        given: Option<&Value>,
        (at, number): (&str, usize),
    ) -> Option<Event> {
        let known = json!({ "id": number.to_string(), "retry": RETRY });
        let object = if let Some(object) = given {
            object.clone()
        } else {
            let schema = self.turn(stream.item?, number);
            let api = &self.description.api;
            self.shaper.around(api, schema, Some(&known), at)?
        };
        let mut event = Event::of(&object);
        if stream.has_json(event.name.as_deref().unwrap_or_default()) {
            event.data = object.get("data").unwrap_or(&Value::Null).to_string();
        }
        Some(event)
    }

    /// Chooses a union member by the number of the event.
    fn turn(&self, schema: SchemaId, number: usize) -> SchemaId {
        let api = &self.description.api;
        match &api.schema(api.resolve(schema)).kind {
            Kind::Union(union) if !union.members.is_empty() => {
                union.members[(number - 1) % union.members.len()].schema
            }
            _ => schema,
        }
    }

    /// Returns whether an event may have an ID that its schema does not name.
    fn may_have_id(&self, schema: SchemaId) -> bool {
        let api = &self.description.api;
        match &api.schema(api.resolve(schema)).kind {
            Kind::Object(object) => match object.additional {
                Additional::Unspecified => true,
                Additional::Schema(other) => api.is_any(other),
                Additional::Forbidden => false,
            },
            _ => true,
        }
    }

    /// Returns the schema of the JSON in an event's `data`.
    fn content_of_data(&self, event: SchemaId) -> Option<SchemaId> {
        let api = &self.description.api;
        let data = property(api, event, "data")?;
        match &api.schema(api.resolve(data)).kind {
            Kind::String(text) => text.content,
            _ => None,
        }
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
