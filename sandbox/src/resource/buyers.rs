//! Buyers: registered by the first offer to their account.

use server::buyers::{GetBuyerRequest, GetBuyerResponse, ListBuyersRequest, ListBuyersResponse};
use server::runtime::Caller;
use types::runtime::DateTime;
use types::{Buyer, BuyerId, BuyerList, OfferBuyer, OrgId, Partner};

use super::Resource;
use crate::answers::answer;
use crate::ids;
use crate::principal::Principal;
use crate::store::{Filter, Page, Record, Work};

impl Record for Buyer {
    const TABLE: &'static str = "buyers";
    const COLUMNS: &'static [&'static str] = &["partner", "partner_account_id"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        vec![self.partner.to_string(), self.partner_account_id.0.clone()]
    }
}

impl server::Buyers for Resource {
    async fn list_buyers(
        &self,
        _: Caller<Principal>,
        request: ListBuyersRequest,
    ) -> ListBuyersResponse {
        answer(async {
            let filter = Filter::new().equal("partner", request.partner.as_ref());
            let page = Page { limit: request.limit, offset: request.offset };
            let found = self.read(&request.org_id).await?.list(&filter, page).await?;
            let list = BuyerList::builder().items(found.items).next_offset(found.next_offset);
            Ok(ListBuyersResponse::Ok(list.build()))
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

/// The buyer of an account, who is registered if new. What is known of a buyer stays.
pub(super) async fn register(
    work: &mut Work,
    partner: &Partner,
    wanted: OfferBuyer,
) -> sqlx::Result<Buyer> {
    let filter = Filter::new()
        .equal("partner", Some(partner))
        .equal("partner_account_id", Some(&wanted.partner_account_id));
    let known = work.list::<Buyer>(&filter, Page { limit: 1, offset: 0 }).await?;
    if let Some(buyer) = known.items.into_iter().next() {
        return Ok(buyer);
    }
    let now = DateTime::from(work.now());
    let buyer = Buyer {
        id: BuyerId(ids::id("buyer")),
        org_id: OrgId(work.org().to_owned()),
        partner: partner.clone(),
        partner_account_id: wanted.partner_account_id,
        name: wanted.name,
        contact_email: wanted.contact_email,
        creation_time: now.clone(),
        last_update_time: now,
        unknown: serde_json::Map::new(),
    };
    work.insert(&buyer).await?;
    Ok(buyer)
}
