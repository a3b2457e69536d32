//! Referrals (co-sell).

use jiff::SignedDuration;
use server::referrals::{
    AcceptReferralRequest, AcceptReferralResponse, CreateReferralRequest, CreateReferralResponse,
    GetReferralRequest, GetReferralResponse, ListReferralsRequest, ListReferralsResponse,
    RejectReferralRequest, RejectReferralResponse, UpdateReferralRequest, UpdateReferralResponse,
};
use server::runtime::Caller;
use types::runtime::DateTime;
use types::{
    FreeText, Product, ProductId, Referral, ReferralId, ReferralList, ReferralStage,
    ReferralStatus, ReferralUpdate,
};

use super::{Resource, location};
use crate::answers::answer;
use crate::failure::Failure;
use crate::ids;
use crate::patch::{clear, replace};
use crate::principal::Principal;
use crate::quotas::{self, Quota};
use crate::store::{Filter, Page, Work};

/// How long a referral waits for an answer.
const WAITS: SignedDuration = SignedDuration::from_hours(30 * 24);

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
            let page = Page { limit: request.limit, offset: request.offset };
            let found = self.read(&request.org_id).await?.list(&filter, page).await?;
            let list = ReferralList::builder().items(found.items).next_offset(found.next_offset);
            Ok(ListReferralsResponse::Ok(list.build()))
        })
        .await
    }

    async fn create_referral(
        &self,
        _: Caller<Principal>,
        request: CreateReferralRequest,
    ) -> CreateReferralResponse {
        answer(async {
            let wanted = request.body;
            let products = wanted.product_ids.unwrap_or_default();
            let mut work = self.change(&request.org_id).await?;
            quotas::take(&mut work, Quota::OpenReferrals).await?;
            check_products(&mut work, &products).await?;
            let now = DateTime::from(work.now());
            let referral = Referral {
                id: ReferralId(ids::id("ref")),
                org_id: request.org_id,
                partner: wanted.partner,
                partner_referral_id: Some(ids::id("opp")),
                name: wanted.name,
                customer: wanted.customer,
                status: ReferralStatus::Pending,
                stage: ReferralStage::Prospect,
                product_ids: products,
                expected_revenue: wanted.expected_revenue,
                target_close_date: wanted.target_close_date,
                notes: wanted.notes,
                rejection_reason: None,
                rejection_comment: None,
                expire_time: (work.now() + WAITS).into(),
                creation_time: now.clone(),
                last_update_time: now,
                unknown: serde_json::Map::new(),
            };
            work.insert(&referral).await?;
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
            Ok(GetReferralResponse::Ok(work.find(&request.referral_id.0).await?))
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
            let mut referral: Referral = work.find(&request.referral_id.0).await?;
            if !matches!(referral.status, ReferralStatus::Pending | ReferralStatus::Accepted) {
                return Err(Failure::state(&referral.status, "a change", "PENDING or ACCEPTED"));
            }
            check_products(&mut work, request.body.product_ids.as_deref().unwrap_or_default())
                .await?;
            update(&mut referral, request.body);
            referral.last_update_time = work.now().into();
            work.update(&referral).await?;
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
            let mut referral = pending(&mut work, &request.referral_id).await?;
            referral.status = ReferralStatus::Accepted;
            referral.last_update_time = work.now().into();
            work.update(&referral).await?;
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
            let mut referral = pending(&mut work, &request.referral_id).await?;
            referral.status = ReferralStatus::Rejected;
            referral.rejection_reason = Some(request.body.reason);
            referral.rejection_comment = request.body.comment;
            referral.last_update_time = work.now().into();
            work.update(&referral).await?;
            work.commit().await?;
            Ok(RejectReferralResponse::Ok(referral))
        })
        .await
    }
}

async fn pending(work: &mut Work, id: &ReferralId) -> Result<Referral, Failure> {
    let referral: Referral = work.find(&id.0).await?;
    match referral.status {
        ReferralStatus::Pending => Ok(referral),
        state => Err(Failure::state(&state, "an answer", "PENDING")),
    }
}

fn update(referral: &mut Referral, change: ReferralUpdate) {
    replace(&mut referral.name, change.name);
    replace(&mut referral.customer, change.customer);
    replace(&mut referral.stage, change.stage);
    replace(&mut referral.product_ids, change.product_ids);
    referral.expected_revenue = change.expected_revenue.or(referral.expected_revenue.take());
    clear(&mut referral.target_close_date, change.target_close_date);
    clear(&mut referral.notes, change.notes.map(FreeText));
}

async fn check_products(work: &mut Work, products: &[ProductId]) -> Result<(), Failure> {
    for (index, id) in products.iter().enumerate() {
        if work.get::<Product>(&id.0).await?.is_none() {
            let pointer = format!("/productIds/{index}");
            return Err(Failure::body(pointer, "There is no such product."));
        }
    }
    Ok(())
}
