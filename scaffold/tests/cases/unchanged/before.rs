use server::runtime::{self, Caller};
use server::offers::{self, CreateOfferRequest as Create};
use crate::aliases::{Asked, Boxed};

type Who = Caller<User>;
type Answered = offers::ListOffersResponse;

impl server::Offers for Api {
    fn list_offers<'a>(&'a self, _: Who, _: offers::ListOffersRequest) -> impl Future<Output = Answered> + Send + use<'a> { todo() }
    fn create_offer(self: &Self, _: (Caller<Self::Principal>), _: Create) -> Pin<Box<dyn Future<Output = offers::CreateOfferResponse> + Send>> { todo() }
    fn get_offer(&self, _: runtime::Caller<<Self as runtime::Authenticator>::Principal>, _: Asked) -> Boxed { todo() }
}

impl server::Files for Api {
    async fn get_file(&self, _: Caller<Option<User>>, _: server::files::GetFileRequest) -> server::files::GetFileResponse { todo!() }
}
