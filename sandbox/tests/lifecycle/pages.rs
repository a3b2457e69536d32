//! Lists: pages, their order, and filters.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{COLLECTIONS, Organization, product, referral, with_world};

/// Returns every list of an organization.
fn lists() -> impl Iterator<Item = &'static str> {
    COLLECTIONS.into_iter().chain(["/quota"])
}

/// Returns all items, in pages of the given sizes, one by one.
async fn by_pages(org: &Organization, list: &str, limits: &[usize]) -> Vec<Value> {
    let (mut items, mut offset) = (Vec::new(), 0);
    for limit in limits.iter().cycle().take(500) {
        let page = org
            .get(&format!("{list}?limit={limit}&offset={offset}"))
            .await
            .ok();
        let found = page["items"].as_array().expect("a list").clone();
        assert!(found.len() <= *limit, "{list}");
        items.extend(found.iter().cloned());
        match page["nextOffset"].as_u64() {
            None => return items,
            Some(next) => {
                assert_eq!(found.len(), *limit, "{list}: only the last page is short");
                assert_eq!(next, offset + *limit as u64, "{list}");
                offset = next;
            }
        }
    }
    panic!("{list} has no end")
}

#[tokio::test]
async fn pages_are_disjoint_and_complete() {
    with_world(async |world| {
        let org = &world.own;
        for list in lists() {
            let whole = org.all(list).await;
            assert!(!whole.is_empty(), "{list}");
            for limits in [
                &[1][..],
                &[2, 3],
                &[7, 1, 4],
                &[whole.len()],
                &[whole.len() + 1],
                &[1000],
            ] {
                assert_eq!(
                    by_pages(org, list, limits).await,
                    whole,
                    "{list} by {limits:?}"
                );
            }
            for offset in ["1000000", "9007199254740991"] {
                let beyond = org.get(&format!("{list}?offset={offset}")).await.ok();
                assert_eq!(
                    beyond,
                    json!({ "items": [], "nextOffset": null }),
                    "{list} from {offset}"
                );
            }
            for wrong in [
                "limit=0",
                "limit=1001",
                "limit=-1",
                "limit=x",
                "limit=",
                "offset=-1",
                "offset=1.5",
                "offset=9007199254740992",
                "limit=1&limit=2",
                "limit=99999999999999999999",
            ] {
                let reply = org.get(&format!("{list}?{wrong}")).await;
                assert_eq!(reply.outcome(), "400 bad-request", "{list}?{wrong}");
            }
            let usual = org.get(&format!("{list}?surely=unknown")).await;
            assert_eq!(
                usual.ok()["items"],
                json!(whole[..whole.len().min(100)]),
                "{list}"
            );
        }
    })
    .await;
}

#[tokio::test]
async fn pages_do_not_shift_while_items_arrive() {
    with_world(async |world| {
        let org = &world.own;
        let before: Vec<String> = org.get("/product?limit=1000").await.ids();
        let creator = org.clone();
        let created = tokio::spawn(async move {
            let mut ids = Vec::new();
            for _ in 0..40 {
                ids.push(creator.post("/product", product()).await.member("id"));
            }
            ids
        });
        let read = by_pages(org, "/product", &[1, 2, 3]).await;
        let created = created.await.unwrap();
        let id = |item: &Value| item["id"].as_str().unwrap().to_owned();
        let read: Vec<String> = read.iter().map(id).collect();
        let distinct: BTreeSet<&String> = read.iter().collect();
        assert_eq!(distinct.len(), read.len(), "none twice");
        let order: Vec<String> = before.into_iter().chain(created).collect();
        assert_eq!(
            read,
            order[..read.len()],
            "in the order of creation, none left out"
        );
        assert_eq!(
            org.all("/product").await.iter().map(id).collect::<Vec<_>>(),
            order
        );
    })
    .await;
}

