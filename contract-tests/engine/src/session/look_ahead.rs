//! Reads the next ids that a deployment will assign, where nothing else distinguishes a new item
//! from an existing one: ids are sequential, and there is no list. An id that was missing and is
//! later returned by a creation belongs to the run.

use std::future::Future;
use std::pin::Pin;

use super::Session;
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;

/// How often a run reads ahead.
const TIMES: u64 = 200;

impl Session {
    /// Reads the ids that follow the one in the response to a creation.
    ///
    /// Boxed because sending a request calls this again.
    pub(super) fn look_ahead<'s>(
        &'s self,
        exchange: &'s Exchange,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 's>> {
        Box::pin(async move {
            for (read, bindings) in self.world.guard.next_items(exchange) {
                if self.world.guard.looks_ahead() >= TIMES || self.shared.budget.is_cleaning_up() {
                    return;
                }
                let builder = self.prepare(read).intent(Intent::Sequence);
                let builder = match &exchange.purpose.identity {
                    Some(identity) => builder.as_identity(identity),
                    None => builder,
                };
                let request = builder.bind(&bindings).filled().request().await;
                if let Ok((request, purpose)) = request {
                    self.exchange(request, purpose).await;
                }
            }
        })
    }
}
