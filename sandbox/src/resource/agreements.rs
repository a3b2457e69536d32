//! Agreements.

use server::agreements::{
    CancelAgreementRequest, CancelAgreementResponse, GetAgreementRequest, GetAgreementResponse,
    ListAgreementsRequest, ListAgreementsResponse,
};
use server::runtime::Caller;
use types::AgreementList;

use super::Resource;
use crate::answers::answer;
use crate::life::{self, Ending};
use crate::principal::Principal;
use crate::store::{Filter, Page};

impl server::Agreements for Resource {
    async fn list_agreements(
        &self,
        _: Caller<Principal>,
        request: ListAgreementsRequest,
    ) -> ListAgreementsResponse {
        answer(async {
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .equal("status", request.status.as_ref())
                .equal("offer_id", request.offer_id.as_ref())
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
            let list = AgreementList::new(found.items, found.next_offset);
            Ok(ListAgreementsResponse::Ok(list))
        })
        .await
    }

    async fn get_agreement(
        &self,
        _: Caller<Principal>,
        request: GetAgreementRequest,
    ) -> GetAgreementResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetAgreementResponse::Ok(
                work.find(&request.agreement_id.0).await?,
            ))
        })
        .await
    }

    async fn cancel_agreement(
        &self,
        _: Caller<Principal>,
        request: CancelAgreementRequest,
    ) -> CancelAgreementResponse {
        answer(async {
            let reason = request.body.and_then(|body| body.reason);
            let mut work = self.change(&request.org_id).await?;
            let ending = Ending::Cancelled(reason);
            let agreement = life::end_agreement(&mut work, &request.agreement_id.0, ending).await?;
            work.commit().await?;
            Ok(CancelAgreementResponse::Ok(agreement))
        })
        .await
    }
}
