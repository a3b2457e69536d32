//! Responses that are streams of items.
#![allow(dead_code, reason = "a description need not have streams")]

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use bytes::Bytes;
use futures_core::Stream;
use serde::Serialize;
use types::runtime::{PartForm, PartWriter, write_event_object, write_line, write_record};

use super::event::ServerSentEvent;
use super::reply::Reply;

/// An error that ends a stream.
pub type StreamError = Box<dyn std::error::Error + Send + Sync>;

pub(super) type Items<T> = Pin<Box<dyn Stream<Item = Result<T, StreamError>> + Send>>;

/// The items of a streamed response, which are sent as they become available.
///
/// Items are taken from the stream when the connection has room, so a slow client slows the stream
/// down. The response ends when the stream ends. If the client disconnects, the stream is dropped.
pub struct ItemStream<T>(Items<T>);

impl<T: 'static> ItemStream<T> {
    /// Creates the items from a stream.
    pub fn new(items: impl Stream<Item = T> + Send + 'static) -> Self {
        Self(Box::pin(Sound(Box::pin(items))))
    }

    /// Creates the items from a stream that can fail. After an error the connection is closed
    /// without ending the response, so that the client notices. The error itself is not sent.
    pub fn fallible(items: impl Stream<Item = Result<T, StreamError>> + Send + 'static) -> Self {
        Self(Box::pin(items))
    }
}

impl<T> ItemStream<T> {
    pub(super) fn into_inner(self) -> Items<T> {
        self.0
    }
}

impl<T> fmt::Debug for ItemStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream").finish_non_exhaustive()
    }
}

/// A stream that cannot fail.
struct Sound<T>(Pin<Box<dyn Stream<Item = T> + Send>>);

impl<T> Stream for Sound<T> {
    type Item = Result<T, StreamError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context).map(|item| item.map(Ok))
    }
}

/// Writes an item.
type Write<T> = Box<dyn Fn(&T) -> Result<Vec<u8>, serde_json::Error> + Send>;

/// The bytes of a stream, one item at a time.
struct Written<T> {
    /// Sent before the first item.
    start: Option<Bytes>,
    items: Items<T>,
    write: Write<T>,
    /// Sent after the last item.
    end: Option<Bytes>,
    /// The error to return once the items before it have been sent.
    failure: Option<StreamError>,
    is_over: bool,
}

impl<T> Written<T> {
    fn new(items: ItemStream<T>, write: Write<T>, end: Option<Bytes>) -> Self {
        Self {
            start: None,
            items: items.0,
            write,
            end,
            failure: None,
            is_over: false,
        }
    }
}

impl<T> Stream for Written<T> {
    type Item = Result<Bytes, StreamError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        if let Some(failure) = self.failure.take() {
            self.is_over = true;
            return Poll::Ready(Some(Err(failure)));
        }
        if let Some(start) = self.start.take() {
            return Poll::Ready(Some(Ok(start)));
        }
        let next = ready!(self.items.as_mut().poll_next(context));
        let Some(item) = next else {
            self.is_over = true;
            return Poll::Ready(self.end.take().map(Ok));
        };
        match item.and_then(|item| Ok((self.write)(&item)?)) {
            Ok(written) => Poll::Ready(Some(Ok(written.into()))),
            Err(failure) => {
                // The connection sends buffered items while it waits, but discards them on an
                // error.
                self.failure = Some(failure);
                context.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }
}

impl Reply {
    /// Writes events whose data is JSON (HTML §9.2). `end` is the data of an additional last event.
    pub fn events<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<ServerSentEvent<T>>,
        end: Option<&'static str>,
    ) -> Self {
        let write: Write<ServerSentEvent<T>> =
            Box::new(|event| Ok(event.written(&serde_json::to_string(&event.data)?)));
        Self::items(status, media_type, items, write, end)
    }

    /// Writes events whose data is text (HTML §9.2). `end` is the data of an additional last event.
    pub fn text_events(
        status: u16,
        media_type: &str,
        items: ItemStream<ServerSentEvent<String>>,
        end: Option<&'static str>,
    ) -> Self {
        let write: Write<ServerSentEvent<String>> =
            Box::new(|event| Ok(event.written(&event.data)));
        Self::items(status, media_type, items, write, end)
    }

    /// Writes event objects; `json` are the names of the events whose data is JSON. `end` is the data
    /// of an additional last event.
    pub fn named_events<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
        json: &'static [&'static str],
        end: Option<&'static str>,
    ) -> Self {
        let write: Write<T> = Box::new(move |event| write_event_object(event, json));
        Self::items(status, media_type, items, write, end)
    }

    /// Writes JSON texts, one per line.
    pub fn lines<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
    ) -> Self {
        Self::items(status, media_type, items, Box::new(write_line), None)
    }

    /// Writes JSON texts after record separators (RFC 7464 §2.2).
    pub fn sequence<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
    ) -> Self {
        Self::items(status, media_type, items, Box::new(write_record), None)
    }

    fn items<T: 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
        write: Write<T>,
        end: Option<&'static str>,
    ) -> Self {
        let end = end.map(|end| ServerSentEvent::new(()).written(end).into());
        Self::written(status, media_type, Written::new(items, write, end))
    }

    fn written<T: 'static>(status: u16, media_type: &str, written: Written<T>) -> Self {
        Self::stream(status, media_type, Body::from_stream(written))
    }

    /// Writes parts (RFC 2046 §5.1).
    pub fn parts<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
        form: PartForm,
    ) -> Self {
        let writer = PartWriter::new(form);
        let media_type = writer.media_type(media_type);
        let (start, end) = (writer.start(), writer.end());
        let write: Write<T> = Box::new(move |item| writer.item(item));
        let mut written = Written::new(items, write, Some(end.into()));
        written.start = Some(start.into());
        Self::written(status, &media_type, written)
    }
}
