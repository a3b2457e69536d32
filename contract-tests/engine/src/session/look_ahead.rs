//! Looks at the ids that a deployment gives next, where nothing else tells a new item from one that
//! was there before: ids that count up, and no list. What was not there, and is then answered as
//! created, is of the run.

use std::future::Future;
use std::pin::Pin;

use super::Session;
use conformance_core::exchange::Exchange;
use conformance_core::intent::Intent;

/// How often a run looks ahead.
const TIMES: u64 = 200;

impl Session {
    /// Reads what has the next ids after those that a creation was answered with.
    ///
    /// Boxed, since reading is sending, after which this is asked for.
    pub(super) fn look_ahead<'s>(
        &'s self,
        exchange: &'s Exchange,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 's>> {
        Box::pin(async move {
            for (read, bindings) in self.guard.next_items(exchange) {
                if self.guard.looks_ahead() >= TIMES || self.budget.is_cleaning_up() {
                    return;
                }
                let ask = self.ask(read).intent(Intent::Sequence);
                let ask = match &exchange.purpose.identity {
                    Some(identity) => ask.as_identity(identity),
                    None => ask,
                };
                let request = ask.bind(&bindings).filled().request().await;
                if let Ok((request, purpose)) = request {
                    self.exchange(request, purpose).await;
                }
            }
        })
    }
}
