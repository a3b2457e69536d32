//! Reads a stream over one or more connections.
#![allow(dead_code, reason = "a description need not have streams")]

use bytes::Bytes;
use reqwest::Response;
use reqwest::header::{HeaderName, HeaderValue};

use super::error::Failure;
use super::keyring::Grant;
use super::prepare::Prepared;
use super::request::Request;
use super::send::{Boxed, exchange};
use super::{Answer, RawResponse, Retried};
use crate::types::runtime::{EventState, Fault, Frame, Framing, Reader};

const NO_CONTENT: u16 = 204;
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// The maximum length of an event ID; a longer one is not sent.
const LONGEST_ID: usize = 1024;
/// The maximum size of an item in a response that was received elsewhere, in bytes.
const LIMIT: usize = 64 << 20;

/// The next result of reading a stream.
pub(super) enum Step {
    Item(Frame),
    End,
    Faulty(Fault),
    Failed(Failure),
    /// The service does not resume the stream.
    Refused(Box<Answer>),
}

enum Stop {
    Fault(Fault),
    Failure(Failure),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The source of the bytes.
enum Source {
    Connection(Response),
    /// A response that is complete.
    Whole(Option<Bytes>),
}

impl Source {
    async fn chunk(&mut self) -> Result<Option<Bytes>, Stop> {
        match self {
            Self::Connection(response) => {
                let chunk = response.chunk().await;
                chunk.map_err(|error| Stop::Failure(error.into()))
            }
            Self::Whole(bytes) => Ok(bytes.take()),
        }
    }
}

/// Returns the media type of a response; empty if it has none.
fn media_type(raw: &RawResponse) -> &str {
    raw.header("content-type").unwrap_or_default()
}

pub(super) struct Walk {
    /// The request to send again; `None` for a response that was received elsewhere.
    request: Option<Request>,
    framing: Framing,
    source: Source,
    raw: RawResponse,
    reader: Reader,
    chunk: Bytes,
    at: usize,
    is_at_end: bool,
    count: u64,
    /// The number of connection attempts since the last item.
    attempt: u32,
}

impl Walk {
    pub(super) fn new(answer: &Answer, framing: Framing) -> Self {
        let raw = answer.raw().clone();
        let request = answer.asked().cloned();
        let source = match raw.take_open() {
            Some(response) => Source::Connection(response),
            None => Source::Whole(Some(raw.bytes().clone())),
        };
        let limit = request.as_ref().map_or(LIMIT, limit_of);
        let reader = Reader::new(framing, limit, media_type(&raw), EventState::default());
        Self {
            request,
            framing,
            source,
            raw,
            reader,
            chunk: Bytes::new(),
            at: 0,
            is_at_end: false,
            count: 0,
            attempt: 1,
        }
    }

    pub(super) fn is_whole(&self) -> bool {
        matches!(self.source, Source::Whole(_))
    }

    pub(super) fn raw(&self) -> &RawResponse {
        &self.raw
    }

    pub(super) fn limit(&self) -> usize {
        self.request.as_ref().map_or(LIMIT, limit_of)
    }

    /// Reports properties that the description does not define.
    pub(super) fn note(&self, unknown: &[String]) {
        let Some(request) = self.request.as_ref().filter(|_| !unknown.is_empty()) else {
            return;
        };
        if let Some(observer) = &request.client.0.observer {
            observer.unknown_fields(request.operation.id, unknown);
        }
    }

    /// Reads up to the next result.
    pub(super) fn step(mut self: Box<Self>) -> Boxed<'static, (Box<Self>, Step)> {
        Box::pin(async move {
            let step = self.next().await;
            (self, step)
        })
    }

    async fn next(&mut self) -> Step {
        loop {
            match self.frame().await {
                Ok(Some(frame)) => {
                    self.attempt = 1;
                    self.count += 1;
                    return Step::Item(frame);
                }
                Ok(None) => return Step::End,
                Err(Stop::Fault(fault)) => return Step::Faulty(fault),
                Err(Stop::Failure(failure)) => {
                    if let Err(step) = self.resume(failure).await {
                        return step;
                    }
                }
            }
        }
    }

