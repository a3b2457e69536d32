//! Reads submitted usage.

use std::collections::HashMap;

use types::{
    Entitlement, EntitlementId, UsageRecordGroup, UsageRecordGroupId, UsageRecordGroupStatus,
    UsageRecordReport, UsageRecordReportId, UsageRecordReportStatus,
};

use crate::failure::Failure;
use crate::store::{Page, PageOf, Work};

/// Returns a group of an entitlement, with its current status.
///
/// # Errors
/// [`Failure::NotFound`]
pub async fn get(
    work: &mut Work,
    entitlement: &EntitlementId,
    id: &UsageRecordGroupId,
) -> Result<UsageRecordGroup, Failure> {
    let org = work.org().to_owned();
    let document: Option<String> = sqlx::query_scalar(
        "SELECT document FROM usage_record_groups \
         WHERE org_id = $1 AND entitlement_id = $2 AND id = $3",
    )
    .bind(org)
    .bind(entitlement.0.clone())
    .bind(id.0.clone())
    .fetch_optional(work.connection())
    .await?;
    let mut group = read(&document.ok_or(Failure::NotFound)?)?;
    Fates::default().bring_up_to_date(work, &mut group).await?;
    Ok(group)
}

/// Returns a page of the groups of an entitlement, with their current statuses.
///
/// # Errors
/// [`Failure::NotFound`] if there is no such entitlement.
pub async fn list(
    work: &mut Work,
    entitlement: &EntitlementId,
    page: Page,
) -> Result<PageOf<UsageRecordGroup>, Failure> {
    work.find::<Entitlement>(&entitlement.0).await?;
    let org = work.org().to_owned();
    let documents: Vec<String> = sqlx::query_scalar(
        "SELECT document FROM usage_record_groups WHERE org_id = $1 AND entitlement_id = $2 \
         ORDER BY position LIMIT $3 OFFSET $4",
    )
    .bind(org)
    .bind(entitlement.0.clone())
    .bind(i64::from(page.limit) + 1)
    .bind(page.offset)
    .fetch_all(work.connection())
    .await?;
    let mut fates = Fates::default();
    let mut items = Vec::with_capacity(documents.len());
    for document in documents {
        let mut group = read(&document)?;
        fates.bring_up_to_date(work, &mut group).await?;
        items.push(group);
    }
    Ok(PageOf::of(items, page))
}

/// Caches the statuses of reports, which their groups share.
#[derive(Debug, Default)]
pub(super) struct Fates(HashMap<UsageRecordReportId, UsageRecordGroupStatus>);

impl Fates {
    pub(super) async fn bring_up_to_date(
        &mut self,
        work: &mut Work,
        group: &mut UsageRecordGroup,
    ) -> sqlx::Result<()> {
        let Some(id) = group.usage_record_report_id.clone() else {
            return Ok(());
        };
        if let Some(known) = self.0.get(&id) {
            group.status = known.clone();
            return Ok(());
        }
        let report: Option<UsageRecordReport> = work.get(&id.0).await?;
        group.status = match report.map(|report| report.status) {
            None | Some(UsageRecordReportStatus::Created) => UsageRecordGroupStatus::Accepted,
            Some(UsageRecordReportStatus::Failed) => UsageRecordGroupStatus::Failed,
            Some(_) => UsageRecordGroupStatus::Reported,
        };
        self.0.insert(id, group.status.clone());
        Ok(())
    }
}

fn read(document: &str) -> sqlx::Result<UsageRecordGroup> {
    serde_json::from_str(document).map_err(|error| sqlx::Error::Decode(error.into()))
}
