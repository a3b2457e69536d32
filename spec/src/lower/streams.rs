//! Finds out which bodies are streams of items, and what the items are.

use serde_json::Value as Json;

use super::Lowering;
use super::reader::Fields;
use crate::document::Value;
use crate::model::{
    Api, Framing, Kind, MediaType, Operation, Schema, SchemaId, Stream, StreamSource,
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
    let recognizer = Recognizer {
        schemas: &api.schemas,
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
    schemas: &'a [Schema],
    /// Whether the version of OpenAPI defines the items of an event stream.
    has_item_schemas: bool,
}

impl Recognizer<'_> {
    fn operation(&self, operation: &mut Operation) {
        let body = operation.body.iter_mut().flat_map(|body| &mut body.content);
        let responses = operation.responses.iter_mut();
        for media in body.chain(responses.flat_map(|response| &mut response.content)) {
            media.stream = self.stream(media);
        }
    }

    fn stream(&self, media: &MediaType) -> Option<Stream> {
        let framing = Framing::of(&media.essence())?;
        let stated = media.extensions.get(EXTENSION);
        if stated == Some(&Json::Bool(false)) {
            return None;
        }
        let (source, item) = if let Some(item) = media.item_schema {
            let item = match framing {
                Framing::Events => self.data(item),
                Framing::Lines | Framing::Sequence => Some(item),
            };
            (StreamSource::ItemSchema, item)
        } else {
            let is_stated = matches!(stated, Some(Json::Bool(true) | Json::Object(_)));
            self.by_schema(framing, media.schema, is_stated)?
        };
        let end = stated
            .and_then(|stated| stated.get("end"))
            .and_then(Json::as_str);
        Some(Stream {
            framing,
            item,
            end: end
                .filter(|_| framing == Framing::Events)
                .map(str::to_owned),
            source,
        })
    }

    /// Returns the schema of items from a schema of the complete body.
    fn by_schema(
        &self,
        framing: Framing,
        schema: Option<SchemaId>,
        is_stated: bool,
    ) -> Option<(StreamSource, Option<SchemaId>)> {
        let kind = schema.map(|id| self.kind(id));
        let is_events = framing == Framing::Events;
        let source = match kind {
            _ if is_stated => StreamSource::Extension,
            Some(Kind::Array(_)) => StreamSource::Array,
            Some(Kind::Object(_) | Kind::Union(_)) if is_events => StreamSource::Data,
            _ => return None,
        };
        let item = match kind {
            Some(Kind::Array(array)) if is_events && self.has_item_schemas => {
                self.data(array.items)
            }
            Some(Kind::Array(array)) => Some(array.items),
            // Text is not JSON, and `data` is plain text.
            Some(Kind::String(_) | Kind::Any) if is_events => None,
            _ => schema,
        };
        Some((source, item))
    }

    /// Returns the schema of the JSON in an event's `data`, from the schema of the event (OpenAPI
    /// 3.2.0 §4.14.4.1); `None` if it is text.
    fn data(&self, event: SchemaId) -> Option<SchemaId> {
        let Kind::Object(object) = self.kind(event) else {
            return None;
        };
        let mut properties = object.properties.iter();
        let data = properties.find(|property| property.name == "data")?;
        match self.kind(data.schema) {
            Kind::String(text) => text.content,
            // `data` is always text, so such a schema can only describe the parsed text.
            Kind::Object(_)
            | Kind::Array(_)
            | Kind::Boolean
            | Kind::Integer { .. }
            | Kind::Number { .. } => Some(data.schema),
            _ => None,
        }
    }

    fn kind(&self, mut id: SchemaId) -> &Kind {
        while let Kind::Alias(target) = self.schemas[id.index()].kind {
            id = target;
        }
        &self.schemas[id.index()].kind
    }
}
