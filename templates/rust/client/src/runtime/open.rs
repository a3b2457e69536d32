//! Bodies that are never held whole: sent as they come, and read as they arrive.
#![allow(dead_code, reason = "a description need not have operations")]

use std::fmt;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;
use http_body::Body as _;

use super::error::Failure;
use super::request::Request;
use super::send::{Boxed, run};
use super::source::Payload;
use super::{Answer, Error, ItemSource, Response};

impl Request {
    /// Sets a body of bytes that are sent as they come.
    pub(crate) fn stream_body(self, media: &str, chunks: ItemSource<Bytes>) -> Self {
        self.payload(media, Payload::new(chunks.into_inner()))
    }

    /// Sends the request. The body of a successful response is left unread; `read` converts any
    /// other response to its error.
    pub(crate) fn open<T, E>(mut self, read: fn(&Answer) -> Result<T, Error<E>>) -> Opening<E>
    where
        T: 'static,
        E: 'static,
    {
        self.opens = true;
        let operation = self.operation.id;
        let answer = run(self);
        Opening(Box::pin(async move {
            let answer = answer.await.map_err(|failure| failure.of(operation))?;
            let raw = answer.raw().clone();
            let body = if let Some(open) = raw.take_open() {
                open.into()
            } else {
                read(&answer)?;
                raw.bytes().clone().into()
            };
            let body = ByteStream {
                operation,
                body,
                is_over: false,
                error: PhantomData,
            };
            Ok(Response { body, raw })
        }))
    }
}

/// A call that is sent when it is awaited: a future of the bytes of the response, and of its status
/// and header fields.
#[must_use = "nothing is sent unless it is awaited"]
pub struct Opening<E>(Boxed<'static, Result<Response<ByteStream<E>>, Error<E>>>);

impl<E> Future for Opening<E> {
    type Output = Result<Response<ByteStream<E>>, Error<E>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.as_mut().poll(context)
    }
}

impl<E> fmt::Debug for Opening<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opening")
    }
}

/// The body of a response, as it arrives. Dropping it closes the connection.
///
/// The connection is read only as far as chunks are taken, and neither the time limit nor
/// `response_limit` applies. Iteration stops after the first error.
#[must_use = "the connection is open until it is dropped"]
pub struct ByteStream<E> {
    operation: &'static str,
    body: reqwest::Body,
    is_over: bool,
    error: PhantomData<fn() -> E>,
}

impl<E> ByteStream<E> {
    /// Returns the next bytes; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes, Error<E>>> {
        std::future::poll_fn(|context| self.poll_chunk(context)).await
    }

    /// Returns the next bytes; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the connection breaks before the end of the body.
    pub async fn try_next(&mut self) -> Result<Option<Bytes>, Error<E>> {
        self.next().await.transpose()
    }

    fn poll_chunk(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Error<E>>>> {
        while !self.is_over {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => {
                    if let Ok(chunk) = frame.into_data() {
                        return Poll::Ready(Some(Ok(chunk)));
                    }
                }
                Some(Err(error)) => {
                    self.is_over = true;
                    let failure = Failure::from(error);
                    return Poll::Ready(Some(Err(failure.of(self.operation))));
                }
                None => self.is_over = true,
            }
        }
        Poll::Ready(None)
    }
}

impl<E> Stream for ByteStream<E> {
    type Item = Result<Bytes, Error<E>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_chunk(context)
    }
}

impl<E> fmt::Debug for ByteStream<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ByteStream")
            .field("operation", &self.operation)
            .finish_non_exhaustive()
    }
}
