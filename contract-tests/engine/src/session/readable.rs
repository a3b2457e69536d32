//! An operation whose response shows whether a credential is accepted.

use super::{RequestBuilder, Session, Stop};
use conformance_core::description::OperationId;
use conformance_core::exchange::Host;
use conformance_core::resources::variables;

impl Session {
    /// Returns a GET of the resource host that needs a credential and whose path can be filled in:
    /// the one with the shortest path.
    ///
    /// # Errors
    /// Returns an error if there is no such operation.
    pub fn readable(&self) -> Result<OperationId, Stop> {
        let primary = &self.primary().name;
        let reads = self.description.operations().filter(|(_, one)| {
            let needs =
                !one.security.is_empty() && one.security.iter().all(|all| !all.schemes.is_empty());
            let required = one.parameters.iter().any(|parameter| {
                parameter.required && parameter.location != spec::model::Location::Path
            });
            one.method == spec::model::Method::Get
                && needs
                && !required
                && self.host(one) == Host::Resource
                && self.bindings(primary, one).len() == variables(one).len()
        });
        let shortest = reads.min_by_key(|(_, one)| (one.path.len(), one.path.as_str()));
        shortest.map(|(id, _)| id).ok_or_else(|| {
            Stop::Skip("no operation of the resource host can be read with a credential".to_owned())
        })
    }

    /// Builds a read of the resource host with a token.
    ///
    /// # Errors
    /// Returns an error if there is no such operation.
    pub fn prepare_with_bearer(&self, token: &str) -> Result<RequestBuilder<'_>, Stop> {
        let builder = self.prepare(self.readable()?);
        Ok(builder.authorization(format!("Bearer {token}")))
    }
}
