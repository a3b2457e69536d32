//! Sends streams of items as request bodies.
#![allow(dead_code, reason = "a description need not have streams")]

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use http_body::{Body, Frame};
use serde::Serialize;
use tokio::sync::oneshot;

use super::ServerSentEvent;
use super::request::Request;
use crate::types::runtime::{PartForm, PartWriter, write_event_object, write_line, write_record};

/// The error of a source of items, which ends the request.
pub type SourceError = Box<dyn std::error::Error + Send + Sync>;

pub(super) type Items<T> = Pin<Box<dyn Stream<Item = Result<T, SourceError>> + Send>>;

/// The items of a streamed request body, each sent as soon as it is available.
///
/// An item is taken from the stream when the connection has room for it. The items cannot be produced
/// a second time, so the request is never retried, whatever the [`RetryPolicy`](super::RetryPolicy).
/// The time limit of the attempt starts after the last item.
pub struct ItemSource<T>(Items<T>);

impl<T: 'static> ItemSource<T> {
    /// Creates a source from a stream.
    pub fn new(items: impl Stream<Item = T> + Send + 'static) -> Self {
        Self(Box::pin(Sound(Box::pin(items))))
    }

    /// Creates a source from a stream that can fail. An error ends the request, and is the source of
    /// the error that the call returns.
    pub fn fallible(items: impl Stream<Item = Result<T, SourceError>> + Send + 'static) -> Self {
        Self(Box::pin(items))
    }

    /// Creates a source from an iterator.
    pub fn iter<I>(items: I) -> Self
    where
        I: IntoIterator<Item = T>,
        I::IntoIter: Send + Unpin + 'static,
    {
        Self(Box::pin(Iterated(items.into_iter())))
    }

    pub(super) fn into_inner(self) -> Items<T> {
        self.0
    }

    fn written(self, write: Write<T>, end: Option<Vec<u8>>) -> Payload {
        self.written_between(None, write, end)
    }

    fn written_between(
        self,
        start: Option<Vec<u8>>,
        write: Write<T>,
        end: Option<Vec<u8>>,
    ) -> Payload {
        Payload::new(Written {
            start,
            items: self.0,
            write,
            end,
            is_over: false,
        })
    }
}

impl<T: Send + Unpin + 'static> From<Vec<T>> for ItemSource<T> {
    fn from(items: Vec<T>) -> Self {
        Self::iter(items)
    }
}

impl<T> fmt::Debug for ItemSource<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemSource").finish_non_exhaustive()
    }
}

/// A stream without errors.
struct Sound<T>(Pin<Box<dyn Stream<Item = T> + Send>>);

impl<T> Stream for Sound<T> {
    type Item = Result<T, SourceError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context).map(|item| item.map(Ok))
    }
}

struct Iterated<I>(I);

impl<I: Iterator + Unpin> Stream for Iterated<I> {
    type Item = Result<I::Item, SourceError>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.next().map(Ok))
    }
}

/// Encodes an item.
type Write<T> = Box<dyn Fn(&T) -> Result<Vec<u8>, serde_json::Error> + Send>;

/// The encoded items of a body.
struct Written<T> {
    /// The bytes to send before the first item.
    start: Option<Vec<u8>>,
    items: Items<T>,
    write: Write<T>,
    /// The bytes to send after the last item.
    end: Option<Vec<u8>>,
    is_over: bool,
}

impl<T> Stream for Written<T> {
    type Item = Result<Bytes, SourceError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        if let Some(start) = self.start.take() {
            return Poll::Ready(Some(Ok(start.into())));
        }
        self.items
            .as_mut()
            .poll_next(context)
            .map(|item| match item {
                None => {
                    self.is_over = true;
                    self.end.take().map(|end| Ok(end.into()))
                }
                Some(item) => Some(item.and_then(|item| Ok((self.write)(&item)?.into()))),
            })
    }
}

pub(super) type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, SourceError>> + Send>>;

/// A streamed body, which can be sent only once.
#[derive(Clone)]
pub(super) struct Payload(Arc<Mutex<Option<Chunks>>>);

