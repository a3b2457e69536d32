//! The types of request bodies and results in signatures.

use super::Python;
use super::code::string;
use super::imports::Imports;
use super::layout::Node;
use super::mode::Mode;
use super::ty::{Annotation, Place};
use crate::code::Code;
use crate::ir::{Call, ContentKind, Items, Ty};

/// The module of streams.
const STREAMS: &str = "..runtime.stream";
const EVENTS: &str = "..runtime.event";

impl Python<'_> {
    /// Returns the type of the body, and whether it is required.
    pub(super) fn body_argument(&self, call: &Call<'_>, mode: Mode) -> Option<(Annotation, bool)> {
        let body = call.body.as_ref()?;
        let kinds = body.contents.iter().map(|content| &content.kind);
        let (streams, whole): (Vec<_>, Vec<_>) =
            kinds.partition(|kind| matches!(kind, ContentKind::Stream(_)));
        let whole: Vec<_> = whole.into_iter().cloned().map(Some).collect();
        let mut annotation = self.annotate(&Ty::Null, Place::Signature);
        let mut types = Vec::new();
        let has_bytes = whole.contains(&Some(ContentKind::Bytes));
        if !whole.is_empty() {
            annotation = self.union_of(whole, Place::Argument, mode);
            types.push(annotation.code.clone());
        }
        if has_bytes {
            types.extend(iterables(&Code::fixed("bytes"), mode, &mut annotation));
        }
        for kind in streams {
            if let ContentKind::Stream(items) = kind {
                types.extend(self.sent_stream(items, mode, &mut annotation));
            }
        }
        if !types.is_empty() {
            annotation.code = Code::list(types, " | ");
        }
        (!body.contents.is_empty()).then_some((annotation, body.body.required))
    }

    /// Returns the result of a call.
    pub(super) fn results(&self, call: &Call<'_>, place: Place, mode: Mode) -> Annotation {
        self.union_of(call.results(), place, mode)
    }

    /// Returns the union of several kinds of body.
    pub(super) fn union_of(
        &self,
        kinds: Vec<Option<ContentKind>>,
        place: Place,
        mode: Mode,
    ) -> Annotation {
        let mut union = self.annotate(&Ty::Null, place);
        let mut types: Vec<Code> = Vec::new();
        // In a union in the table, "any" stands for the streams of both kinds of client.
        let streams = kinds
            .iter()
            .any(|kind| matches!(kind, Some(ContentKind::Stream(_))));
        for kind in kinds {
            let one = match &kind {
                None => self.annotate(&Ty::Null, place),
                Some(
                    ContentKind::Json(ty) | ContentKind::Form(ty) | ContentKind::Multipart(ty),
                ) => self.annotate(ty, place),
                Some(ContentKind::Text) => self.annotate(&Ty::String, place),
                Some(ContentKind::Bytes) => self.annotate(&Ty::Base64, Place::Signature),
                Some(ContentKind::Stream(items)) => self.stream_of(items, place, mode),
            };
            union.imports.extend(&one.imports);
            union.names.extend(one.names);
            if !types.contains(&one.code) {
                types.push(one.code);
            }
        }
        let nullable = types.iter().any(|code| code.as_str().ends_with(" | None"));
        if nullable {
            types.retain(|code| code.as_str() != "None");
        }
        let any = types.iter().find(|code| code.as_str() == "Any").cloned();
        if let Some(any) = any.filter(|_| !streams) {
            types = vec![any];
        }
        if !types.is_empty() {
            union.code = Code::list(types, " | ");
        }
        union
    }

    /// Returns the types of a stream that is sent. An `AsyncClient` takes either kind of iterable.
    fn sent_stream(&self, items: &Items, mode: Mode, to: &mut Annotation) -> Vec<Code> {
        // The class of an event is invariant: its data is a model.
        let place = if items.are_events() {
            Place::Signature
        } else {
            Place::Argument
        };
        let item = self.item_of(items, place);
        to.imports.extend(&item.imports);
        to.names.extend(item.names);
        iterables(&item.code, mode, to)
    }

    /// Returns the type of an item of a stream.
    fn item_of(&self, items: &Items, place: Place) -> Annotation {
        let mut item = self.annotate(items.json.as_ref().unwrap_or(&Ty::String), place);
        if items.are_events() {
            item.imports.add(EVENTS, "ServerSentEvent");
            item.code = code!("ServerSentEvent[", &item.code, "]");
        }
        item
    }

    /// Returns the type of a stream. In the table, which both kinds of client share, it is any.
    fn stream_of(&self, items: &Items, place: Place, mode: Mode) -> Annotation {
        if place == Place::Table {
            return self.annotate(&Ty::Any, place);
        }
        let mut stream = self.item_of(items, place);
        let class = mode.stream();
        stream.imports.add(STREAMS, class);
        stream.code = code!(class, "[", &stream.code, "]");
        stream
    }
}

/// Returns the possible media types of a body.
pub(super) fn media_types(call: &Call<'_>, imports: &mut Imports) -> Option<Node> {
    let contents = &call.body.as_ref()?.contents;
    let mut media: Vec<_> = contents
        .iter()
        .map(|content| string(&content.media_type))
        .collect();
    media.dedup();
    if media.len() < 2 {
        return None;
    }
    imports.add("typing", "Literal");
    let close = code!("] = ", &media[0]);
    let items = media.into_iter().map(Node::Leaf).collect();
    Some(Node::Group(
        Code::fixed("content_type: Literal["),
        items,
        close,
    ))
}

/// Returns the types of what yields items one by one.
fn iterables(item: &Code, mode: Mode, to: &mut Annotation) -> Vec<Code> {
    let classes: &[&'static str] = match mode {
        Mode::Sync => &["Iterable"],
        Mode::Async => &["AsyncIterable", "Iterable"],
    };
    let types = classes.iter().map(|class| {
        to.imports.add("collections.abc", class);
        code!(*class, "[", item, "]")
    });
    types.collect()
}
