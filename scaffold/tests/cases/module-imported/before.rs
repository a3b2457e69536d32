use server::{health::{self, GetHealthRequest as Request}, runtime};

impl health::Health for Api {
    async fn get_health(&self, _: runtime::Context, _: Request) -> health::GetHealthResponse { todo!() }
}
