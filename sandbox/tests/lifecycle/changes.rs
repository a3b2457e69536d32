//! `PATCH`: an absent property is unchanged, null clears it, and a value replaces it as a whole.

use serde_json::{Value, json};

use crate::support::{money, offer_of, product, referral, with_dimensions, with_world};

/// A change and its effect; every other property stays the same.
struct Change {
    body: Value,
    /// The properties that differ afterwards; null means absent.
    becomes: Value,
}

fn change(body: Value, becomes: Value) -> Change {
    Change { body, becomes }
}

#[tokio::test]
async fn what_a_change_names_is_changed_and_nothing_else() {
    with_world(async |world| {
        let org = &world.own;
        let mut full = with_dimensions(product());
        full["description"] = "What it is.".into();
        full["fulfillmentUrl"] = "https://harbor.example/start".into();
        full["metadata"] = json!({ "a": "1", "b": "2" });
        let product_id = org.post("/product", full.clone()).await.member("id");
        let one = json!([full["dimensions"][1]]);
        let same = |body: Value| change(body.clone(), body);
        let products = vec![
            change(json!({}), json!({})),
            change(
                json!({ "partner": "GCP", "productType": "CONTRACT" }),
                json!({}),
            ),
            same(json!({ "name": "Platform 2" })),
            same(json!({ "description": "Another." })),
            same(json!({ "description": "" })),
            same(json!({ "description": null })),
            same(json!({ "fulfillmentUrl": null })),
            same(json!({ "fulfillmentUrl": "https://harbor.example/again" })),
            same(json!({ "dimensions": one })),
            same(json!({ "dimensions": [] })),
            same(json!({ "metadata": { "c": "3" } })),
            same(json!({ "metadata": {} })),
            same(full),
        ];
        let mut terms = offer_of(&product_id)["terms"].clone();
        terms["netTermDays"] = 30.into();
        let plain = offer_of(&product_id)["terms"].clone();
        let mut draft = offer_of(&product_id);
        draft["terms"] = terms.clone();
        draft["expireTime"] = "2040-01-01T01:00:00+01:00".into();
        let offer_id = org.post("/offer", draft).await.member("id");
        let offers = vec![
            change(json!({}), json!({})),
            change(
                json!({ "productId": "none", "offerType": "CHANNEL" }),
                json!({}),
            ),
            same(json!({ "name": "Two years" })),
            same(json!({ "expireTime": null })),
            same(json!({ "expireTime": "2041-01-01T00:00:00.000Z" })),
            same(json!({ "terms": plain })),
            same(json!({ "terms": terms })),
            same(json!({ "metadata": { "a": "1" } })),
            change(
                json!({ "buyer": { "partnerAccountId": "account-1", "name": "Ignored" } }),
                json!({}),
            ),
        ];
        let mut sale = referral();
        sale["notes"] = "Soon.".into();
        sale["targetCloseDate"] = "2031-01-01".into();
        sale["productIds"] = json!([product_id]);
        sale["customer"] = json!({ "companyName": "Ferries", "country": "NO" });
        let sale_id = org.post("/referral", sale).await.member("id");
        let referrals = vec![
            change(json!({}), json!({})),
            change(json!({ "partner": "GCP" }), json!({})),
            same(json!({ "stage": "LAUNCHED" })),
            same(json!({ "notes": null, "targetCloseDate": null })),
            same(json!({ "notes": "Later.", "targetCloseDate": "2032-02-29" })),
            same(json!({ "productIds": [] })),
            same(json!({ "customer": { "companyName": "Quay" } })),
            same(json!({ "expectedRevenue": money("10.50") })),
        ];
        for (path, changes) in [
            (format!("/product/{product_id}"), products),
            (format!("/offer/{offer_id}"), offers),
            (format!("/referral/{sale_id}"), referrals),
        ] {
            let mut expected = org.get(&path).await.ok();
            for Change { body, becomes } in changes {
                let found = org.patch(&path, body.clone()).await.ok();
                let members = expected.as_object_mut().unwrap();
                for (name, value) in becomes.as_object().unwrap() {
                    match value {
                        Value::Null => drop(members.remove(name)),
                        value => drop(members.insert(name.clone(), value.clone())),
                    }
                }
                members.insert("lastUpdateTime".to_owned(), found["lastUpdateTime"].clone());
                assert_eq!(found, expected, "{path} by {body}");
                assert_eq!(
                    org.get(&path).await.ok(),
                    expected,
                    "{path} by {body}: kept"
                );
            }
        }
    })
    .await;
}

/// Null is rejected for a required property.
#[tokio::test]
async fn null_clears_only_what_may_be_empty() {
    with_world(async |world| {
        let org = &world.own;
        let product = org.draft_product().await;
        let offer = org.draft_offer().await;
        let sale = org.post("/referral", referral()).await.member("id");
        for (path, members) in [
            (
                format!("/product/{product}"),
                &["name", "dimensions", "metadata"][..],
            ),
            (
                format!("/offer/{offer}"),
                &["name", "buyer", "terms", "metadata"],
            ),
            (
                format!("/referral/{sale}"),
                &["name", "customer", "stage", "productIds", "expectedRevenue"],
            ),
        ] {
            for member in members {
                let reply = org.patch(&path, json!({ *member: null })).await;
                assert_eq!(reply.outcome(), "400 bad-request", "{path} {member}");
                assert_eq!(reply.places(), [format!("/{member}")], "{path}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn an_entitlement_keeps_the_dimensions_of_its_acceptance() {
    with_world(async |world| {
        let org = &world.own;
        let offer = org.accepted_offer().await;
        let path = format!("/entitlement/{}", offer["entitlementId"].as_str().unwrap());
        let before = org.get(&path).await.ok();
        let product = format!("/product/{}", offer["productId"].as_str().unwrap());
        org.patch(&product, json!({ "dimensions": [] })).await.ok();
        assert_eq!(org.get(&path).await.ok(), before);
        let entitlement = before["id"].as_str().unwrap();
        assert_eq!(org.submit(entitlement, None, "1").await.outcome(), "201");
    })
    .await;
}

#[tokio::test]
async fn a_buyer_is_registered_once_for_each_account() {
    with_world(async |world| {
        let org = &world.own;
        let aws = org.draft_product().await;
        let mut body = product();
        body["partner"] = "GCP".into();
        let gcp = org.post("/product", body).await.member("id");
        let buyer = async |product: &str, account: &str, name: &str| {
            let mut body = offer_of(product);
            body["buyer"] = json!({ "partnerAccountId": account, "name": name });
            org.post("/offer", body).await.member("buyerId")
        };
        let first = buyer(&aws, "account-a", "First").await;
        assert_eq!(buyer(&aws, "account-a", "Second").await, first);
        assert_ne!(
            buyer(&aws, "account-b", "First").await,
            first,
            "another account"
        );
        assert_ne!(
            buyer(&gcp, "account-a", "First").await,
            first,
            "another partner"
        );
        let known = org.get(&format!("/buyer/{first}")).await.ok();
        assert_eq!(
            (&known["name"], &known["partner"]),
            (&json!("First"), &json!("AWS"))
        );
    })
    .await;
}
