use server::offers::*;
use server::runtime::{Caller, Context};
use std::future::Future;

impl server::Offers for Api {
    async fn list_offers(&self, context: Context, request: ListOffersRequest) -> ListOffersResponse { todo!() }
    fn create_offer(&mut self, caller: Caller<Option<User>>, request: Vec<u8>) -> CreateOfferResponse { todo!() }
    async fn get_offer<T>(&self, request: GetOfferRequest) -> Result<GetOfferResponse, Error> { todo!() }
}

impl server::Files for Api {
    fn get_file(&self, request: GetFileRequest, caller: Caller<User>) -> impl Future<Output = ()> + Send { async {} }
}

impl server::Health for Api {
    async fn get_health(self, _: Context, _: (u8, u8)) {}
    async unsafe fn r#type(&self, _: Context, _: server::health::GetHealthRequest) -> server::health::TypeResponse { todo!() }
}
