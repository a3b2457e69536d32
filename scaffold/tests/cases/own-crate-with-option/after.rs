impl crate::api::Health for Api {
    /// Get the health of the service.
    ///
    /// `GET /health`
    async fn get_health(
        &self,
        _context: crate::api::runtime::Context,
        _request: crate::api::health::GetHealthRequest,
    ) -> crate::api::health::GetHealthResponse {
        crate::api::health::GetHealthResponse::Unimplemented
    }

    /// An operation named like a keyword.
    ///
    /// `DELETE /health`
    async fn r#type(
        &self,
        _context: crate::api::runtime::Context,
        _request: crate::api::health::TypeRequest,
    ) -> crate::api::health::TypeResponse {
        crate::api::health::TypeResponse::Unimplemented
    }
}
