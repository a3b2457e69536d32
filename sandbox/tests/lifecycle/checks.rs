//! The order of checks: if a request has several errors, the first one in the order is reported.

use serde_json::{Value, json};
use types::operations::ALL;

use crate::support::{
    COLLECTIONS, Organization, Reply, World, offer_of, product, record, referral, usage, with_world,
};

/// A request with all errors, which are fixed one by one.
struct Faulty<'a> {
    method: &'static str,
    /// The path below the organization; `none` refers to nothing, and is replaced by an existing
    /// resource.
    path: &'static str,
    id: &'a str,
    /// A token without the required scope.
    reader: &'a str,
    body: Value,
    /// The response once the form of the request is valid: `409 …`, or a success.
    then: &'static str,
}

/// The responses in the order of the description.
const FAULTS: [&str; 7] = [
    "401 unauthorized",
    "404 not-found",
    "403 forbidden",
    "415 unsupported-media-type",
    "413 payload-too-large",
    "400 bad-request",
    "404 not-found",
];

impl Faulty<'_> {
    /// Returns the request with the first `n` errors fixed.
    async fn mended(&self, world: &World, mended: usize) -> Reply {
        let right = |fault: usize| mended > fault;
        let org: &Organization = &world.own;
        let id = if right(6) { self.id } else { "none" };
        let path = self.path.replace("none", id);
        let owner = if right(1) { &org.id } else { &world.other.id };
        let request = world.request(self.method, &format!("/org/{}{path}", owner.0));
        let credential = match (right(0), right(2)) {
            (false, _) => "Key wrong".to_owned(),
            (true, false) => format!("Bearer {}", self.reader),
            (true, true) => format!("Key {}", org.key),
        };
        let request = request.header("authorization", credential);
        let media_type = if right(3) {
            "application/json"
        } else {
            "text/plain"
        };
        let body = match (right(4), right(5)) {
            (false, _) => format!("{{{}", " ".repeat(1 << 20)),
            (true, false) => "{".to_owned(),
            (true, true) => self.body.to_string(),
        };
        Reply::of(request.header("content-type", media_type).body(body)).await
    }

    async fn check(&self, world: &World) {
        // A path without an identifier refers to no resource that could be missing.
        let has_id = self.path.contains("none");
        for (mended, fault) in FAULTS
            .iter()
            .enumerate()
            .filter(|(mended, _)| has_id || *mended < 6)
        {
            let reply = self.mended(world, mended).await;
            assert_eq!(
                reply.outcome(),
                *fault,
                "{} {} after {mended}",
                self.method,
                self.path
            );
            assert_eq!(reply.header("content-type"), "application/problem+json");
        }
        let reply = self.mended(world, FAULTS.len()).await;
        assert_eq!(
            reply.outcome(),
            self.then,
            "{} {}: {}",
            self.method,
            self.path,
            reply.text
        );
    }
}

/// Each request also has an invalid state and an invalid value, where possible.
#[tokio::test]
#[expect(
    clippy::too_many_lines,
    reason = "a table of the operations with a body"
)]
async fn the_first_fault_in_the_order_is_answered() {
    with_world(async |world| {
        let org = &world.own;
        let offer = org.accepted_offer().await;
        let id = |name: &str| offer[name].as_str().unwrap().to_owned();
        let (offer_id, product_id, agreement, entitlement) = (
            id("id"),
            id("productId"),
            id("agreementId"),
            id("entitlementId"),
        );
        org.control(&format!("/product/{product_id}/retire"))
            .await
            .ok();
        org.control(&format!("/entitlement/{entitlement}/suspend"))
            .await
            .ok();
        let sale = org.post("/referral", referral()).await.member("id");
        org.post(
            &format!("/referral/{sale}/reject"),
            json!({ "reason": "OTHER" }),
        )
        .await
        .ok();
        let dimension = json!({ "key": "k", "unit": "u", "unitPrice": crate::support::money("1") });
        let twice = json!({ "dimensions": [dimension, dimension] });
        let reader = world.reader().await;
        let faulty = |method, path, id, body, then| Faulty {
            method,
            path,
            id,
            reader: &reader,
            body,
            then,
        };
        let past = json!({ "expireTime": "2001-01-01T00:00:00Z" });
        let cases = [
            faulty("POST", "/product", "", product(), "201"),
            faulty(
                "PATCH",
                "/product/none",
                &product_id,
                twice,
                "409 state-conflict RETIRED",
            ),
            faulty(
                "POST",
                "/offer",
                "",
                offer_of("none"),
                "422 unprocessable-content",
            ),
            faulty(
                "PATCH",
                "/offer/none",
                &offer_id,
                json!({}),
                "409 state-conflict ACCEPTED",
            ),
            faulty(
                "POST",
                "/offer/none/cancel",
                &offer_id,
                json!({}),
                "409 state-conflict ACCEPTED",
            ),
            faulty(
                "POST",
                "/offer/none/extend",
                &offer_id,
                past,
                "409 state-conflict ACCEPTED",
            ),
            faulty(
                "POST",
                "/agreement/none/cancel",
                &agreement,
                json!({}),
                "200",
            ),
            faulty(
                "POST",
                "/entitlement/none/usageRecordGroup",
                &entitlement,
                json!({ "records": [record("none", "1")] }),
                "409 state-conflict CANCELLED",
            ),
            faulty(
                "POST",
                "/entitlement/none/usageRecord",
                &entitlement,
                record("none", "1"),
                "409 state-conflict CANCELLED",
            ),
            faulty("POST", "/referral", "", referral(), "201"),
            faulty(
                "PATCH",
                "/referral/none",
                &sale,
                json!({ "productIds": ["none"] }),
                "409 state-conflict REJECTED",
            ),
            faulty(
                "POST",
                "/referral/none/reject",
                &sale,
                json!({ "reason": "OTHER" }),
                "409 state-conflict REJECTED",
            ),
            faulty(
                "POST",
                "/apiClient",
                "",
                json!({ "name": "Export", "scopes": ["offers:read"] }),
                "201",
            ),
        ];
        let with_body = ALL.iter().filter(|operation| {
            let is_meant =
                operation.path.starts_with("/org/") && !operation.path.contains("/webhook");
            is_meant && operation.body.is_some()
        });
        assert_eq!(
            with_body.count(),
            cases.len(),
            "every operation with a body"
        );
        for case in cases {
            case.check(world).await;
        }
    })
    .await;
}

