//! Reads streamed request bodies item by item.
#![allow(dead_code, reason = "a description need not have streams")]

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::PoisonError;
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody as _};
use bytes::Bytes;
use futures_core::Stream;
use serde::de::IgnoredAny;
use types::runtime::{
    Decode, EventState, Fault, Frame, Framing, PartForm, Reader, Validate, Validator, decode,
    event_object,
};

use super::body::Open;
use super::input::not_json;
use super::{Input, Kind, Rejection, ServerSentEvent, json};

/// Decodes an item.
type Read<T> = Box<dyn Fn(Frame) -> Result<T, Rejection> + Send + Sync>;
/// Reports the constraints that an item violates.
type Check<T> = fn(&T, &mut Validator);

/// The items of a streamed request body, as they arrive.
///
/// The connection is read only when the handler asks for the next item, so a slow handler slows the
/// client down. The body limit of [`Config`](super::Config) applies to each item; the stream may have
/// any length. Iteration stops after the first error: the body ends in the middle of an item, or an
/// item does not have the declared shape or violates a constraint.
pub struct ReceivedItems<T> {
    body: Body,
    reader: Reader,
    chunk: Bytes,
    at: usize,
    limit: usize,
    read: Read<T>,
    check: Check<T>,
    /// The data of the event that marks the end of the stream and is not an item.
    end: Option<&'static str>,
    is_over: bool,
}

impl<T> ReceivedItems<T> {
    /// Returns the next item; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<T, Rejection>> {
        poll_fn(|context| self.poll_item(context)).await
    }

    /// Returns the next item; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the body ends early, or an item does not have the declared shape or
    /// violates a constraint.
    pub async fn try_next(&mut self) -> Result<Option<T>, Rejection> {
        self.next().await.transpose()
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Rejection>>> {
        while !self.is_over {
            match self.buffered() {
                Ok(None) => {}
                Ok(Some(frame)) => return Poll::Ready(self.item(frame)),
                Err(fault) => return Poll::Ready(Some(Err(self.fault(&fault)))),
            }
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => {
                    self.chunk = frame.into_data().unwrap_or_default();
                    self.at = 0;
                }
                Some(Err(_)) => return Poll::Ready(Some(Err(self.fault(&Fault::CutOff)))),
                None => {
                    self.is_over = true;
                    return Poll::Ready(match self.reader.end() {
                        Ok(frame) => frame.and_then(|frame| self.last(frame)),
                        Err(fault) => Some(Err(self.fault(&fault))),
                    });
                }
            }
        }
        Poll::Ready(None)
    }

    /// Returns the next complete item of the bytes that have arrived.
    fn buffered(&mut self) -> Result<Option<Frame>, Fault> {
        while let Some(byte) = self.chunk.get(self.at).copied() {
            self.at += 1;
            if let Some(frame) = self.reader.push(byte)? {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }

    /// Returns the item at the end of the body, which may have been cut off.
    fn last(&mut self, frame: Frame) -> Option<Result<T, Rejection>> {
        if frame.is_last && serde_json::from_slice::<IgnoredAny>(&frame.content).is_err() {
            return Some(Err(self.fault(&Fault::CutOff)));
        }
        self.item(frame)
    }

    fn item(&mut self, frame: Frame) -> Option<Result<T, Rejection>> {
        if self.end.map(str::as_bytes) == Some(frame.content.as_slice()) {
            self.is_over = true;
            return None;
        }
        let item = (self.read)(frame).and_then(|item| {
            let checked = Checked(&item, self.check).validate();
            checked.map_err(Rejection::violations)?;
            Ok(item)
        });
        self.is_over = item.is_err();
        Some(item)
    }

    fn fault(&mut self, fault: &Fault) -> Rejection {
        self.is_over = true;
        match fault {
            Fault::Malformed(found) => {
                let detail = format!("The body is not a valid stream: it has {found}.");
                Rejection::new(Kind::MalformedBody, detail)
            }
            Fault::CutOff => Rejection::new(Kind::MalformedBody, "The body ended early."),
            Fault::TooLarge => {
                let detail = format!("An item has more than {} bytes.", self.limit);
                Rejection::new(Kind::BodyTooLarge, detail)
            }
        }
    }
}

impl<T> Stream for ReceivedItems<T> {
    type Item = Result<T, Rejection>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}

impl<T> fmt::Debug for ReceivedItems<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReceivedItems").finish_non_exhaustive()
    }
}

struct Checked<'i, T>(&'i T, Check<T>);

