//! Submits usage.

use jiff::Timestamp;
use rust_decimal::Decimal;
use types::runtime::DateTime;
use types::{
    Entitlement, EntitlementId, EntitlementStatus, Metadata, OrgId, UsageRecord, UsageRecordGroup,
    UsageRecordGroupId, UsageRecordGroupStatus,
};

use super::before::{Asked, Before};
use super::content::{fingerprint, is_same, totals};
use super::groups::Fates;
use super::reports::{added, keep, report_of};
use crate::failure::Failure;
use crate::life::{USAGE_WINDOW, day};
use crate::store::Work;
use crate::unknown_fields::StripUnknown as _;

/// Usage to submit.
#[derive(Debug)]
pub struct Submission {
    /// The client's identifier.
    pub id: Option<UsageRecordGroupId>,
    /// When it took place; by default, now.
    pub time: Option<DateTime>,
    /// The usage.
    pub records: Vec<UsageRecord>,
    /// The client's metadata.
    pub metadata: Option<Metadata>,
    /// Returns the JSON Pointer of a record in the request: `/records/0` and so on, or `""` if the
    /// body is a single record.
    pub pointer: fn(usize) -> String,
}

/// The result of a submission.
#[derive(Debug)]
pub enum Submitted {
    /// It was accepted.
    New(UsageRecordGroup),
    /// It had been accepted before.
    Known(UsageRecordGroup),
}

/// Accepts usage of an entitlement, all of it or none.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless the entitlement is active;
/// [`Failure::Conflict`] if the id was used before with other content; [`Failure::Unprocessable`]
/// for values that are refused for their meaning.
pub async fn submit(
    work: &mut Work,
    entitlement: &EntitlementId,
    mut submission: Submission,
) -> Result<Submitted, Failure> {
    submission.records.forget_unknown();
    let totals = totals(&submission.records);
    let fingerprint = fingerprint(&totals);
    let asked = Asked {
        entitlement,
        id: submission.id.as_ref(),
        time: submission
            .time
            .as_ref()
            .map_or(work.now(), DateTime::instant),
        fingerprint: &fingerprint,
    };
    let before = Before::read(work, &asked).await?;
    let (entitlement, time, hour) = (before.entitlement, asked.time, asked.hour());
    if let Some((group, sent_time)) = before.repeated {
        let group = repeated(work, group, sent_time.as_deref(), &submission).await?;
        return Ok(Submitted::Known(group));
    }
    if entitlement.status != EntitlementStatus::Active {
        return Err(Failure::state(&entitlement.status, "usage", "ACTIVE"));
    }
    if submission.time.is_some() {
        check_time(work.now(), &entitlement, time)?;
    }
    check_dimensions(&entitlement, &submission)?;
    let after = added(&entitlement, before.totals, &totals, submission.pointer)?;
    let report = report_of(work, &entitlement, before.report, time).await?;
    keep(work, &report.id, &after).await?;

    let group = UsageRecordGroup {
        id: submission
            .id
            .unwrap_or_else(|| UsageRecordGroupId(uuid::Uuid::new_v4().to_string())),
        org_id: OrgId(work.org().to_owned()),
        entitlement_id: entitlement.id.clone(),
        usage_time: submission.time.clone().unwrap_or_else(|| time.into()),
        records: submission.records,
        status: UsageRecordGroupStatus::Accepted,
        usage_record_report_id: Some(report.id),
        possible_duplicate_of: before.twin,
        metadata: submission.metadata,
        creation_time: work.now().into(),
        unknown: serde_json::Map::new(),
    };
    let position = work.next_position();
    let org = work.org().to_owned();
    sqlx::query(
        "INSERT INTO usage_record_groups \
         (org_id, entitlement_id, id, position, day, hour, fingerprint, sent_time, document) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(org)
    .bind(group.entitlement_id.0.clone())
    .bind(group.id.0.clone())
    .bind(position)
    .bind(day(time))
    .bind(hour)
    .bind(fingerprint)
    .bind(submission.time.map(|time| time.to_string()))
    .bind(serde_json::to_string(&group).map_err(|error| Failure::Internal(error.into()))?)
    .execute(work.connection())
    .await?;
    Ok(Submitted::New(group))
}

/// Returns the group with the same id, if it has the same contents.
async fn repeated(
    work: &mut Work,
    mut group: UsageRecordGroup,
    sent_time: Option<&str>,
    submission: &Submission,
) -> Result<UsageRecordGroup, Failure> {
    let Submission {
        time,
        records,
        metadata,
        ..
    } = submission;
    let time = time.as_ref().map(DateTime::as_str);
    if is_same(&group, sent_time, records, time, metadata.as_ref()) {
        Fates::default().bring_up_to_date(work, &mut group).await?;
        return Ok(group);
    }
    Err(Failure::Conflict {
        kind: "id-reused",
        detail: "The id was used before for other usage. Choose another one.".to_owned(),
    })
}

fn check_time(now: Timestamp, entitlement: &Entitlement, time: Timestamp) -> Result<(), Failure> {
    let detail = if time > now {
        "It lies in the future."
    } else if now.duration_since(time) > USAGE_WINDOW {
        "It is more than 24 hours ago."
    } else if time < entitlement.start_time.instant() {
        "It is before the start of the entitlement."
    } else {
        return Ok(());
    };
    Err(Failure::body("/usageTime", detail))
}

fn check_dimensions(entitlement: &Entitlement, submission: &Submission) -> Result<(), Failure> {
    let known = |record: &UsageRecord| {
        entitlement
            .dimensions
            .iter()
            .any(|dimension| dimension.key == record.dimension)
    };
    match submission.records.iter().position(|record| !known(record)) {
        None => Ok(()),
        Some(index) => {
            let pointer = format!("{}/dimension", (submission.pointer)(index));
            Err(Failure::body(
                pointer,
                "The entitlement has no such dimension.",
            ))
        }
    }
}

/// Returns the sum of quantities, if it has no more digits than the description allows.
pub(super) fn sum(a: Decimal, b: Decimal) -> Option<Decimal> {
    a.checked_add(b)
        .filter(|sum| crate::money::is_expressible(*sum))
}
