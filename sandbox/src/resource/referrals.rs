//! Referrals (co-sell).

use server::referrals::{
    AcceptReferralRequest, AcceptReferralResponse, CreateReferralRequest, CreateReferralResponse,
    GetReferralRequest, GetReferralResponse, ListReferralsRequest, ListReferralsResponse,
    RejectReferralRequest, RejectReferralResponse, UpdateReferralRequest, UpdateReferralResponse,
};
use server::runtime::Caller;
use types::ReferralList;

use super::{Resource, location};
use crate::answers::answer;
use crate::life;
use crate::principal::Principal;
use crate::store::{Filter, Page};

impl server::Referrals for Resource {
    async fn list_referrals(
        &self,
        _: Caller<Principal>,
        request: ListReferralsRequest,
    ) -> ListReferralsResponse {
        answer(async {
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .equal("status", request.status.as_ref());
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = self
                .read(&request.org_id)
                .await?
                .list(&filter, page)
                .await?;
            let list = ReferralList::new(found.items, found.next_offset);
            Ok(ListReferralsResponse::Ok(list))
        })
        .await
    }

    async fn create_referral(
        &self,
        _: Caller<Principal>,
        request: CreateReferralRequest,
    ) -> CreateReferralResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let referral = life::create_referral(&mut work, request.body).await?;
            work.commit().await?;
            Ok(CreateReferralResponse::Created {
                location: location(&referral.org_id, &["referral", &referral.id.0]),
                body: referral,
            })
        })
        .await
    }

    async fn get_referral(
        &self,
        _: Caller<Principal>,
        request: GetReferralRequest,
    ) -> GetReferralResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetReferralResponse::Ok(
                work.find(&request.referral_id.0).await?,
            ))
        })
        .await
    }

    async fn update_referral(
        &self,
        _: Caller<Principal>,
        request: UpdateReferralRequest,
    ) -> UpdateReferralResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let id = &request.referral_id;
            let referral = life::update_referral(&mut work, &id.0, request.body).await?;
            work.commit().await?;
            Ok(UpdateReferralResponse::Ok(referral))
        })
        .await
    }

    async fn accept_referral(
        &self,
        _: Caller<Principal>,
        request: AcceptReferralRequest,
    ) -> AcceptReferralResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let referral = life::accept_referral(&mut work, &request.referral_id.0).await?;
            work.commit().await?;
            Ok(AcceptReferralResponse::Ok(referral))
        })
        .await
    }

    async fn reject_referral(
        &self,
        _: Caller<Principal>,
        request: RejectReferralRequest,
    ) -> RejectReferralResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let (id, rejection) = (&request.referral_id.0, request.body);
            let referral = life::reject_referral(&mut work, id, rejection).await?;
            work.commit().await?;
            Ok(RejectReferralResponse::Ok(referral))
        })
        .await
    }
}