impl<T> Validate for Checked<'_, T> {
    fn check(&self, validator: &mut Validator) {
        (self.1)(self.0, validator);
    }
}

fn read_json<T: Decode>(content: &[u8]) -> Result<T, Rejection> {
    let value = json::parse(content).map_err(|error| not_json(&error))?;
    decode(value).map_err(|error| Rejection::malformed_body(&error))
}

/// Reads a streamed body.
impl Input {
    /// Returns events whose data is JSON (HTML §9.2). `end` is the data of an
    /// additional last event, which is not returned.
    ///
    /// # Errors
    /// Returns an error if the body is missing.
    pub fn events<T: Decode>(
        &self,
        end: Option<&'static str>,
        check: Check<ServerSentEvent<T>>,
    ) -> Result<ReceivedItems<ServerSentEvent<T>>, Rejection> {
        let read: Read<ServerSentEvent<T>> = Box::new(|frame| {
            let data = read_json(&frame.content)?;
            Ok(ServerSentEvent::received(frame, data))
        });
        self.items(Framing::Events, read, check, end)
    }

    /// Returns events whose data is text (HTML §9.2). `end` is the data of an
    /// additional last event, which is not returned.
    ///
    /// # Errors
    /// Returns an error if the body is missing.
    pub fn text_events(
        &self,
        end: Option<&'static str>,
        check: Check<ServerSentEvent<String>>,
    ) -> Result<ReceivedItems<ServerSentEvent<String>>, Rejection> {
        let read: Read<ServerSentEvent<String>> = Box::new(|frame| {
            let data = String::from_utf8_lossy(&frame.content).into_owned();
            Ok(ServerSentEvent::received(frame, data))
        });
        self.items(Framing::Events, read, check, end)
    }

    /// Returns event objects; `names` are the names of the events whose data is JSON. `end` is the
    /// data of an additional last event, which is not returned.
    ///
    /// # Errors
    /// Returns an error if the body is missing.
    pub fn named_events<T: Decode>(
        &self,
        names: &'static [&'static str],
        end: Option<&'static str>,
        check: Check<T>,
    ) -> Result<ReceivedItems<T>, Rejection> {
        let read: Read<T> = Box::new(move |frame| {
            let data = if names.contains(&frame.event.as_str()) {
                json::parse(&frame.content).map_err(|error| not_json(&error))?
            } else {
                String::from_utf8_lossy(&frame.content).into()
            };
            let event = decode(event_object(frame, data));
            event.map_err(|error| Rejection::malformed_body(&error))
        });
        self.items(Framing::Events, read, check, end)
    }

    /// Returns JSON texts, one per line.
    ///
    /// # Errors
    /// Returns an error if the body is missing.
    pub fn lines<T: Decode>(&self, check: Check<T>) -> Result<ReceivedItems<T>, Rejection> {
        let read: Read<T> = Box::new(|frame| read_json(&frame.content));
        self.items(Framing::Lines, read, check, None)
    }

    /// Returns JSON texts, each after a record separator (RFC 7464 §2.2).
    ///
    /// # Errors
    /// Returns an error if the body is missing.
    pub fn sequence<T: Decode>(&self, check: Check<T>) -> Result<ReceivedItems<T>, Rejection> {
        let read: Read<T> = Box::new(|frame| read_json(&frame.content));
        self.items(Framing::Sequence, read, check, None)
    }

    /// Returns parts (RFC 2046 §5.1).
    ///
    /// # Errors
    /// Returns an error if the body is missing.
    pub fn parts<T: Decode>(
        &self,
        form: PartForm,
        check: Check<T>,
    ) -> Result<ReceivedItems<T>, Rejection> {
        let read: Read<T> = Box::new(move |frame| {
            let item = form.read(frame.content).and_then(decode);
            item.map_err(|error| Rejection::malformed_body(&error))
        });
        self.items(Framing::Parts, read, check, None)
    }

    fn items<T>(
        &self,
        framing: Framing,
        read: Read<T>,
        check: Check<T>,
        end: Option<&'static str>,
    ) -> Result<ReceivedItems<T>, Rejection> {
        let content = self.content()?;
        let open = content
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Open { body, limit } =
            open.ok_or_else(|| Rejection::new(Kind::MissingBody, "A body is required."))?;
        Ok(ReceivedItems {
            body,
            reader: Reader::new(framing, limit, &content.content_type, EventState::default()),
            chunk: Bytes::new(),
            at: 0,
            limit,
            read,
            check,
            end,
            is_over: false,
        })
    }
}
