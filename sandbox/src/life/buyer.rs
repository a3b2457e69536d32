//! Buyers, which the first offer to their account registers.

use types::runtime::DateTime;
use types::{Buyer, BuyerId, OfferBuyer, OrgId, Partner};

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

/// Returns the buyer of an account, and registers a new one. The data of a known buyer do not
/// change.
pub(super) async fn register(
    work: &mut Work,
    partner: &Partner,
    wanted: OfferBuyer,
) -> sqlx::Result<Buyer> {
    let filter = Filter::new()
        .equal("partner", Some(partner))
        .equal("partner_account_id", Some(&wanted.partner_account_id));
    let known = work
        .list::<Buyer>(
            &filter,
            Page {
                limit: 1,
                offset: 0,
            },
        )
        .await?;
    if let Some(buyer) = known.items.into_iter().next() {
        return Ok(buyer);
    }
    let now = DateTime::from(work.now());
    let buyer = Buyer {
        id: BuyerId(work.id("buyer")),
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
