//! Offers, up to the buyer's decision (which is in [`crate::life`]).

use server::offers::{
    CancelOfferRequest, CancelOfferResponse, CreateOfferRequest, CreateOfferResponse,
    ExtendOfferRequest, ExtendOfferResponse, GetOfferRequest, GetOfferResponse, ListOffersRequest,
    ListOffersResponse, PublishOfferRequest, PublishOfferResponse, UpdateOfferRequest,
    UpdateOfferResponse,
};
use server::runtime::Caller;
use types::OfferList;

use super::{Resource, location};
use crate::answers::answer;
use crate::life;
use crate::principal::Principal;
use crate::store::{Filter, Page};

impl server::Offers for Resource {
    async fn list_offers(
        &self,
        _: Caller<Principal>,
        request: ListOffersRequest,
    ) -> ListOffersResponse {
        answer(async {
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .equal("status", request.status.as_ref())
                .equal("product_id", request.product_id.as_ref())
                .equal("buyer_id", request.buyer_id.as_ref());
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = self
                .read(&request.org_id)
                .await?
                .list(&filter, page)
                .await?;
            let list = OfferList::new(found.items, found.next_offset);
            Ok(ListOffersResponse::Ok(list))
        })
        .await
    }

    async fn create_offer(
        &self,
        _: Caller<Principal>,
        request: CreateOfferRequest,
    ) -> CreateOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let offer = life::create_offer(&mut work, request.body).await?;
            work.commit().await?;
            Ok(CreateOfferResponse::Created {
                location: location(&offer.org_id, &["offer", &offer.id.0]),
                body: offer,
            })
        })
        .await
    }

    async fn get_offer(&self, _: Caller<Principal>, request: GetOfferRequest) -> GetOfferResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetOfferResponse::Ok(work.find(&request.offer_id.0).await?))
        })
        .await
    }

    async fn update_offer(
        &self,
        _: Caller<Principal>,
        request: UpdateOfferRequest,
    ) -> UpdateOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let offer = life::update_offer(&mut work, &request.offer_id.0, request.body).await?;
            work.commit().await?;
            Ok(UpdateOfferResponse::Ok(offer))
        })
        .await
    }

    async fn publish_offer(
        &self,
        _: Caller<Principal>,
        request: PublishOfferRequest,
    ) -> PublishOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let offer = life::publish_offer(&mut work, &request.offer_id.0).await?;
            work.commit().await?;
            Ok(PublishOfferResponse::Ok(offer))
        })
        .await
    }

    async fn cancel_offer(
        &self,
        _: Caller<Principal>,
        request: CancelOfferRequest,
    ) -> CancelOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let reason = request.body.and_then(|body| body.reason);
            let offer = life::cancel_offer(&mut work, &request.offer_id.0, reason).await?;
            work.commit().await?;
            Ok(CancelOfferResponse::Ok(offer))
        })
        .await
    }

    async fn extend_offer(
        &self,
        _: Caller<Principal>,
        request: ExtendOfferRequest,
    ) -> ExtendOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let (id, until) = (&request.offer_id.0, request.body.expire_time);
            let offer = life::extend_offer(&mut work, id, until).await?;
            work.commit().await?;
            Ok(ExtendOfferResponse::Ok(offer))
        })
        .await
    }
}
