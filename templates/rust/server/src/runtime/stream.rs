//! Answers that are streams of items.
#![allow(dead_code, reason = "a description need not have streams")]

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use bytes::Bytes;
use futures_core::Stream;
use serde::Serialize;
use types::runtime::{write_line, write_record};

use super::event::ServerSentEvent;
use super::reply::Reply;

/// What breaks a stream off.
pub type StreamError = Box<dyn std::error::Error + Send + Sync>;

type Items<T> = Pin<Box<dyn Stream<Item = Result<T, StreamError>> + Send>>;

/// The items of an answer, which are sent as they come.
///
/// An item is taken from the stream when the connection has room for it, so a client that reads slowly
/// slows the stream down. The answer ends where the stream does. Where the client goes away, the stream
/// is dropped.
pub struct ItemStream<T>(Items<T>);

impl<T: 'static> ItemStream<T> {
    /// The items of a stream.
    pub fn new(items: impl Stream<Item = T> + Send + 'static) -> Self {
        Self(Box::pin(Sound(Box::pin(items))))
    }

    /// The items of a stream that can fail. Behind an error nothing is sent, and the connection breaks
    /// off: the client does not take it for the end. The error itself is not sent.
    pub fn fallible(items: impl Stream<Item = Result<T, StreamError>> + Send + 'static) -> Self {
        Self(Box::pin(items))
    }
}

impl<T> fmt::Debug for ItemStream<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream").finish_non_exhaustive()
    }
}

/// A stream without errors.
struct Sound<T>(Pin<Box<dyn Stream<Item = T> + Send>>);

impl<T> Stream for Sound<T> {
    type Item = Result<T, StreamError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context).map(|item| item.map(Ok))
    }
}

/// Writes an item.
type Write<T> = fn(&T) -> Result<Vec<u8>, serde_json::Error>;

/// The bytes of a stream, item by item.
struct Written<T> {
    items: Items<T>,
    write: Write<T>,
    /// What is sent behind the last item.
    end: Option<Bytes>,
    /// What breaks the stream off, once the items before it have left.
    failure: Option<StreamError>,
    is_over: bool,
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
        let next = ready!(self.items.as_mut().poll_next(context));
        let Some(item) = next else {
            self.is_over = true;
            return Poll::Ready(self.end.take().map(Ok));
        };
        match item.and_then(|item| Ok((self.write)(&item)?)) {
            Ok(written) => Poll::Ready(Some(Ok(written.into()))),
            Err(failure) => {
                // The connection sends what it holds while it waits, and discards it on an error.
                self.failure = Some(failure);
                context.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }
}

impl Reply {
    /// Events whose data is JSON (HTML §9.2). `end` is the data of an event behind the last one.
    pub fn events<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<ServerSentEvent<T>>,
        end: Option<&'static str>,
    ) -> Self {
        let write: Write<ServerSentEvent<T>> =
            |event| Ok(event.written(&serde_json::to_string(&event.data)?));
        Self::items(status, media_type, items, write, end)
    }

    /// Events whose data is text (HTML §9.2). `end` is the data of an event behind the last one.
    pub fn text_events(
        status: u16,
        media_type: &str,
        items: ItemStream<ServerSentEvent<String>>,
        end: Option<&'static str>,
    ) -> Self {
        let write: Write<ServerSentEvent<String>> = |event| Ok(event.written(&event.data));
        Self::items(status, media_type, items, write, end)
    }

    /// JSON texts, each on a line.
    pub fn lines<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
    ) -> Self {
        Self::items(status, media_type, items, write_line, None)
    }

    /// JSON texts behind record separators (RFC 7464 §2.2).
    pub fn sequence<T: Serialize + 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
    ) -> Self {
        Self::items(status, media_type, items, write_record, None)
    }

    fn items<T: 'static>(
        status: u16,
        media_type: &str,
        items: ItemStream<T>,
        write: Write<T>,
        end: Option<&'static str>,
    ) -> Self {
        let end = end.map(|end| ServerSentEvent::new(()).written(end).into());
        let written = Written {
            items: items.0,
            write,
            end,
            failure: None,
            is_over: false,
        };
        Self::stream(status, media_type, Body::from_stream(written))
    }
}
