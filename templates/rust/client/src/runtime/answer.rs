//! Decodes responses into typed values, for the generated code.

use bytes::Bytes;

use super::message::{MessageWriter, Messages};
use super::request::Request;
use super::{Api, Error, RawResponse, Secret, media};
use crate::types::runtime::{Decode, DecodeError, Operation, from_slice};

/// A response that is about to be decoded.
pub(crate) struct Answer {
    /// The request that was answered; `None` for a response that this client did not receive.
    asked: Option<Request>,
    operation: &'static Operation,
    raw: RawResponse,
    messages: &'static Messages,
    /// The secrets that were sent, which no message may show.
    secrets: Vec<Secret>,
}

#[allow(dead_code, reason = "a description need not have every kind of answer")]
impl Answer {
    pub(super) fn new(asked: Request, raw: RawResponse, secrets: Vec<Secret>) -> Self {
        let messages = &asked.client.0.api.messages;
        Self {
            operation: asked.operation,
            asked: Some(asked),
            raw,
            messages,
            secrets,
        }
    }

    /// Returns a response that this client did not receive.
    pub(super) fn apart(
        api: &'static Api,
        operation: &'static Operation,
        raw: RawResponse,
    ) -> Self {
        Self {
            asked: None,
            operation,
            raw,
            messages: &api.messages,
            secrets: Vec::new(),
        }
    }

    pub(super) fn raw(&self) -> &RawResponse {
        &self.raw
    }

    pub(super) fn asked(&self) -> Option<&Request> {
        self.asked.as_ref()
    }

    pub(crate) fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// Returns the status.
    pub(crate) fn status(&self) -> u16 {
        self.raw.status()
    }

    /// Returns the status, and the response's media type as declared for that status; empty if it
    /// declares no body. A response declared for the exact status takes precedence over one for its
    /// range, and that over `default`.
    pub(crate) fn declared(&self) -> Option<(u16, &'static str)> {
        let status = self.status();
        let response = media::declared(self.operation, status)?;
        if response.media_types.is_empty() {
            return Some((status, ""));
        }
        let media_type = media::find(response.media_types, self.raw.header("content-type"))?;
        Some((status, media_type))
    }

    /// Returns the body as JSON.
    pub(crate) fn json<T: Decode, E>(&self) -> Result<T, Error<E>> {
        match from_slice(self.raw.bytes()) {
            Ok((value, unknown)) => {
                self.note(&unknown);
                Ok(value)
            }
            Err(error) => Err(self.unreadable(error)),
        }
    }

    /// Returns the body as text.
    pub(crate) fn text<E>(&self) -> Result<String, Error<E>> {
        String::from_utf8(self.raw.bytes().to_vec())
            .map_err(|_| self.unreadable(DecodeError::new("", "text", "bytes that are not UTF-8")))
    }

    /// Returns the body as received. It cannot fail; the signature matches the other readers.
    pub(crate) fn bytes<E>(&self) -> Result<Bytes, Error<E>> {
        Ok(self.raw.bytes().clone())
    }

    /// Returns the error for a response that is declared as an error.
    pub(crate) fn api<E>(&self, error: E) -> Error<E> {
        Error::Api {
            status: self.status(),
            error: Box::new(error),
            message: self.message(true),
            raw: self.raw.clone(),
        }
    }

    /// Returns a declared error with a decoded body, or a decode error if the body cannot be read.
    pub(crate) fn error<T, B, E>(
        &self,
        error: fn(B) -> E,
        body: Result<B, Error<E>>,
    ) -> Result<T, Error<E>> {
        body.and_then(|body| Err(self.api(error(body))))
    }

    /// Returns a declared error with a decoded body, for a range of statuses.
    pub(crate) fn error_in_range<T, B, E>(
        &self,
        error: fn(u16, B) -> E,
        body: Result<B, Error<E>>,
    ) -> Result<T, Error<E>> {
        body.and_then(|body| Err(self.api(error(self.status(), body))))
    }

    /// Returns the error for a response that the description does not declare.
    pub(crate) fn undeclared<E>(&self) -> Error<E> {
        Error::Undeclared {
            message: self.message(false),
            raw: self.raw.clone(),
        }
    }

    fn message(&self, declared: bool) -> String {
        let writer = MessageWriter {
            operation: self.operation.id,
            messages: self.messages,
            secrets: &self.secrets,
        };
        writer.write(&self.raw, declared)
    }

    fn note(&self, unknown: &[String]) {
        let asked = self.asked.as_ref();
        let observer = asked.and_then(|request| request.client.0.observer.as_ref());
        if let (Some(observer), false) = (observer, unknown.is_empty()) {
            observer.unknown_fields(self.operation.id, unknown);
        }
    }

    fn unreadable<E>(&self, error: DecodeError) -> Error<E> {
        Error::Decode {
            operation: self.operation.id,
            error,
            raw: self.raw.clone(),
        }
    }
}
