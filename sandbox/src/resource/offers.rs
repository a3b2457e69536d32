//! Offers, up to the buyer's decision (which is in [`crate::life`]).

use jiff::{SignedDuration, Timestamp};
use server::offers::{
    CancelOfferRequest, CancelOfferResponse, CreateOfferRequest, CreateOfferResponse,
    ExtendOfferRequest, ExtendOfferResponse, GetOfferRequest, GetOfferResponse, ListOffersRequest,
    ListOffersResponse, PublishOfferRequest, PublishOfferResponse, UpdateOfferRequest,
    UpdateOfferResponse,
};
use server::runtime::Caller;
use types::runtime::{DateTime, Uri};
use types::{Offer, OfferId, OfferList, OfferStatus, OfferTerms, OfferType, Product, ProductStatus};

use super::buyers::register;
use super::{Resource, location};
use crate::answers::answer;
use crate::failure::Failure;
use crate::ids;
use crate::patch::{clear, replace};
use crate::principal::Principal;
use crate::quotas::{self, Quota};
use crate::store::{Filter, Page, Work};

/// How long a buyer has, if the offer does not say.
const USUAL_TIME: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How far ahead the terms of a published offer may start, in years.
const LATEST_START: i64 = 3;

impl server::Offers for Resource {
    async fn list_offers(
        &self,
        _: Caller<Principal>,
        request: ListOffersRequest,
    ) -> ListOffersResponse {
        answer(async {
            let filter = Filter::new()
                .equal("partner", request.partner.as_ref())
                .equal("status", request.status.as_ref())
                .equal("product_id", request.product_id.as_ref())
                .equal("buyer_id", request.buyer_id.as_ref());
            let page = Page { limit: request.limit, offset: request.offset };
            let found = self.read(&request.org_id).await?.list(&filter, page).await?;
            let list = OfferList::builder().items(found.items).next_offset(found.next_offset);
            Ok(ListOffersResponse::Ok(list.build()))
        })
        .await
    }

    async fn create_offer(
        &self,
        _: Caller<Principal>,
        request: CreateOfferRequest,
    ) -> CreateOfferResponse {
        answer(async {
            let wanted = request.body;
            let mut work = self.change(&request.org_id).await?;
            quotas::take(&mut work, Quota::OpenOffers).await?;
            let product: Option<Product> = work.get(&wanted.product_id.0).await?;
            let product =
                product.ok_or_else(|| Failure::body("/productId", "There is no such product."))?;
            let buyer = register(&mut work, &product.partner, wanted.buyer).await?;
            let now = DateTime::from(work.now());
            let offer = Offer {
                id: OfferId(ids::id("offer")),
                org_id: request.org_id,
                name: wanted.name,
                offer_type: wanted.offer_type.unwrap_or(OfferType::Private),
                status: OfferStatus::Draft,
                partner: product.partner,
                product_id: product.id,
                buyer_id: buyer.id,
                terms: wanted.terms,
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
            work.commit().await?;
            Ok(CreateOfferResponse::Created {
                location: location(&offer.org_id, &["offer", &offer.id.0]),
                body: offer,
            })
        })
        .await
    }

    async fn get_offer(&self, _: Caller<Principal>, request: GetOfferRequest) -> GetOfferResponse {
        answer(async {
            let mut work = self.read(&request.org_id).await?;
            Ok(GetOfferResponse::Ok(work.find(&request.offer_id.0).await?))
        })
        .await
    }

    async fn update_offer(
        &self,
        _: Caller<Principal>,
        request: UpdateOfferRequest,
    ) -> UpdateOfferResponse {
        answer(async {
            let change = request.body;
            let mut work = self.change(&request.org_id).await?;
            let mut offer: Offer = work.find(&request.offer_id.0).await?;
            if offer.status != OfferStatus::Draft {
                return Err(Failure::state(&offer.status, "a change", "DRAFT"));
            }
            replace(&mut offer.name, change.name);
            replace(&mut offer.terms, change.terms);
            clear(&mut offer.expire_time, change.expire_time);
            offer.metadata = change.metadata.or(offer.metadata.take());
            if let Some(buyer) = change.buyer {
                offer.buyer_id = register(&mut work, &offer.partner, buyer).await?.id;
            }
            offer.last_update_time = work.now().into();
            work.update(&offer).await?;
            work.commit().await?;
            Ok(UpdateOfferResponse::Ok(offer))
        })
        .await
    }

    async fn publish_offer(
        &self,
        _: Caller<Principal>,
        request: PublishOfferRequest,
    ) -> PublishOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let mut offer: Offer = work.find(&request.offer_id.0).await?;
            if offer.status != OfferStatus::Draft {
                return Err(Failure::state(&offer.status, "publishing", "DRAFT"));
            }
            check_publishable(&mut work, &offer).await?;
            let now = DateTime::from(work.now());
            offer.status = OfferStatus::PendingAcceptance;
            offer.expire_time.get_or_insert_with(|| (work.now() + USUAL_TIME).into());
            offer.publish_time = Some(now.clone());
            offer.offer_url = Some(offer_url(&offer)?);
            offer.last_update_time = now;
            work.update(&offer).await?;
            work.commit().await?;
            Ok(PublishOfferResponse::Ok(offer))
        })
        .await
    }

    async fn cancel_offer(
        &self,
        _: Caller<Principal>,
        request: CancelOfferRequest,
    ) -> CancelOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let mut offer: Offer = work.find(&request.offer_id.0).await?;
            if !matches!(offer.status, OfferStatus::Draft | OfferStatus::PendingAcceptance) {
                let needed = "DRAFT or PENDING_ACCEPTANCE";
                return Err(Failure::state(&offer.status, "a cancellation", needed));
            }
            offer.status = OfferStatus::Cancelled;
            offer.cancellation_reason = request.body.and_then(|body| body.reason);
            offer.last_update_time = work.now().into();
            work.update(&offer).await?;
            work.commit().await?;
            Ok(CancelOfferResponse::Ok(offer))
        })
        .await
    }

    async fn extend_offer(
        &self,
        _: Caller<Principal>,
        request: ExtendOfferRequest,
    ) -> ExtendOfferResponse {
        answer(async {
            let mut work = self.change(&request.org_id).await?;
            let mut offer: Offer = work.find(&request.offer_id.0).await?;
            if offer.status != OfferStatus::PendingAcceptance {
                return Err(Failure::state(&offer.status, "an extension", "PENDING_ACCEPTANCE"));
            }
            let wanted = request.body.expire_time;
            let present = offer.expire_time.as_ref();
            if wanted.instant() <= work.now() || present.is_some_and(|present| wanted <= *present) {
                let detail = "It must lie ahead and be later than the present expireTime.";
                return Err(Failure::body("/expireTime", detail));
            }
            offer.expire_time = Some(wanted);
            offer.last_update_time = work.now().into();
            work.update(&offer).await?;
            work.commit().await?;
            Ok(ExtendOfferResponse::Ok(offer))
        })
        .await
    }
}

