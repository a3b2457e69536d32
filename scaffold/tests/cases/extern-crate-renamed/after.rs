extern crate case_server as api;

impl api::Health for Api {
    /// Get the health of the service.
    ///
    /// `GET /health`
    async fn get_health(
        &self,
        _context: case_server::runtime::Context,
        _request: case_server::health::GetHealthRequest,
    ) -> case_server::health::GetHealthResponse {
        case_server::health::GetHealthResponse::Unimplemented
    }

    /// An operation named like a keyword.
    ///
    /// `DELETE /health`
    async fn r#type(
        &self,
        _context: case_server::runtime::Context,
        _request: case_server::health::TypeRequest,
    ) -> case_server::health::TypeResponse {
        case_server::health::TypeResponse::Unimplemented
    }
}
