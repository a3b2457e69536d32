//! Buyers: registered by the first offer to their account.

use server::buyers::{GetBuyerRequest, GetBuyerResponse, ListBuyersRequest, ListBuyersResponse};
use server::runtime::Caller;
use types::BuyerList;

use super::Resource;
use crate::answers::answer;
use crate::principal::Principal;
use crate::store::{Filter, Page};

impl server::Buyers for Resource {
    async fn list_buyers(
        &self,
        _: Caller<Principal>,
        request: ListBuyersRequest,
    ) -> ListBuyersResponse {
        answer(async {
            let filter = Filter::new().equal("partner", request.partner.as_ref());
            let page = Page {
                limit: request.limit,
                offset: request.offset,
            };
            let found = self
                .read(&request.org_id)
                .await?
                .list(&filter, page)
                .await?;
            let list = BuyerList::new(found.items, found.next_offset);
            Ok(ListBuyersResponse::Ok(list))
        })
        .await
    }

    async fn get_buyer(&self, _: Caller<Principal>, request: GetBuyerRequest) -> GetBuyerResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetBuyerResponse::Ok(work.find(&request.buyer_id.0).await?))
        })
        .await
    }
}
