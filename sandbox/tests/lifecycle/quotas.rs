//! Quotas: used up, freed, and checked before the values of a request.

use serde_json::{Value, json};

use crate::support::{Organization, offer_of, product, referral, with_world};

async fn used(org: &Organization, name: &str) -> i64 {
    let quotas = org.all("/quota").await;
    let quota = quotas
        .iter()
        .find(|quota| quota["name"] == name)
        .expect("it is listed");
    quota["used"].as_i64().expect("a number")
}

/// A quota, how to use it, and how to free it: `None` if that is not possible.
type Case = (
    &'static str,
    &'static str,
    Value,
    Option<(&'static str, &'static str)>,
);

#[tokio::test]
async fn a_quota_is_used_up_and_freed() {
    with_world(async |world| {
        let org = &world.own;
        let product_id = org.published_product().await;
        let app = json!({ "name": "Export", "scopes": ["offers:read"] });
        let offer = offer_of(&product_id);
        let cases: [Case; 4] = [
            ("PRODUCTS", "/product", product(), None),
            ("OPEN_OFFERS", "/offer", offer, Some(("POST", "/cancel"))),
            (
                "OPEN_REFERRALS",
                "/referral",
                referral(),
                Some(("POST", "/accept")),
            ),
            ("API_CLIENTS", "/apiClient", app, Some(("DELETE", ""))),
        ];
        for (name, path, body, freeing) in cases {
            let before = used(org, name).await;
            let limit = json!({ "limit": before + 2 });
            org.control_with(&format!("/quota/{name}"), limit)
                .await
                .ok();
            let id = org.post(path, body.clone()).await.member("id");
            assert_eq!(
                org.post(path, body.clone()).await.outcome(),
                "201",
                "{name}"
            );
            assert_eq!(used(org, name).await, before + 2, "{name}");
            let full = org.post(path, body.clone()).await;
            assert_eq!(full.outcome(), "409 quota-exceeded", "{name}");
            assert_eq!(
                used(org, name).await,
                before + 2,
                "{name}: nothing was created"
            );
            if let Some((method, action)) = freeing {
                let reply = org
                    .call(method, &format!("{path}/{id}{action}"), None)
                    .await;
                assert!(reply.status < 300, "{name}: {}", reply.text);
                assert_eq!(used(org, name).await, before + 1, "{name}: freed");
                assert_eq!(org.post(path, body).await.outcome(), "201", "{name}");
            }
            let other = used(&world.other, name).await;
            assert!(other < before + 2, "{name}: another's is not touched");
        }
    })
    .await;
}

/// The state is checked before the values.
#[tokio::test]
async fn a_quota_comes_before_the_meaning() {
    with_world(async |world| {
        let org = &world.own;
        for name in ["PRODUCTS", "OPEN_OFFERS", "OPEN_REFERRALS"] {
            org.control_with(&format!("/quota/{name}"), json!({ "limit": 0 }))
                .await
                .ok();
        }
        let mut twice = product();
        let dimension = json!({ "key": "k", "unit": "u", "unitPrice": crate::support::money("1") });
        twice["dimensions"] = json!([dimension, dimension]);
        let mut lost = referral();
        lost["productIds"] = json!(["none"]);
        for (path, body) in [
            ("/product", twice),
            ("/offer", offer_of("none")),
            ("/referral", lost),
        ] {
            assert_eq!(
                org.post(path, body).await.outcome(),
                "409 quota-exceeded",
                "{path}"
            );
        }
    })
    .await;
}

/// Concurrent requests do not exceed the quota.
#[tokio::test]
async fn a_quota_is_not_overrun() {
    with_world(async |world| {
        let org = &world.own;
        let limit = used(org, "PRODUCTS").await + 3;
        org.control_with("/quota/PRODUCTS", json!({ "limit": limit }))
            .await
            .ok();
        let tasks: Vec<_> = (0..10)
            .map(|_| {
                let org = org.clone();
                tokio::spawn(async move { org.post("/product", product()).await.status })
            })
            .collect();
        let mut created = 0;
        for task in tasks {
            created += usize::from(task.await.unwrap() == 201);
        }
        assert_eq!(created, 3);
        assert_eq!(used(org, "PRODUCTS").await, limit);
    })
    .await;
}
