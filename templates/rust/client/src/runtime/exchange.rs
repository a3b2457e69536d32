//! Sends a request once, and reads the response.

use std::future::Future;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Request, Response};

use super::error::Failure;
use super::source::Sent;
use super::{RawResponse, StreamError, Transport, TransportError, TransportErrorKind};

/// The limits of one attempt.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The time from connecting to the last byte, or to the first byte of a stream.
    pub(super) time: Duration,
    /// The maximum size of a response, in bytes.
    pub(super) size: usize,
}

/// Sends a request and reads the whole response.
pub(super) async fn receive(
    transport: &dyn Transport,
    operation: &'static str,
    request: Request,
    limits: Limits,
) -> Result<RawResponse, Failure> {
    in_time(limits.time, async {
        let response = transport.send(request, operation).await?;
        whole(response, limits.size).await
    })
    .await
}

/// Sends a request. A response that is a stream is returned before its body is read. The time limit
/// applies from when a streamed body is `sent` until a streamed response begins.
pub(super) async fn open(
    transport: &dyn Transport,
    operation: &'static str,
    request: Request,
    limits: Limits,
    sent: Option<Sent>,
    is_stream: impl Fn(u16, Option<&str>) -> bool,
) -> Result<RawResponse, Failure> {
    let exchange = async {
        let response = transport.send(request, operation).await?;
        let media = response.headers().get(CONTENT_TYPE);
        let media = media.and_then(|value| value.to_str().ok());
        if is_stream(response.status().as_u16(), media) {
            return Ok(RawResponse::open(response));
        }
        whole(response, limits.size).await
    };
    let late = async {
        if let Some(sent) = sent {
            sent.wait().await;
        }
        tokio::time::sleep(limits.time).await;
        Failure::Stream(StreamError::Late)
    };
    first(exchange, late).await
}

/// Runs a future, unless it takes longer.
pub(super) async fn in_time<T>(
    time: Duration,
    future: impl Future<Output = Result<T, Failure>>,
) -> Result<T, Failure> {
    let late = async {
        tokio::time::sleep(time).await;
        late(time)
    };
    first(future, late).await
}

/// Returns the error for a time that is over.
pub(super) fn late(time: Duration) -> Failure {
    let reason = format!("the time limit of {time:?} is over");
    TransportError::new(TransportErrorKind::Timeout, reason).into()
}

/// Returns the result of a future, or the failure that comes before it.
async fn first<T>(
    future: impl Future<Output = Result<T, Failure>>,
    failure: impl Future<Output = Failure>,
) -> Result<T, Failure> {
    let (mut future, mut failure) = (pin!(future), pin!(failure));
    std::future::poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Pending => failure.as_mut().poll(context).map(Err),
        ready @ Poll::Ready(_) => ready,
    })
    .await
}

async fn whole(mut response: Response, limit: usize) -> Result<RawResponse, Failure> {
    let bytes = read(&mut response, limit).await?;
    let headers = std::mem::take(response.headers_mut());
    Ok(RawResponse::new(response.status().as_u16(), headers, bytes))
}

async fn read(response: &mut Response, limit: usize) -> Result<Bytes, Failure> {
    let mut bytes = BytesMut::new();
    while let Some(chunk) = response.chunk().await? {
        if bytes.len() + chunk.len() > limit {
            return Err(Failure::TooLarge { limit });
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes.freeze())
}
