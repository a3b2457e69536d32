use marketplace::health::{GetHealthRequest, GetHealthResponse};

impl crate::api::Health for Api {
    async fn get_health(&self, _: marketplace::runtime::Context, _: GetHealthRequest) -> GetHealthResponse { todo!() }
}
