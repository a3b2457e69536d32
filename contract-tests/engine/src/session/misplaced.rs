//! Requests to addresses where an operation should not be.

use std::sync::Arc;

use super::{Session, Stop, Who};
use conformance_core::description::OperationId;
use conformance_core::exchange::{Exchange, Host};

impl Session {
    /// Sends a request of an operation to another target or host. It does not count as a request of
    /// the operation. Only an access token is sent to the token host, which has issued it; other
    /// credentials are not.
    ///
    /// # Errors
    /// Returns an error if the operation's request cannot be built.
    pub async fn twin(
        &self,
        operation: OperationId,
        host: Host,
        target: String,
    ) -> Result<Arc<Exchange>, Stop> {
        let builder = |who| self.prepare(operation).as_who(who).target(target.clone());
        let (mut request, mut purpose) = builder(Who::Primary).request().await?;
        let is_token = |value: &str| value.starts_with("Bearer ");
        if host == Host::Token && !request.header("authorization").is_some_and(is_token) {
            (request, purpose) = builder(Who::Anonymous).request().await?;
        }
        request.host = host;
        purpose.operation = None;
        Ok(self.send(request, purpose).await)
    }
}
