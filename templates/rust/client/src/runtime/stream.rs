//! Streams of items.
#![allow(dead_code, reason = "a description need not have streams")]

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use serde::de::IgnoredAny;

use super::send::Boxed;
use super::walk::{Step, Walk};
use super::{Answer, Error, StreamError};
use crate::types::runtime::{
    Decode, DecodeError, Fault, Frame, Framing, PartForm, event_object, from_slice, from_value,
    write_event,
};

/// The type of events that have none.
const MESSAGE: &str = "message";

/// An event of a stream (HTML §9.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSentEvent<T> {
    /// The event type; `message` by default.
    pub event: String,
    /// The data of the event.
    pub data: T,
    /// The last event ID: that of this event, or of the most recent one with an ID.
    pub id: String,
    /// The reconnection time that the event sets.
    pub retry: Option<Duration>,
}

impl<T> ServerSentEvent<T> {
    /// Returns an event to send: of the type `message`, without an ID.
    pub fn new(data: T) -> Self {
        Self {
            event: MESSAGE.to_owned(),
            data,
            id: String::new(),
            retry: None,
        }
    }

    fn received(frame: Frame, data: T) -> Self {
        Self {
            event: frame.event,
            data,
            id: frame.id,
            retry: frame.retry,
        }
    }

    /// Returns the event as it is sent, with its encoded data.
    pub(super) fn written(&self, data: &str) -> Vec<u8> {
        let event = Some(self.event.as_str()).filter(|event| *event != MESSAGE);
        let id = Some(self.id.as_str()).filter(|id| !id.is_empty());
        write_event(event, id, self.retry, data)
    }
}

/// Decodes an item, and returns the properties that the description does not define.
type Read<T> = Box<dyn Fn(Frame) -> Result<(T, Vec<String>), DecodeError> + Send + Sync>;

/// The items of a stream, as they arrive. Dropping it closes the connection.
///
/// Iteration stops after the first error: the stream is interrupted, an item does not have the declared
/// shape, or an item has more bytes than `response_limit`. If the connection of an event stream
/// breaks and the request may be repeated, the client reconnects and resumes after the last event
/// that has an ID, as often in a row as its [`RetryPolicy`](super::RetryPolicy) allows.
#[must_use = "the connection is open until it is dropped"]
pub struct ItemStream<T, E> {
    state: State,
    operation: &'static str,
    read: Read<T>,
    /// The data of the event that marks the end of the stream and is not an item.
    end: Option<&'static str>,
    refuse: fn(&Answer) -> Option<Error<E>>,
}

enum State {
    Idle(Box<Walk>),
    Busy(Boxed<'static, (Box<Walk>, Step)>),
    Over,
}

impl<T, E> ItemStream<T, E> {
    /// Returns the next item; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<T, Error<E>>> {
        poll_fn(|context| self.poll_item(context)).await
    }

    /// Returns the next item; `None` at the end.
    ///
    /// # Errors
    /// Returns an error if the stream is interrupted or an item cannot be decoded.
    pub async fn try_next(&mut self) -> Result<Option<T>, Error<E>> {
        self.next().await.transpose()
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Error<E>>>> {
        loop {
            match std::mem::replace(&mut self.state, State::Over) {
                State::Over => return Poll::Ready(None),
                State::Idle(walk) => self.state = State::Busy(walk.step()),
                State::Busy(mut step) => {
                    let Poll::Ready((walk, step)) = step.as_mut().poll(context) else {
                        self.state = State::Busy(step);
                        return Poll::Pending;
                    };
                    return Poll::Ready(self.finish(walk, step));
                }
            }
        }
    }

    fn finish(&mut self, walk: Box<Walk>, step: Step) -> Option<Result<T, Error<E>>> {
        let operation = self.operation;
        match step {
            Step::Item(frame) => {
                let end = self.end.map(str::as_bytes);
                (end != Some(frame.content.as_slice())).then(|| self.item(walk, frame))
            }
            Step::End => None,
            Step::Failed(failure) => Some(Err(failure.of(operation))),
            Step::Refused(answer) => Some(Err((self.refuse)(&answer).unwrap_or(Error::Stream {
                operation,
                error: StreamError::NotResumed,
            }))),
            Step::Faulty(fault) => Some(Err(self.fault(&walk, &fault))),
        }
    }

    fn item(&mut self, walk: Box<Walk>, frame: Frame) -> Result<T, Error<E>> {
        if frame.is_last && serde_json::from_slice::<IgnoredAny>(&frame.content).is_err() {
            return Err(self.fault(&walk, &Fault::CutOff));
        }
        match (self.read)(frame) {
            Ok((item, unknown)) => {
                walk.note(&unknown);
                self.state = State::Idle(walk);
                Ok(item)
            }
            Err(error) => Err(self.unreadable(&walk, error)),
        }
    }

    fn fault(&self, walk: &Walk, fault: &Fault) -> Error<E> {
        let operation = self.operation;
        match fault {
            Fault::Malformed(found) => self.unreadable(walk, DecodeError::new("", "JSON", *found)),
            Fault::TooLarge => Error::Stream {
                operation,
                error: StreamError::TooLarge {
                    limit: walk.limit(),
                },
            },
            Fault::CutOff => Error::Stream {
                operation,
                error: StreamError::CutOff,
            },
        }
    }

    fn unreadable(&self, walk: &Walk, error: DecodeError) -> Error<E> {
        Error::Decode {
            operation: self.operation,
            error,
            raw: walk.raw().clone(),
        }
    }
}

impl<T, E> Stream for ItemStream<T, E> {
    type Item = Result<T, Error<E>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}

impl<T, E> std::fmt::Debug for ItemStream<T, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ItemStream")
            .field("operation", &self.operation)
            .finish_non_exhaustive()
    }
}

