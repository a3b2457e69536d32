//! A buyer accepts an offer.

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use types::runtime::DateTime;
use types::{
    Agreement, AgreementId, AgreementRequired, AgreementStatus, Entitlement, EntitlementId,
    EntitlementRequired, EntitlementStatus, Event, Offer, OfferAcceptedData,
    OfferAcceptedDataRequired, OfferStatus, Product,
};

use super::offer::pending;
use crate::events;
use crate::failure::Failure;
use crate::store::Work;

/// The result of accepting an offer.
#[derive(Debug)]
pub struct Accepted {
    /// The offer.
    pub offer: Offer,
    /// The agreement.
    pub agreement: Agreement,
    /// The entitlement.
    pub entitlement: Entitlement,
}

/// The buyer accepts an offer, which creates an agreement and an entitlement.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it waits for the buyer.
pub async fn accept(work: &mut Work, id: &str) -> Result<Accepted, Failure> {
    let mut offer = pending(work, id).await?;
    let product: Product = work.find(&offer.product_id.0).await?;
    let now = work.now();
    let start = offer
        .terms
        .start_time
        .as_ref()
        .map_or(now, DateTime::instant)
        .max(now);
    let end = months_after(start, offer.terms.duration_months);
    let time = |instant: Timestamp| DateTime::from(instant);
    let agreement_id = AgreementId(work.id("agr"));
    let entitlement_id = EntitlementId(work.id("ent"));
    let agreement = Agreement::new(AgreementRequired {
        id: agreement_id.clone(),
        org_id: offer.org_id.clone(),
        offer_id: offer.id.clone(),
        product_id: offer.product_id.clone(),
        buyer_id: offer.buyer_id.clone(),
        entitlement_id: entitlement_id.clone(),
        partner: offer.partner.clone(),
        status: AgreementStatus::Active,
        price: offer.terms.price.clone(),
        acceptance_time: time(now),
        start_time: time(start),
        end_time: time(end),
        creation_time: time(now),
        last_update_time: time(now),
    });
    let has_begun = start <= now;
    let entitlement = Entitlement {
        partner_entitlement_id: Some(work.id("pe")),
        ..Entitlement::new(EntitlementRequired {
            id: entitlement_id.clone(),
            org_id: offer.org_id.clone(),
            agreement_id: agreement_id.clone(),
            offer_id: offer.id.clone(),
            product_id: offer.product_id.clone(),
            buyer_id: offer.buyer_id.clone(),
            partner: offer.partner.clone(),
            status: if has_begun {
                EntitlementStatus::Active
            } else {
                EntitlementStatus::PendingStart
            },
            dimensions: product.dimensions,
            start_time: time(start),
            end_time: time(end),
            creation_time: time(now),
            last_update_time: time(now),
        })
    };
    offer.status = OfferStatus::Accepted;
    offer.agreement_id = Some(agreement_id.clone());
    offer.entitlement_id = Some(entitlement_id.clone());
    offer.last_update_time = time(now);
    work.update(&offer).await?;
    work.insert(&agreement).await?;
    work.insert(&entitlement).await?;
    let data = OfferAcceptedData::new(OfferAcceptedDataRequired {
        offer: offer.clone(),
        agreement_id,
        entitlement_id,
    });
    let event = events::offer_accepted(work, offer.partner.clone(), data);
    events::emit(work, &Event::OfferAcceptedEvent(event)).await?;
    Ok(Accepted {
        offer,
        agreement,
        entitlement,
    })
}

/// Returns a time some calendar months later (UTC), on the same day of the month if it exists,
/// otherwise on the last day.
fn months_after(start: Timestamp, months: i32) -> Timestamp {
    let start = start.to_zoned(TimeZone::UTC);
    start
        .checked_add(Span::new().months(months))
        .map_or(Timestamp::MAX, |end| end.timestamp())
}
