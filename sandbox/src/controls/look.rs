//! Shows the stored items to people, newest first, without credentials.

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use types::UsageRecordReport;

use super::Refusal;
use crate::delivery;
use crate::failure::Failure;
use crate::quotas::Quota;
use crate::store::{Filter, Page, Store, Work};
use crate::usage;

/// The maximum number of items that are shown.
pub(crate) const MOST: i32 = 200;

/// The tables of collections, by their names in paths.
const TABLES: &[(&str, &str)] = &[
    ("product", "products"),
    ("offer", "offers"),
    ("agreement", "agreements"),
    ("entitlement", "entitlements"),
    ("usageRecordGroup", "usage_record_groups"),
    ("buyer", "buyers"),
    ("referral", "referrals"),
    ("disbursement", "disbursements"),
    ("event", "events"),
    ("apiClient", "api_clients"),
];

/// Returns the newest items of a collection, and their total number.
pub(super) async fn collection(
    State(store): State<Store>,
    Path((org, name)): Path<(String, String)>,
) -> Result<Json<Value>, Refusal> {
    let mut work = store.snapshot(&org).await?.ok_or(Failure::NotFound)?;
    let now = work.now().to_string();
    let (items, total) = match name.as_str() {
        "usageRecordReport" => reports(&mut work).await?,
        "quota" => quotas(&mut work).await?,
        "webhookDelivery" => deliveries(&mut work).await?,
        _ => {
            let table = TABLES.iter().find(|(known, _)| *known == name);
            documents(&mut work, table.ok_or(Failure::NotFound)?.1).await?
        }
    };
    Ok(Json(json!({ "now": now, "total": total, "items": items })))
}

async fn deliveries(work: &mut Work) -> Result<(Vec<Value>, i64), Failure> {
    let newest = delivery::newest(work, MOST).await?;
    let items: Result<Vec<_>, _> = newest.iter().map(serde_json::to_value).collect();
    let items = items.map_err(|error| Failure::Internal(error.into()))?;
    let org = work.org().to_owned();
    let total = sqlx::query_scalar("SELECT COUNT(*) FROM deliveries WHERE org_id = $1")
        .bind(org)
        .fetch_one(work.connection())
        .await?;
    Ok((items, total))
}

async fn documents(work: &mut Work, table: &'static str) -> Result<(Vec<Value>, i64), Failure> {
    let org = work.org().to_owned();
    let count = format!("SELECT COUNT(*) FROM {table} WHERE org_id = $1");
    let total: i64 = sqlx::query_scalar(AssertSqlSafe(count))
        .bind(&org)
        .fetch_one(work.connection())
        .await?;
    let newest = format!(
        "SELECT document FROM {table} WHERE org_id = $1 ORDER BY position DESC LIMIT {MOST}"
    );
    let documents: Vec<String> = sqlx::query_scalar(AssertSqlSafe(newest))
        .bind(&org)
        .fetch_all(work.connection())
        .await?;
    let items: Result<_, _> = documents
        .iter()
        .map(|text| serde_json::from_str(text))
        .collect();
    Ok((
        items.map_err(|error| Failure::Internal(error.into()))?,
        total,
    ))
}

/// Returns reports; their totals are computed when they are read.
async fn reports(work: &mut Work) -> Result<(Vec<Value>, i64), Failure> {
    let any = Filter::new();
    let total = work.count::<UsageRecordReport>(&any).await?;
    let page = Page {
        limit: MOST,
        offset: (total - i64::from(MOST)).max(0),
    };
    let found = usage::list_reports(work, &any, page).await?;
    let items: Result<_, _> = found.items.iter().rev().map(serde_json::to_value).collect();
    Ok((
        items.map_err(|error| Failure::Internal(error.into()))?,
        total,
    ))
}

async fn quotas(work: &mut Work) -> Result<(Vec<Value>, i64), Failure> {
    let mut items = Vec::with_capacity(Quota::ALL.len());
    for quota in Quota::ALL {
        let (limit, used) = (quota.limit(work).await?, quota.used(work).await?);
        items.push(json!({ "name": quota.name().to_string(), "limit": limit, "used": used }));
    }
    Ok((items, 4))
}
