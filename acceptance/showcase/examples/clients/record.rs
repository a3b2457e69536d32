//! Records exchanges: what the server read, and what the client received.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};

use anyhow::{Context as _, Result};
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{header, response};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use conformance_core::description::Description;
use conformance_core::items::items_at;
use conformance_core::json::Json;
use conformance_core::lookup::declared;
use conformance_core::{parts, streams};
use http_body::{Frame, SizeHint};
use serde_json::{Map, Value, json};
use spec::model::{MediaType, PartContent, Stream};

use crate::plan::{Against, Call};

/// The file of all exchanges.
pub struct Record(Mutex<File>);

/// A request, and the head of its response.
pub struct Exchange {
    pub language: String,
    pub call: Arc<Call>,
    /// What the server has read, once its handler is called.
    pub seen: Arc<OnceLock<Map<String, Value>>>,
    pub head: response::Parts,
    pub description: Arc<Description>,
}

impl Record {
    /// Creates the file.
    pub fn create(path: &Path) -> Result<Self> {
        Ok(Self(Mutex::new(
            File::create(path).context("cannot write the record")?,
        )))
    }

    /// Returns a body that is recorded when it has been sent, or the client has closed the
    /// connection.
    pub fn watched(self: &Arc<Self>, body: Body, exchange: Exchange) -> Body {
        Body::new(Watched {
            body,
            bytes: Vec::new(),
            exchange,
            record: Arc::clone(self),
        })
    }

    fn write(&self, line: &Value) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A missing line is reported as a call that was not made.
        let _ = writeln!(file, "{line}");
    }
}

/// A body that is passed on as it arrives.
struct Watched {
    body: Body,
    bytes: Vec<u8>,
    exchange: Exchange,
    record: Arc<Record>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &polled
            && let Some(data) = frame.data_ref()
        {
            self.bytes.extend_from_slice(data);
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.record.write(&self.exchange.line(&self.bytes));
    }
}

impl Exchange {
    fn line(&self, body: &[u8]) -> Value {
        let content_type = self.head.headers.get(header::CONTENT_TYPE);
        let content_type = content_type.and_then(|value| value.to_str().ok());
        let status = self.head.status.as_u16();
        let text = std::str::from_utf8(body).ok();
        let seen = self.seen.get();
        let refused = match self.call.against {
            Against::Server => seen.is_none().then_some("server"),
            Against::Mock => (status >= 400).then_some("mock"),
        };
        let refused = refused.map(|validator| {
            let why = format!("status {status}: {}", text.unwrap_or("bytes"));
            json!({"validator": validator, "why": why})
        });
        json!({
            "language": self.language,
            "call": self.call.number,
            "refused": refused.into_iter().collect::<Vec<_>>(),
            "seen": seen,
            "answer": {
                "status": status,
                "mediaType": content_type,
                "body": BASE64_STANDARD.encode(body),
                "text": text,
                "items": self.items(content_type.unwrap_or_default(), body),
                "mockFault": "",
                "faults": [],
            },
        })
    }

    /// Returns the items of a stream, or of a page of a list that the client reads to its end.
    fn items(&self, content_type: &str, body: &[u8]) -> Option<Vec<Value>> {
        let operation = self.description.find(&self.call.operation)?;
        let operation = self.description.operation(operation);
        let response = declared(operation, self.head.status.as_u16())?;
        let essence = spec::model::essence(content_type);
        let mut content = response.content.iter();
        let media = content.find(|media: &&MediaType| media.essence() == essence)?;
        if let Some(stream) = &media.stream {
            return Some(streamed(stream, content_type, body));
        }
        let place = items_at(&self.description.api, operation).filter(|_| self.call.pages)?;
        let body = Json::parse(body).ok()?;
        Some(place.items(&body)?.iter().map(Json::to_value).collect())
    }
}

/// Returns the items of a stream; of most events, the data.
fn streamed(stream: &Stream, content_type: &str, body: &[u8]) -> Vec<Value> {
    if let Some(form) = &stream.part {
        let parts = parts::split(content_type, body).unwrap_or_default();
        let value = |part: parts::Part| match form.content {
            PartContent::Json => serde_json::from_slice(&part.content).unwrap_or_default(),
            PartContent::Text => String::from_utf8_lossy(&part.content).into(),
            PartContent::Bytes => BASE64_STANDARD.encode(&part.content).into(),
        };
        return parts.into_iter().map(value).collect();
    }
    let end = stream.end.as_deref().map(str::as_bytes);
    let items = streams::items(stream, body).into_iter();
    let items = items.filter(|item| Some(item.text.as_slice()) != end);
    let value = |item: streams::Item| {
        let text = String::from_utf8_lossy(&item.text).into_owned();
        let is_text = stream.item.is_none() && stream.is_of_data();
        let json = Json::parse(text.as_bytes()).ok().filter(|_| !is_text);
        json.map_or(Value::String(text), |json| json.to_value())
    };
    items.map(value).collect()
}
