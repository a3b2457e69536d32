//! Reads the state before a submission with one query.

use std::collections::HashMap;

use jiff::Timestamp;
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;
use sqlx::Row as _;
use sqlx::any::AnyRow;
use types::{Entitlement, EntitlementId, UsageRecordGroup, UsageRecordGroupId, UsageRecordReport};

use crate::failure::Failure;
use crate::life::day;
use crate::store::Work;

/// The query: a row for each total of the day, or one row without a total.
const READ: &str = "SELECT entitlements.document AS entitlement, \
    same.document AS repeated, same.sent_time AS sent_time, reports.document AS report, \
    (SELECT id FROM usage_record_groups AS twins WHERE twins.org_id = $1 \
        AND twins.entitlement_id = $2 AND twins.hour = $5 AND twins.fingerprint = $6 \
        ORDER BY twins.position LIMIT 1) AS twin, \
    totals.dimension AS dimension, totals.quantity AS quantity \
    FROM entitlements \
    LEFT JOIN usage_record_groups AS same ON same.org_id = entitlements.org_id \
        AND same.entitlement_id = entitlements.id AND same.id = $3 \
    LEFT JOIN usage_record_reports AS reports ON reports.org_id = entitlements.org_id \
        AND reports.entitlement_id = entitlements.id AND reports.day = $4 \
    LEFT JOIN usage_totals AS totals ON totals.org_id = reports.org_id \
        AND totals.report_id = reports.id \
    WHERE entitlements.org_id = $1 AND entitlements.id = $2";

/// The requested submission.
pub(super) struct Asked<'a> {
    pub(super) entitlement: &'a EntitlementId,
    /// The client's identifier of the group, if there is one.
    pub(super) id: Option<&'a UsageRecordGroupId>,
    pub(super) time: Timestamp,
    pub(super) fingerprint: &'a str,
}

impl Asked<'_> {
    /// Returns the hour since 1970.
    pub(super) fn hour(&self) -> i64 {
        self.time.as_second().div_euclid(3600)
    }
}

/// The state before a submission.
pub(super) struct Before {
    pub(super) entitlement: Entitlement,
    /// The group with the same id, and its time as it was sent, if it was.
    pub(super) repeated: Option<(UsageRecordGroup, Option<String>)>,
    /// The report of the day, without its totals.
    pub(super) report: Option<UsageRecordReport>,
    /// Its totals, by dimension.
    pub(super) totals: HashMap<String, Decimal>,
    /// A group in the same hour with the same usage, which may have been submitted twice.
    pub(super) twin: Option<UsageRecordGroupId>,
}

impl Before {
    /// Reads the state.
    ///
    /// # Errors
    /// [`Failure::NotFound`] if there is no such entitlement.
    pub(super) async fn read(work: &mut Work, asked: &Asked<'_>) -> Result<Self, Failure> {
        let org = work.org().to_owned();
        let rows = sqlx::query(READ)
            .bind(org)
            .bind(asked.entitlement.0.clone())
            .bind(asked.id.map(|id| id.0.clone()))
            .bind(day(asked.time))
            .bind(asked.hour())
            .bind(asked.fingerprint.to_owned())
            .fetch_all(work.connection())
            .await?;
        let first = rows.first().ok_or(Failure::NotFound)?;
        let repeated = match document(first, "repeated")? {
            Some(group) => Some((group, first.try_get("sent_time")?)),
            None => None,
        };
        Ok(Self {
            entitlement: document(first, "entitlement")?.ok_or(Failure::NotFound)?,
            repeated,
            report: document(first, "report")?,
            twin: first
                .try_get::<Option<String>, _>("twin")?
                .map(UsageRecordGroupId),
            totals: rows
                .iter()
                .filter_map(|row| total(row).transpose())
                .collect::<Result<_, _>>()?,
        })
    }
}

fn document<T: DeserializeOwned>(row: &AnyRow, column: &str) -> sqlx::Result<Option<T>> {
    let document: Option<String> = row.try_get(column)?;
    document
        .map(|document| serde_json::from_str(&document))
        .transpose()
        .map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Returns the dimension and the quantity of a row, if it has them.
pub(super) fn total(row: &AnyRow) -> sqlx::Result<Option<(String, Decimal)>> {
    let Some(dimension) = row.try_get("dimension")? else {
        return Ok(None);
    };
    let quantity: String = row.try_get("quantity")?;
    let quantity = quantity
        .parse()
        .map_err(|error: rust_decimal::Error| sqlx::Error::Decode(error.into()))?;
    Ok(Some((dimension, quantity)))
}
