//! Sends a call.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use reqwest::header::HeaderMap;

use super::attempt::Attempt;
use super::deadline::Deadline;
use super::error::Failure;
use super::exchange::{self, Limits, in_time};
use super::keyring::Grant;
use super::middleware::{Last, Next};
use super::prepare::Prepared;
use super::request::Request;
use super::{Answer, Client, Deprecated, Error, RawResponse, Response, Retried, media};

pub(super) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

type Read<T, E> = fn(&Answer) -> Result<T, Error<E>>;

/// A call that is sent when it is awaited: a future of what the operation returns.
#[must_use = "nothing is sent unless it is awaited"]
pub struct Sending<T, E> {
    operation: &'static str,
    answer: Boxed<'static, Result<Answer, Failure>>,
    read: Read<T, E>,
}

impl<T, E> Sending<T, E> {
    pub(super) fn new(request: Request, read: Read<T, E>) -> Self {
        Self {
            operation: request.operation.id,
            answer: run(request),
            read,
        }
    }

    /// Also returns the status and the header fields.
    pub fn with_response(self) -> SendingWithResponse<T, E> {
        SendingWithResponse(self)
    }

    fn poll_with<R>(
        &mut self,
        context: &mut Context<'_>,
        finish: impl FnOnce(T, Answer) -> R,
    ) -> Poll<Result<R, Error<E>>> {
        self.answer.as_mut().poll(context).map(|answer| {
            let answer = answer.map_err(|failure| failure.of(self.operation))?;
            let value = (self.read)(&answer)?;
            Ok(finish(value, answer))
        })
    }
}

impl<T, E> Future for Sending<T, E> {
    type Output = Result<T, Error<E>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.poll_with(context, |value, _| value)
    }
}

impl<T, E> std::fmt::Debug for Sending<T, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sending")
    }
}

/// A call that is sent when it is awaited: a future of what the operation returns and the response.
#[derive(Debug)]
#[must_use = "nothing is sent unless it is awaited"]
pub struct SendingWithResponse<T, E>(Sending<T, E>);

impl<T, E> Future for SendingWithResponse<T, E> {
    type Output = Result<Response<T>, Error<E>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.poll_with(context, |body, answer| {
            let raw = answer.raw().clone();
            Response { body, raw }
        })
    }
}

pub(super) fn run(request: Request) -> Boxed<'static, Result<Answer, Failure>> {
    Box::pin(async move {
        let Request {
            client, operation, ..
        } = &request;
        let prepared = Prepared::new(&request)?;
        let mut grants = client.0.keyring.choose(operation, &client.0.servers)?;
        let raw = exchange(client, &prepared, &mut grants).await?;
        if let Some(observer) = &client.0.observer
            && let Some(notice) = Deprecated::find(operation.id, &raw)
        {
            observer.deprecated(&notice);
        }
        let secrets = grants.iter().flat_map(Grant::secrets).collect();
        Ok(Answer::new(request.clone(), raw, secrets))
    })
}

/// Sends a request, and retries it as the policy allows. The future is boxed because obtaining a
/// token sends a request in the same way.
pub(super) fn exchange<'a, 'k: 'a>(
    client: &'a Client,
    prepared: &'a Prepared,
    grants: &'a mut [Grant<'k>],
) -> Boxed<'a, Result<RawResponse, Failure>> {
    let Some(limit) = prepared.call_timeout else {
        return attempts(client, prepared, grants);
    };
    // A clock of the caller's need not advance while an attempt hangs.
    Box::pin(in_time(limit, attempts(client, prepared, grants)))
}

fn attempts<'a, 'k: 'a>(
    client: &'a Client,
    prepared: &'a Prepared,
    grants: &'a mut [Grant<'k>],
) -> Boxed<'a, Result<RawResponse, Failure>> {
    Box::pin(async move {
        let clock = &*client.0.clock;
        let deadline = Deadline::start(prepared.call_timeout, clock);
        let mut attempt = 1;
        let mut sent = 0;
        loop {
            sent += 1;
            let time = deadline.left(prepared.timeout, clock)?;
            let outcome = around(client, prepared, grants, Try { number: sent, time }).await;
            if !prepared.is_repeatable() {
                return outcome;
            }
            if is_unauthorized(&outcome) && refuse(grants) {
                continue;
            }
            let wait = prepared
                .retry
                .wait(attempt, prepared.idempotent, &outcome, None, clock);
            let Some(wait) = wait.filter(|wait| deadline.allows(*wait, clock)) else {
                return outcome;
            };
            if let Some(observer) = &client.0.observer {
                let status = outcome.as_ref().ok().map(RawResponse::status);
                observer.retried(&Retried {
                    operation: prepared.operation,
                    attempt,
                    status,
                    wait,
                });
            }
            clock.sleep(wait).await;
            attempt += 1;
        }
    })
}

/// One time that a request is sent.
#[derive(Clone, Copy)]
struct Try {
    number: u32,
    /// Its time limit.
    time: Duration,
}

/// Sends a request once, with the middleware around it.
async fn around(
    client: &Client,
    prepared: &Prepared,
    grants: &mut [Grant<'_>],
    this: Try,
) -> Result<RawResponse, Failure> {
    let middleware = &client.0.middleware;
    if middleware.is_empty() {
        return once(client, prepared, grants, this.time, &HeaderMap::new()).await;
    }
    let mut attempt = Attempt::new(prepared, this.number, client);
    let time = this.time;
    let mut once = Once {
        client,
        prepared,
        grants,
        time,
    };
    let response = Next::new(middleware, &mut once).run(&mut attempt).await;
    response.map(|response| response.0).map_err(|error| error.0)
}

/// A request that is sent inside of all middleware.
struct Once<'a, 'k> {
    client: &'a Client,
    prepared: &'a Prepared,
    grants: &'a mut [Grant<'k>],
    time: Duration,
}

impl Last for Once<'_, '_> {
    fn send<'s>(&'s mut self, headers: &'s HeaderMap) -> Boxed<'s, Result<RawResponse, Failure>> {
        Box::pin(once(
            self.client,
            self.prepared,
            self.grants,
            self.time,
            headers,
        ))
    }
}

/// Sends a request once, with its credentials. `headers` replace other header fields.
async fn once(
    client: &Client,
    prepared: &Prepared,
    grants: &mut [Grant<'_>],
    time: Duration,
    headers: &HeaderMap,
) -> Result<RawResponse, Failure> {
    let (mut request, sent) = prepared.to_request()?;
    request.headers_mut().extend(headers.clone());
    for grant in grants {
        grant.apply(client, &mut request).await?;
    }
    let limits = Limits {
        time,
        size: client.0.limit,
    };
    let transport = &*client.0.transport;
    if prepared.streamed.is_none() && sent.is_none() {
        return exchange::receive(transport, prepared.operation, request, limits).await;
    }
    let is_stream = |status, media: Option<&str>| {
        prepared.streamed.is_some_and(|one| {
            if prepared.opens {
                media::is_success(one, status, media)
            } else {
                media::is_stream(one, prepared.streams, status, media)
            }
        })
    };
    exchange::open(
        transport,
        prepared.operation,
        request,
        limits,
        sent,
        is_stream,
    )
    .await
}

fn is_unauthorized(outcome: &Result<RawResponse, Failure>) -> bool {
    outcome.as_ref().is_ok_and(|raw| raw.status() == 401)
}

/// Returns whether any credential can be renewed; each is renewed at most once.
fn refuse(grants: &mut [Grant<'_>]) -> bool {
    grants
        .iter_mut()
        .fold(false, |any, grant| grant.refuse() | any)
}
