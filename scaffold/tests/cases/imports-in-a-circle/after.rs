use self::Health as Health;
use self::a as b;
use self::b as a;

impl Health for Api {}
impl a::Health for Api {
    /// Get the health of the service.
    ///
    /// `GET /health`
    async fn get_health(
        &self,
        _context: a::runtime::Context,
        _request: a::health::GetHealthRequest,
    ) -> a::health::GetHealthResponse {
        a::health::GetHealthResponse::Unimplemented
    }

    /// An operation named like a keyword.
    ///
    /// `DELETE /health`
    async fn r#type(
        &self,
        _context: a::runtime::Context,
        _request: a::health::TypeRequest,
    ) -> a::health::TypeResponse {
        a::health::TypeResponse::Unimplemented
    }
}
