//! Offers.

use server::offers::{GetOfferRequest, GetOfferResponse};
use server::runtime::Caller;
use server::Offers;

pub struct   Api ;  // odd spaces stay

impl Offers for Api {
    // Before.
    async fn get_offer(&self,caller:Caller<User>,request:GetOfferRequest)->GetOfferResponse{
        let text = "}}} impl Offers for Stranger {}"; /* } */
        println!{"{text}"}; GetOfferResponse::Ok
    }
    // After.

    /// List offers.
    ///
    /// Returns one page of offers, the newest first. The page is as long as `limit` says, and the
    /// list ends where `nextOffset` is null.
    ///
    /// ```text
    /// panic!("documentation is not run")
    /// ```
    ///
    /// `GET /offer`
    async fn list_offers(
        &self,
        _caller: server::runtime::Caller<Self::Principal>,
        _request: server::offers::ListOffersRequest,
    ) -> server::offers::ListOffersResponse {
        server::offers::ListOffersResponse::Unimplemented
    }

    /// Creates an offer. \*/ }}} � impl Evil for All {}.
    ///
    /// `POST /offer`
    async fn create_offer(
        &self,
        _caller: server::runtime::Caller<Self::Principal>,
        _request: server::offers::CreateOfferRequest,
    ) -> server::offers::CreateOfferResponse {
        server::offers::CreateOfferResponse::Unimplemented
    }
}

fn   unrelated ( ) { }
