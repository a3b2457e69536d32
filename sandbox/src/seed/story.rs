//! The history before the sandbox is started, which leads to resources in every state.

use jiff::{SignedDuration, Timestamp};
use rust_decimal::Decimal;
use types::runtime::DateTime;
use types::{
    CurrencyCode, DimensionKey, DisplayName, FreeText, Money, Offer, OfferBuyer, OfferCreate,
    OfferCreateRequired, OfferTerms, PartnerAccountId, PaymentSchedule, Product, ProductCreate,
    ProductCreateRequired, ProductDimension, ProductDimensionRequired, ProductType, ReferralCreate,
    ReferralCreateRequired, ReferralCustomer, ReferralRejection, ReferralRejectionReason,
    UsageRecord, UsageRecordGroupId,
};

use super::Cast;
use crate::failure::Failure;
use crate::life::{self, Accepted, Ending};
use crate::store::Work;
use crate::usage::{self, Submission};

/// The length of the history.
pub(super) const LENGTH: SignedDuration = SignedDuration::from_hours(24 * 40);

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Plays the history, up to the current time.
pub(super) async fn play(work: &mut Work, cast: &Cast, now: Timestamp) -> Result<(), Failure> {
    let metered = product(work, cast, "Platform", 0, ProductType::UsageBased).await?;
    let metered = life::publish_product(work, &metered.id.0).await?;
    product(work, cast, "Consulting", 1, ProductType::FlatRate).await?;
    let old = product(work, cast, "Classic", 0, ProductType::Contract).await?;
    life::publish_product(work, &old.id.0).await?;
    life::retire_product(work, &old.id.0).await?;

    let running = accepted(work, &metered, "Annual plan", 12).await?;
    let ending = accepted(work, &metered, "First year", 12).await?;
    let paused = accepted(work, &metered, "Pilot", 6).await?;
    let short = offer(work, &metered, "Left unanswered", 12).await?;
    life::publish_offer(work, &short.id.0).await?;
    work.advance(now - DAY * 3).await?;

    life::disburse(
        work,
        &running.agreement.id.0,
        Some(Decimal::new(1_250_000, 2)),
    )
    .await?;
    let reason = Some(FreeText("The buyer has moved to another plan.".to_owned()));
    life::end_agreement(work, &ending.agreement.id.0, Ending::Cancelled(reason)).await?;
    life::suspend(work, &paused.entitlement.id.0).await?;
    for day in 1..=3 {
        work.advance(now - DAY * (3 - day) - SignedDuration::from_hours(1))
            .await?;
        meter(work, &running, day).await?;
    }

    accepted_later(work, &metered, now).await?;
    let waiting = offer(work, &metered, "Two years", 24).await?;
    life::publish_offer(work, &waiting.id.0).await?;
    let refused = offer(work, &metered, "Too dear", 12).await?;
    life::publish_offer(work, &refused.id.0).await?;
    life::reject_offer(work, &refused.id.0).await?;
    let withdrawn = offer(work, &metered, "Withdrawn", 12).await?;
    life::cancel_offer(work, &withdrawn.id.0, None).await?;
    offer(work, &metered, "Being written", 36).await?;
    referrals(work, cast, &metered).await?;
    work.advance(now).await?;
    Ok(())
}

async fn product(
    work: &mut Work,
    cast: &Cast,
    name: &str,
    partner: usize,
    kind: ProductType,
) -> Result<Product, Failure> {
    let dimension = |key: &str, name: &str, unit: &str, price: &str| ProductDimension {
        name: Some(DisplayName(name.to_owned())),
        ..ProductDimension::new(ProductDimensionRequired {
            key: DimensionKey(key.to_owned()),
            unit: DisplayName(unit.to_owned()),
            unit_price: money(price.parse().unwrap_or_default()),
        })
    };
    let wanted = ProductCreate {
        description: Some(FreeText(format!("What {} sells.", cast.name))),
        dimensions: Some(vec![
            dimension("api_calls", "API calls", "request", "0.002"),
            dimension("storage_gb_hours", "Storage", "gigabyte-hour", "0.0001"),
        ]),
        ..ProductCreate::new(ProductCreateRequired {
            name: DisplayName(format!("{} {name}", cast.name)),
            partner: cast.partners[partner].clone(),
            product_type: kind,
        })
    };
    life::create_product(work, wanted).await
}

