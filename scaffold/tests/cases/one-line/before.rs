struct Api; impl server::Health for Api { async fn get_health(&self, _: server::runtime::Context, _: server::health::GetHealthRequest) -> server::health::GetHealthResponse { todo!() } } struct Other;
