//! Referrals: creation, changes, responses, expiry.

use jiff::{SignedDuration, Timestamp};
use types::runtime::DateTime;
use types::{
    FreeText, OrgId, Product, ProductId, Referral, ReferralCreate, ReferralId, ReferralRejection,
    ReferralStage, ReferralStatus, ReferralUpdate,
};

use super::Passing;
use crate::failure::Failure;
use crate::patch::{clear, replace};
use crate::quotas::{self, Quota};
use crate::store::{Record, Work};
use crate::unknown_fields::strip_unknown;

/// How long a referral waits for a response.
pub(crate) const WAITS: SignedDuration = SignedDuration::from_hours(30 * 24);

impl Record for Referral {
    const TABLE: &'static str = "referrals";
    const COLUMNS: &'static [&'static str] = &["partner", "status"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        vec![self.partner.to_string(), self.status.to_string()]
    }

    fn due(&self) -> Option<Timestamp> {
        (self.status == ReferralStatus::Pending).then(|| self.expire_time.instant())
    }
}

impl Passing for Referral {
    async fn pass(mut self, work: &mut Work) -> sqlx::Result<()> {
        if self.status == ReferralStatus::Pending {
            self.status = ReferralStatus::Expired;
            self.last_update_time = self.expire_time.clone();
        }
        work.update(&self).await
    }
}

/// Creates a referral, which waits for a response.
///
/// # Errors
/// [`Failure::Conflict`] if the quota is used up; [`Failure::Unprocessable`] if there is no such
/// product.
pub async fn create(work: &mut Work, wanted: ReferralCreate) -> Result<Referral, Failure> {
    quotas::check(work, Quota::OpenReferrals).await?;
    let products = wanted.product_ids.unwrap_or_default();
    check_products(work, &products).await?;
    let now = DateTime::from(work.now());
    let referral = Referral {
        id: ReferralId(work.id("ref")),
        org_id: OrgId(work.org().to_owned()),
        partner: wanted.partner,
        partner_referral_id: Some(work.id("opp")),
        name: wanted.name,
        customer: strip_unknown(wanted.customer),
        status: ReferralStatus::Pending,
        stage: ReferralStage::Prospect,
        product_ids: products,
        expected_revenue: strip_unknown(wanted.expected_revenue),
        target_close_date: wanted.target_close_date,
        notes: wanted.notes,
        rejection_reason: None,
        rejection_comment: None,
        expire_time: (work.now() + WAITS).into(),
        creation_time: now.clone(),
        last_update_time: now,
        unknown: serde_json::Map::new(),
    };
    work.insert(&referral).await?;
    Ok(referral)
}

/// Changes the given properties.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] once it is rejected or expired;
/// [`Failure::Unprocessable`] if there is no such product.
pub async fn update(
    work: &mut Work,
    id: &str,
    change: ReferralUpdate,
) -> Result<Referral, Failure> {
    let mut referral: Referral = work.find(id).await?;
    if !matches!(
        referral.status,
        ReferralStatus::Pending | ReferralStatus::Accepted
    ) {
        return Err(Failure::state(
            &referral.status,
            "a change",
            "PENDING or ACCEPTED",
        ));
    }
    check_products(work, change.product_ids.as_deref().unwrap_or_default()).await?;
    replace(&mut referral.name, change.name);
    replace(&mut referral.customer, strip_unknown(change.customer));
    replace(&mut referral.stage, change.stage);
    replace(&mut referral.product_ids, change.product_ids);
    let revenue = strip_unknown(change.expected_revenue);
    referral.expected_revenue = revenue.or(referral.expected_revenue.take());
    clear(&mut referral.target_close_date, change.target_close_date);
    clear(&mut referral.notes, change.notes.map(FreeText));
    keep(work, referral).await
}

/// Accepts a referral.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it waits for a response.
pub async fn accept(work: &mut Work, id: &str) -> Result<Referral, Failure> {
    let mut referral = pending(work, id).await?;
    referral.status = ReferralStatus::Accepted;
    keep(work, referral).await
}

/// Rejects a referral.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it waits for a response.
pub async fn reject(
    work: &mut Work,
    id: &str,
    rejection: ReferralRejection,
) -> Result<Referral, Failure> {
    let mut referral = pending(work, id).await?;
    referral.status = ReferralStatus::Rejected;
    referral.rejection_reason = Some(rejection.reason);
    referral.rejection_comment = rejection.comment;
    keep(work, referral).await
}

async fn pending(work: &mut Work, id: &str) -> Result<Referral, Failure> {
    let referral: Referral = work.find(id).await?;
    match referral.status {
        ReferralStatus::Pending => Ok(referral),
        state => Err(Failure::state(&state, "an answer", "PENDING")),
    }
}

async fn keep(work: &mut Work, mut referral: Referral) -> Result<Referral, Failure> {
    referral.last_update_time = work.now().into();
    work.update(&referral).await?;
    Ok(referral)
}

async fn check_products(work: &mut Work, products: &[ProductId]) -> Result<(), Failure> {
    for (index, id) in products.iter().enumerate() {
        if work.get::<Product>(&id.0).await?.is_none() {
            let pointer = format!("/productIds/{index}");
            return Err(Failure::body(pointer, "There is no such product."));
        }
    }
    Ok(())
}