    async fn frame(&mut self) -> Result<Option<Frame>, Stop> {
        loop {
            while let Some(byte) = self.chunk.get(self.at) {
                self.at += 1;
                if let Some(frame) = self.reader.push(*byte)? {
                    return Ok(Some(frame));
                }
            }
            if self.is_at_end {
                return Ok(None);
            }
            self.at = 0;
            match self.source.chunk().await? {
                Some(chunk) => self.chunk = chunk,
                None => {
                    self.is_at_end = true;
                    self.chunk = Bytes::new();
                    if let Some(frame) = self.reader.end()? {
                        return Ok(Some(frame));
                    }
                }
            }
        }
    }

    /// Reconnects, if the request may be repeated.
    async fn resume(&mut self, failure: Failure) -> Result<(), Step> {
        let outcome = Err(failure);
        let state = self.reader.state();
        let (Some(request), Some(id)) = (self.request.clone(), self.resumable(&state)) else {
            return Err(failed(outcome));
        };
        let client = request.client.clone();
        let mut prepared = Prepared::new(&request).map_err(|error| Step::Failed(error.into()))?;
        let clock = &*client.0.clock;
        let wait = prepared.retry.wait(
            self.attempt,
            prepared.idempotent,
            &outcome,
            state.retry,
            clock,
        );
        let Some(wait) = wait else {
            return Err(failed(outcome));
        };
        // Close the old connection before a new one is opened.
        self.source = Source::Whole(None);
        if let Some(observer) = &client.0.observer {
            observer.retried(&Retried {
                operation: request.operation.id,
                attempt: self.attempt,
                status: None,
                wait,
            });
        }
        clock.sleep(wait).await;
        self.attempt += 1;
        prepared.headers.extend(id.map(|id| (LAST_EVENT_ID, id)));
        self.reopen(&request, &prepared, state).await
    }

    async fn reopen(
        &mut self,
        request: &Request,
        prepared: &Prepared,
        state: EventState,
    ) -> Result<(), Step> {
        let client = &request.client;
        let grants = client
            .0
            .keyring
            .choose(request.operation, &client.0.servers);
        let mut grants = grants.map_err(|error| Step::Failed(error.into()))?;
        let raw = exchange(client, prepared, &mut grants).await;
        let raw = raw.map_err(Step::Failed)?;
        let Some(response) = raw.take_open() else {
            if raw.status() == NO_CONTENT {
                return Err(Step::End);
            }
            let secrets = grants.iter().flat_map(Grant::secrets).collect();
            let answer = Answer::new(request.clone(), raw, secrets);
            return Err(Step::Refused(Box::new(answer)));
        };
        self.source = Source::Connection(response);
        self.raw = raw;
        let limit = limit_of(request);
        self.reader = Reader::new(self.framing, limit, media_type(&self.raw), state);
        self.chunk = Bytes::new();
        self.at = 0;
        Ok(())
    }

    /// Returns the event ID to resume from, if the stream can be resumed. Events without an ID
    /// cannot be resumed, unless none has arrived yet.
    #[expect(
        clippy::option_option,
        reason = "a stream can begin anew without an ID"
    )]
    fn resumable(&self, state: &EventState) -> Option<Option<HeaderValue>> {
        if self.framing != Framing::Events {
            return None;
        }
        if state.last_id.is_empty() {
            return (self.count == 0).then_some(None);
        }
        let id = &state.last_id;
        let is_visible = id.bytes().all(|byte| matches!(byte, b' '..=b'~'));
        let is_sendable = is_visible && id.trim() == id && id.len() <= LONGEST_ID;
        is_sendable.then(|| HeaderValue::from_str(id).ok())
    }
}

fn limit_of(request: &Request) -> usize {
    request.client.0.limit
}

fn failed(outcome: Result<RawResponse, Failure>) -> Step {
    match outcome {
        Err(failure) => Step::Failed(failure),
        Ok(_) => Step::End,
    }
}
