//! Submission.

use jiff::Timestamp;
use rust_decimal::Decimal;
use sqlx::Row as _;
use types::runtime::DateTime;
use types::{
    Entitlement, EntitlementId, EntitlementStatus, Metadata, OrgId, UsageRecord, UsageRecordGroup,
    UsageRecordGroupId, UsageRecordGroupStatus,
};

use super::content::{fingerprint, is_same, totals};
use super::groups::{Fates, read};
use super::reports::{add, report_of};
use crate::failure::Failure;
use crate::known::Known as _;
use crate::life::{USAGE_WINDOW, day};
use crate::store::Work;

/// Usage to submit.
#[derive(Debug)]
pub struct Submission {
    /// The client's identifier.
    pub id: Option<UsageRecordGroupId>,
    /// When it took place; now, if absent.
    pub time: Option<DateTime>,
    /// What was used.
    pub records: Vec<UsageRecord>,
    /// The client's own.
    pub metadata: Option<Metadata>,
    /// The JSON Pointer of the records in the request: `/records/0` and so on, or nothing where
    /// the body is the one record.
    pub pointer: fn(usize) -> String,
}

/// What became of it.
#[derive(Debug)]
pub enum Submitted {
    /// It was accepted.
    New(UsageRecordGroup),
    /// It had been before.
    Known(UsageRecordGroup),
}

/// Accepts usage of an entitlement, all of it or none.
///
/// # Errors
/// [`Failure::NotFound`]; [`Failure::State`] unless the entitlement is active;
/// [`Failure::Conflict`] if the id was used before with other content;
/// [`Failure::Unprocessable`] for what the operation refuses by its meaning.
pub async fn submit(
    work: &mut Work,
    entitlement: &EntitlementId,
    mut submission: Submission,
) -> Result<Submitted, Failure> {
    submission.records.forget_unknown();
    let entitlement: Entitlement = work.find(&entitlement.0).await?;
    if let Some(id) = &submission.id
        && let Some(group) = repeated(work, &entitlement.id, id, &submission).await?
    {
        return Ok(Submitted::Known(group));
    }
    if entitlement.status != EntitlementStatus::Active {
        return Err(Failure::state(&entitlement.status, "usage", "ACTIVE"));
    }
    let time = check_time(work.now(), &entitlement, submission.time.as_ref())?;
    check_dimensions(&entitlement, &submission)?;
    let totals = totals(&submission.records);
    let report = report_of(work, &entitlement, time).await?;
    add(work, &report, &entitlement, &totals, submission.pointer).await?;

    let hour = time.as_second().div_euclid(3600);
    let fingerprint = fingerprint(&totals);
    let mut group = UsageRecordGroup {
        id: submission
            .id
            .unwrap_or_else(|| UsageRecordGroupId(uuid::Uuid::new_v4().to_string())),
        org_id: OrgId(work.org().to_owned()),
        entitlement_id: entitlement.id.clone(),
        usage_time: submission.time.clone().unwrap_or_else(|| time.into()),
        records: submission.records,
        status: UsageRecordGroupStatus::Accepted,
        usage_record_report_id: Some(report.id),
        possible_duplicate_of: None,
        metadata: submission.metadata,
        creation_time: work.now().into(),
        unknown: serde_json::Map::new(),
    };
    group.possible_duplicate_of = twin(work, &group.entitlement_id, hour, &fingerprint).await?;
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

/// The group that was submitted under the same id, if it says the same.
async fn repeated(
    work: &mut Work,
    entitlement: &EntitlementId,
    id: &UsageRecordGroupId,
    submission: &Submission,
) -> Result<Option<UsageRecordGroup>, Failure> {
    let org = work.org().to_owned();
    let row = sqlx::query(
        "SELECT document, sent_time FROM usage_record_groups \
         WHERE org_id = $1 AND entitlement_id = $2 AND id = $3",
    )
    .bind(org)
    .bind(entitlement.0.clone())
    .bind(id.0.clone())
    .fetch_optional(work.connection())
    .await?;
    let Some(row) = row else { return Ok(None) };
    let mut group = read(&row.try_get::<String, _>("document")?)?;
    let sent_time: Option<String> = row.try_get("sent_time")?;
    let Submission {
        time,
        records,
        metadata,
        ..
    } = submission;
    let time = time.as_ref().map(DateTime::as_str);
    if is_same(
        &group,
        sent_time.as_deref(),
        records,
        time,
        metadata.as_ref(),
    ) {
        Fates::default().bring_up_to_date(work, &mut group).await?;
        return Ok(Some(group));
    }
    Err(Failure::Conflict {
        kind: "id-reused",
        detail: "The id was used before for other usage. Choose another one.".to_owned(),
    })
}

/// A group of the same hour with the same usage: perhaps the same usage, submitted twice.
async fn twin(
    work: &mut Work,
    entitlement: &EntitlementId,
    hour: i64,
    fingerprint: &str,
) -> sqlx::Result<Option<UsageRecordGroupId>> {
    let org = work.org().to_owned();
    let id: Option<String> = sqlx::query_scalar(
        "SELECT id FROM usage_record_groups \
         WHERE org_id = $1 AND entitlement_id = $2 AND hour = $3 AND fingerprint = $4 \
         ORDER BY position LIMIT 1",
    )
    .bind(org)
    .bind(entitlement.0.clone())
    .bind(hour)
    .bind(fingerprint.to_owned())
    .fetch_optional(work.connection())
    .await?;
    Ok(id.map(UsageRecordGroupId))
}

fn check_time(
    now: Timestamp,
    entitlement: &Entitlement,
    time: Option<&DateTime>,
) -> Result<Timestamp, Failure> {
    let Some(time) = time.map(DateTime::instant) else {
        return Ok(now);
    };
    let detail = if time > now {
        "It lies in the future."
    } else if now.duration_since(time) > USAGE_WINDOW {
        "It is more than 24 hours ago."
    } else if time < entitlement.start_time.instant() {
        "It is before the start of the entitlement."
    } else {
        return Ok(time);
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

/// The sum of quantities, if it has no more digits than the description has.
pub(super) fn sum(a: Decimal, b: Decimal) -> Option<Decimal> {
    a.checked_add(b)
        .filter(|sum| crate::money::is_expressible(*sum))
}
