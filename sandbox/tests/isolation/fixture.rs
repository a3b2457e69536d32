//! An organization with a resource of every kind.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{COLLECTIONS, Organization, offer_of, product, record, referral, usage};

/// The identifiers of its resources, by the names of the parameters.
pub struct Fixture<'a> {
    org: &'a Organization,
    pub ids: BTreeMap<&'static str, String>,
}

impl<'a> Fixture<'a> {
    /// Creates a resource of every kind.
    pub async fn new(org: &'a Organization) -> Self {
        let offer = org.accepted_offer().await;
        let member = |name: &str| offer[name].as_str().expect("an id").to_owned();
        let mut ids: BTreeMap<&'static str, String> = [
            ("productId", member("productId")),
            ("offerId", member("id")),
            ("agreementId", member("agreementId")),
            ("entitlementId", member("entitlementId")),
            ("buyerId", member("buyerId")),
        ]
        .into();
        let group_id = format!("group-of-{}", org.id.0);
        let group = org
            .submit(&ids["entitlementId"], Some(&group_id), "5")
            .await
            .ok();
        let report = group["usageRecordReportId"]
            .as_str()
            .expect("a report")
            .to_owned();
        ids.insert("usageRecordGroupId", group_id);
        ids.insert("usageRecordReportId", report);
        ids.insert(
            "referralId",
            org.post("/referral", referral()).await.member("id"),
        );
        let path = format!("/agreement/{}/disburse", ids["agreementId"]);
        ids.insert("disbursementId", org.control(&path).await.member("id"));
        let app = json!({ "name": "Export", "scopes": ["offers:read"] });
        ids.insert(
            "apiClientId",
            org.post("/apiClient", app).await.member("id"),
        );
        let events = org.all("/event").await;
        let last = events.last().and_then(|event| event["id"].as_str());
        ids.insert("eventId", last.expect("an event").to_owned());
        Self { org, ids }
    }

    /// Returns identifiers of the same form that do not exist.
    pub fn unknown(&self) -> BTreeMap<&'static str, String> {
        let id = |name: &&'static str| (*name, format!("{name}-unknown"));
        self.ids.keys().map(id).collect()
    }

    /// Returns everything that the organization can read.
    pub async fn everything(&self) -> BTreeMap<String, Vec<Value>> {
        let groups = format!(
            "/entitlement/{}/usageRecordGroup",
            self.ids["entitlementId"]
        );
        let mut all = BTreeMap::new();
        for list in COLLECTIONS.into_iter().chain(["/quota", &groups]) {
            all.insert(list.to_owned(), self.org.all(list).await);
        }
        all
    }
}

/// Returns the arguments of each operation, without references to other resources.
pub fn body_of(operation: &str) -> Option<Value> {
    Some(match operation {
        "createProduct" => product(),
        "updateProduct" | "updateOffer" | "updateReferral" => json!({ "name": "Changed" }),
        // The product in it does not exist, which is reported only after the path is found.
        "createOffer" => offer_of("prod-1a7d93"),
        "extendOffer" => json!({ "expireTime": "2999-01-01T00:00:00Z" }),
        "createUsageRecordGroup" => usage(None, "1"),
        "createUsageRecord" => record("calls", "1"),
        "createReferral" => referral(),
        "rejectReferral" => json!({ "reason": "OTHER" }),
        "createApiClient" => json!({ "name": "Export", "scopes": ["offers:read"] }),
        _ => return None,
    })
}