impl Payload {
    pub(super) fn new(
        chunks: impl Stream<Item = Result<Bytes, SourceError>> + Send + 'static,
    ) -> Self {
        Self(Arc::new(Mutex::new(Some(Box::pin(chunks)))))
    }

    /// Returns the bytes; `None` if they were already taken.
    pub(super) fn chunks(&self) -> Option<Chunks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns the body, and a signal for its end; `None` if it was already taken.
    pub(super) fn take(&self) -> Option<(reqwest::Body, Sent)> {
        let chunks = self.chunks()?;
        let (ended, sent) = oneshot::channel();
        let chunks = Mutex::new(chunks);
        let body = reqwest::Body::wrap(Sending {
            chunks,
            _ended: ended,
        });
        Some((body, Sent(sent)))
    }
}

/// A signal that a request body was sent or dropped.
pub(super) struct Sent(oneshot::Receiver<()>);

impl Sent {
    pub(super) async fn wait(self) {
        // Nothing is ever sent through the channel: its sender is dropped with the body.
        let _ = self.0.await;
    }
}

struct Sending {
    chunks: Mutex<Chunks>,
    _ended: oneshot::Sender<()>,
}

impl Body for Sending {
    type Data = Bytes;
    type Error = SourceError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, SourceError>>> {
        let chunks = self
            .chunks
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        chunks
            .as_mut()
            .poll_next(context)
            .map(|chunk| chunk.map(|chunk| chunk.map(Frame::data)))
    }
}

/// Sets a streamed body; `media` is its declared media type.
impl Request {
    /// Sends events whose data is JSON (HTML §9.2). `end` is the data of an additional last event.
    pub(crate) fn events<T: Serialize + 'static>(
        self,
        media: &str,
        end: Option<&str>,
        body: ItemSource<ServerSentEvent<T>>,
    ) -> Self {
        let write: Write<ServerSentEvent<T>> =
            Box::new(|event| Ok(event.written(&serde_json::to_string(&event.data)?)));
        self.payload(media, body.written(write, end.map(end_event)))
    }

    /// Sends events whose data is text (HTML §9.2). `end` is the data of an additional last event.
    pub(crate) fn text_events(
        self,
        media: &str,
        end: Option<&str>,
        body: ItemSource<ServerSentEvent<String>>,
    ) -> Self {
        let write: Write<ServerSentEvent<String>> =
            Box::new(|event| Ok(event.written(&event.data)));
        self.payload(media, body.written(write, end.map(end_event)))
    }

    /// Sends event objects; `json` are the names of the events whose data is JSON. `end` is the data
    /// of an additional last event.
    pub(crate) fn named_events<T: Serialize + 'static>(
        self,
        media: &str,
        json: &'static [&'static str],
        end: Option<&str>,
        body: ItemSource<T>,
    ) -> Self {
        let write: Write<T> = Box::new(move |event| write_event_object(event, json));
        self.payload(media, body.written(write, end.map(end_event)))
    }

    /// Sends JSON texts, one per line.
    pub(crate) fn lines<T: Serialize + 'static>(self, media: &str, body: ItemSource<T>) -> Self {
        self.payload(media, body.written(Box::new(write_line), None))
    }

    /// Sends JSON texts, each after a record separator (RFC 7464 §2.2).
    pub(crate) fn sequence<T: Serialize + 'static>(self, media: &str, body: ItemSource<T>) -> Self {
        self.payload(media, body.written(Box::new(write_record), None))
    }

    /// Sends parts (RFC 2046 §5.1).
    pub(crate) fn parts<T: Serialize + 'static>(
        self,
        media: &str,
        form: PartForm,
        body: ItemSource<T>,
    ) -> Self {
        let writer = PartWriter::new(form);
        let media = writer.media_type(media);
        let (start, end) = (writer.start(), writer.end());
        let write: Write<T> = Box::new(move |item| writer.item(item));
        self.payload(&media, body.written_between(Some(start), write, Some(end)))
    }
}

fn end_event(data: &str) -> Vec<u8> {
    ServerSentEvent::new(()).written(data)
}
