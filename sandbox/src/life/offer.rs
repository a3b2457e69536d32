//! Offers: creation, publication, and the decision of the buyer or the clock.

use jiff::{SignedDuration, Timestamp};
use types::runtime::DateTime;
use types::{
    FreeText, Offer, OfferCreate, OfferId, OfferStatus, OfferType, OfferUpdate, OrgId, Product,
};

use super::Passing;
use super::buyer::register;
use super::offer_publishing::{check, offer_url};
use crate::failure::Failure;
use crate::patch::{clear, replace};
use crate::quotas::{self, Quota};
use crate::store::{Record, Work};
use crate::unknown_fields::strip_unknown;

impl Record for Offer {
    const TABLE: &'static str = "offers";
    const COLUMNS: &'static [&'static str] = &["partner", "status", "product_id", "buyer_id"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        let Self {
            partner,
            status,
            product_id,
            buyer_id,
            ..
        } = self;
        vec![
            partner.to_string(),
            status.to_string(),
            product_id.0.clone(),
            buyer_id.0.clone(),
        ]
    }

    fn due(&self) -> Option<Timestamp> {
        let waits = self.status == OfferStatus::PendingAcceptance;
        self.expire_time
            .as_ref()
            .filter(|_| waits)
            .map(DateTime::instant)
    }
}

impl Passing for Offer {
    async fn pass(mut self, work: &mut Work) -> sqlx::Result<()> {
        if let Some(due) = self.due() {
            self.status = OfferStatus::Expired;
            self.last_update_time = due.into();
        }
        work.update(&self).await
    }
}

/// How long a buyer has by default.
pub(crate) const USUAL_TIME: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Creates an offer, as a draft. Its buyer is registered if new.
///
/// # Errors
/// [`Failure::Conflict`] if the quota is used up; [`Failure::Unprocessable`] if there is no such
/// product.
pub async fn create(work: &mut Work, wanted: OfferCreate) -> Result<Offer, Failure> {
    quotas::check(work, Quota::OpenOffers).await?;
    let product: Option<Product> = work.get(&wanted.product_id.0).await?;
    let product =
        product.ok_or_else(|| Failure::body("/productId", "There is no such product."))?;
    let buyer = register(work, &product.partner, wanted.buyer).await?;
    let now = DateTime::from(work.now());
    let offer = Offer {
        id: OfferId(work.id("offer")),
        org_id: OrgId(work.org().to_owned()),
        name: wanted.name,
        offer_type: wanted.offer_type.unwrap_or(OfferType::Private),
        status: OfferStatus::Draft,
        partner: product.partner,
        product_id: product.id,
        buyer_id: buyer.id,
        terms: strip_unknown(wanted.terms),
        expire_time: wanted.expire_time,
        publish_time: None,
        offer_url: None,
        cancellation_reason: None,
        agreement_id: None,
        entitlement_id: None,
        metadata: wanted.metadata,
        creation_time: now.clone(),
        last_update_time: now,
        unknown: serde_json::Map::new(),
    };
    work.insert(&offer).await?;
    Ok(offer)
}

/// Changes the given properties.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is a draft.
pub async fn update(work: &mut Work, id: &str, change: OfferUpdate) -> Result<Offer, Failure> {
    let mut offer = in_state(work, id, "a change", &[OfferStatus::Draft]).await?;
    replace(&mut offer.name, change.name);
    replace(&mut offer.terms, strip_unknown(change.terms));
    clear(&mut offer.expire_time, change.expire_time);
    offer.metadata = change.metadata.or(offer.metadata.take());
    if let Some(buyer) = change.buyer {
        offer.buyer_id = register(work, &offer.partner, buyer).await?.id;
    }
    keep(work, offer).await
}

/// Publishes an offer to its buyer.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is a draft; [`Failure::Conflict`] if
/// something is missing.
pub async fn publish(work: &mut Work, id: &str) -> Result<Offer, Failure> {
    let mut offer = in_state(work, id, "publishing", &[OfferStatus::Draft]).await?;
    check(work, &offer).await?;
    offer.status = OfferStatus::PendingAcceptance;
    offer
        .expire_time
        .get_or_insert_with(|| (work.now() + USUAL_TIME).into());
    offer.publish_time = Some(work.now().into());
    offer.offer_url = Some(offer_url(&offer)?);
    keep(work, offer).await
}

/// Withdraws an offer.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] once it is decided.
pub async fn cancel(work: &mut Work, id: &str, reason: Option<FreeText>) -> Result<Offer, Failure> {
    let open = [OfferStatus::Draft, OfferStatus::PendingAcceptance];
    let mut offer = in_state(work, id, "a cancellation", &open).await?;
    offer.status = OfferStatus::Cancelled;
    offer.cancellation_reason = reason;
    keep(work, offer).await
}

/// Gives the buyer more time.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it waits for the buyer;
/// [`Failure::Unprocessable`] if the new end is not later.
pub async fn extend(work: &mut Work, id: &str, until: DateTime) -> Result<Offer, Failure> {
    let mut offer = in_state(work, id, "an extension", &[OfferStatus::PendingAcceptance]).await?;
    let is_later = offer
        .expire_time
        .as_ref()
        .is_none_or(|present| until > *present);
    if until.instant() <= work.now() || !is_later {
        let detail = "It must lie ahead and be later than the present expireTime.";
        return Err(Failure::body("/expireTime", detail));
    }
    offer.expire_time = Some(until);
    keep(work, offer).await
}

/// Rejects an offer for the buyer.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it waits for the buyer.
pub async fn reject(work: &mut Work, id: &str) -> Result<Offer, Failure> {
    let mut offer = pending(work, id).await?;
    offer.status = OfferStatus::Rejected;
    keep(work, offer).await
}

/// Returns the offer, if it waits for its buyer.
pub(super) async fn pending(work: &mut Work, id: &str) -> Result<Offer, Failure> {
    in_state(
        work,
        id,
        "a buyer's decision",
        &[OfferStatus::PendingAcceptance],
    )
    .await
}

async fn in_state(
    work: &mut Work,
    id: &str,
    what: &str,
    states: &[OfferStatus],
) -> Result<Offer, Failure> {
    let offer: Offer = work.find(id).await?;
    if states.contains(&offer.status) {
        return Ok(offer);
    }
    let needed: Vec<_> = states.iter().map(OfferStatus::as_str).collect();
    Err(Failure::state(&offer.status, what, &needed.join(" or ")))
}

async fn keep(work: &mut Work, mut offer: Offer) -> Result<Offer, Failure> {
    offer.last_update_time = work.now().into();
    work.update(&offer).await?;
    Ok(offer)
}
