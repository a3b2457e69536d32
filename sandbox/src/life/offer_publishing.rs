//! The requirements of a draft before it is published.

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use rust_decimal::Decimal;
use types::runtime::Uri;
use types::{Offer, OfferTerms, Product, ProductStatus};

use crate::failure::Failure;
use crate::store::Work;

/// How far ahead the terms of a published offer may start, in years.
pub(crate) const LATEST_START: i64 = 3;

/// Checks that an offer can be published.
///
/// # Errors
/// [`Failure::Conflict`] that says what is missing.
pub(super) async fn check(work: &mut Work, offer: &Offer) -> Result<(), Failure> {
    let product: Product = work.find(&offer.product_id.0).await?;
    let latest_start = years_after(work.now(), LATEST_START);
    let starts_too_late = |terms: &OfferTerms| {
        terms
            .start_time
            .as_ref()
            .is_some_and(|start| start.instant() > latest_start)
    };
    let detail = if product.status != ProductStatus::Published {
        format!(
            "Its product is {}, and only a PUBLISHED one can be offered.",
            product.status
        )
    } else if offer
        .expire_time
        .as_ref()
        .is_some_and(|time| time.instant() <= work.now())
    {
        "Its expireTime has passed.".to_owned()
    } else if starts_too_late(&offer.terms) {
        format!("Its terms start more than {LATEST_START} years ahead.")
    } else if !installments_add_up(&offer.terms) {
        "Its payment installments do not add up to the price in the same currency.".to_owned()
    } else {
        return Ok(());
    };
    Err(Failure::Conflict {
        kind: "offer-not-publishable",
        detail,
    })
}

fn installments_add_up(terms: &OfferTerms) -> bool {
    let installments = terms.payment_installments.as_deref().unwrap_or_default();
    let currency = &terms.price.currency;
    let sum: Decimal = installments.iter().map(|part| part.amount.amount).sum();
    installments.is_empty()
        || installments
            .iter()
            .all(|part| part.amount.currency == *currency)
            && sum == terms.price.amount
}

fn years_after(start: Timestamp, years: i64) -> Timestamp {
    let zoned = start.to_zoned(TimeZone::UTC);
    let later = zoned.checked_add(Span::new().years(years));
    later.map_or(Timestamp::MAX, |later| later.timestamp())
}

/// Returns the buyer's address of the offer, which is invented because the sandbox has no
/// marketplace.
pub(super) fn offer_url(offer: &Offer) -> Result<Uri, Failure> {
    let partner = offer.partner.to_string().to_ascii_lowercase();
    let url = format!(
        "https://{partner}.marketplace.example/offers/{}",
        offer.id.0
    );
    url.parse()
        .map_err(|_| Failure::Internal(anyhow::anyhow!("`{url}` is not a URI")))
}
