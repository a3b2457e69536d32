//! A body cannot set values that only the service sets, and unknown properties are ignored.

use serde_json::{Map, Value, json};

use super::fixture::Fixture;
use crate::support::{
    money, offer_of, product, record, referral, usage, with_dimensions, with_world,
};

/// Properties that only the service sets, with values that it would never choose.
fn read_only() -> Map<String, Value> {
    let time = "2001-01-01T00:00:00Z";
    let members = json!({
        "id": "chosen", "orgId": "org-51be07", "status": "CHOSEN", "state": "CHOSEN",
        "creationTime": time, "lastUpdateTime": time, "publishTime": time,
        "acceptanceTime": time, "partnerProductId": "chosen", "partnerReferralId": "chosen",
        "offerUrl": "https://chosen.example", "cancellationReason": "chosen",
        "agreementId": "chosen", "entitlementId": "chosen", "buyerId": "chosen",
        "usageRecordReportId": "chosen", "possibleDuplicateOf": "chosen",
        "rejectionReason": "OTHER", "rejectionComment": "chosen",
        "amount": money("1"), "amounts": [money("1")], "totals": [money("1")],
        "clientId": "chosen", "clientSecret": "chosen", "lastUseTime": time, "type": "API_KEY",
        "unknown": { "deep": ["anything"] }, "": null, "__proto__": { "id": "chosen" },
    });
    members.as_object().expect("an object").clone()
}

/// Adds properties to every object of a body, keeping existing ones.
fn stuff(value: &mut Value, added: &Map<String, Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| stuff(item, added)),
        Value::Object(members) => {
            members
                .iter_mut()
                .filter(|(name, _)| *name != "metadata")
                .for_each(|(_, member)| stuff(member, added));
            for (name, member) in added {
                members.entry(name).or_insert_with(|| member.clone());
            }
        }
        _ => {}
    }
}

/// Returns the names of all properties of a document, with their locations.
fn places(value: &Value, place: &str) -> Vec<String> {
    match value {
        Value::Array(items) => items
            .iter()
            .flat_map(|item| places(item, &format!("{place}/*")))
            .collect(),
        Value::Object(members) => {
            let below = |(name, member): (&String, &Value)| {
                let place = format!("{place}/{name}");
                let mut all = places(member, &place);
                all.push(place);
                all
            };
            members.iter().flat_map(below).collect()
        }
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn nobody_else_sets_what_the_service_decides_on() {
    with_world(async |world| {
        let org = &world.own;
        let (plain, stuffed) = (Fixture::new(org).await, Fixture::new(org).await);
        let mut terms = offer_of(&plain.ids["productId"]);
        terms["terms"]["paymentInstallments"] =
            json!([{ "amount": money("1200"), "chargeDate": "2030-01-01" }]);
        terms["metadata"] = json!({ "key": "value" });
        let mut sale = referral();
        sale["expectedRevenue"] = money("5");
        let drafts = [org.draft_offer().await, org.draft_offer().await];
        let of = |fixture: &Fixture<'_>, draft: &str, path: &str| {
            let path = path.replace("{draft}", draft);
            let fill = |path: String, (name, id): (&&str, &String)| {
                path.replace(&format!("{{{name}}}"), id)
            };
            fixture.ids.iter().fold(path, fill)
        };
        let cases = [
            ("POST", "/product", with_dimensions(product())),
            (
                "PATCH",
                "/product/{productId}",
                json!({ "dimensions": with_dimensions(product())["dimensions"] }),
            ),
            ("POST", "/offer", terms.clone()),
            (
                "PATCH",
                "/offer/{draft}",
                json!({ "terms": terms["terms"] }),
            ),
            (
                "POST",
                "/entitlement/{entitlementId}/usageRecordGroup",
                usage(Some("stuffed"), "1"),
            ),
            (
                "POST",
                "/entitlement/{entitlementId}/usageRecord",
                record("gb", "1"),
            ),
            ("POST", "/referral", sale.clone()),
            ("PATCH", "/referral/{referralId}", sale),
            (
                "POST",
                "/referral/{referralId}/reject",
                json!({ "reason": "DUPLICATE", "comment": "No." }),
            ),
            (
                "POST",
                "/agreement/{agreementId}/cancel",
                json!({ "reason": "No." }),
            ),
            (
                "POST",
                "/apiClient",
                json!({ "name": "Export", "scopes": ["offers:read"] }),
            ),
        ];
        for (method, path, body) in cases {
            let mut more = body.clone();
            stuff(&mut more, &read_only());
            let as_usual = org
                .call(method, &of(&plain, &drafts[0], path), Some(&body))
                .await
                .ok();
            // Properties that the description allows in a body, and this one does not set.
            let settable: &[&str] = if path.ends_with("/usageRecordGroup") {
                &["id"]
            } else {
                &[]
            };
            for name in settable {
                more[*name] = body[*name].clone();
            }
            let found = org
                .call(method, &of(&stuffed, &drafts[1], path), Some(&more))
                .await
                .ok();
            let what = format!("{method} {path}");
            assert_eq!(places(&found, ""), places(&as_usual, ""), "{what}");
            let text = found.to_string();
            for sign in ["chosen", "CHOSEN", "org-51be07", "2001-01-01", "anything"] {
                assert!(!text.contains(sign), "{what}: {sign} in {text}");
            }
            assert_eq!(found["status"], as_usual["status"], "{what}");
        }
    })
    .await;
}