/// The description defines the form of identifiers: an invalid one is a 400, even if everything
/// else is valid.
#[tokio::test]
async fn what_cannot_be_an_identifier_is_a_fault_of_form() {
    with_world(async |world| {
        let org = &world.own;
        for wrong in [
            "a%20b",
            "a%00b",
            "%C3%A4",
            "a.b",
            &"a".repeat(65),
            "..%2F..%2Forg",
            "a%27--",
        ] {
            for path in COLLECTIONS {
                let reply = org.get(&format!("{path}/{wrong}")).await;
                assert_eq!(reply.outcome(), "400 bad-request", "{path}/{wrong}");
            }
        }
        let entitlement = org.entitlement().await;
        let path = format!(
            "/entitlement/{entitlement}/usageRecordGroup/{}",
            "a".repeat(37)
        );
        assert_eq!(org.get(&path).await.outcome(), "400 bad-request");
    })
    .await;
}

/// Bodies that are not JSON, or that the description does not allow, and the reported pointer.
#[tokio::test]
async fn bodies_are_checked_with_their_places() {
    with_world(async |world| {
        let org = &world.own;
        let with = |member: &str, value: Value| {
            let mut body = product();
            body[member] = value;
            body.to_string()
        };
        let deep = format!("{{\"x\":{}1{}}}", "[".repeat(200), "]".repeat(200));
        let cases = [
            ("nothing", String::new(), None),
            ("no JSON", "{\"name\":".to_owned(), None),
            ("two", format!("{} {{}}", product()), None),
            ("no object", "[]".to_owned(), None),
            ("null", "null".to_owned(), None),
            ("too deep", deep, None),
            ("a name that is not text", with("name", json!(7)), Some("/name")),
            ("an empty name", with("name", json!("")), Some("/name")),
            ("a long name", with("name", json!("n".repeat(201))), Some("/name")),
            ("a name with a line break", with("name", json!("a\nb")), Some("/name")),
            ("a name that is null", with("name", json!(null)), Some("/name")),
            ("a partner that does not exist", with("partner", json!("ORACLE")), Some("/partner")),
            ("no URI", with("fulfillmentUrl", json!("not a uri")), Some("/fulfillmentUrl")),
            ("a price below nothing", with("dimensions", json!([{ "key": "k", "unit": "u", "unitPrice": { "amount": "-1", "currency": "USD" } }])), Some("/dimensions/0/unitPrice/amount")),
            ("no currency", with("dimensions", json!([{ "key": "k", "unit": "u", "unitPrice": { "amount": "1", "currency": "usd" } }])), Some("/dimensions/0/unitPrice/currency")),
            ("metadata that is not text", with("metadata", json!({ "k": 1 })), Some("/metadata/k")),
        ];
        for (what, body, place) in cases {
            let request = org.request("POST", "/product").header("content-type", "application/json");
            let reply = Reply::of(request.body(body)).await;
            assert_eq!(reply.outcome(), "400 bad-request", "{what}: {}", reply.text);
            if let Some(place) = place {
                assert_eq!(reply.places(), [place], "{what}: {}", reply.text);
            }
        }
    })
    .await;
}

#[tokio::test]
async fn unknown_members_and_parameters_are_ignored() {
    with_world(async |world| {
        let org = &world.own;
        let entitlement = org.entitlement().await;
        let mut body = usage(Some("u"), "1");
        body["unknown"] = json!({ "deep": [1, null] });
        let path = format!("/entitlement/{entitlement}/usageRecordGroup?unknown=1&unknown=2");
        let group = org.post(&path, body).await.ok();
        assert!(group.get("unknown").is_none());
        assert_eq!(
            org.submit(&entitlement, Some("u"), "1").await.status,
            200,
            "the same"
        );
    })
    .await;
}
