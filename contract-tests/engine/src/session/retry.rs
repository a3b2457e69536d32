//! Requests that are repeated: 502, 503 and 504 may be passing faults of the infrastructure
//! (HTTP-15).

use std::sync::Arc;
use std::time::Duration;

use super::Session;
use crate::wire::retry_after;
use conformance_core::exchange::{Exchange, Failure, Purpose, Request};

/// How often a request is repeated.
const TIMES: u32 = 3;

/// The pause before the first repetition; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(100);

impl Session {
    /// As [`Self::exchange`]; a request that a passing fault may have met is repeated, and the last
    /// exchange counts.
    pub(super) async fn exchange_again(&self, request: Request, purpose: Purpose) -> Arc<Exchange> {
        let mut exchange = self.exchange(request, purpose).await;
        for number in 0..TIMES {
            if !may_pass(&exchange) || !self.may_go_on() {
                break;
            }
            let told = exchange.response().and_then(retry_after);
            if told.is_some_and(|told| told > self.profile.patience) {
                // Not before the time that it names, and not so late.
                break;
            }
            tokio::time::sleep(told.unwrap_or(PAUSE * 2_u32.pow(number))).await;
            let (request, purpose) = (exchange.request.clone(), exchange.purpose.clone());
            exchange = self.exchange(request, purpose).await;
        }
        exchange
    }
}

/// Whether the answer tells of a fault that may pass, to a request that may be repeated: by 503 it
/// was not taken on, and else it must be idempotent (RFC 9110 §9.2.2, §15.6.4). Where the connection
/// ended, the guard has taken note of what the request may have created.
fn may_pass(exchange: &Exchange) -> bool {
    let is_idempotent = exchange.request.is_idempotent();
    match &exchange.outcome {
        Ok(response) if response.status == 503 => true,
        Ok(response) => matches!(response.status, 502 | 504) && is_idempotent,
        // An idempotent one was repeated on the wire; beneath a large body, the end is an answer.
        Err(Failure::Broken(_)) => !is_idempotent && !exchange.request.is_large(),
        Err(_) => false,
    }
}
