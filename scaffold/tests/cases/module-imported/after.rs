use server::{health::{self, GetHealthRequest as Request}, runtime};

impl health::Health for Api {
    async fn get_health(&self, _: runtime::Context, _: Request) -> health::GetHealthResponse { todo!() }

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