async fn offer(
    work: &mut Work,
    product: &Product,
    name: &str,
    months: i32,
) -> Result<Offer, Failure> {
    life::create_offer(work, wanted(product, name, months, None)).await
}

fn wanted(product: &Product, name: &str, months: i32, start: Option<Timestamp>) -> OfferCreate {
    let account: String = name.to_lowercase().replace(' ', "-");
    let terms = OfferTerms {
        price: money(Decimal::from(months) * Decimal::from(1000)),
        duration_months: months,
        start_time: start.map(DateTime::from),
        payment_schedule: PaymentSchedule::Prepay,
        payment_installments: None,
        net_term_days: Some(30),
        discount_percentage: None,
        eula_url: None,
        unknown: serde_json::Map::new(),
    };
    let buyer = OfferBuyer {
        name: Some(DisplayName("Meridian Shipping".to_owned())),
        ..OfferBuyer::new(PartnerAccountId(format!("account-{account}")))
    };
    OfferCreate::new(OfferCreateRequired {
        name: DisplayName(format!("{name} for Meridian Shipping")),
        product_id: product.id.clone(),
        buyer,
        terms,
    })
}

async fn accepted(
    work: &mut Work,
    product: &Product,
    name: &str,
    months: i32,
) -> Result<Accepted, Failure> {
    let offer = offer(work, product, name, months).await?;
    life::publish_offer(work, &offer.id.0).await?;
    life::accept_offer(work, &offer.id.0).await
}

/// Accepts an offer whose entitlement starts later.
async fn accepted_later(
    work: &mut Work,
    product: &Product,
    now: Timestamp,
) -> Result<Accepted, Failure> {
    let start = Some(now + DAY * 60);
    let offer = life::create_offer(work, wanted(product, "Next season", 12, start)).await?;
    life::publish_offer(work, &offer.id.0).await?;
    life::accept_offer(work, &offer.id.0).await
}

async fn meter(work: &mut Work, accepted: &Accepted, day: i32) -> Result<(), Failure> {
    let record = |dimension: &str, quantity: i64| {
        UsageRecord::new(DimensionKey(dimension.to_owned()), Decimal::from(quantity))
    };
    let submission = Submission {
        id: Some(UsageRecordGroupId(work.id("usage"))),
        time: None,
        records: vec![
            record("api_calls", 15_000 * i64::from(day)),
            record("storage_gb_hours", 7_200),
        ],
        metadata: None,
        pointer: |index| format!("/records/{index}"),
    };
    usage::submit(work, &accepted.entitlement.id, submission).await?;
    Ok(())
}

async fn referrals(work: &mut Work, cast: &Cast, product: &Product) -> Result<(), Failure> {
    let wanted = |company: &str| ReferralCreate {
        product_ids: Some(vec![product.id.clone()]),
        expected_revenue: Some(money(Decimal::from(48_000))),
        ..ReferralCreate::new(ReferralCreateRequired {
            partner: cast.partners[0].clone(),
            name: DisplayName(format!("Introduction to {company}")),
            customer: ReferralCustomer::new(DisplayName(company.to_owned())),
        })
    };
    life::create_referral(work, wanted("Northwind Ferries")).await?;
    let taken = life::create_referral(work, wanted("Quay Logistics")).await?;
    life::accept_referral(work, &taken.id.0).await?;
    let refused = life::create_referral(work, wanted("Inland Transport")).await?;
    let rejection = ReferralRejection::new(ReferralRejectionReason::NotAFit);
    life::reject_referral(work, &refused.id.0, rejection).await?;
    Ok(())
}

fn money(amount: Decimal) -> Money {
    Money::new(amount, CurrencyCode("USD".to_owned()))
}
