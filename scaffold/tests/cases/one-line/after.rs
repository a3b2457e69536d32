struct Api; impl server::Health for Api { async fn get_health(&self, _: server::runtime::Context, _: server::health::GetHealthRequest) -> server::health::GetHealthResponse { todo!() } 

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
} struct Other;