/// What a draft must fulfil before its buyer may see it.
async fn check_publishable(work: &mut Work, offer: &Offer) -> Result<(), Failure> {
    let product: Product = work.find(&offer.product_id.0).await?;
    let latest_start = years_after(work.now(), LATEST_START);
    let starts_too_late =
        |terms: &OfferTerms| terms.start_time.as_ref().is_some_and(|start| start.instant() > latest_start);
    let detail = if product.status != ProductStatus::Published {
        format!("Its product is {}, and only a PUBLISHED one can be offered.", product.status)
    } else if offer.expire_time.as_ref().is_some_and(|time| time.instant() <= work.now()) {
        "Its expireTime has passed.".to_owned()
    } else if starts_too_late(&offer.terms) {
        format!("Its terms start more than {LATEST_START} years ahead.")
    } else if !installments_add_up(&offer.terms) {
        "Its payment installments do not add up to the price in the same currency.".to_owned()
    } else {
        return Ok(());
    };
    Err(Failure::Conflict { kind: "offer-not-publishable", detail })
}

fn installments_add_up(terms: &OfferTerms) -> bool {
    let installments = terms.payment_installments.as_deref().unwrap_or_default();
    let currency = &terms.price.currency;
    let sum: rust_decimal::Decimal = installments.iter().map(|part| part.amount.amount).sum();
    installments.is_empty()
        || installments.iter().all(|part| part.amount.currency == *currency)
            && sum == terms.price.amount
}

fn years_after(start: Timestamp, years: i64) -> Timestamp {
    let zoned = start.to_zoned(jiff::tz::TimeZone::UTC);
    let later = zoned.checked_add(jiff::Span::new().years(years));
    later.map_or(Timestamp::MAX, |later| later.timestamp())
}

/// Where the buyer finds it: made up, since there is no marketplace behind the sandbox.
fn offer_url(offer: &Offer) -> Result<Uri, Failure> {
    let partner = offer.partner.to_string().to_ascii_lowercase();
    let url = format!("https://{partner}.marketplace.example/offers/{}", offer.id.0);
    url.parse().map_err(|_| Failure::Internal(anyhow::anyhow!("`{url}` is no URI")))
}
