//! Finds out which bodies are streams of items, and what the items are.

use std::collections::HashMap;

use serde_json::Value as Json;

use super::Lowering;
use super::events::{self, NamedEvents};
use super::reader::Fields;
use super::stream_parts;
use crate::document::Value;
use crate::model::{
    Api, Framing, Kind, MediaType, Operation, Schema, SchemaId, Stream, StreamPart, StreamSource,
};

/// The extension that says whether a body is a stream.
const EXTENSION: &str = "x-stream";

impl<'d> Lowering<'d, '_> {
    /// Checks `x-stream` of a media type.
    pub(super) fn check_stream(&mut self, name: &str, media_type: &Fields<'d>) {
        let Some(node) = media_type.get(EXTENSION) else {
            return;
        };
        if matches!(node.value, Value::Bool(false)) {
            return;
        }
        if Framing::of(&crate::model::essence(name)).is_none() {
            let what = format!("`{EXTENSION}` of `{name}`, whose items no framing separates");
            let made = "generated code reads and writes the body as a whole";
            self.unsupported(media_type.name_span(EXTENSION), what, made);
        } else if !matches!(node.value, Value::Bool(true))
            && let Some(stated) = self.object(media_type, EXTENSION)
        {
            self.warn_of_unknown(&stated, &["end"]);
            self.text(&stated, "end");
        }
    }
}

/// Recognizes streaming bodies.
pub(super) fn recognize(api: &mut Api) {
    let mut recognizer = Recognizer {
        schemas: &mut api.schemas,
        named: HashMap::new(),
        has_item_schemas: !api.openapi.starts_with("3.0") && !api.openapi.starts_with("3.1"),
    };
    let hooks = api
        .webhooks
        .iter_mut()
        .flat_map(|hook| &mut hook.operations);
    for operation in api.operations.iter_mut().chain(hooks) {
        let callbacks = operation.callbacks.iter_mut();
        for hook in callbacks.flat_map(|callback| &mut callback.operations) {
            recognizer.operation(hook);
        }
        recognizer.operation(operation);
    }
}

struct Recognizer<'a> {
    schemas: &'a mut Vec<Schema>,
    /// The events of each schema seen so far, so that streams with the same schema share one type.
    named: HashMap<SchemaId, Option<NamedEvents>>,
    /// Whether the version of OpenAPI defines the items of an event stream.
    has_item_schemas: bool,
}

/// The items of a stream.
struct Items {
    source: StreamSource,
    item: Option<SchemaId>,
    json_events: Option<Vec<String>>,
    part: Option<StreamPart>,
}

impl Items {
    const fn new(source: StreamSource, item: Option<SchemaId>) -> Self {
        Self {
            source,
            item,
            json_events: None,
            part: None,
        }
    }
}

impl Recognizer<'_> {
    fn operation(&mut self, operation: &mut Operation) {
        let body = operation.body.iter_mut().flat_map(|body| &mut body.content);
        let responses = operation.responses.iter_mut();
        for media in body.chain(responses.flat_map(|response| &mut response.content)) {
            media.stream = self.stream(media);
        }
    }

    fn stream(&mut self, media: &MediaType) -> Option<Stream> {
        let framing = Framing::of(&media.essence())?;
        let stated = media.extensions.get(EXTENSION);
        // Parts of a different form at each position are not items of one type.
        if stated == Some(&Json::Bool(false)) || !media.prefix_encoding.is_empty() {
            return None;
        }
        let mut items = match media.item_schema {
            Some(event) if framing == Framing::Events => {
                self.events(StreamSource::ItemSchema, event)
            }
            Some(item) => Items::new(StreamSource::ItemSchema, Some(item)),
            None => {
                let is_stated = matches!(stated, Some(Json::Bool(true) | Json::Object(_)));
                self.by_schema(framing, media.schema, is_stated)?
            }
        };
        if framing == Framing::Parts {
            let (part, item) = stream_parts::part(self.schemas, media, items.item);
            (items.part, items.item) = (Some(part), item);
        }
        let end = stated
            .and_then(|stated| stated.get("end"))
            .and_then(Json::as_str);
        Some(Stream {
            framing,
            item: items.item,
            json_events: items.json_events,
            part: items.part,
            end: end
                .filter(|_| framing == Framing::Events)
                .map(str::to_owned),
            source: items.source,
        })
    }

    /// Returns the items of a body from its complete schema.
    fn by_schema(
        &mut self,
        framing: Framing,
        schema: Option<SchemaId>,
        is_stated: bool,
    ) -> Option<Items> {
        let kind = schema.map(|id| &self.schemas[events::resolve(self.schemas, id).index()].kind);
        let is_events = framing == Framing::Events;
        let source = match kind {
            _ if is_stated => StreamSource::Extension,
            Some(Kind::Array(_)) => StreamSource::Array,
            Some(Kind::Object(_) | Kind::Union(_)) if is_events => StreamSource::Data,
            _ => return None,
        };
        Some(match kind {
            Some(Kind::Array(array)) if is_events && self.has_item_schemas => {
                let event = array.items;
                self.events(source, event)
            }
            Some(Kind::Array(array)) => Items::new(source, Some(array.items)),
            // Text is not JSON, and `data` is plain text.
            Some(Kind::String(_) | Kind::Any) if is_events => Items::new(source, None),
            _ => Items::new(source, schema),
        })
    }

    /// Returns the items of an event stream from the schema of an event (OpenAPI 3.2.0 §4.14.4.1).
    fn events(&mut self, source: StreamSource, event: SchemaId) -> Items {
        let event = events::resolve(self.schemas, event);
        let named = self.named.entry(event);
        match named.or_insert_with(|| events::named(self.schemas, event)) {
            Some(named) => Items {
                source,
                item: Some(named.item),
                json_events: Some(named.json.clone()),
                part: None,
            },
            None => Items::new(source, self.data(event)),
        }
    }

    /// Returns the schema of the JSON in the `data` of all events; `None` if it is text.
    fn data(&self, event: SchemaId) -> Option<SchemaId> {
        let Kind::Object(object) = &self.schemas[event.index()].kind else {
            return None;
        };
        events::json_of(self.schemas, events::property(object, "data")?.schema)
    }
}
