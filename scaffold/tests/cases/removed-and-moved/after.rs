impl server::Health for Api {
    const LIMIT: usize = 1;

    async fn get_file(&self) {}

    /// It is gone.
    async fn check(&self) {}

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
