//! Multipart forms, whose files can be streams.
#![allow(dead_code, reason = "a description need not have forms")]

use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;

use super::request::{Content, Request};
use super::source::{Chunks, Payload};
use super::{ItemSource, RequestError, SourceError};
use crate::types::runtime::{Multipart, Parts};

/// A form, and the contents of those of its files that are streams, by the index of the part.
#[derive(Clone)]
pub(super) struct Form {
    parts: Parts,
    streams: BTreeMap<usize, Payload>,
}

impl Form {
    /// Returns the index of the first file with a name that is not a stream yet.
    fn find(&self, name: &str) -> Option<usize> {
        let mut parts = self.parts.as_slice().iter().enumerate();
        let found = parts.find(|(index, part)| {
            part.name == name && part.file_name.is_some() && !self.streams.contains_key(index)
        });
        found.map(|(index, _)| index)
    }

    /// Returns the media type with its boundary, and the body.
    fn encode(&self) -> (String, Content) {
        if self.streams.is_empty() {
            let (media_type, bytes) = self.parts.encode();
            return (media_type, Content::Whole(bytes));
        }
        let (media_type, texts) = self
            .parts
            .encode_around(|index| self.streams.contains_key(&index));
        let mut files = self.streams.values();
        let mut pieces = VecDeque::new();
        for text in texts {
            pieces.push_back(Piece::Text(text.into()));
            pieces.extend(files.next().cloned().map(Piece::File));
        }
        (media_type, Content::Stream(Payload::new(Pieces(pieces))))
    }
}

impl Request {
    /// Sets the body to a multipart form.
    pub(crate) fn multipart<T: Multipart>(mut self, body: &T) -> Self {
        let mut parts = Parts::new();
        match body.write(&mut parts) {
            Ok(()) => {
                let streams = BTreeMap::new();
                self.set_form(Form { parts, streams });
            }
            Err(error) => self.fail(RequestError::Form(error)),
        }
        self
    }

    /// Sets the content of a file of the form to bytes that are sent as they come.
    pub(crate) fn stream_file(mut self, name: &str, chunks: ItemSource<Bytes>) -> Self {
        let form = self.form.take();
        let found = form.and_then(|form| form.find(name).map(|index| (form, index)));
        if let Some((mut form, index)) = found {
            form.streams
                .insert(index, Payload::new(chunks.into_inner()));
            self.set_form(form);
        } else {
            let name = name.to_owned();
            self.fail(RequestError::NoFile { name });
        }
        self
    }

    fn set_form(&mut self, form: Form) {
        self.body = Some(form.encode());
        self.form = Some(form);
    }
}

/// A piece of a form.
enum Piece {
    /// Bytes outside of streams.
    Text(Bytes),
    /// The content of a file that is not read yet.
    File(Payload),
    /// The content of a file that is being read.
    Open(Chunks),
}

/// The pieces of a form that are not sent yet. A file is read when everything before it is sent.
struct Pieces(VecDeque<Piece>);

impl Stream for Pieces {
    type Item = Result<Bytes, SourceError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            let Some(piece) = self.0.pop_front() else {
                return Poll::Ready(None);
            };
            match piece {
                Piece::Text(text) => return Poll::Ready(Some(Ok(text))),
                Piece::File(payload) => {
                    let Some(chunks) = payload.chunks() else {
                        return Poll::Ready(Some(Err(RequestError::Taken.into())));
                    };
                    self.0.push_front(Piece::Open(chunks));
                }
                Piece::Open(mut chunks) => {
                    let polled = chunks.as_mut().poll_next(context);
                    if !matches!(polled, Poll::Ready(None)) {
                        self.0.push_front(Piece::Open(chunks));
                    }
                    if let Some(chunk) = ready!(polled) {
                        return Poll::Ready(Some(chunk));
                    }
                }
            }
        }
    }
}
