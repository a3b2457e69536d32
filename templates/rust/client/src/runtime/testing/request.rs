//! What a test service has received.

use std::fmt;
use std::pin::Pin;

use bytes::{Bytes, BytesMut};
use http_body::Body as _;
use reqwest::header::HeaderMap;
use reqwest::{Method, Url};
use serde::de::DeserializeOwned;

use crate::runtime::{TransportError, TransportErrorKind};

/// A request that a [`TestService`](super::TestService) has received. Printing it shows no values,
/// which can be secrets.
#[derive(Clone)]
#[non_exhaustive]
pub struct TestRequest {
    /// The operationId.
    pub operation: &'static str,
    /// The HTTP method.
    pub method: Method,
    /// The address.
    pub url: Url,
    /// The header fields, with credentials.
    pub headers: HeaderMap,
    /// The body; empty for none.
    pub body: Bytes,
}

impl TestRequest {
    /// Returns the body as JSON.
    ///
    /// # Errors
    /// Returns an error if it is not the JSON of a `T`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.body)
    }

    /// Returns the value of a header field, if it is present and is text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    pub(super) async fn read(
        operation: &'static str,
        mut request: reqwest::Request,
    ) -> Result<Self, TransportError> {
        let body = match request.body_mut().take() {
            Some(body) => whole(body).await?,
            None => Bytes::new(),
        };
        Ok(Self {
            operation,
            method: request.method().clone(),
            url: request.url().clone(),
            headers: std::mem::take(request.headers_mut()),
            body,
        })
    }
}

async fn whole(mut body: reqwest::Body) -> Result<Bytes, TransportError> {
    let mut bytes = BytesMut::new();
    while let Some(frame) =
        std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await
    {
        let frame =
            frame.map_err(|error| TransportError::new(TransportErrorKind::Broken, error))?;
        if let Ok(chunk) = frame.into_data() {
            bytes.extend_from_slice(&chunk);
        }
    }
    Ok(bytes.freeze())
}

impl fmt::Debug for TestRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestRequest")
            .field("operation", &self.operation)
            .field("method", &self.method)
            .field("path", &self.url.path())
            .finish_non_exhaustive()
    }
}
