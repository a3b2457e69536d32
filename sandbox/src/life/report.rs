//! Usage record reports: closing, reporting, invoicing.

use jiff::{SignedDuration, Timestamp};
use types::{UsageRecordReport, UsageRecordReportStatus};

use super::Passing;
use crate::failure::Failure;
use crate::store::{Record, Work};

/// How old submitted usage may be (`createUsageRecordGroup`), and so how long after the end of its
/// day a report stays open.
pub const USAGE_WINDOW: SignedDuration = SignedDuration::from_hours(24);

impl Record for UsageRecordReport {
    const TABLE: &'static str = "usage_record_reports";
    const COLUMNS: &'static [&'static str] = &["partner", "buyer_id", "entitlement_id", "day"];

    fn id(&self) -> &str {
        &self.id.0
    }

    fn columns(&self) -> Vec<String> {
        let Self {
            partner,
            buyer_id,
            entitlement_id,
            start_time,
            ..
        } = self;
        vec![
            partner.to_string(),
            buyer_id.0.clone(),
            entitlement_id.0.clone(),
            day(start_time.instant()),
        ]
    }

    /// Returns a time after which no usage can be submitted for the day.
    fn due(&self) -> Option<Timestamp> {
        let is_open = self.status == UsageRecordReportStatus::Created;
        is_open.then(|| self.end_time.instant() + USAGE_WINDOW)
    }
}

impl Passing for UsageRecordReport {
    async fn pass(mut self, work: &mut Work) -> sqlx::Result<()> {
        if let Some(due) = self.due() {
            self.status = UsageRecordReportStatus::Success;
            self.last_update_time = due.into();
        }
        work.update(&self).await
    }
}

/// Returns the UTC day of a time, as `YYYY-MM-DD`.
pub fn day(instant: Timestamp) -> String {
    instant.strftime("%Y-%m-%d").to_string()
}

/// Invoices the buyer for a report that the partner has accepted.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless the partner has accepted it.
pub async fn invoice(work: &mut Work, id: &str) -> Result<UsageRecordReport, Failure> {
    let mut report: UsageRecordReport = work.find(id).await?;
    if report.status != UsageRecordReportStatus::Success {
        return Err(Failure::state(&report.status, "an invoice", "SUCCESS"));
    }
    report.status = UsageRecordReportStatus::Invoiced;
    report.last_update_time = work.now().into();
    work.update(&report).await?;
    Ok(report)
}