/// Opens the stream of a response; `refuse` creates the error for a response that does not resume
/// it.
impl Answer {
    /// Opens a stream of events whose data is JSON.
    pub(crate) fn events<T: Decode, E>(
        &self,
        end: Option<&'static str>,
        refuse: fn(&Self) -> Option<Error<E>>,
    ) -> Result<ItemStream<ServerSentEvent<T>, E>, Error<E>> {
        let read: Read<ServerSentEvent<T>> = Box::new(|frame| {
            let (data, unknown) = from_slice(&frame.content)?;
            Ok((ServerSentEvent::received(frame, data), unknown))
        });
        self.stream(Framing::Events, read, end, refuse)
    }

    /// Opens a stream of events whose data is text.
    pub(crate) fn text_events<E>(
        &self,
        end: Option<&'static str>,
        refuse: fn(&Self) -> Option<Error<E>>,
    ) -> Result<ItemStream<ServerSentEvent<String>, E>, Error<E>> {
        let read: Read<ServerSentEvent<String>> = Box::new(|frame| {
            let data = String::from_utf8_lossy(&frame.content).into_owned();
            Ok((ServerSentEvent::received(frame, data), Vec::new()))
        });
        self.stream(Framing::Events, read, end, refuse)
    }

    /// Opens a stream of event objects; `json` are the names of the events whose data is JSON.
    pub(crate) fn named_events<T: Decode, E>(
        &self,
        json: &'static [&'static str],
        end: Option<&'static str>,
        refuse: fn(&Self) -> Option<Error<E>>,
    ) -> Result<ItemStream<T, E>, Error<E>> {
        let read: Read<T> = Box::new(move |frame| {
            let data = if json.contains(&frame.event.as_str()) {
                let is_bad = |_| DecodeError::new("/data", "JSON", "other text");
                serde_json::from_slice(&frame.content).map_err(is_bad)?
            } else {
                String::from_utf8_lossy(&frame.content).into()
            };
            from_value(event_object(frame, data))
        });
        self.stream(Framing::Events, read, end, refuse)
    }

    /// Opens a stream of JSON texts, one per line.
    pub(crate) fn lines<T: Decode, E>(
        &self,
        refuse: fn(&Self) -> Option<Error<E>>,
    ) -> Result<ItemStream<T, E>, Error<E>> {
        let read: Read<T> = Box::new(|frame| from_slice(&frame.content));
        self.stream(Framing::Lines, read, None, refuse)
    }

    /// Opens a stream of JSON texts after record separators.
    pub(crate) fn sequence<T: Decode, E>(
        &self,
        refuse: fn(&Self) -> Option<Error<E>>,
    ) -> Result<ItemStream<T, E>, Error<E>> {
        let read: Read<T> = Box::new(|frame| from_slice(&frame.content));
        self.stream(Framing::Sequence, read, None, refuse)
    }

    /// Opens a stream of parts.
    pub(crate) fn parts<T: Decode, E>(
        &self,
        form: PartForm,
        refuse: fn(&Self) -> Option<Error<E>>,
    ) -> Result<ItemStream<T, E>, Error<E>> {
        let read: Read<T> = Box::new(move |frame| from_value(form.read(frame.content)?));
        self.stream(Framing::Parts, read, None, refuse)
    }

    fn stream<T, E>(
        &self,
        framing: Framing,
        read: Read<T>,
        end: Option<&'static str>,
        refuse: fn(&Self) -> Option<Error<E>>,
    ) -> Result<ItemStream<T, E>, Error<E>> {
        let walk = Box::new(Walk::new(self, framing));
        let is_whole = walk.is_whole();
        let mut stream = ItemStream {
            state: State::Idle(walk),
            operation: self.operation().id,
            read,
            end,
            refuse,
        };
        if !is_whole {
            return Ok(stream);
        }
        // A response that was received elsewhere is complete, so it never has to wait.
        let mut context = Context::from_waker(std::task::Waker::noop());
        while let Poll::Ready(Some(item)) = stream.poll_item(&mut context) {
            item?;
        }
        Ok(stream)
    }
}
