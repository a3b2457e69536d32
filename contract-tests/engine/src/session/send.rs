//! Sends requests: each is permitted, numbered, sent, recorded and passed to the checks.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::Session;
use crate::event::{Event, FindingKey};
use conformance_core::exchange::{Exchange, Failure, Purpose, Request, Response};
use conformance_core::intent::Intent;

/// The connection that a request is sent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Connection {
    /// One that is kept, or a new one.
    Any,
    /// A new one.
    New,
}

impl Session {
    /// Sends a request, records it, and passes the exchange to every check.
    pub async fn send(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.send_for_findings(request, purpose).await.0
    }

    /// Sends a request as [`Self::send`] does, and also returns which findings are new.
    pub async fn send_for_findings(
        &self,
        request: Request,
        purpose: Purpose,
    ) -> (Arc<Exchange>, Vec<FindingKey>) {
        self.look_at(self.exchange_again(request, purpose).await)
    }

    /// Sends a request as [`Self::send`] does, without retries.
    pub async fn send_once(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.look_at(self.exchange_once(request, purpose).await).0
    }

    /// Records an exchange, and passes it to every check.
    fn look_at(&self, exchange: Arc<Exchange>) -> (Arc<Exchange>, Vec<FindingKey>) {
        if !exchange.is_sent() {
            return (exchange, Vec::new());
        }
        self.emit(&Event::Exchanged(Arc::clone(&exchange)));
        let new = self.check_exchange(&exchange);
        (exchange, new)
    }

    /// Sends a request that is neither recorded nor checked. Nothing is sent that the guard
    /// withholds or the budget does not cover. A request that is refused for its rate is retried
    /// after the time that the deployment demands.
    pub async fn exchange(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.exchange_by(Connection::Any, request, purpose).await
    }

    pub(super) async fn exchange_by(
        &self,
        connection: Connection,
        request: Request,
        purpose: Purpose,
    ) -> Arc<Exchange> {
        let mut number = 0;
        loop {
            let exchange = self
                .exchange_once_by(connection, request.clone(), purpose.clone())
                .await;
            let Some(pause) = self.pause(&exchange, number) else {
                return exchange;
            };
            tokio::time::sleep(pause).await;
            number += 1;
        }
    }

    /// Sends a request as [`Self::exchange`] does, without retries.
    pub async fn exchange_once(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        self.exchange_once_by(Connection::Any, request, purpose)
            .await
    }

    async fn exchange_once_by(
        &self,
        connection: Connection,
        mut request: Request,
        purpose: Purpose,
    ) -> Arc<Exchange> {
        self.complete(&mut request);
        self.look_below(&request).await;
        self.shared.pace.turn().await;
        let at = self.elapsed();
        let transport = &self.shared.transport;
        let (number, outcome) = match (self.admit(&request), connection) {
            (Ok(number), Connection::Any) => (number, transport.send(&request).await),
            (Ok(number), Connection::New) => (number, transport.send_afresh(&request).await),
            (Err(failure), _) => (0, Err(failure)),
        };
        self.conclude((request, purpose), at, (number, outcome))
            .await
    }

    /// Records an exchange whose request was sent, or withheld, at a time of the run.
    pub(super) async fn conclude(
        &self,
        (request, purpose): (Request, Purpose),
        at: Duration,
        (number, outcome): (u64, Result<Response, Failure>),
    ) -> Arc<Exchange> {
        let exchange = Exchange {
            number,
            purpose,
            request,
            outcome,
            at,
            elapsed: self.elapsed().saturating_sub(at),
        };
        self.settle(&exchange).await;
        let exchange = Arc::new(exchange);
        self.shared.trace.keep(&exchange);
        exchange
    }

    /// Returns how long to wait before retrying a request that was refused for its rate.
    pub(super) fn pause(&self, exchange: &Exchange, number: u32) -> Option<Duration> {
        let pause =
            self.shared
                .pace
                .pause(exchange.response(), number, self.shared.budget.time_left())?;
        self.may_go_on().then_some(pause)
    }

    /// Adds the header fields that every request has.
    pub(super) fn complete(&self, request: &mut Request) {
        let missing = self
            .profile
            .reach
            .missing(|name| request.header(name).is_some());
        let missing: Vec<_> = missing.collect();
        request.headers.extend(missing);
    }

    /// Reads what is below an item that a request deletes, if the guard needs it.
    ///
    /// Boxed because reading sends a request.
    fn look_below<'s>(
        &'s self,
        request: &'s Request,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 's>> {
        Box::pin(async move {
            for (list, entry) in self.world.guard.lists_below(request) {
                let builder = self.prepare(list).intent(Intent::Sequence);
                let builder = if entry.identity.is_empty() {
                    builder
                } else {
                    builder.as_identity(&entry.identity)
                };
                let request = builder.bind(&entry.bindings).filled().request().await;
                if let Ok((request, purpose)) = request {
                    self.exchange(request, purpose).await;
                }
            }
        })
    }

    /// Returns the number of a request that may be sent. Nothing is sent without one.
    pub(super) fn admit(&self, request: &Request) -> Result<u64, Failure> {
        if self.is_gone() {
            return Err(Failure::OverBudget);
        }
        self.world
            .guard
            .permit(request)
            .map_err(Failure::Withheld)?;
        let number = self.shared.budget.next().ok_or(Failure::OverBudget)?;
        self.world.guard.begin(number, request);
        Ok(number)
    }

    /// Records what an exchange shows: which items exist, and that the deployment responds.
    async fn settle(&self, exchange: &Exchange) {
        if exchange.is_sent() {
            self.world.guard.absorb(exchange);
            self.follow(exchange);
            self.prove(Some(exchange.number)).await;
            self.look_ahead(exchange).await;
            self.note_liveness(exchange).await;
        }
        self.world.guard.finish(exchange.number);
    }
}
