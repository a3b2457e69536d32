//! Streams: what clients read, and which streams targets do not support item by item.

use std::collections::HashSet;

use spec::model::{Api, Framing, MediaType, Operation, Stream, StreamPart};
use spec::{Code, Diagnostic, Diagnostics, Span};

use super::{Ty, Types};

/// The items of a stream.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Items {
    /// How they follow each other.
    pub(crate) framing: Framing,
    /// The type of an item's JSON, or of the JSON in an event's `data`; `None` if `data` is text.
    pub(crate) json: Option<Ty>,
    /// If items are event objects, because the type of `data` depends on the name of the event: the
    /// names of the events whose `data` is JSON. `json` is then the type of such an object.
    pub(crate) json_events: Option<Vec<String>>,
    /// What a part of a multipart stream contains. The JSON of text is a string, and of bytes one in
    /// base64, so that `json` is the type of every item.
    pub(crate) part: Option<StreamPart>,
    /// The `data` that ends the stream and is not an item.
    pub(crate) end: Option<String>,
}

impl Items {
    pub(super) fn new(types: &Types<'_>, stream: &Stream) -> Self {
        let stated = stream.item.map(|id| types.nullable_ty(id));
        Self {
            framing: stream.framing,
            json: match stream.framing {
                Framing::Events => stated,
                Framing::Parts if stream.is_of_bytes() => Some(Ty::Base64),
                Framing::Lines | Framing::Sequence | Framing::Parts => {
                    Some(stated.unwrap_or(Ty::Any))
                }
            },
            part: stream.part.clone(),
            json_events: stream.json_events.clone(),
            end: stream.end.clone(),
        }
    }

    /// Returns whether the items are events of the runtime's type, with data of type `json`.
    pub(crate) fn are_events(&self) -> bool {
        self.framing == Framing::Events && self.json_events.is_none()
    }
}

/// How a target supports streams.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Streaming<'n> {
    /// Its name in messages.
    pub(crate) name: &'n str,
    /// Whether it reads and writes the streams of requests and successful responses item by item.
    pub(crate) reads: bool,
}

/// Reports every stream that a target reads or writes as one body.
pub(crate) fn name_whole(api: &Api, target: Streaming<'_>, diagnostics: &mut Diagnostics) {
    let mut names = Names {
        api,
        target,
        seen: HashSet::new(),
        diagnostics,
    };
    let hooks = api.webhooks.iter().flat_map(|hook| &hook.operations);
    let callbacks = api.operations.iter().flat_map(|one| &one.callbacks);
    let hooks = hooks.chain(callbacks.flat_map(|callback| &callback.operations));
    for operation in &api.operations {
        names.operation(operation, target.reads);
    }
    for operation in hooks {
        names.operation(operation, false);
    }
}

struct Names<'a> {
    api: &'a Api,
    target: Streaming<'a>,
    /// A media type that is referred to more than once is reported once.
    seen: HashSet<Span>,
    diagnostics: &'a mut Diagnostics,
}

impl Names<'_> {
    fn operation(&mut self, operation: &Operation, reads: bool) {
        for media in operation.body.iter().flat_map(|body| &body.content) {
            self.media_type(media, reads);
        }
        for response in &operation.responses {
            for media in &response.content {
                self.media_type(media, reads && response.status.is_success());
            }
        }
    }

    fn media_type(&mut self, media: &MediaType, reads: bool) {
        let Streaming { name, .. } = self.target;
        let is_stream = media.stream.is_some() || media.item_schema.is_some();
        let (message, label) = if is_stream && !(reads && media.stream.is_some()) {
            let essence = media.essence();
            (
                format!("{name} reads this stream of items (`{essence}`) as a whole"),
                "text or bytes, not item by item",
            )
        } else if self.api.varies(media) {
            (
                format!("{name} has one type for the `data` of all events"),
                "read as text, because it differs by event",
            )
        } else {
            return;
        };
        if self.seen.insert(media.span) {
            let code = Code::UnsupportedConstruct;
            let diagnostic = Diagnostic::warning(code, media.span, message);
            self.diagnostics.push(diagnostic.label(label));
        }
    }
}
