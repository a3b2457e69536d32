//! Entitlements: start, suspension, resumption, expiry.

use jiff::Timestamp;
use types::{Entitlement, EntitlementStatus};

use super::Passing;
use crate::failure::Failure;
use crate::store::{Record, Work};

impl Record for Entitlement {
    const TABLE: &'static str = "entitlements";
    const COLUMNS: &'static [&'static str] = &[
        "partner",
        "status",
        "product_id",
        "buyer_id",
        "agreement_id",
    ];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        let Self {
            partner,
            status,
            product_id,
            buyer_id,
            agreement_id,
            ..
        } = self;
        vec![
            partner.to_string(),
            status.to_string(),
            product_id.0.clone(),
            buyer_id.0.clone(),
            agreement_id.0.clone(),
        ]
    }

    fn due(&self) -> Option<Timestamp> {
        match self.status {
            EntitlementStatus::PendingStart => Some(self.start_time.instant()),
            EntitlementStatus::Active | EntitlementStatus::Suspended => {
                Some(self.end_time.instant())
            }
            _ => None,
        }
    }
}

impl Passing for Entitlement {
    /// It may have started and ended since it was last read.
    async fn pass(mut self, work: &mut Work) -> sqlx::Result<()> {
        while let Some(due) = self.due().filter(|due| *due <= work.now()) {
            self.status = match self.status {
                EntitlementStatus::PendingStart => EntitlementStatus::Active,
                _ => EntitlementStatus::Expired,
            };
            self.last_update_time = due.into();
        }
        work.update(&self).await
    }
}

/// The partner pauses an entitlement.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is active.
pub async fn suspend(work: &mut Work, id: &str) -> Result<Entitlement, Failure> {
    turn(
        work,
        id,
        "a suspension",
        EntitlementStatus::Active,
        EntitlementStatus::Suspended,
    )
    .await
}

/// The partner lets a suspended entitlement continue.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is suspended.
pub async fn resume(work: &mut Work, id: &str) -> Result<Entitlement, Failure> {
    turn(
        work,
        id,
        "a resumption",
        EntitlementStatus::Suspended,
        EntitlementStatus::Active,
    )
    .await
}

async fn turn(
    work: &mut Work,
    id: &str,
    what: &str,
    from: EntitlementStatus,
    to: EntitlementStatus,
) -> Result<Entitlement, Failure> {
    let mut entitlement: Entitlement = work.find(id).await?;
    if entitlement.status != from {
        return Err(Failure::state(&entitlement.status, what, from.as_str()));
    }
    entitlement.status = to;
    entitlement.last_update_time = work.now().into();
    work.update(&entitlement).await?;
    Ok(entitlement)
}
