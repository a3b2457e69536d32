use marketplace::health::{GetHealthRequest, GetHealthResponse};

impl crate::api::Health for Api {
    async fn get_health(&self, _: marketplace::runtime::Context, _: GetHealthRequest) -> GetHealthResponse { todo!() }

    /// An operation named like a keyword.
    ///
    /// `DELETE /health`
    async fn r#type(
        &self,
        _context: marketplace::runtime::Context,
        _request: marketplace::health::TypeRequest,
    ) -> marketplace::health::TypeResponse {
        marketplace::health::TypeResponse::Unimplemented
    }
}
