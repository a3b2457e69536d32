//! Header fields, and methods that are not declared.

use std::collections::BTreeMap;

use serde_json::Value;
use types::operations::ALL;

use crate::support::{
    Reply, offer_of, product, record, referral, usage, with_dimensions, with_world,
};

#[tokio::test]
async fn a_location_leads_to_what_was_created() {
    with_world(async |world| {
        let org = &world.own;
        let product_id = org.published_product().await;
        let entitlement = org.entitlement().await;
        let app = serde_json::json!({ "name": "Export", "scopes": ["offers:read"] });
        for (path, body) in [
            ("/product".to_owned(), with_dimensions(product())),
            ("/offer".to_owned(), offer_of(&product_id)),
            ("/referral".to_owned(), referral()),
            ("/apiClient".to_owned(), app),
            (
                format!("/entitlement/{entitlement}/usageRecordGroup"),
                usage(Some("u-1"), "1"),
            ),
            (
                format!("/entitlement/{entitlement}/usageRecordGroup"),
                usage(None, "1"),
            ),
            (
                format!("/entitlement/{entitlement}/usageRecord"),
                record("gb", "1"),
            ),
        ] {
            let created = org.post(&path, body).await;
            assert_eq!(created.status, 201, "{path}");
            let location = created.header("location").to_owned();
            let read = org.get(&location).await.ok();
            assert_eq!(read["id"], created.body["id"], "{path} leads to {location}");
        }
        let repeated = org.submit(&entitlement, Some("u-1"), "1").await;
        assert_eq!(
            (repeated.status, repeated.header("location")),
            (200, ""),
            "nothing was created"
        );
    })
    .await;
}

/// `HEAD` is `GET` without the body (RFC 9110 §9.3.2).
#[tokio::test]
async fn head_equals_get() {
    with_world(async |world| {
        let org = &world.own;
        let id = org.draft_product().await;
        for path in [
            "",
            "/product",
            &format!("/product/{id}"),
            "/product/none",
            "/product?limit=0",
            "/event",
            "/quota",
        ] {
            let (get, head) = (org.get(path).await, org.call("HEAD", path, None).await);
            assert_eq!(head.status, get.status, "{path}");
            assert!(head.text.is_empty(), "{path}");
            let fields = |reply: &Reply| -> BTreeMap<String, String> {
                let fields = reply
                    .headers
                    .iter()
                    .filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str()));
                fields
                    .map(|(name, value)| (name.to_string(), format!("{value:?}")))
                    .collect()
            };
            assert_eq!(fields(&head), fields(&get), "{path}");
        }
        let absent = Reply::of(world.request("HEAD", "/org/org-8f2c41")).await;
        assert_eq!(absent.status, 401);
    })
    .await;
}

/// Every response of the endpoint announces its sunset.
#[tokio::test]
async fn the_deprecated_endpoint_says_so_in_every_answer() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        let path = format!("/entitlement/{entitlement}/usageRecord");
        let whole = format!("/org/{}{path}", org.id.0);
        let json = |body: Value| {
            org.request("POST", &path)
                .header("content-type", "application/json")
                .body(body.to_string())
        };
        let large = " ".repeat((1 << 20) + 1);
        let answers = [
            (201, json(record("gb", "1"))),
            (400, json(record("gb", "-1"))),
            (401, world.request("POST", &whole)),
            (
                404,
                org.request("POST", "/entitlement/none/usageRecord")
                    .header("content-type", "application/json")
                    .body(record("gb", "1").to_string()),
            ),
            (
                404,
                org.request("POST", &whole.replace(&org.id.0, "org-unknown")),
            ),
            (
                413,
                org.request("POST", &path)
                    .header("content-type", "application/json")
                    .body(large),
            ),
            (
                415,
                org.request("POST", &path)
                    .header("content-type", "text/plain")
                    .body("{}"),
            ),
            (422, json(record("none", "1"))),
        ];
        for (status, request) in answers {
            let reply = Reply::of(request).await;
            assert_eq!(reply.status, status, "{}", reply.text);
            // RFC 9745: seconds since 1970; RFC 8594: a date.
            assert_eq!(reply.header("deprecation"), "@1767225600", "{status}");
            assert_eq!(
                reply.header("sunset"),
                "Fri, 31 Dec 2027 23:59:59 GMT",
                "{status}"
            );
            let links: Vec<_> = reply
                .headers
                .get_all("link")
                .iter()
                .filter_map(|link| link.to_str().ok())
                .collect();
            let links = links.join(", ");
            for relation in ["deprecation", "sunset"] {
                let has = links.contains("https://marketplace.example/docs/migrate-usage-record")
                    && links.contains(relation);
                assert!(has, "{status}: {relation} in {links}");
            }
        }
        let successor = org.submit(&entitlement, None, "1").await;
        assert_eq!(
            successor.header("deprecation"),
            "",
            "the endpoint after it is not deprecated"
        );
    })
    .await;
}

/// Every other method gets 405 with the allowed ones (RFC 9110 §15.5.6), on every path.
#[tokio::test]
async fn other_methods_are_refused_with_those_that_are_allowed() {
    with_world(async |world| {
        let org = &world.own;
        let mut methods: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for operation in ALL
            .iter()
            .filter(|one| one.path.starts_with("/org/") && !one.path.contains("/webhook"))
        {
            methods
                .entry(operation.path)
                .or_default()
                .push(operation.method);
        }
        for (template, declared) in methods {
            let path = template
                .replace("{orgId}", &org.id.0)
                .replace(['{', '}'], "");
            for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
                if declared.contains(&method) {
                    continue;
                }
                let reply = org.call(method, &path, None).await;
                assert_eq!(reply.outcome(), "405 method-not-allowed", "{method} {path}");
                let allow: Vec<&str> = reply.header("allow").split(',').map(str::trim).collect();
                for method in &declared {
                    assert!(allow.contains(method), "{method} of {path} in {allow:?}");
                }
                assert!(!allow.contains(&method), "{method} of {path} in {allow:?}");
            }
        }
        let unknown = org.get("/unknown").await;
        assert_eq!(unknown.outcome(), "404 not-found");
    })
    .await;
}
