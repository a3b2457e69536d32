//! Agreements: cancellation, termination, expiry.

use jiff::Timestamp;
use types::runtime::DateTime;
use types::{
    Agreement, AgreementStatus, AgreementUpdatedData, Entitlement, EntitlementStatus, Event,
    FreeText,
};

use super::Passing;
use crate::events;
use crate::failure::Failure;
use crate::store::{Record, Work};

impl Record for Agreement {
    const TABLE: &'static str = "agreements";
    const COLUMNS: &'static [&'static str] = &["partner", "status", "offer_id", "buyer_id"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        let Self {
            partner,
            status,
            offer_id,
            buyer_id,
            ..
        } = self;
        vec![
            partner.to_string(),
            status.to_string(),
            offer_id.0.clone(),
            buyer_id.0.clone(),
        ]
    }

    fn due(&self) -> Option<Timestamp> {
        (self.status == AgreementStatus::Active).then(|| self.end_time.instant())
    }
}

impl Passing for Agreement {
    async fn pass(mut self, work: &mut Work) -> sqlx::Result<()> {
        if self.status == AgreementStatus::Active {
            self.status = AgreementStatus::Expired;
            self.last_update_time = self.end_time.clone();
            announce(work, &self).await?;
        }
        work.update(&self).await
    }
}

/// The party that ends an agreement early.
#[derive(Debug)]
pub enum Ending {
    /// The organization, with an optional reason.
    Cancelled(Option<FreeText>),
    /// The partner.
    Terminated,
}

/// Ends an agreement and its entitlement at once.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless it is in force.
pub async fn end(work: &mut Work, id: &str, ending: Ending) -> Result<Agreement, Failure> {
    let mut agreement: Agreement = work.find(id).await?;
    if agreement.status != AgreementStatus::Active {
        return Err(Failure::state(&agreement.status, "an early end", "ACTIVE"));
    }
    let now = DateTime::from(work.now());
    (agreement.status, agreement.cancellation_reason) = match ending {
        Ending::Cancelled(reason) => (AgreementStatus::Cancelled, reason),
        Ending::Terminated => (AgreementStatus::Terminated, None),
    };
    agreement.end_time = now.clone();
    agreement.last_update_time = now.clone();
    work.update(&agreement).await?;
    if let Some(mut entitlement) = work.get::<Entitlement>(&agreement.entitlement_id.0).await? {
        entitlement.status = EntitlementStatus::Cancelled;
        entitlement.end_time = now.clone();
        entitlement.last_update_time = now;
        work.update(&entitlement).await?;
    }
    announce(work, &agreement).await?;
    Ok(agreement)
}

/// Emits an event at the time of the change, which may be before now.
async fn announce(work: &mut Work, agreement: &Agreement) -> sqlx::Result<()> {
    let data = AgreementUpdatedData {
        previous_status: Some(AgreementStatus::Active),
        ..AgreementUpdatedData::new(agreement.clone())
    };
    let mut event = events::agreement_updated(work, agreement.partner.clone(), data);
    event.creation_time = agreement.last_update_time.clone();
    events::emit(work, &Event::AgreementUpdatedEvent(event)).await
}
