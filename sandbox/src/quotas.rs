//! Quotas: how much an organization may have (interface §8).

use types::{ApiClient, Offer, OfferStatus, Product, QuotaName, Referral, ReferralStatus};

use crate::failure::Failure;
use crate::store::{Filter, Work};

/// The resources that a quota counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quota {
    /// Products.
    Products,
    /// Offers that are drafts or wait for the buyer.
    OpenOffers,
    /// Referrals that wait for a response.
    OpenReferrals,
    /// API clients.
    ApiClients,
}

impl Quota {
    /// All quotas, in the order of the list.
    pub const ALL: [Self; 4] = [
        Self::Products,
        Self::OpenOffers,
        Self::OpenReferrals,
        Self::ApiClients,
    ];

    /// Returns its name in the description.
    #[must_use]
    pub const fn name(self) -> QuotaName {
        match self {
            Self::Products => QuotaName::Products,
            Self::OpenOffers => QuotaName::OpenOffers,
            Self::OpenReferrals => QuotaName::OpenReferrals,
            Self::ApiClients => QuotaName::ApiClients,
        }
    }

    /// Returns the default limit, which is high enough for randomized tests.
    const fn usual_limit(self) -> i64 {
        match self {
            Self::Products | Self::OpenOffers | Self::OpenReferrals => 100_000,
            Self::ApiClients => 10_000,
        }
    }

    /// Returns how much of it is used.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn used(self, work: &mut Work) -> sqlx::Result<i64> {
        let any = Filter::new();
        match self {
            Self::Products => work.count::<Product>(&any).await,
            Self::ApiClients => work.count::<ApiClient>(&any).await,
            Self::OpenReferrals => {
                let pending = any.equal("status", Some(&ReferralStatus::Pending));
                work.count::<Referral>(&pending).await
            }
            Self::OpenOffers => {
                let drafts = any.clone().equal("status", Some(&OfferStatus::Draft));
                let waiting = any.equal("status", Some(&OfferStatus::PendingAcceptance));
                Ok(work.count::<Offer>(&drafts).await? + work.count::<Offer>(&waiting).await?)
            }
        }
    }

    /// Returns the organization's limit.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn limit(self, work: &mut Work) -> sqlx::Result<i64> {
        let org = work.org().to_owned();
        let set: Option<i64> =
            sqlx::query_scalar("SELECT most FROM quotas WHERE org_id = $1 AND name = $2")
                .bind(org)
                .bind(self.name().to_string())
                .fetch_optional(work.connection())
                .await?;
        Ok(set.unwrap_or(self.usual_limit()))
    }

    /// Sets the organization's limit.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn set_limit(self, work: &mut Work, limit: i64) -> sqlx::Result<()> {
        let org = work.org().to_owned();
        sqlx::query(
            "INSERT INTO quotas (org_id, name, most) VALUES ($1, $2, $3) \
             ON CONFLICT (org_id, name) DO UPDATE SET most = excluded.most",
        )
        .bind(org)
        .bind(self.name().to_string())
        .bind(limit)
        .execute(work.connection())
        .await?;
        Ok(())
    }
}

/// Checks that one more is allowed.
///
/// # Errors
/// [`Failure::Conflict`] if the quota is used up.
pub async fn check(work: &mut Work, quota: Quota) -> Result<(), Failure> {
    let limit = quota.limit(work).await?;
    if quota.used(work).await? < limit {
        return Ok(());
    }
    let name = quota.name();
    Err(Failure::Conflict {
        kind: "quota-exceeded",
        detail: format!("The quota {name} of {limit} is used up. Free some, or ask for more."),
    })
}
