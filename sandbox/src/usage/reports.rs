//! Reports: the usage of a day, added up and priced.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use rust_decimal::Decimal;
use sqlx::AssertSqlSafe;
use types::runtime::DateTime;
use types::{
    DimensionKey, Entitlement, Money, ProductDimension, UsageRecordGroupId, UsageRecordReport,
    UsageRecordReportId, UsageRecordReportRequired, UsageRecordReportStatus, UsageTotal,
};

use super::before::total;
use super::submit::sum;
use crate::failure::Failure;
use crate::life::day;
use crate::money;
use crate::store::{Filter, Page, PageOf, Work};

/// Returns the report of an entitlement's day, which the first usage of the day creates. Totals and
/// groups are not stored in it, but added when it is read.
pub(super) async fn report_of(
    work: &mut Work,
    entitlement: &Entitlement,
    known: Option<UsageRecordReport>,
    time: Timestamp,
) -> Result<UsageRecordReport, Failure> {
    if let Some(mut report) = known {
        touch(work, &mut report).await?;
        return Ok(report);
    }
    let (start, end) = bounds(time.to_zoned(TimeZone::UTC).date());
    let report = UsageRecordReport::new(UsageRecordReportRequired {
        id: UsageRecordReportId(work.id("rep")),
        org_id: entitlement.org_id.clone(),
        entitlement_id: entitlement.id.clone(),
        buyer_id: entitlement.buyer_id.clone(),
        product_id: entitlement.product_id.clone(),
        partner: entitlement.partner.clone(),
        status: UsageRecordReportStatus::Created,
        start_time: DateTime::from(start),
        end_time: DateTime::from(end),
        totals: Vec::new(),
        usage_record_group_ids: Vec::new(),
        creation_time: DateTime::from(work.now()),
        last_update_time: DateTime::from(work.now()),
    });
    work.insert(&report).await?;
    Ok(report)
}

async fn touch(work: &mut Work, report: &mut UsageRecordReport) -> sqlx::Result<()> {
    report.last_update_time = work.now().into();
    work.update(report).await
}

fn bounds(day: Date) -> (Timestamp, Timestamp) {
    let start = |day: Date| {
        let zoned = day.to_zoned(TimeZone::UTC);
        zoned.map_or(Timestamp::MAX, |start| start.timestamp())
    };
    (
        start(day),
        start(day.checked_add(Span::new().days(1)).unwrap_or(Date::MAX)),
    )
}

/// Returns the changed totals of a day after more usage.
pub(super) fn added<'a>(
    entitlement: &Entitlement,
    mut before: HashMap<String, Decimal>,
    usage: &BTreeMap<&'a str, Decimal>,
    pointer: fn(usize) -> String,
) -> Result<Vec<(&'a str, Decimal)>, Failure> {
    let mut totals = Vec::with_capacity(usage.len());
    for (dimension, quantity) in usage {
        let after = sum(before.remove(*dimension).unwrap_or_default(), *quantity);
        let unit = entitlement
            .dimensions
            .iter()
            .find(|known| known.key.0 == *dimension);
        let is_payable = unit
            .zip(after)
            .is_some_and(|(unit, after)| amount(unit, after).is_some());
        let Some(after) = after.filter(|_| is_payable) else {
            let detail = "The quantity or the amount of the day would have more than 15 digits.";
            return Err(Failure::body(pointer(0), detail));
        };
        totals.push((*dimension, after));
    }
    Ok(totals)
}

/// Stores totals of a report.
pub(super) async fn keep(
    work: &mut Work,
    report: &UsageRecordReportId,
    totals: &[(&str, Decimal)],
) -> sqlx::Result<()> {
    if totals.is_empty() {
        return Ok(());
    }
    let row = |index: usize| format!("($1, $2, ${}, ${})", 2 * index + 3, 2 * index + 4);
    let rows: Vec<_> = (0..totals.len()).map(row).collect();
    let statement = format!(
        "INSERT INTO usage_totals (org_id, report_id, dimension, quantity) VALUES {} \
         ON CONFLICT (org_id, report_id, dimension) DO UPDATE SET quantity = excluded.quantity",
        rows.join(", "),
    );
    let org = work.org().to_owned();
    let mut query = sqlx::query(AssertSqlSafe(statement))
        .bind(org)
        .bind(report.0.clone());
    for (dimension, quantity) in totals {
        query = query
            .bind((*dimension).to_owned())
            .bind(quantity.normalize().to_string());
    }
    query.execute(work.connection()).await?;
    Ok(())
}

/// Returns the price of this many units; `None` if it has more digits than the description allows.
fn amount(dimension: &ProductDimension, quantity: Decimal) -> Option<Money> {
    let price = &dimension.unit_price;
    let amount = price.amount.checked_mul(quantity)?;
    let amount = money::rounded(amount, &price.currency);
    let currency = price.currency.clone();
    money::is_expressible(amount).then(|| Money::new(amount, currency))
}

async fn quantities(
    work: &mut Work,
    report: &UsageRecordReportId,
) -> Result<HashMap<String, Decimal>, Failure> {
    let org = work.org().to_owned();
    let rows = sqlx::query(
        "SELECT dimension, quantity FROM usage_totals WHERE org_id = $1 AND report_id = $2",
    )
    .bind(org)
    .bind(report.0.clone())
    .fetch_all(work.connection())
    .await?;
    let totals = rows.iter().filter_map(|row| total(row).transpose());
    Ok(totals.collect::<sqlx::Result<_>>()?)
}

/// Returns a report in its current state.
///
/// # Errors
/// [`Failure::NotFound`]
pub async fn get(work: &mut Work, id: &UsageRecordReportId) -> Result<UsageRecordReport, Failure> {
    let report = work.find(&id.0).await?;
    complete(work, report).await
}

/// Returns a page of the filtered reports in their current state.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn list(
    work: &mut Work,
    filter: &Filter,
    page: Page,
) -> Result<PageOf<UsageRecordReport>, Failure> {
    let found = work.list(filter, page).await?;
    let mut items = Vec::with_capacity(found.items.len());
    for report in found.items {
        items.push(complete(work, report).await?);
    }
    Ok(PageOf {
        items,
        next_offset: found.next_offset,
    })
}

/// Adds the totals, in the order of the entitlement's dimensions, and the groups.
async fn complete(
    work: &mut Work,
    mut report: UsageRecordReport,
) -> Result<UsageRecordReport, Failure> {
    let entitlement: Entitlement = work.find(&report.entitlement_id.0).await?;
    let quantities = quantities(work, &report.id).await?;
    for dimension in &entitlement.dimensions {
        let Some(quantity) = quantities.get(&dimension.key.0) else {
            continue;
        };
        let Some(amount) = amount(dimension, *quantity) else {
            continue;
        };
        let key = DimensionKey(dimension.key.0.clone());
        let total = UsageTotal::new(key, *quantity, amount);
        report.totals.push(total);
    }
    let org = work.org().to_owned();
    let groups: Vec<String> = sqlx::query_scalar(
        "SELECT id FROM usage_record_groups \
         WHERE org_id = $1 AND entitlement_id = $2 AND day = $3 ORDER BY position",
    )
    .bind(org)
    .bind(report.entitlement_id.0.clone())
    .bind(day(report.start_time.instant()))
    .fetch_all(work.connection())
    .await?;
    report.usage_record_group_ids = groups.into_iter().map(UsageRecordGroupId).collect();
    Ok(report)
}
