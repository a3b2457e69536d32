//! How the service is.

use crate::service::Service;

impl server::Health for Service {
    /// Get the health of the service.
    ///
    /// `GET /health`
    async fn get_health(
        &self,
        _context: server::runtime::Context,
        _request: server::health::GetHealthRequest,
    ) -> server::health::GetHealthResponse {
        server::health::GetHealthResponse::Unimplemented
    }

    /// An operation named like a keyword.
    ///
    /// `DELETE /health`
    async fn r#type(
        &self,
        _context: server::runtime::Context,
        _request: server::health::TypeRequest,
    ) -> server::health::TypeResponse {
        server::health::TypeResponse::Unimplemented
    }
}
