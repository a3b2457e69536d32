use server::health::*;

impl server::Health for Api {
    #[cfg(feature = "health")]
    async fn get_health(&self, _: Context, _: GetHealthRequest) -> GetHealthResponse { todo!() }

    #[cfg(feature = "type")]
    async fn r#type(&self, _: Context, _: TypeRequest) -> TypeResponse { todo!() }

    #[cfg(not(feature = "type"))]
    async fn r#type(&self, _: Context, _: TypeRequest) -> TypeResponse { todo!() }
}
