//! The actions of buyers and partners.

use axum::Json;
use axum::extract::{Path, State};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Refusal;
use crate::failure::Failure;
use crate::life::{self, Ending};
use crate::quotas::Quota;
use crate::store::{Store, Work};

type Place = Path<(String, String)>;
type Answer = Result<Json<Value>, Refusal>;

/// Returns the organizations.
pub(super) async fn organizations(State(store): State<Store>) -> Answer {
    let documents: Vec<String> =
        sqlx::query_scalar("SELECT document FROM organizations ORDER BY id")
            .fetch_all(store.reads())
            .await?;
    let read = |document: &String| serde_json::from_str::<Value>(document);
    let items: Result<Vec<_>, _> = documents.iter().map(read).collect();
    let items = items.map_err(|error| Failure::Internal(error.into()))?;
    Ok(Json(json!({ "items": items })))
}

pub(super) async fn accept_offer(State(store): State<Store>, Path((org, id)): Place) -> Answer {
    let mut work = change(&store, &org).await?;
    let accepted = life::accept_offer(&mut work, &id).await?;
    done(work, &accepted.offer).await
}

pub(super) async fn reject_offer(State(store): State<Store>, Path((org, id)): Place) -> Answer {
    let mut work = change(&store, &org).await?;
    let offer = life::reject_offer(&mut work, &id).await?;
    done(work, &offer).await
}

pub(super) async fn retire_product(State(store): State<Store>, Path((org, id)): Place) -> Answer {
    let mut work = change(&store, &org).await?;
    let product = life::retire_product(&mut work, &id).await?;
    done(work, &product).await
}

pub(super) async fn terminate_agreement(
    State(store): State<Store>,
    Path((org, id)): Place,
) -> Answer {
    let mut work = change(&store, &org).await?;
    let agreement = life::end_agreement(&mut work, &id, Ending::Terminated).await?;
    done(work, &agreement).await
}

pub(super) async fn suspend_entitlement(
    State(store): State<Store>,
    Path((org, id)): Place,
) -> Answer {
    let mut work = change(&store, &org).await?;
    let entitlement = life::suspend(&mut work, &id).await?;
    done(work, &entitlement).await
}

pub(super) async fn resume_entitlement(
    State(store): State<Store>,
    Path((org, id)): Place,
) -> Answer {
    let mut work = change(&store, &org).await?;
    let entitlement = life::resume(&mut work, &id).await?;
    done(work, &entitlement).await
}

pub(super) async fn invoice_report(State(store): State<Store>, Path((org, id)): Place) -> Answer {
    let mut work = change(&store, &org).await?;
    let report = life::invoice(&mut work, &id).await?;
    done(work, &report).await
}

/// The amount to pay out.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Payment {
    amount: Option<String>,
}

pub(super) async fn disburse(
    State(store): State<Store>,
    Path((org, id)): Place,
    payment: Option<Json<Payment>>,
) -> Answer {
    let refused = || Failure::body("/amount", "It is not an amount, such as \"10.00\".");
    let read = |amount: String| match amount.parse::<Decimal>() {
        Ok(amount) if amount >= Decimal::ZERO && crate::money::is_expressible(amount) => Ok(amount),
        _ => Err(refused()),
    };
    let amount = payment
        .and_then(|Json(payment)| payment.amount)
        .map(read)
        .transpose()?;
    let mut work = change(&store, &org).await?;
    let disbursement = life::disburse(&mut work, &id, amount).await?;
    done(work, &disbursement).await
}

/// The new limit of a quota.
#[derive(Debug, Deserialize)]
pub(super) struct Limit {
    limit: i64,
}

pub(super) async fn set_quota(
    State(store): State<Store>,
    Path((org, name)): Place,
    Json(wanted): Json<Limit>,
) -> Answer {
    let quota = Quota::ALL
        .into_iter()
        .find(|quota| quota.name().as_str() == name);
    let quota = quota.ok_or(Failure::NotFound)?;
    if wanted.limit < 0 {
        return Err(Failure::body("/limit", "It is less than 0.").into());
    }
    let mut work = change(&store, &org).await?;
    quota.set_limit(&mut work, wanted.limit).await?;
    done(work, &json!({ "name": name, "limit": wanted.limit })).await
}

async fn change(store: &Store, org: &str) -> Result<Work, Failure> {
    store.change(org).await?.ok_or(Failure::NotFound)
}

async fn done(work: Work, resource: &(impl Serialize + Sync)) -> Answer {
    work.commit().await?;
    let value = serde_json::to_value(resource);
    Ok(Json(
        value.map_err(|error| Failure::Internal(error.into()))?,
    ))
}
