//! Entitlements.

use server::entitlements::{
    GetEntitlementRequest, GetEntitlementResponse, ListEntitlementsRequest,
    ListEntitlementsResponse,
};
use server::runtime::Caller;
use types::EntitlementList;

use super::Resource;
use crate::answers::answer;
use crate::principal::Principal;
use crate::store::{Filter, Page};

impl server::Entitlements for Resource {
    async fn list_entitlements(
        &self,
        _: Caller<Principal>,
        request: ListEntitlementsRequest,
    ) -> ListEntitlementsResponse {
        answer(async {
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .equal("status", request.status.as_ref())
                .equal("product_id", request.product_id.as_ref())
                .equal("buyer_id", request.buyer_id.as_ref())
                .equal("agreement_id", request.agreement_id.as_ref());
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = self
                .read(&request.org_id)
                .await?
                .list(&filter, page)
                .await?;
            let list = EntitlementList::new(found.items, found.next_offset);
            Ok(ListEntitlementsResponse::Ok(list))
        })
        .await
    }

    async fn get_entitlement(
        &self,
        _: Caller<Principal>,
        request: GetEntitlementRequest,
    ) -> GetEntitlementResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetEntitlementResponse::Ok(
                work.find(&request.entitlement_id.0).await?,
            ))
        })
        .await
    }
}
