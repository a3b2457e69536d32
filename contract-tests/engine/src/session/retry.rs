//! Retries after 502, 503 and 504, which may be temporary faults of the infrastructure (HTTP-15),
//! after a response that was late once, which may be the load of a machine, and after a connection
//! that was closed without a response.

use std::sync::Arc;
use std::time::Duration;

use super::Session;
use super::send::Connection;
use crate::wire::retry_after;
use conformance_core::exchange::{Exchange, Failure, Purpose, Request};

/// How often a request is retried.
const TIMES: u32 = 3;

/// The pause before the first retry; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(100);

/// The note on responses that came when the request was retried.
const LATE: &str = "some responses did not come in time, and came when the request was retried: the \
                    deployment, or this machine, was busy";

/// The note on connections that were closed, where the retry was answered.
const CLOSED: &str = "some connections were closed without a response, and the requests were answered \
                      when they were retried: a kept connection had ended, or the deployment was \
                      started again";

impl Session {
    /// Sends a request as [`Self::exchange`] does, and retries it after a temporary fault. The last
    /// exchange counts.
    pub(super) async fn exchange_again(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        let mut exchange = self.exchange(request, purpose).await;
        let mut connection = Connection::Any;
        let mut number = 0;
        while may_pass(&exchange, number) && self.may_go_on() {
            let is_closed = matches!(exchange.outcome, Err(Failure::Broken(_)));
            // A kept connection may end at any time (RFC 9112 §9.3.1): that is not the request's
            // fault and costs no retry. Others may have ended as well.
            let is_free = is_closed && connection == Connection::Any;
            let told = exchange.response().and_then(retry_after);
            let is_spent = number == TIMES && !is_free;
            // The server may name a later time than the run would wait.
            let is_too_long = told.is_some_and(|told| told > self.profile.patience);
            if is_spent || is_too_long {
                break;
            }
            if is_closed {
                connection = Connection::New;
            }
            tokio::time::sleep(told.unwrap_or(PAUSE * 2_u32.pow(number))).await;
            number += u32::from(!is_free);
            let (request, purpose) = (exchange.request.clone(), exchange.purpose.clone());
            let again = self.exchange_by(connection, request, purpose).await;
            if is_away(&exchange, &again) {
                // It may be started again in a moment.
                continue;
            }
            let is_late = matches!(exchange.outcome, Err(Failure::TimedOut));
            exchange = again;
            if exchange.response().is_some() && is_late {
                self.note(LATE);
            }
            if exchange.response().is_some() && is_closed {
                self.note(CLOSED);
            }
        }
        exchange
    }
}

/// Returns whether a request may have ended the deployment: its connection was closed, and no other
/// can be opened. If that stays so, the first of the two shows it.
fn is_away(before: &Exchange, again: &Exchange) -> bool {
    matches!(before.outcome, Err(Failure::Broken(_)))
        && matches!(again.outcome, Err(Failure::Unreachable(_)))
}

/// Returns whether an exchange shows a temporary fault, and the request may be retried: after 503 it
/// was not processed, otherwise it must be idempotent (RFC 9110 §9.2.2, §15.6.4). If the connection
/// was closed, the guard has recorded what the request may have created. A response that is late is
/// waited for once more.
fn may_pass(exchange: &Exchange, number: u32) -> bool {
    let is_idempotent = exchange.request.is_idempotent();
    match &exchange.outcome {
        Ok(response) if response.status == 503 => true,
        Ok(response) => matches!(response.status, 502 | 504) && is_idempotent,
        Err(Failure::TimedOut) => is_idempotent && number == 0,
        // The transport has already retried idempotent requests; when a large body is refused,
        // closing the connection is a response.
        Err(Failure::Broken(_)) => !is_idempotent && !exchange.request.is_large(),
        Err(_) => false,
    }
}
