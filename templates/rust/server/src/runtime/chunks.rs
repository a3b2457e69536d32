//! Bodies of bytes that are never held whole: read as they arrive, and sent as they come.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody as _};
use axum::http::Response;
use bytes::Bytes;
use futures_core::Stream;
use types::runtime::Operation;

use super::{ItemStream, Kind, Rejection};

/// A request body that is left to the handler: an operation and a declared media type.
pub(super) type Streamed = (&'static str, &'static str);

/// Returns the media types of an operation whose bodies are left to the handler.
pub(super) fn streamed_of<'c>(
    streamed: &'c [Streamed],
    operation: &'c Operation,
) -> impl Iterator<Item = &'static str> + 'c {
    let own = streamed.iter().filter(|(id, _)| *id == operation.id);
    own.map(|(_, media_type)| *media_type)
}

/// The bodies of a call that are not part of its typed arguments and response.
#[derive(Default)]
pub(super) struct Bodies {
    received: Mutex<Option<Body>>,
    sent: Mutex<Option<ItemStream<Bytes>>>,
}

impl Bodies {
    pub(super) fn receive(&self, body: Option<Body>) {
        *self.received.lock().unwrap_or_else(PoisonError::into_inner) = body;
    }

    pub(super) fn take(&self) -> Option<ReceivedBytes> {
        let mut received = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        let is_over = false;
        received.take().map(|body| ReceivedBytes { body, is_over })
    }

    pub(super) fn send(&self, chunks: ItemStream<Bytes>) {
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = Some(chunks);
    }

    /// Replaces the body of a successful response, if the handler has given another.
    pub(super) fn replace(&self, response: &mut Response<Body>) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let chunks = sent.take().filter(|_| response.status().is_success());
        if let Some(chunks) = chunks {
            *response.body_mut() = Body::from_stream(chunks.into_inner());
        }
    }
}

/// The bodies of a call, shared by its context and its response.
pub(super) type Shared = Arc<Bodies>;

/// The bytes of a request body, as they arrive.
///
/// The connection is read only as far as chunks are taken, so a slow handler slows the client down.
/// The body may have any length. Iteration stops after the first error.
pub struct ReceivedBytes {
    body: Body,
    is_over: bool,
}

impl ReceivedBytes {
    /// Returns the next bytes; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes, Rejection>> {
        std::future::poll_fn(|context| self.poll_chunk(context)).await
    }

    /// Returns the next bytes; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the connection breaks before the end of the body.
    pub async fn try_next(&mut self) -> Result<Option<Bytes>, Rejection> {
        self.next().await.transpose()
    }

    fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Rejection>>> {
        while !self.is_over {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => {
                    if let Ok(chunk) = frame.into_data() {
                        return Poll::Ready(Some(Ok(chunk)));
                    }
                }
                Some(Err(_)) => {
                    self.is_over = true;
                    let broken = Rejection::new(Kind::MalformedBody, "The body ended early.");
                    return Poll::Ready(Some(Err(broken)));
                }
                None => self.is_over = true,
            }
        }
        Poll::Ready(None)
    }
}

impl Stream for ReceivedBytes {
    type Item = Result<Bytes, Rejection>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_chunk(context)
    }
}

impl fmt::Debug for ReceivedBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReceivedBytes").finish_non_exhaustive()
    }
}