/// A change does not move an item.
#[tokio::test]
async fn the_order_is_that_of_creation() {
    with_world(async |world| {
        let org = &world.own;
        let mut ids = Vec::new();
        for _ in 0..4 {
            ids.push(org.post("/referral", referral()).await.member("id"));
        }
        org.act(&format!("/referral/{}/accept", ids[2])).await.ok();
        org.patch(&format!("/referral/{}", ids[0]), json!({ "name": "Later" }))
            .await
            .ok();
        let listed = org.get("/referral?limit=1000").await.ids();
        assert!(listed.ends_with(&ids));
    })
    .await;
}

/// A filter returns exactly the items with the value, for every existing value.
#[tokio::test]
async fn filters_let_through_what_has_the_value() {
    with_world(async |world| {
        let org = &world.own;
        org.entitlement().await;
        let lists: [(&str, &[&str]); 9] = [
            ("/product", &["partner", "status"]),
            ("/offer", &["partner", "status", "productId", "buyerId"]),
            ("/agreement", &["partner", "status", "offerId", "buyerId"]),
            (
                "/entitlement",
                &["partner", "status", "productId", "buyerId", "agreementId"],
            ),
            (
                "/usageRecordReport",
                &["partner", "buyerId", "entitlementId"],
            ),
            ("/buyer", &["partner"]),
            ("/referral", &["partner", "status"]),
            ("/disbursement", &["partner"]),
            ("/event", &["type"]),
        ];
        for (list, filters) in lists {
            let whole = org.all(list).await;
            for filter in filters {
                let values: BTreeSet<&str> = whole
                    .iter()
                    .filter_map(|item| item[*filter].as_str())
                    .collect();
                assert!(!values.is_empty(), "{list} by {filter}");
                for value in values {
                    let found = org.all(&format!("{list}?{filter}={value}")).await;
                    let wanted: Vec<Value> = whole
                        .iter()
                        .filter(|item| item[*filter] == value)
                        .cloned()
                        .collect();
                    assert_eq!(found, wanted, "{list}?{filter}={value}");
                    let none = format!("{list}?{filter}={value}&partner=AZURE");
                    if filters.contains(&"partner") && *filter != "partner" {
                        assert!(org.all(&none).await.is_empty(), "{none}: all must hold");
                    }
                }
                let is_id = filter.ends_with("Id");
                let wrong = org
                    .get(&format!(
                        "{list}?{filter}={}",
                        if is_id { "a%2Fb" } else { "none" }
                    ))
                    .await;
                assert_eq!(wrong.outcome(), "400 bad-request", "{list} by {filter}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn periods_hold_both_their_days() {
    with_world(async |world| {
        let org = &world.own;
        for (list, day) in [
            ("/usageRecordReport", "startTime"),
            ("/disbursement", "disbursementDate"),
        ] {
            let whole = org
                .all(&format!("{list}?startDate=2020-01-01&endDate=2100-01-01"))
                .await;
            let days: BTreeSet<&str> = whole
                .iter()
                .map(|item| &item[day].as_str().unwrap()[..10])
                .collect();
            for first in &days {
                for last in days.iter().filter(|last| *last >= first) {
                    let found = org
                        .all(&format!("{list}?startDate={first}&endDate={last}"))
                        .await;
                    let is_within = |item: &&Value| {
                        (*first..=*last).contains(&&item[day].as_str().unwrap()[..10])
                    };
                    let wanted: Vec<Value> = whole.iter().filter(is_within).cloned().collect();
                    assert_eq!(found, wanted, "{list} from {first} to {last}");
                }
            }
            for (period, outcome) in [
                (
                    "startDate=2026-02-02&endDate=2026-02-01",
                    "422 unprocessable-content",
                ),
                ("startDate=9999-12-31", "422 unprocessable-content"),
                ("startDate=2026-02-30", "400 bad-request"),
                ("startDate=yesterday", "400 bad-request"),
                ("endDate=2026-2-1", "400 bad-request"),
                ("endDate=0000-01-01", "200"),
                ("startDate=2026-02-01&endDate=2026-02-01", "200"),
            ] {
                assert_eq!(
                    org.get(&format!("{list}?{period}")).await.outcome(),
                    outcome,
                    "{list}?{period}"
                );
            }
        }
    })
    .await;
}
