//! Reads items for which the response to their creation was not certain: only those that a read
//! shows as they were sent count as created by the run.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::Session;
use crate::guard::Unproven;
use conformance_core::exchange::{Exchange, Failure};
use conformance_core::intent::Intent;

impl Session {
    /// Reads what a creation, or any creation, may have created. What cannot be read yet is read
    /// when the run cleans up.
    ///
    /// Boxed because sending a request calls this again.
    pub(super) fn prove(
        &self,
        creation: Option<u64>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            for one in self.world.guard.take_unproven(creation) {
                let exchange = self.read_unproven(&one).await;
                let is_put_off = exchange
                    .as_ref()
                    .is_none_or(|one| matches!(one.outcome, Err(Failure::OverBudget)));
                if is_put_off && !self.shared.budget.is_cleaning_up() {
                    self.world.guard.put_back(one);
                } else {
                    let response = exchange.as_ref().and_then(|one| one.response());
                    self.world.guard.prove(one, response);
                }
            }
        })
    }

    async fn read_unproven(&self, one: &Unproven) -> Option<Arc<Exchange>> {
        let resource = one.entry.resource?;
        let read = self.world.resources.get(resource).read?;
        let builder = self.prepare(read).intent(Intent::Sequence);
        let builder = if one.entry.identity.is_empty() {
            builder.as_nobody()
        } else {
            builder.as_identity(&one.entry.identity)
        };
        let request = builder.bind(&one.entry.bindings).filled().request();
        let (request, purpose) = request.await.ok()?;
        Some(self.exchange(request, purpose).await)
    }
}
