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
}

fn   unrelated ( ) { }
