//! Disbursements.

use server::disbursements::{
    GetDisbursementRequest, GetDisbursementResponse, ListDisbursementsRequest,
    ListDisbursementsResponse,
};
use server::runtime::Caller;
use types::DisbursementList;

use super::Resource;
use super::period::period;
use crate::answers::answer;
use crate::principal::Principal;
use crate::store::{Filter, Page};

impl server::Disbursements for Resource {
    async fn list_disbursements(
        &self,
        _: Caller<Principal>,
        request: ListDisbursementsRequest,
    ) -> ListDisbursementsResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            let (first, last) = period(work.now(), request.start_date, request.end_date)?;
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .from("day", &first)
                .to("day", &last);
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = work.list(&filter, page).await?;
            let list = DisbursementList::new(found.items, found.next_offset);
            Ok(ListDisbursementsResponse::Ok(list))
        })
        .await
    }

    async fn get_disbursement(
        &self,
        _: Caller<Principal>,
        request: GetDisbursementRequest,
    ) -> GetDisbursementResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetDisbursementResponse::Ok(
                work.find(&request.disbursement_id.0).await?,
            ))
        })
        .await
    }
}
